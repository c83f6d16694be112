// SPDX-License-Identifier: Apache-2.0
/** What compilers of device modules share: facts of a kernel, passes, register allocation. */
module io.lockstep.lower {
  requires transitive io.lockstep.spi;

  exports io.lockstep.lower;
  exports io.lockstep.lower.control;
  exports io.lockstep.lower.facts;
  exports io.lockstep.lower.pass;
  exports io.lockstep.lower.register;
  exports io.lockstep.lower.rows;
  exports io.lockstep.lower.schedule;
  exports io.lockstep.lower.select;
  exports io.lockstep.lower.unroll;
}
