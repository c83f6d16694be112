// SPDX-License-Identifier: Apache-2.0
/** Checks of device models against declared figures and published values. */
module io.lockstep.judge {
  requires transitive io.lockstep.study;
  requires de.siegmar.fastcsv;

  exports io.lockstep.judge.conformance to
      io.lockstep.cli,
      io.lockstep.tck;
  exports io.lockstep.judge.validation to
      io.lockstep.cli,
      io.lockstep.explain,
      io.lockstep.report;
}
