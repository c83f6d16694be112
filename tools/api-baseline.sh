#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes api/MODULE.jar, the declarations of the device SPI with which `mvn verify` compares the
# build (docs/stability.md). Part of a release; the same sources give the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mvn -B -q -ntp -Pquick -pl sim-cli,device-tck,sim-lower -am -DskipTests package
asm="$(find "${MAVEN_REPOSITORY:-$HOME/.m2/repository}/org/ow2/asm/asm/$(sed -n 's:.*<asm.version>\(.*\)<.*:\1:p' pom.xml)" -name '*.jar')"

baseline() { # MODULE FOLDER-OF-PACKAGES…: the packages below them
  local module="$1" packages
  shift
  packages="$(cd "$module/target/classes" && find "$@" -name '*.class' -printf '%h\n' | sort -u | tr / .)"
  # shellcheck disable=SC2086
  java -cp "sim-cli/target/test-classes:$asm" io.lockstep.cli.ApiBaseline "api/$module.jar" "$module/target/classes" $packages
}

rm -rf api
baseline sim-io io/lockstep/io -maxdepth 1
baseline sim-core io/lockstep/core
baseline sim-kernel io/lockstep/kernel/{analysis,argument,frontend,ir,matrix,type}
baseline sim-trace io/lockstep/trace/record
baseline sim-device io/lockstep/spi
baseline sim-parts io/lockstep/parts
baseline sim-lower io/lockstep/lower
baseline device-tck io/lockstep/tck
ls -l api
