// SPDX-License-Identifier: Apache-2.0
/** Shared model of AMD's GPUs from GCN on: compiler, compute unit, memory rules. */
module io.lockstep.gcn {
  requires io.lockstep.lower;
  requires transitive io.lockstep.parts;

  exports io.lockstep.gcn to
      io.lockstep.device.cdna;
  exports io.lockstep.gcn.isa to
      io.lockstep.device.cdna;
  exports io.lockstep.gcn.lowering to
      io.lockstep.device.cdna;
  exports io.lockstep.gcn.lds to
      io.lockstep.device.cdna;
  exports io.lockstep.gcn.memory to
      io.lockstep.device.cdna;
}
