"""Exports a run in every format, opens the files with the libraries of others, and compares with the run's own numpy files.

    python readers.py PROGRAM RUN [--make-fields | --make-all-fields]

Needs numpy, scipy, networkx, vtk, pyvista, usd-core, trimesh and pygltflib; with bpy (Blender as a module) it also plays point caches, USD
and glTF there. --make-fields writes fields of made-up numbers into a copy of a run that has none, --make-all-fields into
every frame, the first too. Exit code 1 where something differs.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pygltflib
import pyvista
import trimesh
from pxr import Usd, UsdGeom, UsdValidation

FAILURES = []


def check(name, holds, detail=""):
    print(f"{'ok  ' if holds else 'FAIL'} {name}{': ' if detail else ''}{detail}")
    if not holds:
        FAILURES.append(name)


def same_times(a, b):
    """Equal but for the rounding of a decimal number that is read."""
    return len(a) == len(b) and np.allclose(a, b, rtol=1e-15, atol=0)


def same(a, b):
    """Equal in single precision, NaN where the other has NaN."""
    a, b = np.asarray(a, np.float32), np.asarray(b, np.float32)
    return a.shape == b.shape and np.array_equal(a, b, equal_nan=True)


class Run:
    """The run as its numpy files tell it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.topology = dict(np.load(self.folder / "topology.npz"))
        self.names = json.loads(self.topology["body_names"].tobytes())
        self.steps = [int(f.stem) for f in sorted((self.folder / "frames").glob("*.npy"))]
        self.frames = [np.load(self.folder / f"frames/{s:06}.npy") for s in self.steps]
        times = {0: 0.0}
        for line in (self.folder / "stats.jsonl").open():
            line = json.loads(line)
            times[line["step"]] = line["time"]
        self.times = [times[s] for s in self.steps]
        self.fields = [self.read_fields(s) for s in self.steps]
        self.keys = sorted({key for fields in self.fields for key in fields})

    def read_fields(self, step):
        path = self.folder / f"fields/{step:06}.npz"
        return dict(np.load(path)) if path.exists() else {}

    def surface(self, body):
        """The vertices of a body that its surface names, ascending, as exports number them."""
        named = [self.topology[k].ravel() for k in ("triangles", "edges", "points")]
        vertices = np.unique(np.concatenate(named))
        return vertices[self.topology["body"][vertices] == body]

    def field(self, frame, key, entries):
        """A field of a frame, NaN where the frame has none."""
        if key in self.fields[frame]:
            return self.fields[frame][key]
        shape = next(f[key].shape for f in self.fields if key in f)
        return np.full((entries, *shape[1:]), np.nan)


def make_fields(folder, steps):
    """Fields of made-up numbers in these of the steps."""
    run = Run(folder)
    (run.folder / "fields").mkdir(exist_ok=True)
    random = np.random.default_rng(1)
    count = {
        "vertex": len(run.topology["rest"]),
        "tet": len(run.topology["tets"]),
        "triangle": len(run.topology["elastic_triangles"]),
        "segment": len(run.topology["elastic_segments"]),
    }
    shapes = {
        "vertex": {"velocity": (3,), "contact_force": (3,), "contact_pressure": ()},
        "tet": {"von_mises": (), "cauchy_stress": (3, 3), "principal_stretches": (3,)},
        "triangle": {"von_mises": (), "green_strain": (3, 3)},
        "segment": {"axial_force": (), "bending_moment": (3,)},
    }
    for step in run.steps[steps]:
        arrays = {}
        for place, fields in shapes.items():
            if count[place]:
                for name, shape in fields.items():
                    arrays[f"{place}.{name}"] = random.normal(size=(count[place], *shape)).astype(np.float32)
        pairs = step % 3
        arrays["pair.position"] = random.normal(size=(pairs, 3)).astype(np.float32)
        arrays["pair.force"] = random.normal(size=(pairs, 3)).astype(np.float32)
        np.savez_compressed(run.folder / f"fields/{step:06}.npz", **arrays)


def check_vtu(run, folder):
    reader = pyvista.get_reader(folder / "run.pvd")
    check("vtu: times", same_times(reader.time_values, run.times), f"{len(reader.time_values)} frames")
    t = run.topology
    tets, triangles, segments = (len(t[k]) for k in ("tets", "elastic_triangles", "elastic_segments"))
    first = {"tet": 0, "triangle": tets}
    wrong = set()
    for i, time in enumerate(reader.time_values):
        reader.set_active_time_value(time)
        grid = reader.read()[0]
        if not np.array_equal(grid.points, run.frames[i]) or grid.points.dtype != np.float64:
            wrong.add("positions")
        kinds = grid.celltypes
        # Tets, triangles, segments, points, in this order.
        first["segment"] = tets + int((kinds == 5).sum())
        for key, kind, k in (("tets", 10, "tet"), ("elastic_triangles", 5, "triangle"), ("elastic_segments", 3, "segment")):
            cells = grid.cells_dict.get(kind, np.zeros((0, t[key].shape[1])))
            if not np.array_equal(cells[: len(t[key])], t[key]):
                wrong.add(key)
        for name in ("body", "obstacle"):
            if not np.array_equal(grid.point_data[name], t[name]):
                wrong.add(name)
        if not same(grid.point_data["mass"], t["mass"]) or list(grid.field_data["body_names"]) != run.names:
            wrong.add("mass or body_names")
        if not same_times(grid.field_data["TimeValue"], run.times[i : i + 1]):
            wrong.add("TimeValue")
        expected = {}
        order = ["vertex", "tet", "triangle", "segment", "pair"]
        for key in sorted(run.keys, key=lambda key: order.index(key.split(".")[0])):
            place, name = key.split(".")
            if place == "vertex":
                values = run.field(i, key, len(t["rest"]))
                if not same(grid.point_data[name], values.reshape(len(values), -1).squeeze()):
                    wrong.add(key)
            elif place != "pair":
                entries = {"tet": tets, "triangle": triangles, "segment": segments}[place]
                values = run.field(i, key, entries).reshape(entries, -1)
                # Fields of one name and shape are one array; another shape has the name of its location.
                if name in expected and expected[name].shape[1] != values.shape[1]:
                    name = key
                cell = expected.setdefault(name, np.full((grid.n_cells, values.shape[1]), np.nan, np.float32))
                cell[first[place] : first[place] + entries] = values
        for name, values in expected.items():
            if not same(grid.cell_data[name], values.squeeze()) or grid.cell_data[name].dtype != np.float32:
                wrong.add(name)
    arrays = len(grid.point_data.keys()) + len(grid.cell_data.keys())
    check("vtu: positions, cells, bodies, fields", not wrong, f"{arrays} arrays, {grid.n_cells} cells {sorted(wrong)}")
    if "pair.position" in run.keys:
        check_contacts(run, folder / "contacts")


def check_contacts(run, folder):
    reader = pyvista.get_reader(folder / "contacts.pvd")
    wrong, pairs = set(), 0
    for i, time in enumerate(reader.time_values):
        reader.set_active_time_value(time)
        grid = reader.read()[0]
        position = run.field(i, "pair.position", 0)
        pairs += len(position)
        if grid.n_points != len(position) or (len(position) and not same(grid.points, position)):
            wrong.add("positions")
        for key in (k for k in run.keys if k.startswith("pair.") and k != "pair.position"):
            values = run.field(i, key, 0)
            if len(values) and not same(grid.point_data[key[5:]], values):
                wrong.add(key)
    ok = same_times(reader.time_values, run.times) and not wrong
    check("vtu: contacts", ok, f"{pairs} pairs in {len(reader.time_values)} frames {sorted(wrong)}")


def check_ply(run, folder):
    wrong, files = set(), sorted(folder.glob("*.ply"))
    keys = [k for k in run.keys if k.startswith("vertex.")]
    for i, path in enumerate(files):
        raw = ply_vertices(path)
        v = raw["vertex"]
        if not np.array_equal(np.stack([raw[a] for a in "xyz"], 1), run.frames[i][v]):
            wrong.add("positions")
        if not np.array_equal(raw["body"], run.topology["body"][v]):
            wrong.add("body")
        for key in keys:
            values = run.field(i, key, len(run.topology["rest"]))[v]
            suffixes = [""] if values.ndim == 1 else ["_x", "_y", "_z"]
            found = np.stack([raw[key[7:] + s] for s in suffixes], 1)
            if not same(found, values.reshape(len(v), -1)):
                wrong.add(key)
        if len(run.topology["triangles"]):
            mesh = trimesh.load(path, process=False)
            if len(mesh.faces) != len(run.topology["triangles"]) or not same(mesh.vertices, run.frames[i][v]):
                wrong.add("trimesh")
            if pyvista.read(path).n_faces != len(run.topology["triangles"]):
                wrong.add("vtk")
    check("ply: positions, body, fields", len(files) == len(run.steps) and not wrong, f"{len(files)} files, {len(keys)} fields {sorted(wrong)}")


def ply_vertices(path):
    """The vertices of a PLY file by its own header, with no library between."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + 11
    types = {"double": "<f8", "float": "<f4", "uint": "<u4", "uchar": "u1"}
    dtype, count, inside = [], 0, False
    for line in data[:end].decode().splitlines():
        words = line.split()
        if words[0] == "element":
            inside = words[1] == "vertex"
            count = int(words[2]) if inside else count
        elif words[0] == "property" and inside:
            dtype.append((words[2], types[words[1]]))
    return np.frombuffer(data, dtype, count, end)


def check_obj(run, folder):
    files = sorted(folder.glob("*.obj"))
    lines = [line.split(maxsplit=1) for line in files[-1].read_text().splitlines()]
    names = [rest for word, rest in lines if word == "o"]
    check("obj: an object for each body", names == run.names, ", ".join(names))
    points = np.array([rest.split() for word, rest in lines if word == "v"], float)
    expected = np.concatenate([run.frames[-1][run.surface(b)] for b in range(len(run.names))])
    check("obj: positions", len(files) == len(run.steps) and np.array_equal(points, expected), f"{len(files)} files")
    scene = trimesh.load(files[-1], split_objects=True, group_material=False, process=False)
    meshes = [m for m in scene.dump() if hasattr(m, "faces")] if hasattr(scene, "dump") else [scene]
    faces = sum(len(m.faces) for m in meshes)
    check("obj: trimesh", faces == len(run.topology["triangles"]), f"{faces} triangles")


def check_glb(run, path):
    document = pygltflib.GLTF2().load(str(path))
    blob = document.binary_blob()

    def accessor(i):
        a = document.accessors[i]
        view = document.bufferViews[a.bufferView]
        width = {"VEC3": 3, "SCALAR": 1}[a.type]
        return np.frombuffer(blob, np.float32, a.count * width, view.byteOffset).reshape(-1, width)

    names = [node.name for node in document.nodes]
    check("glb: a node for each body", names == run.names, ", ".join(names))
    times = accessor(document.animations[0].samplers[0].input).ravel() if document.animations else [0]
    check("glb: times", same(times, run.times), f"{len(times)} frames")
    worst = 0.0
    for b, node in enumerate(document.nodes):
        primitive = document.meshes[node.mesh].primitives[0]
        rest = accessor(primitive.attributes.POSITION)
        for i, frame in enumerate(run.frames):
            moved = rest if i == 0 or not primitive.targets else rest + accessor(primitive.targets[i - 1]["POSITION"])
            worst = max(worst, np.abs(moved - frame[run.surface(b)]).max())
    check("glb: positions", worst < 1e-6 * np.abs(run.frames).max(), f"at most {worst:.1e} m away")
    scene = trimesh.load(path)
    check("glb: trimesh", set(scene.graph.nodes_geometry) != set(), f"{len(scene.geometry)} geometries")


def check_usda(run, path):
    stage = Usd.Stage.Open(str(path))
    rate, up = stage.GetTimeCodesPerSecond(), UsdGeom.GetStageUpAxis(stage)
    metres = UsdGeom.GetStageMetersPerUnit(stage)
    # Codes that are whole but for rounding are whole.
    codes = np.array(run.times) * rate
    codes = np.where(np.abs(codes - codes.round()) < 1e-6, codes.round(), codes)
    spans = (stage.GetStartTimeCode(), stage.GetEndTimeCode())
    ok = metres == 1 and up == "Y" and np.allclose(spans, (codes[0], codes[-1]))
    check("usda: stage", ok, f"{rate:g} codes a second, from {spans[0]:g} to {spans[1]:g}, up {up}")
    prims = [p for p in stage.Traverse() if p.IsA(UsdGeom.PointBased)]
    names = [p.GetCustomDataByKey("body") for p in prims]
    kinds = ", ".join(f"{p.GetName()} {p.GetTypeName()}" for p in prims)
    check("usda: a prim for each body", names == run.names, kinds)
    wrong, compared = set(), 0
    for prim in prims:
        body, points = run.names.index(prim.GetCustomDataByKey("body")), UsdGeom.PointBased(prim).GetPointsAttr()
        members = members_of(run, prim, body)
        for i, code in enumerate(codes):
            if not same(points.Get(code), run.frames[i][members]):
                wrong.add(f"points of {prim.GetName()}")
            compared += compare_primvars(run, prim, members, i, code, wrong)
        velocities = UsdGeom.PointBased(prim).GetVelocitiesAttr()
        for i in (i for i, fields in enumerate(run.fields) if "vertex.velocity" in fields):
            compared += 1
            if not same(velocities.Get(codes[i]), run.fields[i]["vertex.velocity"][members]):
                wrong.add(f"velocities of {prim.GetName()}")
    check("usda: points and fields", not wrong, f"{compared} values of attributes {sorted(wrong)}")
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    problems = [e.GetErrorAsString() for e in UsdValidation.ValidationContext(validators).Validate(stage)]
    check("usda: validators", not problems, f"{len(validators)} of them {'; '.join(problems)}")


def members_of(run, prim, body):
    """The vertices of the run that the points of a prim are, by where they are in the first frame."""
    surface = run.surface(body)
    if prim.IsA(UsdGeom.Mesh):
        return surface
    where = {tuple(p): v for v, p in zip(surface, run.frames[0][surface].astype(np.float32))}
    return np.array([where[tuple(p)] for p in UsdGeom.PointBased(prim).GetPointsAttr().Get(0)])


def compare_primvars(run, prim, members, i, code, wrong):
    compared, t = 0, run.topology
    for primvar in UsdGeom.PrimvarsAPI(prim).GetPrimvarsWithAuthoredValues():
        name, values = primvar.GetPrimvarName(), np.array(primvar.Get(code))
        values = values.reshape(-1, primvar.GetElementSize()).squeeze() if primvar.GetElementSize() > 1 else values
        if primvar.GetInterpolation() == "vertex":
            expected = run.field(i, f"vertex.{name}", len(t["rest"]))[members]
        elif prim.IsA(UsdGeom.BasisCurves):
            ends = np.sort(members.reshape(-1, 2), axis=1)
            expected = by_vertices(run, i, f"segment.{name}", np.sort(t["elastic_segments"], axis=1), ends)
        else:
            faces = np.array(UsdGeom.Mesh(prim).GetFaceVertexIndicesAttr().Get()).reshape(-1, 3)
            faces = np.sort(members[faces], axis=1)
            if f"triangle.{name}" in run.keys and set(map(tuple, faces)) <= set(map(tuple, np.sort(t["elastic_triangles"], axis=1))):
                expected = by_vertices(run, i, f"triangle.{name}", np.sort(t["elastic_triangles"], axis=1), faces)
            else:
                sides = np.concatenate([np.delete(t["tets"], k, axis=1) for k in range(4)])
                owner = np.tile(np.arange(len(t["tets"])), 4)
                place = {tuple(s): o for s, o in zip(np.sort(sides, axis=1), owner)}
                expected = run.field(i, f"tet.{name}", len(t["tets"]))[[place[tuple(f)] for f in faces]]
        expected = np.asarray(expected).reshape(len(expected), -1).squeeze() if expected.ndim > 2 else expected
        if not same(values, expected):
            wrong.add(f"{name} of {prim.GetName()}")
        compared += 1
    return compared


def by_vertices(run, i, key, elements, wanted):
    place = {tuple(e): k for k, e in enumerate(elements)}
    return run.field(i, key, len(elements))[[place[tuple(w)] for w in wanted]]


def check_pc2(run, folder):
    wrong = set()
    for b, name in enumerate(run.names):
        data = (folder / f"{name}.pc2").read_bytes()
        magic, head = data[:12], np.frombuffer(data, "<i4", 5, 12)
        points = np.frombuffer(data, "<f4", offset=32).reshape(head[4], head[1], 3)
        if magic != b"POINTCACHE2\0" or head[0] != 1 or head[4] != len(run.frames):
            wrong.add(f"header of {name}")
        if not same(points, np.array(run.frames)[:, run.surface(b)]):
            wrong.add(f"points of {name}")
        lines = (folder / f"{name}.obj").read_text().splitlines()
        rest = np.array([line.split()[1:] for line in lines if line.startswith("v ")], float)
        if not np.array_equal(rest, run.topology["rest"][run.surface(b)]):
            wrong.add(f"rest shape of {name}")
    check("pc2: headers, points, rest shapes", not wrong, f"{len(run.names)} bodies {sorted(wrong)}")


def check_blender(run, out):
    try:
        import bpy
    except ImportError:
        print("skip blender: bpy is not installed")
        return
    depsgraph = lambda: bpy.context.evaluated_depsgraph_get()

    def points_at(thing, frame, world):
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        evaluated = thing.evaluated_get(depsgraph())
        mesh = evaluated.to_mesh()
        points = np.array([(evaluated.matrix_world @ v.co if world else v.co)[:] for v in mesh.vertices])
        evaluated.to_mesh_clear()
        return points

    worst, played = 0.0, 0
    for b, name in enumerate(run.names):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.wm.obj_import(filepath=str(out / f"pc2/{name}.obj"))
        thing = bpy.context.scene.objects[0]
        if len(thing.data.vertices) != len(run.surface(b)):
            print(f"note blender: {name} has {len(thing.data.vertices)} of {len(run.surface(b))} points after import")
            continue
        cache = thing.modifiers.new("cache", "MESH_CACHE")
        cache.cache_format, cache.filepath, cache.frame_start = "PC2", str(out / f"pc2/{name}.pc2"), 0
        for i, frame in enumerate(run.frames):
            worst = max(worst, np.abs(points_at(thing, i, False) - frame[run.surface(b)]).max())
        played += 1
    check("blender: point caches", played > 0 and worst < 1e-6, f"{played} bodies, at most {worst:.1e} m away")

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.wm.usd_import(filepath=str(out / "animation.usda"))
    things = [thing for thing in bpy.context.scene.objects if thing.type != "EMPTY"]
    meshes = [thing for thing in things if thing.type == "MESH"]
    worst, to_z = 0.0, np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    plain = [name.replace(".", "_") for name in run.names]
    for thing in meshes:
        members = run.surface(plain.index(thing.name))
        for i, time in enumerate(run.times):
            found = points_at(thing, time / run.times[1], True)
            worst = max(worst, np.abs(found - run.frames[i][members] @ to_z.T).max())
    kinds = ", ".join(f"{thing.name} {thing.type}" for thing in things)
    check("blender: usd", len(things) == len(run.names) and worst < 1e-5, f"{kinds}; meshes at most {worst:.1e} m away")

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(out / "animation.glb"))
    names = sorted(thing.name for thing in bpy.context.scene.objects)
    check("blender: glb", names == sorted(run.names), ", ".join(names))


def main():
    program, source = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        made = {"--make-fields": slice(1, None), "--make-all-fields": slice(None)}
        for option in made.keys() & set(sys.argv):
            source = shutil.copytree(source, out / "run")
            make_fields(source, made[option])
        run = Run(source)
        print(f"{len(run.steps)} frames, {len(run.names)} bodies, {len(run.keys)} fields")

        def export(format, target, *more):
            command = [program, "export", source, "--format", format, "-o", out / target, *more]
            done = subprocess.run(command, capture_output=True, text=True)
            for line in (done.stdout + done.stderr).splitlines():
                print(f"     {line.replace(str(out) + '/', '')}")
            check(f"{format}: exported", done.returncode == 0)

        fields = ["--fields", "all"] if run.keys else []
        export("vtu", "vtu", *fields)
        check_vtu(run, out / "vtu")
        export("ply", "ply", *fields)
        check_ply(run, out / "ply")
        export("obj", "obj")
        check_obj(run, out / "obj")
        export("glb", "animation.glb")
        check_glb(run, out / "animation.glb")
        export("usda", "animation.usda", *fields)
        check_usda(run, out / "animation.usda")
        export("pc2", "pc2")
        check_pc2(run, out / "pc2")
        check_blender(run, out)
    print(f"{len(FAILURES)} failures")
    sys.exit(1 if FAILURES else 0)


if __name__ == "__main__":
    main()
