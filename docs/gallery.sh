#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes docs/gallery anew: five pages, each by the command that it shows, and a picture of each where a browser is there
# (chromium, or BROWSER=…). The pages have the same bytes on every machine; pictures depend on the browser and its fonts.
#
#   docs/gallery.sh [FOLDER]        FOLDER: docs/gallery
set -euo pipefail
cd "$(dirname "$0")/.."
to=${1:-docs/gallery}
mkdir -p "$to"
browser=${BROWSER:-$(command -v chromium-headless-shell || command -v chromium || true)}

page() {
  local name=$1
  shift
  ./lockstep "$@" --report "$to/$name.html" > /dev/null
  picture "$name" "$*"
}

picture() {
  local name=$1
  echo "$name.html: $(stat -c %s "$to/$name.html") bytes: lockstep $2"
  if [ -n "$browser" ]; then
    "$browser" --headless --no-sandbox --hide-scrollbars --force-device-scale-factor=1 --window-size=1280,1000 \
      --user-data-dir="$(mktemp -d)" --screenshot="$to/$name.png" "file://$(realpath "$to/$name.html")" > /dev/null 2>&1
  fi
}

page generations compare examples/matmul.yaml examples/nbody.yaml examples/spmv.yaml examples/transpose.yaml \
  -d hd5870,hd6970,gtx280,mi300a
page vliw5-vliw4 explain examples/matmul.yaml -p n=256 --from hd5870 --to hd6970
page ladder explain examples/transpose.yaml --from hd5870 --to mi300a
page sensitivity sensitivity examples/matmul.yaml -p n=128 -d hd5870

sweeps=$(mktemp -d)
./lockstep sweep examples/sweeps/sizes.yaml -o "$sweeps/sizes/" > /dev/null
./lockstep sweep report "$sweeps/sizes/" -o "$to/sizes.html" > /dev/null
picture sizes "sweep report sizes/"
rm -r "$sweeps"
