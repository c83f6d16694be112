// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm;

import io.lockstep.parts.counters.MatrixCounts;
import io.lockstep.parts.unit.ClockReads;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.LaunchPlan;

/** Gives an issued instruction to its pipe or to memory, and sets its counters. */
final class Execution {
  private final WarpTable warps;
  private final CopyGroups copies;
  private final WideFences fences;
  private final Pipes pipes;
  private final SmMemory memory;
  private final ClockReads clocks;
  private final MatrixCounts matrices;
  private final int[] fence = new int[AccessKind.values().length]; // clocks by kind
  private final int specialLatency;
  private final int doubleLatency;
  private final int shuffleLatency;
  private final int matrixLatency;
  private final int operandHold;
  private SassCode code;

  Execution(
      SmConfig config,
      SmMemory.Warps of,
      Pipes pipes,
      SmMemory memory,
      ClockReads clocks,
      MatrixCounts matrices) {
    this.matrices = matrices;
    warps = of.table();
    copies = of.groups();
    fences = of.fences();
    this.pipes = pipes;
    this.memory = memory;
    this.clocks = clocks;
    fence[AccessKind.FENCE_OF_GROUP.ordinal()] = config.latency("issue.fence_group");
    fence[AccessKind.FENCE_OF_DEVICE.ordinal()] = config.latency("issue.fence_device");
    fence[AccessKind.FENCE_OF_SYSTEM.ordinal()] = config.latency("issue.fence_system");
    specialLatency = config.latency("issue.special_latency");
    doubleLatency = config.latency("issue.double_latency");
    shuffleLatency = config.latency("issue.shuffle_latency");
    matrixLatency = config.matrixLatency;
    operandHold = config.spec.integer("constant.operand_hold");
  }

  void begin(SassCode program, LaunchPlan plan) {
    code = program;
    memory.begin(program, plan);
    clocks.begin();
  }

  void execute(int p, int warp, int r, Pipe pipe, long tick) {
    switch (pipe) {
      case SHUFFLE -> {
        if (pipes.needs(r) == Pipes.REDUCTION) {
          pipes.issue(p, Pipes.REDUCTION, tick);
          warps.counts(warp, code.writes[r], tick + shuffleLatency, false);
          warps.counts(warp, code.reads[r], tick + operandHold, false);
        } else {
          memory.shuffle(warp, r, tick);
        }
      }
      case CONSTANT -> memory.constant(warp, r, tick);
      case SHARED -> memory.shared(warp, r, tick);
      case GLOBAL, PRIVATE -> memory.global(warp, r, tick);
      case TEXTURE -> memory.texture(warp, r, tick);
      case TENSOR -> {
        pipes.multiply(p, code.matrixClocks[r], tick);
        matrices.add(code.matrixOperations[r], code.matrixClocks[r]);
        warps.counts(warp, code.writes[r], tick + matrixLatency, false);
        warps.counts(warp, code.reads[r], tick + operandHold, false);
      }
      case BARRIER -> {
        if (code.isFence[r]) {
          if (fences != null) {
            fences.passed(warp);
          }
          warps.holds(warp, tick + fence[code.access[r]], SmIssueCause.MEMBAR);
        } else if (code.access[r] == AccessKind.INVALIDATION.ordinal()) {
          memory.invalidateFirstLevel();
        } else {
          pipes.issue(p, Pipes.BARRIER, tick);
        }
      }
      default -> {
        if (code.hasCopies && code.commits[r]) {
          copies.commit(warp);
        }
        pipes.issue(p, pipes.needs(r), tick);
        int counted = pipe == Pipe.DOUBLE ? doubleLatency : specialLatency;
        int latency = code.latency[r] > 0 ? code.latency[r] : counted;
        warps.counts(warp, code.writes[r], tick + latency, false);
        warps.counts(warp, code.reads[r], tick + operandHold, false);
        if (code.readsClock[r]) {
          clocks.reads(warp, tick);
        }
      }
    }
  }
}
