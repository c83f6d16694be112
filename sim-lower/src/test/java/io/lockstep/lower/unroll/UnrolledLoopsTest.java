// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.unroll;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnrolledLoopsTest {
  private static final int MOST = 40; // instructions of an unrolled loop
  private static final int COUNTER = 0;
  private static final int BOUND = 1;
  private static final int ADDRESS = 2;
  private static final int VALUE = 3;

  /** A loop of so many blocks between the first and the last block of a kernel. */
  private static Kernel loop(int length, Comparison comparison, Variant.Loop variant) {
    return loop(length, comparison, variant, true);
  }

  private static Kernel loop(
      int length, Comparison comparison, Variant.Loop variant, boolean signed) {
    Sample k = new Sample();
    k.words(4);
    int test = k.registers(Type.I1, 1);
    k.op(Op.MOVE, COUNTER, c(0));
    k.op(Op.MOVE, ADDRESS, c(0));
    k.load(Space.GLOBAL, BOUND, r(ADDRESS));
    for (int b = 1; b <= length; b++) {
      k.block();
      k.load(Space.GLOBAL, VALUE, r(ADDRESS));
      k.op(Op.ADD, ADDRESS, r(ADDRESS), c(4));
    }
    k.op(Op.ADD, COUNTER, r(COUNTER), c(1));
    k.add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .signed(signed)
            .comparison(comparison)
            .to(test)
            .from(r(COUNTER), r(BOUND))
            .build());
    k.branch(
        InstructionBuilder.of(Op.BRANCH, Type.I1).guard(test, false).variant(variant).build(),
        length + 1,
        1);
    k.block();
    k.store(Space.GLOBAL, r(ADDRESS), r(VALUE));
    return k.build();
  }

  private static Kernel loop(int length) {
    return loop(length, Comparison.LT, Variant.Loop.FREE);
  }

  private static UnrolledLoops unrolled(Kernel kernel) {
    return new UnrolledLoops(kernel, loop -> loop.size() <= MOST);
  }

  @Test
  void fourIterationsTwoAndOneFollowTheBlocksOfTheKernel() {
    UnrolledLoops loops = unrolled(loop(1));

    assertThat(loops.portable())
        .isDeepEqualTo(new int[][] {{0}, {1}, {2}, {}, {}, {1, 1, 1, 1}, {}, {1, 1}, {}});
  }

  @Test
  void theFirstIterationOfACounterWithoutSignMayStandAlone() {
    Kernel kernel = loop(1, Comparison.LT, Variant.Loop.FREE, false);

    assertThat(unrolled(kernel).portable())
        .isDeepEqualTo(new int[][] {{0}, {1}, {2}, {}, {1}, {}, {}, {1, 1, 1, 1}, {}, {1, 1}, {}});
  }

  @Test
  void stepsOfFourIterationsAreAddedAtOnce() {
    Kernel code = unrolled(loop(1)).code();
    List<Instruction> four = code.blocks().get(5).instructions();

    assertThat(four)
        .filteredOn(i -> i.op() == Op.ADD && i.destinations().get(0) == COUNTER)
        .singleElement()
        .satisfies(i -> assertThat(i.sources()).containsExactly(r(COUNTER), c(4)));
    assertThat(four).filteredOn(i -> i.op() == Op.LOAD).hasSize(4);
    assertThat(four).filteredOn(i -> i.op() == Op.BRANCH).hasSize(1);
  }

  @Test
  void largeLoopsUncountedOnesAndThoseThatTheProgramKeepsStay() {
    for (Kernel kernel :
        List.of(
            loop(1, Comparison.EQ, Variant.Loop.FREE),
            loop(1, Comparison.GT, Variant.Loop.FREE),
            loop(1, Comparison.LT, Variant.Loop.KEPT),
            loop(MOST / 2))) {
      UnrolledLoops loops = unrolled(kernel);
      assertThat(loops.code()).isSameAs(kernel);
      assertThat(loops.executed()).isSameAs(kernel);
    }
  }

  /** However segments cut a path, the new one executes the same blocks and follows edges. */
  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, true", "1, false", "3, false"})
  void pathsExecuteTheSameBlocks(int length, boolean signed) {
    Kernel kernel = loop(length, Comparison.LT, Variant.Loop.FREE, signed);
    UnrolledLoops loops = unrolled(kernel);
    for (int trips = 1; trips < 140; trips += trips < 12 ? 1 : 61) {
      List<Integer> path = new ArrayList<>(List.of(0));
      for (int k = 0; k < trips * length; k++) {
        path.add(1 + k % length);
      }
      path.add(length + 1);
      assertThat(executed(loops, path, path.size())).isEqualTo(path);
      for (int size = 1; size < Math.min(30, path.size()); size++) {
        assertThat(executed(loops, path, size)).isEqualTo(path);
      }
    }
  }

  @Test
  void aRunOfSevenIterationsTakesEachWayOnce() {
    UnrolledLoops loops = unrolled(loop(1));
    List<Integer> path = new ArrayList<>(Collections.nCopies(7, 1));
    path.add(0, 0);
    path.add(2);
    Segment made = source(loops, path, path.size()).record().segments().get(0);

    assertThat(made.blockCount(0)).isEqualTo(9); // 0, 3, 4, four, 6, two, 8, one, 2
  }

  /** The kernel's blocks that a path executes which is cut behind each so many blocks. */
  private static List<Integer> executed(UnrolledLoops loops, List<Integer> path, int size) {
    List<Integer> all = new ArrayList<>();
    int expected = 0;
    for (Segment s : source(loops, path, size).record().segments()) {
      int block = s.firstBlock(0);
      assertThat(block).isEqualTo(expected);
      int bit = s.firstOutcome(0);
      for (int n = 0; n < s.blockCount(0); n++) {
        for (int portable : loops.portable()[block]) {
          all.add(portable);
        }
        Block at = loops.executed().blocks().get(block);
        int side = at.outcomeBits() == 0 ? 0 : s.outcome(bit, at.outcomeBits());
        bit += at.outcomeBits();
        block = at.successors().isEmpty() ? -1 : at.successors().get(side);
      }
      assertThat(bit).isEqualTo(s.endOutcome(0));
      expected = block;
    }
    return all;
  }

  private static WorkGroupSource source(UnrolledLoops loops, List<Integer> path, int size) {
    List<Segment> segments = new ArrayList<>();
    for (int from = 0; from < path.size(); from += size) {
      int end = Math.min(path.size(), from + size);
      long[] outcomes = new long[4];
      int bits = 0;
      for (int k = from; k < end; k++) {
        Block b = loops.kernel().blocks().get(path.get(k));
        if (b.outcomeBits() > 0) {
          boolean taken = path.get(k + 1) == 1;
          outcomes[bits / 64] |= taken ? 1L << bits : 0;
          bits++;
        }
      }
      segments.add(
          new Segment(
              1,
              new Segment.Paths(
                  null,
                  new int[] {path.get(from)},
                  new int[] {end - from},
                  new int[] {0, bits},
                  outcomes),
              new Segment.Occurrences(new int[1], new int[0], new int[0]),
              Segment.Formulas.of(0),
              Segment.Scatters.none(0),
              Waits.NONE));
    }
    WorkGroupSource recorded =
        new WorkGroupSource() {
          @Override
          public Status next() {
            return Status.RECORD;
          }

          @Override
          public WorkGroupRecord record() {
            return new WorkGroupRecord(0, segments);
          }
        };
    UnrolledGroups groups = new UnrolledGroups(recorded, loops);
    groups.next();
    return groups;
  }
}
