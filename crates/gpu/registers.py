"""Reads `ptxas -v` from standard input; prints registers, stack and spills of each kernel, fails on a spill."""

import re
import sys

rows, name, memory = [], "", (0, 0, 0)
text = sys.stdin.read()
for line in text.splitlines():
    if found := re.search(r"Compiling entry function '(\w+)'", line):
        name = found[1]
    elif found := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
        memory = tuple(int(number) for number in found.groups())
    elif (found := re.search(r"Used (\d+) registers", line)) and name:
        rows.append((name, int(found[1]), *memory))
        name = ""
if not rows:
    sys.exit("no kernels found:\n" + text)
print(f"{'kernel':28}{'registers':>10}{'stack':>8}{'spills':>8}")
for name, registers, stack, stores, loads in sorted(rows):
    print(f"{name:28}{registers:10}{stack:8}{stores + loads:8}")
# Double precision is for comparisons, searches with many finds are rare, and some kernels are capped (see build-ptx); all
# others must not spill.
CAPPED = {"sweep_cloth_f32", "sweep_rods_f32", "sweep_tets_f32", "sweep_all_f32", "make_f32"}
may_spill = lambda name: name.endswith("_f64") or "_many_" in name or name in CAPPED
if any(stores + loads for name, _, _, stores, loads in rows if not may_spill(name)):
    sys.exit("registers are spilled")
