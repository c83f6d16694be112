// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.matrix.Decoded;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The executor against an interpreter that knows one work-item at a time. */
class GroupExecutorPropertyTest {
  private static final int[][] SIZES = {
    {1, 1, 1}, {5, 1, 1}, {33, 1, 1}, {64, 1, 1}, {8, 8, 1}, {4, 3, 5}, {16, 9, 1}, {100, 1, 1}
  };

  @Property(tries = 400)
  void memoryAndTraceEqualTheReference(@ForAll long seed, @ForAll @IntRange(max = 7) int shape) {
    check(seed, shape, ExecutionOptions.defaults());
  }

  @Property(tries = 200)
  void segmentsMayBeCutAnywhere(
      @ForAll long seed,
      @ForAll @IntRange(max = 7) int shape,
      @ForAll @IntRange(min = 1, max = 6) int blocks,
      @ForAll @IntRange(min = 1, max = 3000) int bytes) {
    check(seed, shape, new ExecutionOptions(1L << 30, 1L << 20, blocks, bytes));
  }

  @Property(tries = 300)
  void recordsAreTheSameIfValuesAreLeftOut(
      @ForAll long seed, @ForAll @IntRange(max = 7) int shape) {
    Geometry geometry = geometry(shape);
    int size = geometry.groupSize();
    Kernel kernel = new KernelGenerator(seed, size).generate();
    ExecutionOptions options = ExecutionOptions.defaults();
    GroupExecutor whole = executor(kernel, geometry, memory(input(seed), size), options);
    GroupExecutor part =
        executor(kernel, geometry, memory(input(seed), size), options.withoutValues());
    for (int g = 0; g < 2; g++) {
      assertThat(Decoded.text(part.execute(g))).isEqualTo(Decoded.text(whole.execute(g)));
    }
    assertThat(part.workItemInstructions()).isEqualTo(whole.workItemInstructions());
  }

  private static Geometry geometry(int shape) {
    int[] s = SIZES[shape];
    return new Geometry(2, 1, 1, s[0], s[1], s[2]);
  }

  /** Small values make equal trip counts and addresses likely. */
  private static byte[] input(long seed) {
    byte[] input = new byte[8 * KernelGenerator.INPUT_WORDS];
    new Random(seed).nextBytes(input);
    for (int i = 0; i < input.length; i += 4) {
      input[i + 1] = 0;
      input[i + 2] = 0;
      input[i + 3] = 0;
    }
    return input;
  }

  private static DeviceMemory memory(byte[] input, int size) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("in", Type.I32, input.length, null);
    memory.allocate("out", Type.I32, 64L * size, null);
    memory.write(0, 0, input, 0, input.length);
    return memory;
  }

  private static GroupExecutor executor(
      Kernel kernel, Geometry geometry, DeviceMemory memory, ExecutionOptions options) {
    List<Long> arguments = List.of(Address.of(0, 0), Address.of(1, 0));
    return new GroupExecutor(kernel, geometry, arguments, 0, memory, new int[] {-1, -1}, options);
  }

  private static void check(long seed, int shape, ExecutionOptions options) {
    Geometry geometry = geometry(shape);
    int size = geometry.groupSize();
    Kernel kernel = new KernelGenerator(seed, size).generate();
    byte[] input = input(seed);
    byte[] output = new byte[64 * size];
    DeviceMemory memory = memory(input, size);
    long[] arguments = {Address.of(0, 0), Address.of(1, 0)};
    ByteBuffer expected = ByteBuffer.allocate(output.length);
    ReferenceInterpreter reference =
        new ReferenceInterpreter(
            kernel, geometry, arguments, List.of(ByteBuffer.wrap(input.clone()), expected));
    GroupExecutor executor = executor(kernel, geometry, memory, options);
    for (int g = 0; g < 2; g++) {
      List<ReferenceInterpreter.Trace> traces = reference.execute(g);
      WorkGroupRecord record = executor.execute(g);
      memory.read(1, 0, output, 0, output.length);
      assertThat(output).isEqualTo(expected.array());
      record.segments().forEach(GroupExecutorPropertyTest::pathsDiffer);
      for (int i = 0; i < size; i++) {
        ReferenceInterpreter.Trace decoded = Decoded.workItem(kernel, geometry, record, i);
        assertThat(decoded.blocks).isEqualTo(traces.get(i).blocks);
        assertThat(decoded.addresses).isEqualTo(traces.get(i).addresses);
      }
      assertThat(executor.workItemInstructions()).isEqualTo(reference.instructions);
    }
  }

  /** Equal parts share a path: no path is there twice. */
  private static void pathsDiffer(Segment s) {
    Set<List<Integer>> seen = new HashSet<>();
    for (int p = 0; p < s.paths(); p++) {
      List<Integer> path = new ArrayList<>(List.of(s.firstBlock(p), s.blockCount(p)));
      for (int bit = s.firstOutcome(p); bit < s.endOutcome(p); bit++) {
        path.add(s.outcome(bit, 1));
      }
      assertThat(seen.add(path)).isTrue();
    }
  }
}
