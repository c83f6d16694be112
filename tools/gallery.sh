#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes docs/gallery anew: six pages, each by the command that it shows, and a picture of each if a browser is installed
# (chromium, or BROWSER=…). The pages have the same bytes on every machine; pictures depend on the browser and its fonts.
#
#   tools/gallery.sh [FOLDER]        FOLDER: docs/gallery
set -euo pipefail
cd "$(dirname "$0")/.."
to=$(realpath -m "${1:-docs/gallery}")
mkdir -p "$to"
browser=${BROWSER:-$(command -v chromium-headless-shell || command -v chromium || true)}
lockstep=$PWD/lockstep
examples=$PWD/examples
work=$(mktemp -d) # commands in pages name no folder of this machine
trap 'rm -r "$work"' EXIT

page() {
  local name=$1
  shift
  "$lockstep" "$@" --report "$to/$name.html" > /dev/null
  picture "$name" "$*"
}

picture() {
  local name=$1
  echo "$name.html: $(stat -c %s "$to/$name.html") bytes: lockstep $2"
  if [ -n "$browser" ]; then
    "$browser" --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1 --window-size="1280,${3:-1000}" \
      --user-data-dir="$work/browser" --screenshot="$to/$name.png" "file://$to/$name.html" > /dev/null 2>&1
  fi
}

page vliw5-vliw4 explain examples/matmul.yaml -p n=384 --timing kernels --from hd5870 --to hd6970
page ladder explain examples/transpose.yaml -p n=512 --timing kernels --from hd5870 --to mi300a
page sensitivity sensitivity examples/matmul.yaml -p n=192 -d hd5870
"$lockstep" compare examples/vecadd.yaml -p n=8000000 -d gtx280,hd5870 --sample error=2% --report "$to/sampling.html" > /dev/null
picture sampling "compare examples/vecadd.yaml -p n=8000000 -d gtx280,hd5870 --sample error=2%" 2500

# Sizes at which kernels take at least 80 % of the time on each of the devices
"$lockstep" record "$examples/matmul.yaml" -p n=512 -o "$work/matmul.lkt" > /dev/null
"$lockstep" record "$examples/nbody.yaml" -p n=4096 -o "$work/nbody.lkt" > /dev/null
"$lockstep" record "$examples/spmv.yaml" -p rows=262144 -o "$work/spmv.lkt" > /dev/null
"$lockstep" record "$examples/transpose.yaml" -p n=2048 -o "$work/transpose.lkt" > /dev/null
cd "$work"
page generations compare matmul.lkt nbody.lkt spmv.lkt transpose.lkt -d 8800gtx,gtx280,hd5870,hd6970,mi100,mi300a,a100,h100_sxm

cd "${examples%/examples}"
"$lockstep" sweep examples/matmul.yaml --param n=64,128,256,512 -d 8800gtx,gtx280,hd5870,hd6970,mi100,mi300a,a100,h100_sxm -o "$work/sizes/" > /dev/null
"$lockstep" sweep report "$work/sizes/" -o "$to/sizes.html" > /dev/null
picture sizes "sweep report sizes/"
