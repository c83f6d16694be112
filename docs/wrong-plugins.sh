#!/usr/bin/env bash
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

Printed by `docs/wrong-plugins.sh`, which builds each of these from the example device
(`examples/device-toy`) with one thing changed, and held by `WrongPluginsTest` and
`RunningPluginsTest`. In every one the rows of the other devices, built-in and plug-in, are there and
the same as without it. Line numbers, which the messages have, are left out here. How plug-ins are loaded:
[plugins.md](plugins.md).

HEAD
  cat "${tables[0]}"
  echo
  cat "${tables[1]}"
} > "$page"
