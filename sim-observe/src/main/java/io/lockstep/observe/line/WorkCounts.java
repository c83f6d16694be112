// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.line;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.line.LineTimes.InstructionWork;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.stats.CodeCounts;
import java.util.Optional;
import java.util.OptionalLong;

/** Executions by wavefronts and bytes of DRAM of a portable kernel's instructions. */
final class WorkCounts {
  private final long[] executions; // by instruction
  private final long[] dramBytes;
  private final boolean[] isAccess;
  private boolean hasBytes = true;

  WorkCounts(Kernel kernel) {
    executions = new long[kernel.size()];
    dramBytes = new long[kernel.size()];
    isAccess = new boolean[kernel.size()];
    int i = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction one : block.instructions()) {
        isAccess[i++] = one.memory() != null;
      }
    }
  }

  /** Adds a launch; counts that do not match the kernel and its code are ignored. */
  void add(Kernel kernel, CodeCounts counts, CodeOrigins origins) {
    int i = 0;
    int b = 0;
    for (Block block : kernel.blocks()) {
      long times = b < counts.executions().length ? counts.executions()[b++] : 0;
      for (int k = 0; k < block.instructions().size(); k++) {
        executions[i++] += times;
      }
    }
    long[] rows = counts.dramBytes();
    if (origins == null || rows.length != origins.rows()) {
      hasBytes = false;
      return;
    }
    for (int row = 0; row < rows.length; row++) {
      if (rows[row] != 0) {
        origins.split(row, rows[row], k -> isAccess[k], this::add);
      }
    }
  }

  private void add(int instruction, long bytes) {
    if (instruction != CodeOrigins.OWN) {
      dramBytes[instruction] += bytes;
    }
  }

  boolean has(int instruction) {
    return instruction >= 0 && executions[instruction] != 0;
  }

  /** Returns the work of an instruction; empty for a negative number. */
  Optional<InstructionWork> of(int instruction) {
    return instruction < 0
        ? Optional.empty()
        : Optional.of(
            new InstructionWork(
                executions[instruction],
                hasBytes ? OptionalLong.of(dramBytes[instruction]) : OptionalLong.empty()));
  }
}
