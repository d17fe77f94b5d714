"""Times a step of the runs of `offset.sh` beside those published: python3 benches/offset_table.py FOLDER gpu|vbd"""

import json
import pathlib
import struct
import sys

# Chen et al. 2025: average and maximum a step in ms, on an RTX 4090 and on the authors' CPU.
PUBLISHED = {
    "50-layers": ((6.3, 11.5), (210, 550)),
    "knot": ((4.4, 6.8), (122, 180)),
    "twisting-cloth": ((0.9, 1.5), (21, 30)),
    "cloth-on-body": ((1.2, 1.4), (30, 42)),
    "t-shirt": ((1.8, 2.2), None),
    "yarn-stretch": ((0.23, 0.30), None),
    "yarn-twist": ((0.25, 0.33), None),
    "layer-on-sphere": ((1.2, 3.2), (62, 75)),
    "3-layers-sphere": (None, None),
    "volumetric-mat": ((5.5, 8.5), None),
}


def vertices(run):
    """The number of vertices, from the head of the last frame (npy, three columns)."""
    frames = sorted((run / "frames").glob("*.npy"))
    if not frames:
        return None
    with open(frames[-1], "rb") as file:
        head = file.read(10)
        text = file.read(struct.unpack("<H", head[8:10])[0]).decode()
    return int(text.split("'shape': (")[1].split(",")[0])


def row(name, run, stepper):
    reports = [json.loads(line) for line in open(run / "stats.jsonl")]
    reports = [report for report in reports if report["step"] > 0]
    # The first steps grow lists and capture graphs.
    counted = reports[5:] or reports
    seconds = [r["seconds"]["solve"] if stepper == "gpu" else r["seconds"]["total"] - r["seconds"]["certify"] for r in counted]
    times = sorted(1e3 * s for s in seconds)
    published = PUBLISHED.get(name, (None, None))[0 if stepper == "gpu" else 1]
    certificate = run / "certificate.json"
    holds = "none"
    if certificate.exists():
        of = json.load(open(certificate))
        counts = [of.get(key, 0) for key in ("intersections", "inversions", "thickness_violations")]
        holds = "holds" if not any(counts) else f"BROKEN {counts}"
    mean = sum(times) / len(times)
    return [
        name,
        str(vertices(run) or "?"),
        str(len(reports)),
        f"{sum(r['iterations'] for r in counted) / len(counted):.1f}",
        f"{sum(r.get('detections', 0) for r in counted) / len(counted):.1f}",
        f"{max(r['contacts'] for r in counted)}",
        f"{mean:.2f}",
        f"{times[len(times) // 2]:.2f}",
        f"{times[-1]:.2f}",
        "{} / {}".format(*published) if published else "-",
        f"{mean / published[0]:.2f}" if published else "-",
        holds,
    ]


def main():
    folder, stepper = pathlib.Path(sys.argv[1]), sys.argv[2]
    heads = ["scene", "vertices", "steps", "sweeps", "detections", "pairs", "ms", "median", "max", "published", "ratio", "certificate"]
    rows = [row(name, folder / name, stepper) for name in PUBLISHED if (folder / name / "stats.jsonl").exists()]
    widths = [max(len(line[k]) for line in [heads, *rows]) for k in range(len(heads))]
    for line in [heads, *rows]:
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths)))


main()
