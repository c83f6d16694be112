// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.wave;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Space;
import io.lockstep.parts.access.Access;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;

/** Wavefronts re-formed from the records of random kernels. */
class WavefrontsPropertyTest {
  private static final int[][] SIZES = {
    {1, 1, 1},
    {7, 1, 1},
    {64, 1, 1},
    {100, 1, 1},
    {256, 1, 1},
    {16, 16, 1},
    {12, 5, 1},
    {4, 3, 5},
    {8, 1, 9},
    {96, 2, 1}
  };
  private static final int[] SHIFTS = {0, 0, 1, 3, 5, 31};
  private static final int[] WIDTHS = {1, 16, 32, 64};

  private static int again;

  private static Kernel kernel(long seed, int alike, boolean nested) {
    RandomKernels kernels = new RandomKernels(seed, SHIFTS[alike]);
    return nested ? kernels.nested() : kernels.graph();
  }

  private static Geometry geometry(int shape) {
    int[] s = SIZES[shape];
    return new Geometry(2, 1, 1, s[0], s[1], s[2]);
  }

  private static void check(
      Kernel kernel, Geometry geometry, WorkGroupRecord record, long instructions) {
    List<List<Long>> expected = Walk.expected(kernel, geometry, record);
    for (boolean takenFirst : new boolean[] {false, true}) {
      long before = Long.MAX_VALUE;
      for (int width : WIDTHS) {
        Walk walk = Walk.of(kernel, geometry, record, width, takenFirst);
        assertThat(walk.laneOperations).isEqualTo(instructions);
        assertThat(walk.items).isEqualTo(expected);
        // Wider never executes more, and saves at most what it is wider.
        assertThat(walk.operations).isLessThanOrEqualTo(before);
        assertThat(walk.operations * width).isGreaterThanOrEqualTo(instructions);
        assertThat(walk.deepest).isLessThanOrEqualTo(kernel.blocks().size());
        before = walk.operations;
      }
    }
  }

  @Property(tries = 80, seed = "20091")
  void everyLaneTakesItsPathAndItsAddresses(
      @ForAll long seed,
      @ForAll @IntRange(max = 9) int shape,
      @ForAll @IntRange(max = 5) int alike,
      @ForAll boolean nested) {
    Kernel kernel = kernel(seed, alike, nested);
    Geometry geometry = geometry(shape);
    long[] instructions = new long[1];
    WorkGroupRecord record = Walk.record(kernel, geometry, Walk.ONE_SEGMENT, instructions);
    check(kernel, geometry, record, instructions[0]);
  }

  /** A figure that stays when the access moves by whole units: where lanes lie to the first. */
  private static int figure(Access access, int unit) {
    int lane = access.firstLane();
    long first = access.address(lane);
    long sum = first % unit;
    for (; lane >= 0; lane = access.nextLane(lane)) {
      sum = 31 * sum + lane + 7 * (access.address(lane) - first);
    }
    return (int) (sum & 0x7FFFFFFF);
  }

  @Property(tries = 80, seed = "20094")
  void aRememberedFigureIsTheAccesssOwn(
      @ForAll long seed,
      @ForAll @IntRange(max = 9) int shape,
      @ForAll @IntRange(max = 5) int alike,
      @ForAll boolean nested) {
    Kernel kernel = kernel(seed, alike, nested);
    Geometry geometry = geometry(shape);
    WorkGroupRecord record = Walk.record(kernel, geometry, Walk.ONE_SEGMENT, new long[1]);
    Wavefronts asked = Walk.started(kernel, geometry, record, 32);
    Wavefronts remembered = Walk.started(kernel, geometry, record, 32);
    Access access = new Access();
    for (int w = 0; w < asked.slots(); w++) {
      while (asked.isResident(w)) {
        for (Instruction in : kernel.blocks().get(asked.block(w)).instructions()) {
          if (!in.isRecorded()) {
            continue;
          }
          int slot = in.memory().slot();
          asked.access(w, slot, access);
          if (in.memory().space() != Space.LOCAL) {
            remembered.access(w, slot, access);
            continue;
          }
          int expected = figure(access, 4);
          int known = remembered.again(w, slot);
          if (known < 0) {
            remembered.access(w, slot, access);
            remembered.remember(w, slot, 4, figure(access, 4));
          } else {
            again++;
            assertThat(known).isEqualTo(expected);
          }
        }
        assertThat(remembered.advance(w)).isEqualTo(asked.advance(w));
      }
    }
  }

  @AfterContainer
  static void figuresWereRemembered() {
    assertThat(again).as("executions answered from memory").isGreaterThan(100);
  }

  @Property(tries = 60, seed = "20092")
  void bordersOfSegmentsChangeNothing(
      @ForAll long seed,
      @ForAll @IntRange(max = 9) int shape,
      @ForAll @IntRange(max = 5) int alike,
      @ForAll boolean nested,
      @ForAll @IntRange(min = 1, max = 20) int blocks,
      @ForAll @IntRange(min = 1, max = 4000) int bytes) {
    Kernel kernel = kernel(seed, alike, nested);
    Geometry geometry = geometry(shape);
    long[] instructions = new long[1];
    WorkGroupRecord whole = Walk.record(kernel, geometry, Walk.ONE_SEGMENT, instructions);
    ExecutionOptions small = new ExecutionOptions(1L << 32, 1L << 40, blocks, bytes);
    WorkGroupRecord cut = Walk.record(kernel, geometry, small, instructions);
    if (PollLoops.of(kernel).isEmpty()) { // a poll begins a segment
      assertThat(whole.segments()).hasSize(1);
    }
    for (int width : WIDTHS) {
      Walk one = Walk.of(kernel, geometry, whole, width, true);
      Walk many = Walk.of(kernel, geometry, cut, width, true);
      assertThat(many.items).isEqualTo(one.items);
      assertThat(many.operations).isEqualTo(one.operations);
      assertThat(many.course).isEqualTo(one.course);
    }
  }
}
