// SPDX-License-Identifier: Apache-2.0
/** Shared model of the TeraScale GPUs: lowering to clauses, bundles, compute unit, memory rules. */
module io.lockstep.terascale {
  requires io.lockstep.lower;
  requires transitive io.lockstep.parts;

  exports io.lockstep.terascale to
      io.lockstep.device.evergreen,
      io.lockstep.device.cayman;
  exports io.lockstep.terascale.code to
      io.lockstep.device.evergreen,
      io.lockstep.device.cayman;
  exports io.lockstep.terascale.program to
      io.lockstep.device.evergreen,
      io.lockstep.device.cayman;
}
