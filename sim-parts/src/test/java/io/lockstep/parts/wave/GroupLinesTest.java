// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class GroupLinesTest {
  private static final int[][] SIZES = {
    {1, 1, 1}, {7, 1, 1}, {64, 1, 1}, {16, 16, 1}, {12, 5, 1}, {4, 3, 5}
  };

  /** Returns the bytes of buffers that the work-items access one by one. */
  private static Set<Long> expected(Kernel kernel, List<List<Long>> items) {
    Map<Long, List<Instruction>> recorded = new HashMap<>();
    for (Block block : kernel.blocks()) {
      recorded.put(
          -1L - block.id(), block.instructions().stream().filter(Instruction::isRecorded).toList());
    }
    Set<Long> bytes = new HashSet<>();
    for (List<Long> item : items) {
      int at = 0;
      while (at < item.size()) {
        for (Instruction in : recorded.get(item.get(at++))) {
          long address = item.get(at++);
          boolean isLocal =
              in.memory().space() == Space.LOCAL || in.memory().space() == Space.PRIVATE;
          for (int b = 0; b < in.memory().bytes() && !isLocal; b++) {
            bytes.add(address + b);
          }
        }
      }
    }
    return bytes;
  }

  @Property(tries = 80, seed = "20095")
  void passesOnTheBytesOfEachWorkItemAndNoOthers(
      @ForAll long seed,
      @ForAll @IntRange(max = 5) int shape,
      @ForAll boolean alike,
      @ForAll boolean nested,
      @ForAll @IntRange(min = 1, max = 40) int blocks) {
    RandomKernels kernels = new RandomKernels(seed, alike ? 31 : 0);
    Kernel kernel = nested ? kernels.nested() : kernels.graph();
    int[] size = SIZES[shape];
    Geometry geometry = new Geometry(2, 1, 1, size[0], size[1], size[2]);
    ExecutionOptions segments = new ExecutionOptions(1L << 32, 1L << 40, blocks, 1L << 40);
    WorkGroupRecord record = Walk.record(kernel, geometry, segments, new long[1]);
    Set<Long> bytes = new HashSet<>();
    new GroupLines()
        .each(
            record,
            Walk.plan(kernel, geometry),
            (address, count, writes) -> {
              for (long b = 0; b < count; b++) {
                bytes.add(address + b);
              }
              assertThat(writes).isFalse();
            });
    assertThat(bytes).isEqualTo(expected(kernel, Walk.expected(kernel, geometry, record)));
  }
}
