#!/usr/bin/env bash
# Runs every scene of the catalogue for its whole duration, verifies it, and renders docs/pictures/NAME.png.
#
#   docs/gallery.sh [NAME...]     all pictures of the table below, or those named
#
# Run folders stay in runs/. A scene that fails is told at the end; the others still run.
# THREADS=N sets the number of threads (results do not depend on it).
set -euo pipefail
cd "$(dirname "$0")/.."

# name, scene, frame to show, camera (- : the scene's own, or fitted), parameters
table="
demo                    demo                    30    0.9,0.85,1.45,0,-0.16,0
two-cubes               two-cubes               30    -
cube-stack              cube-stack              20    -
aligned-points          aligned-points          7     -
aligned-edges           aligned-edges           9     -
slot                    slot                    last  3.4,2.9,4.2,0,0.4,0
erleben-spike-plane     erleben-spike-plane     45    -
erleben-spike-spike     erleben-spike-spike     40    2.4,2.2,4.2,0,0.95,0
erleben-spike-wedge     erleben-spike-wedge     40    2.4,2.2,4.2,0,0.95,0
erleben-spike-hole      erleben-spike-hole      60    2.2,2.6,3.6,0,0.75,0
erleben-spike-crack     erleben-spike-crack     60    1.8,2.8,4.6,0,0.7,0
erleben-wedge-plane     erleben-wedge-plane     60    -
erleben-wedge-wedge     erleben-wedge-wedge     33    2.4,2.2,4.2,0,0.95,0
erleben-wedge-crack     erleben-wedge-crack     60    1.8,2.8,4.6,0,0.7,0
erleben-cube-cliff      erleben-cube-cliff      60    2.8,2.6,4.6,0.1,0.9,0
erleben-internal-edges  erleben-internal-edges  60    2.8,2.6,4.6,0,0.9,0
tunnel-10               tunnel                  1     -  speed=10
tunnel-100              tunnel                  1     -  speed=100
tunnel-1000             tunnel                  1     -  speed=1000
heavy-cube              heavy-cube              5     1.0,0.22,3.5,0,0.5,0
mat-on-board            mat-on-board            20    -
ball-on-mat             ball-on-mat             60    -
chain-5                 chain                   last  4.2,0.4,8.4,0,-1.1,0
chain-10                chain                   last  7,-0.6,13.6,0,-2.75,0  links=10
chain-100               chain                   100   5,0.5,5,0,-2.2,0,60  links=100 time.duration=10
mat-on-knives           mat-on-knives           last  1.75,1.15,2.1,0.43,0.34,0.45
ball-on-points          ball-on-points          last  1.5,0.3,2.6,0,0.22,0
pin-cushion             pin-cushion             last  1.9,1.5,3.2,0,0.7,0
mat-twist-20            mat-twist               last  -  n=20
mat-twist-40            mat-twist               last  -  n=40
mat-twist-150           mat-twist               last  -  n=150 turns=0.4
rods-twist              rods-twist              last  -
rods-twist-53k          rods-twist              last  -  along=267 across=6 turns=0.5
slope                   slope                   last  0.45,0.6,1.45,-0.04,0.04,0
card-house              card-house              last  1.0,0.95,2.6,0,0.44,0
card-house-0.2          card-house              20    1.0,0.95,2.6,0,0.44,0  mu=0.2
card-house-hit          card-house              36    1.0,0.95,2.6,0,0.44,0  hit=1
masonry-arch            masonry-arch            last  17,14.5,50,0,10.3,0
masonry-arch-0.1        masonry-arch            480   17,14.5,50,0,10.3,0  mu=0.1
stick-slip              stick-slip              496   -0.02,0.072,0.3,-0.068,0.047,0
ball-roller             ball-roller             160   0.45,0.65,2.75,0,-0.3,0
wire-roller             wire-roller             160   0.45,0.65,2.75,0,-0.3,0
point-roller            point-roller            110   0.5,0.5,2.3,0,-0.2,0
creature-roller         creature-roller         95    1.7,1.55,1.9,0,0.85,0,36
embedded-creature       embedded-creature       45    -
dolphin-funnel          dolphin-funnel          82    1.0,0.72,2.35,1.22,0,0
trash-compactor         trash-compactor         70    1.65,0.62,2.4,0,0,0
compactor-shapes        compactor-shapes        55    2.4,1.5,2.6,0,0,0
compactor-shapes-released compactor-shapes      105   2.4,1.5,2.6,0,0,0
squeeze-out             squeeze-out             110   0.4,0.85,3.1,0,0.32,0
golf-ball               golf-ball               23    -0.09,0.035,0.13,0.004,0,0
squishy-ball            squishy-ball            16    -0.1,0.075,0.25,0.035,0,0
creature-twist          creature-twist          220   0.9,0.2,2.25,0.02,0,0
cloth-on-sphere         cloth-on-sphere         last  -
cloth-hang              cloth-hang              last  -
cloth-on-rotating-sphere cloth-on-rotating-sphere 75    0.75,0.45,0.95,0,-0.06,0
cloth-stack             cloth-stack             last  -
cloth-funnel            cloth-funnel            last  0.5,0.25,1.6,0,-0.08,0
needles                 needles                 70    -
reef-knot               reef-knot               34    -
table-cloth             table-cloth             45    -
twisted-cylinder        twisted-cylinder        last  -
card-shuffle            card-shuffle            30    -
braid                   braid                   200   -
hair-cluster            hair-cluster            40    0.30,0.10,0.38,0.055,-0.045,0,24
hair-cluster-10         hair-cluster            10    0.30,0.10,0.38,0.055,-0.045,0,24  duration=0.1
noodles                 noodles                 last  -
sprinkles               sprinkles               last  -
grains-on-cloth         grains-on-cloth         90    -
all-in                  all-in                  last  -
cable-twist             cable-twist             last  0.45,0.1,0.85,0,-0.08,0
dress                   dress                   last  -
skirt                   skirt                   last  -
t-shirt                 t-shirt                 last  -
trousers                trousers                10    -
pleated-skirt           pleated-skirt           last  -
cloth-twist             cloth-twist             800   -
cloth-layers            cloth-layers            last  -
layers-on-sphere        layers-on-sphere        last  -
knot                    knot                    last  -
cloth-on-body           cloth-on-body           last  -
shirt-lift              shirt-lift              700   -
yarn-stretch            yarn-stretch            last  -
yarn-twist              yarn-twist              last  -
thick-mat-twist         thick-mat-twist         last  -
convergence-scene       convergence             45    -
slit-block              slit-block              last  -
slit-block-3d           slit-block-3d           last  -
squircle                squircle                last  -
squircle-3d             squircle-3d             last  -
two-blocks              two-blocks              last  -
two-blocks-3d           two-blocks-3d           last  -
compressed-block        compressed-block        last  -
compressed-block-3d     compressed-block-3d     last  -
lattice                 lattice                 last  -
balloon                 balloon                 last  -
cusp                    cusp                    last  -
cusp-3d                 cusp-3d                 last  0.9,0.75,2.6,0,-0.18,0,28  edge=0.047 depth=0.75 layers=16
monkey-saddle           monkey-saddle           last  -
creature-slope          creature-slope          last  -
corner-impact           corner-impact           24    -
cliff-edge              cliff-edge              last  -
donut-balloon           donut-balloon           last  -
creature-bar            creature-bar            last  -
creature-collision      creature-collision      18    -
"

threads=()
[[ -n "${THREADS:-}" ]] && threads=(--threads "$THREADS")

tangency() { cargo run --release --quiet --locked -- "$@"; }

# One line of the table: run, verify, render.
picture() {
    local name=$1 scene=$2 frame=$3 camera=$4
    shift 4
    local sets=() view=(--size 640x360 --palette gallery)
    local parameter
    for parameter in "$@"; do sets+=(--set "$parameter"); done
    [[ $frame != last ]] && view+=(--frame "$frame")
    [[ $camera != - ]] && view+=(--camera "$camera")
    tangency run "$scene" --out "runs/$name" --overwrite ${threads[@]+"${threads[@]}"} ${sets[@]+"${sets[@]}"} &&
        tangency verify "runs/$name" &&
        tangency render "runs/$name" "${view[@]}" -o "docs/pictures/$name.png"
}

wanted=" $* "
known=" $(awk '{ printf "%s ", $1 }' <<<"$table") "
for name in "$@"; do
    if [[ $known != *" $name "* ]]; then
        echo "no picture is called $name; there are:$known" >&2
        exit 2
    fi
done

mkdir -p docs/pictures
failed=()
# Read from another descriptor, so that the program cannot swallow the table.
while read -r -a line <&3; do
    [[ ${#line[@]} -eq 0 ]] && continue
    [[ $# -gt 0 && $wanted != *" ${line[0]} "* ]] && continue
    echo "== ${line[0]}"
    picture "${line[@]}" || failed+=("${line[0]}")
done 3<<<"$table"

if [[ ${#failed[@]} -gt 0 ]]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
