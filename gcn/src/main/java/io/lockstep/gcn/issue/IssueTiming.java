// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.gcn.lowering.Chip;
import io.lockstep.gcn.lowering.MatrixUnit;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;

/**
 * Times of the issue loop, in clocks.
 *
 * <p>Published latencies are measured from a load to a dependent load. They include one visit of
 * the SIMD for the wait and the next load, which is subtracted here.
 */
final class IssueTiming {
  final InstructionSet isa; // its wait counters
  final int simds;
  final int waveSlots;
  final int visit; // between two visits of a SIMD, a power of two
  final int[] valu = new int[GcnClass.COUNT];
  final MatrixUnit matrix;
  final int runAhead;
  final int scalar;
  final int branchTaken;
  final int branchNotTaken;
  final int barrier;
  final int ldsLatency;
  final int scalarLatency;
  final int storeAcknowledge;
  final boolean endWaits; // whether the end of a wavefront waits for its outstanding operations
  final int startDelay;
  final int waveInterval;
  final long l1Bandwidth;
  final Ideals ideals;
  final boolean inOneVisit; // ideal dependences: a wavefront issues several instructions in a visit

  IssueTiming(DeviceSpec spec, Chip chip) {
    isa = chip.isa;
    matrix = chip.matrix;
    ideals = spec.ideals();
    inOneVisit = ideals.has(Ideal.DEPENDENCY);
    simds = spec.integer("unit.simds");
    waveSlots = spec.integer("unit.wave_slots");
    visit = spec.integer(GcnMemory.VISIT);
    valu[GcnClass.VALU.ordinal()] = spec.integer("issue.interval");
    valu[GcnClass.VALU_MUL32.ordinal()] = spec.integer("issue.multiply32");
    valu[GcnClass.VALU_TRANS.ordinal()] = spec.integer("issue.transcendental");
    valu[GcnClass.VALU_F64.ordinal()] = spec.integer("issue.double");
    valu[GcnClass.VALU_TRANS64.ordinal()] = spec.integer("issue.transcendental64");
    runAhead = spec.integer("issue.run_ahead");
    scalar = unless(Ideal.DEPENDENCY, spec.integer("issue.scalar"));
    branchTaken = unless(Ideal.DEPENDENCY, spec.integer("issue.branch_latency"));
    branchNotTaken = unless(Ideal.DEPENDENCY, spec.integer("issue.branch_not_taken"));
    barrier = unless(Ideal.DEPENDENCY, spec.integer("issue.barrier_latency"));
    ldsLatency = spec.integer("lds.latency") - visit;
    scalarLatency = unless(Ideal.MEMORY_LATENCY, spec.integer("scalar_cache.latency") - visit);
    endWaits = spec.has(GcnMemory.ACKNOWLEDGE);
    int beyond = endWaits ? spec.integer(GcnMemory.ACKNOWLEDGE) : 0;
    storeAcknowledge = unless(Ideal.MEMORY_LATENCY, spec.integer("l2.latency") + beyond);
    startDelay = unless(Ideal.RESIDENCY, spec.integer("dispatch.wave_start"));
    waveInterval = unless(Ideal.RESIDENCY, spec.integer("dispatch.wave_interval"));
    l1Bandwidth = spec.value("l1.bandwidth");
  }

  private int unless(Ideal ideal, int clocks) {
    return ideals.has(ideal) ? 0 : clocks;
  }
}
