#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes one figure of a device 20 to 40 % wrong, ten times, and prints which rank `lockstep sensitivity
# --suite` gives it, from the times of docs/sensitivity-suite.yaml on the device as it is:
#   tools/sensitivity-sabotage.sh [DEVICE [SEED [COUNT]]]
# LOCKSTEP names the command; without it, this source tree's.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
exec python3 "$root/tools/sensitivity-sabotage.py" "$@"
