#!/usr/bin/env bash
# Runs the scenes of Offset Geometric Contact at the sizes of its table, and prints times a step beside its own.
#
#   benches/offset.sh PROGRAM FOLDER gpu|vbd [WORD ...]     the scenes whose line has one of the words, or all
#
# Each scene runs to its end, or STEPS steps where that is set, and for at most LIMIT seconds (600 where that is not set).
# PROGRAM is target/release/tangency; the runs, each with its certificate, are left in FOLDER. With `gpu`, times are
# those of the GPU's own events around all work of a step, without what the host does before and after (positions are
# brought back and certified every step); with `vbd`, wall-clock times of the step without the certificate.
# `benches/offset_table.py FOLDER` prints the table again.
set -uo pipefail
program="$1" folder="$2" stepper="$3"
shift 3
mkdir -p "$folder"
scenes='
50-layers         cloth-layers     layers=50 points=4900
knot              knot             points=48000
twisting-cloth    cloth-twist      points=10000
cloth-on-body     cloth-on-body    points=15600
t-shirt           shirt-lift       spacing=0.0085
yarn-stretch      yarn-stretch     loops=64 rows=64
yarn-twist        yarn-twist       loops=64 rows=64
layer-on-sphere   layers-on-sphere layers=1 points=4900 radius=0.005
3-layers-sphere   layers-on-sphere layers=3 points=4900
volumetric-mat    thick-mat-twist  n=86
'
while read -r name scene settings; do
    [ -n "$name" ] || continue
    if [ $# -gt 0 ]; then
        chosen=no
        for word in "$@"; do case "$name $scene" in *"$word"*) chosen=yes ;; esac; done
        [ $chosen = yes ] || continue
    fi
    words=(${STEPS:+--steps "$STEPS"})
    for setting in $settings; do words+=(--set "$setting"); done
    echo "$name ..." >&2
    timeout "${LIMIT:-600}" "$program" run "$scene" "${words[@]}" --stepper "$stepper" \
        --out "$folder/$name" --overwrite --quiet >"$folder/$name.log" 2>&1 || { echo "failed $name:"; tail -2 "$folder/$name.log"; }
done <<<"$scenes"
python3 "$(dirname "$0")/offset_table.py" "$folder" "$stepper"
