// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LaunchWorkTest {
  private static final long ROUND = 10;
  private static final int GROUPS = 2000;

  private static LaunchWork work(LongUnaryOperator instructions) {
    return LaunchWork.of(LongStream.range(0, GROUPS).map(instructions).toArray(), 1);
  }

  private static SamplePlan plan(LongUnaryOperator instructions, int windows) {
    return SamplePlan.of(GROUPS, ROUND, 0, windows, work(instructions)).orElseThrow();
  }

  @Test
  void groupsThatDifferLittleAreEven() {
    assertThat(work(g -> 100).isEven(ROUND)).isTrue();
    assertThat(work(g -> 100 + g % 3).isEven(ROUND)).isTrue();
  }

  @Test
  void groupsThatDifferInRoundsOfEqualWorkAreEven() {
    // the first group of one round is long, the last group of the next
    LongUnaryOperator work = g -> g % (2 * ROUND) == 0 || g % (2 * ROUND) == 19 ? 180 : 100;
    assertThat(work(work).isEven(ROUND)).isTrue();
    assertThat(work(g -> work.applyAsLong(g + 1)).isEven(ROUND)).isFalse();
  }

  @Test
  void twoRoundsOfEqualGroupsAreEven() {
    assertThat(LaunchWork.of(LongStream.generate(() -> 100).limit(20).toArray(), 1).isEven(10))
        .isTrue();
  }

  @Test
  void oneLongGroupMakesALaunchUneven() {
    assertThat(work(g -> g == 777 ? 3000 : 100).isEven(ROUND)).isFalse();
  }

  @Test
  void longGroupsInEachRoundMakeALaunchUneven() {
    assertThat(work(g -> g % ROUND == 0 ? 3000 : 100).isEven(ROUND)).isFalse();
  }

  @Test
  void aRampIsUneven() {
    assertThat(work(g -> 100 + g).isEven(ROUND)).isFalse();
  }

  @Test
  void aWindowIsPlacedOnAShortBlockOfLongGroups() {
    SamplePlan plan = plan(g -> g >= 1230 && g < 1260 ? 2000 : 100, 6);
    boolean isCovered = false;
    for (int k = 0; k < plan.windows(); k++) {
      isCovered |= plan.start(k) <= 1230 && 1260 <= plan.end(k);
    }
    assertThat(isCovered).isTrue();
    assertThat(plan.resume(0)).isZero();
    assertThat(plan.end(5)).isEqualTo(GROUPS);
  }

  @Test
  void theTailBeginsWithTheGroupsThatOutlastTheOthers() {
    SamplePlan plan = plan(g -> g % 400 == 399 ? 5000 : 100, 6);
    LaunchWork work = work(g -> g % 400 == 399 ? 5000 : 100);
    long tail = plan.resume(5);
    for (long g = 0; g < tail; g++) {
      assertThat(work.residence(g, ROUND)).isLessThanOrEqualTo(work.between(g, GROUPS));
    }
    assertThat(tail).as("group 1599 outlasts the others").isBetween(1500L, 1599L);
  }

  @Test
  void aLaunchWhoseLongGroupsOutlastItIsNotSampled() {
    assertThat(SamplePlan.of(GROUPS, ROUND, 0, 6, work(g -> g == 100 ? 50_000 : 100))).isEmpty();
  }

  private record Code(Kernel kernel) implements MachineKernel {
    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return "";
    }
  }

  /**
   * Groups of four work-items in two wavefronts, whose paths have 6 or 4 instructions.
   *
   * @param again whether the longer path has a loop
   */
  private static LaunchPlan launch(int groups, boolean again) {
    // 0: if (group …) { 1: do { … } while (…) } 2:
    KernelBuilder k = new KernelBuilder("paths", "test", "paths.test");
    int v = k.register(Type.I32, "v");
    int p = k.register(Type.I1, "p");
    int q = k.register(Type.I1, "q");
    for (int b = 0; b < 3; b++) {
      k.block();
    }
    k.add(0, InstructionBuilder.of(Op.SPECIAL, Type.I1).special(Special.GROUP_ID_X).to(p).build());
    k.add(0, move(v));
    k.add(0, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, true).build());
    k.successors(0, 1, 2);
    k.add(1, move(v));
    if (again) {
      k.add(1, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(q, true).build());
      k.successors(1, 2, 1);
    } else {
      k.add(1, move(v));
      k.successors(1, 2);
    }
    k.add(2, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return new LaunchPlan(
        new Code(k.build()),
        new Geometry(groups, 1, 1, 4, 1, 1),
        new Occupancy(5, 10, 10, 2, "groups"),
        0,
        new long[0]);
  }

  private static Instruction move(int register) {
    return InstructionBuilder.of(Op.MOVE, Type.I32)
        .to(register)
        .from(Operand.register(register))
        .build();
  }

  /** A group with one segment. */
  private static WorkGroupRecord group(long number, Segment.Paths paths) {
    Segment segment =
        new Segment(
            4,
            paths,
            new Segment.Occurrences(new int[1], new int[0], new int[0]),
            new Segment.Formulas(new byte[0], new long[0], new long[0], new int[0]),
            Segment.Scatters.none(0),
            Waits.NONE);
    return new WorkGroupRecord(number, List.of(segment));
  }

  /** All work-items take the path of 6 instructions, or all that of 4. */
  private static WorkGroupRecord group(long number, boolean isLong) {
    int blocks = isLong ? 3 : 2;
    long[] outcomes = {isLong ? 0 : 1};
    return group(
        number,
        new Segment.Paths(null, new int[1], new int[] {blocks}, new int[] {0, 1}, outcomes));
  }

  /** Groups, some of which have 6 instructions in each wavefront and the others 4. */
  private static final class Source implements WorkGroupSource {
    private final int groups;
    private final boolean isFindable;
    private final LongPredicate isLong;
    private long next;

    Source(int groups, boolean isFindable, LongPredicate isLong) {
      this.groups = groups;
      this.isFindable = isFindable;
      this.isLong = isLong;
    }

    @Override
    public Status next() {
      next++;
      return next <= groups ? Status.RECORD : Status.END;
    }

    @Override
    public WorkGroupRecord record() {
      return of(next - 1);
    }

    @Override
    public Optional<WorkGroupRecord> find(long group) {
      return isFindable ? Optional.of(of(group)) : Optional.empty();
    }

    private WorkGroupRecord of(long group) {
      return group(group, isLong.test(group));
    }
  }

  /** Groups of two work-items in one wavefront, which may take either side of a branch. */
  private static LaunchPlan twoSides() {
    // 0: if (…) { 1: do { load } while (…) } else { 2: … } 3:
    KernelBuilder k = new KernelBuilder("sides", "test", "sides.test");
    int v = k.register(Type.I32, "v");
    int a = k.register(Type.I64, "a");
    int p = k.register(Type.I1, "p");
    for (int b = 0; b < 4; b++) {
      k.block();
    }
    k.add(0, InstructionBuilder.of(Op.SPECIAL, Type.I1).special(Special.GROUP_ID_X).to(p).build());
    k.add(0, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, true).build());
    k.successors(0, 1, 2);
    k.add(
        1,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(v)
            .from(Operand.register(a))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, 0, 0))
            .build());
    k.add(1, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, true).build());
    k.successors(1, 3, 1);
    k.add(2, move(v));
    k.add(2, move(v));
    k.add(2, move(v));
    k.successors(2, 3);
    k.add(3, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return new LaunchPlan(
        new Code(k.build()),
        new Geometry(GROUPS, 1, 1, 4, 1, 1),
        new Occupancy(5, 10, 10, 1, "groups"),
        0,
        new long[0]);
  }

  @Test
  void aWavefrontExecutesTheBlocksOfAllItsPathsOfWhichLoopsMostTrips() {
    GroupCounter counter = new GroupCounter(twoSides());
    // path 0: blocks 0, 1, 1, 3; path 1: blocks 0, 2, 3; path 2: blocks 0, 1, 1, 1, 3
    int[] of = {0, 1, 2, 0};
    int[] bits = {0, 3, 4, 8};
    long outcomes = 0b0110_1_010L;
    counter.count(
        group(
            0,
            new Segment.Paths(of, new int[3], new int[] {4, 3, 5}, bits, new long[] {outcomes})));
    assertThat(counter.sum()).as("2 + 3 trips of 2 + 3 + 1 instructions").isEqualTo(12);
    assertThat(counter.longest()).isEqualTo(12);
    assertThat(counter.accesses()).as("work-items that load two, three and two times").isEqualTo(7);
  }

  @Test
  void countsThePathsOfEachWavefront() {
    GroupCounter counter = new GroupCounter(launch(GROUPS, false));
    int[] blocks = {3, 2};
    counter.count(
        group(
            0,
            new Segment.Paths(
                new int[] {1, 1, 0, 1}, new int[2], blocks, new int[] {0, 1, 2}, new long[] {2})));
    assertThat(counter.sum()).as("4 and 6 instructions").isEqualTo(10);
    assertThat(counter.longest()).isEqualTo(6);
    counter.count(group(1, true));
    assertThat(counter.sum()).as("6 and 6 instructions").isEqualTo(12);
  }

  @Test
  void groupsWithoutLoopsOfWhichFewDifferAreNotRead() {
    Source source = new Source(GROUPS, true, g -> g < 5);
    assertThat(LaunchWork.ifUneven(launch(GROUPS, false), source, ROUND)).isEmpty();
    assertThat(source.next).isZero();
  }

  @Test
  void groupsWithoutLoopsOfWhichManyDifferAreRead() {
    Source source = new Source(GROUPS, true, g -> g >= GROUPS / 2);
    LaunchWork work = LaunchWork.ifUneven(launch(GROUPS, false), source, ROUND).orElseThrow();
    assertThat(source.next).isEqualTo(GROUPS);
    assertThat(work.between(0, GROUPS)).isEqualTo(8L * GROUPS / 2 + 12L * GROUPS / 2);
    assertThat(work.residence(GROUPS - 1, 1)).isEqualTo(12);
  }

  @Test
  void aLoopThatNoDrawnGroupExecutesDoesNotCountAsShort() {
    Source code = new Source(GROUPS, true, g -> false);
    assertThat(LaunchWork.ifUneven(launch(GROUPS, false), code, ROUND)).isEmpty();
    assertThat(code.next).isZero();
    Source loop = new Source(GROUPS, true, g -> false);
    assertThat(LaunchWork.ifUneven(launch(GROUPS, true), loop, ROUND)).isEmpty();
    assertThat(loop.next).isEqualTo(GROUPS);
  }

  @Test
  void groupsThatAreExecutedAnywayAreJudgedAsThoseThatAreNot() {
    Source source = new Source(GROUPS, false, g -> g < ROUND);
    assertThat(work(g -> g < ROUND ? 12 : 8).isEven(ROUND)).isFalse();
    assertThat(LaunchWork.ifUneven(launch(GROUPS, false), source, ROUND)).isEmpty();
    assertThat(source.next).isEqualTo(GROUPS);
  }

  @Test
  void allGroupsOfASmallLaunchAreDrawn() {
    Source source = new Source(100, true, g -> false);
    assertThat(LaunchWork.ifUneven(launch(100, false), source, 1)).isEmpty();
    assertThat(source.next).isZero();
  }
}
