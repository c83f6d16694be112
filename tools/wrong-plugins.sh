#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes docs/wrong-plugins.md anew: runs the tests that try every kind of wrong plug-in and puts
# their tables together. The tests hold the page; look at what has changed before you commit it.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
page="$root/docs/wrong-plugins.md"
tables=("$root/sim-cli/target/wrong-plugins-rows.md" "$root/sim-cli/target/wrong-plugins-running.md")
rm -f "${tables[@]}"
(cd "$root" && mvn -o -B -q -ntp -pl sim-cli -am -Dsurefire.failIfNoSpecifiedTests=false \
  -Dtest='WrongPluginsTest,RunningPluginsTest' test) || echo "some rows are not as expected" >&2
{
  cat <<'HEAD'
# Wrong plug-ins

Written by `tools/wrong-plugins.sh`, which builds each kind of faulty plug-in from the example device (`examples/device-toy`) with one
change, and checked by `WrongPluginsTest` and `RunningPluginsTest`. The rows of all other devices, built-in and plug-in, are always
present and unchanged. Line numbers of messages are left out. [plugins.md](plugins.md) describes how plug-ins are loaded.

HEAD
  cat "${tables[0]}"
  echo
  cat "${tables[1]}"
} > "$page"
