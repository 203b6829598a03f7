#!/bin/sh
# Makes the four font files of this folder from Inter-roman.var.ttf, given as the argument.
# Needs fonttools and brotli (Python packages).
set -eu
source=$1
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Latin, Latin-1, Latin Extended-A; then letters and signs of formulas, dashes, quotes, arrows.
characters=U+0020-007E,U+00A0-017F,U+02C6,U+02DC
characters=$characters,U+0394,U+03BC,U+03C3,U+03C7
characters=$characters,U+2009,U+2013,U+2014,U+2018-201A,U+201C-201E,U+2020,U+2022,U+2026
characters=$characters,U+202F,U+2030,U+2032,U+2033,U+2080-2089,U+2190-2193,U+2212,U+221A
characters=$characters,U+221E,U+2248,U+2260,U+2264,U+2265,U+25A0,U+25C6,U+25CF,U+26A0,U+2713

for style in Regular:400 Bold:700; do
    name=Inter-${style%:*}
    fonttools varLib.instancer "$source" "wght=${style#*:}" --static --update-name-table \
        -o "$work/$name.ttf"
    for flavour in ttf woff2; do
        option=
        if [ $flavour = woff2 ]; then option=--flavor=woff2; fi
        pyftsubset "$work/$name.ttf" --unicodes="$characters" --layout-features=kern,tnum \
            --name-IDs=0,1,2,4,5,6,13,14 --no-hinting $option \
            --output-file="$here/$name.subset.$flavour"
    done
done
