"""Writes mesh files by other programs, for the tests in real_files.rs.

    python3 -m venv venv && venv/bin/pip install gmsh meshio pyvista
    venv/bin/python crates/io/tests/real_files.py FOLDER

Without FOLDER the files go to crates/io/tests/data, from where the tests read
them. The mesh is the same in all: two unit cubes side by side along x that
share a face, "left" and "right", with the surfaces "base" (x = 0) and "end"
(x = 2). Arrays of cells: "material" is 1 on the left and 2 on the right,
"half" is 0 for the lower and 1 for the upper half, as 8-bit numbers.
"""

import sys
from pathlib import Path

import gmsh
import meshio
import numpy as np
import pyvista
import vtk

HERE = Path(__file__).parent / "data"


def gmsh_files(folder):
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    occ = gmsh.model.occ
    left, right = occ.addBox(0, 0, 0, 1, 1, 1), occ.addBox(1, 0, 0, 1, 1, 1)
    occ.fragment([(3, left)], [(3, right)])
    occ.synchronize()

    def surface_at(x):
        return gmsh.model.getEntitiesInBoundingBox(x - 0.1, -0.1, -0.1, x + 0.1, 1.1, 1.1, 2)[0][1]

    model = gmsh.model
    model.addPhysicalGroup(3, [1], 1, name="left")
    model.addPhysicalGroup(3, [2], 2, name="right")
    model.addPhysicalGroup(3, [1, 2], 3, name="all of it")
    model.addPhysicalGroup(2, [surface_at(0)], 1, name="base")
    model.addPhysicalGroup(2, [surface_at(2)], 2, name="end")
    model.addPhysicalGroup(2, [surface_at(1)], 9)
    for name in ["Mesh.MeshSizeMin", "Mesh.MeshSizeMax"]:
        gmsh.option.setNumber(name, 1)
    model.mesh.generate(3)
    for version in ["2.2", "4.1"]:
        for binary in [0, 1]:
            gmsh.option.setNumber("Mesh.MshFileVersion", float(version))
            gmsh.option.setNumber("Mesh.Binary", binary)
            name = f"gmsh-{version}-{'binary' if binary else 'ascii'}.msh"
            gmsh.write(str(folder / name))
    gmsh.option.setNumber("Mesh.Binary", 0)
    model.mesh.setOrder(2)
    gmsh.write(str(folder / "gmsh-4.1-second-order.msh"))
    gmsh.finalize()


def grid(folder):
    mesh = meshio.read(folder / "gmsh-4.1-ascii.msh")
    tets = mesh.cells_dict["tetra"]
    cells = np.hstack([np.full((len(tets), 1), 4), tets]).ravel()
    grid = pyvista.UnstructuredGrid(cells, np.full(len(tets), 10, np.uint8), mesh.points)
    centers = mesh.points[tets].mean(axis=1)
    grid.cell_data["material"] = np.where(centers[:, 0] < 1, 1, 2).astype(np.int32)
    grid.cell_data["half"] = (centers[:, 1] > 0.5).astype(np.uint8)
    grid.cell_data["quality"] = np.linspace(0, 1, len(tets))
    grid.point_data["temperature"] = mesh.points[:, 0]
    grid.field_data["made by"] = [1, 2, 3]
    return grid


def vtu_files(folder, grid):
    for mode, set_mode in [
        ("ascii", "SetDataModeToAscii"),
        ("binary", "SetDataModeToBinary"),
        ("appended", "SetDataModeToAppended"),
    ]:
        for compressor in ["none", "zlib"]:
            for appended in [True, False] if mode == "appended" else [False]:
                if mode == "ascii" and compressor == "zlib":
                    continue
                writer = vtk.vtkXMLUnstructuredGridWriter()
                kind = {True: "-base64", False: "-raw"}[appended] if mode == "appended" else ""
                writer.SetFileName(str(folder / f"vtu-{mode}{kind}-{compressor}.vtu"))
                writer.SetInputData(grid)
                getattr(writer, set_mode)()
                writer.SetEncodeAppendedData(appended)
                if compressor == "none":
                    writer.SetCompressorTypeToNone()
                else:
                    writer.SetCompressorTypeToZLib()
                    writer.SetBlockSize(256)
                writer.Write()
    writer = vtk.vtkXMLUnstructuredGridWriter()
    writer.SetFileName(str(folder / "vtu-big-endian-32.vtu"))
    writer.SetInputData(grid)
    writer.SetByteOrderToBigEndian()
    writer.SetHeaderTypeToUInt32()
    writer.SetDataModeToBinary()
    writer.Write()
    grid.save(folder / "pyvista.vtu")
    tets = grid.cells.reshape(-1, 5)[:, 1:]
    data = {"material": [np.asarray(grid.cell_data["material"])]}
    mesh = meshio.Mesh(grid.points, [("tetra", tets)], cell_data=data)
    meshio.write(folder / "meshio.vtu", mesh, binary=True)


def vtk_files(folder, grid):
    for version in [42, 51]:
        for binary in [False, True]:
            writer = vtk.vtkUnstructuredGridWriter()
            name = f"vtk-{version}-{'binary' if binary else 'ascii'}.vtk"
            writer.SetFileName(str(folder / name))
            writer.SetInputData(grid)
            writer.SetFileVersion(version)
            writer.SetFileTypeToBinary() if binary else writer.SetFileTypeToASCII()
            writer.Write()
    surface = grid.extract_surface(algorithm="dataset_surface")
    surface.save(folder / "surface.vtk", binary=True)
    return surface


def surface_files(folder, surface):
    surface = pyvista.PolyData(surface.points, surface.faces)
    surface.save(folder / "surface-binary.ply", binary=True)
    surface.save(folder / "surface-ascii.ply", binary=False)
    surface.save(folder / "surface-binary.stl", binary=True)
    surface.save(folder / "surface-ascii.stl", binary=False)
    writer = vtk.vtkPLYWriter()
    writer.SetFileName(str(folder / "surface-big-endian.ply"))
    writer.SetInputData(surface)
    writer.SetFileTypeToBinary()
    writer.SetDataByteOrderToBigEndian()
    writer.Write()


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    folder.mkdir(parents=True, exist_ok=True)
    gmsh_files(folder)
    made = grid(folder)
    vtu_files(folder, made)
    surface = vtk_files(folder, made)
    surface_files(folder, surface)


if __name__ == "__main__":
    main()
