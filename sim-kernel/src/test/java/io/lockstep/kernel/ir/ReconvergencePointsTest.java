// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ReconvergencePointsTest {
  private static ReconvergencePoints points(int[]... successors) {
    List<Block> blocks = new ArrayList<>();
    for (int b = 0; b < successors.length; b++) {
      Instruction end = InstructionBuilder.of(Op.JUMP, Type.I1).build();
      List<Integer> to = new ArrayList<>();
      for (int s : successors[b]) {
        to.add(s);
      }
      blocks.add(new Block(b, List.of(end), to, -1, -1, 0));
    }
    return new ReconvergencePoints(blocks);
  }

  private static int[] to(int... blocks) {
    return blocks;
  }

  @Test
  void sidesOfAnIfMeetBehindIt() {
    ReconvergencePoints points = points(to(1, 2), to(3), to(3), to());
    assertThat(points.meetingBlock(0)).isEqualTo(3);
    assertThat(points.frontier(points.position(1))).isEqualTo(points.position(3));
  }

  @Test
  void aReturnInsideAnIfDoesNotKeepTheOtherLanesApart() {
    // 0: if { 1: if { 5: return } 2 } 3; 4: return
    ReconvergencePoints points = points(to(3, 1), to(2, 5), to(3), to(4), to(), to());
    assertThat(points.meetingBlock(0)).isEqualTo(3);
    assertThat(points.meetingBlock(1)).isEqualTo(-1);
  }

  @Test
  void aReturnToASharedEndWaitsOnlyThere() {
    ReconvergencePoints points = points(to(3, 1), to(2, 4), to(3), to(4), to());
    assertThat(points.meetingBlock(0)).isEqualTo(3);
    assertThat(points.meetingBlock(1)).isEqualTo(4);
    assertThat(points.position(4)).isGreaterThan(points.position(3));
  }

  @Test
  void casesOfASwitchMeetThoughItsDefaultOnlyEnds() {
    ReconvergencePoints points = points(to(1, 2, 3), to(4), to(4), to(), to());
    assertThat(points.meetingBlock(0)).isEqualTo(4);
  }

  @Test
  void lanesThatLeaveALoopWaitBehindItAndTheOthersMeetInTheIteration() {
    // for (0: header; exit 6) { 1: if { 2: if (…) break; 3 } 4; 5: latch } 6
    ReconvergencePoints points = points(to(1, 6), to(4, 2), to(3, 6), to(4), to(5), to(0), to());
    assertThat(points.meetingBlock(1)).isEqualTo(4);
    assertThat(points.meetsInIteration(1)).isTrue();
    assertThat(points.meetingBlock(2)).isEqualTo(6);
    assertThat(points.meetsInIteration(2)).isFalse();
    assertThat(points.meetingBlock(0)).isEqualTo(6);
  }

  @Test
  void lanesThatContinueMeetTheOthersAtTheNextIteration() {
    // do { 0: if { 1: if (…) continue; 2 } 3: last part, latch with exit } 4, with an own latch in
    // 1
    ReconvergencePoints points = points(to(3, 1), to(2, 0), to(3), to(0, 4), to());
    assertThat(points.meetingBlock(0)).isEqualTo(3);
    assertThat(points.block(points.meet(1))).isZero();
    assertThat(points.meet(1)).isEqualTo(points.backwards(0)).isGreaterThan(points.position(3));
  }

  @Test
  void codeBehindALoopRunsOnceForAllLanesThatItsConditionEnds() {
    // for (0; exit 3) { 1: if { 4: found; goto 5 } 2: latch } 3: not found; 5
    ReconvergencePoints points = points(to(1, 3), to(2, 4), to(0), to(5), to(5), to());
    assertThat(points.meetingBlock(0)).isEqualTo(3);
    assertThat(points.meetingBlock(1)).isEqualTo(5);
    assertThat(points.position(4)).isLessThan(points.backwards(0));
  }

  @Test
  void anInlinedReturnIsPassedByLanesThatMeetBeforeIt() {
    // 0: if { 1: if { 2: result; goto 5 } 3 } 4: rest; 5: behind the inlined function
    ReconvergencePoints points = points(to(4, 1), to(3, 2), to(5), to(4), to(5), to());
    assertThat(points.meetingBlock(0)).isEqualTo(4);
    assertThat(points.meetingBlock(1)).isEqualTo(5);
  }

  @Test
  void everyEdgeButThoseToTheNextIterationLeadsForwards() {
    Random random = new Random(20261128);
    for (int run = 0; run < 300; run++) {
      List<List<Integer>> graph = new StructuredGraph(random).build();
      ReconvergencePoints points =
          points(
              graph.stream()
                  .map(s -> s.stream().mapToInt(Integer::intValue).toArray())
                  .toArray(int[][]::new));
      for (int b = 0; b < graph.size(); b++) {
        for (int s : graph.get(b)) {
          assertThat(points.position(b, s)).isGreaterThan(points.position(b));
        }
        int meet = points.meet(b);
        assertThat(meet).isGreaterThan(points.position(b));
      }
    }
  }

  /** Blocks of nested ifs, loops, breaks and returns, drawn at random. */
  private static final class StructuredGraph {
    private final Random random;
    private final List<List<Integer>> successors = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>(); // of the loops around

    StructuredGraph(Random random) {
      this.random = random;
    }

    List<List<Integer>> build() {
      int entry = block();
      sequence(entry, 3);
      return successors;
    }

    private int block() {
      successors.add(new ArrayList<>());
      return successors.size() - 1;
    }

    private int after(int from) {
      int next = block();
      successors.get(from).add(next);
      return next;
    }

    /** Adds statements behind a block; returns the last block, which has no successor yet. */
    private int sequence(int from, int depth) {
      int at = from;
      for (int k = 1 + random.nextInt(3); k > 0; k--) {
        at = statement(at, depth);
      }
      return at;
    }

    private int statement(int from, int depth) {
      int kind = random.nextInt(depth == 0 ? 3 : 6);
      if (kind < 2) {
        return after(from);
      }
      if (kind == 2) { // if (…) return or break
        int side = after(from);
        int next = after(from);
        if (!ends.isEmpty() && random.nextBoolean()) {
          successors.get(side).add(ends.get(ends.size() - 1));
        }
        return next;
      }
      if (kind < 5) { // if, with or without else
        int end = sequence(after(from), depth - 1);
        int join = block();
        successors.get(end).add(join);
        if (kind == 3) {
          successors.get(from).add(join);
        } else {
          successors.get(sequence(after(from), depth - 1)).add(join);
        }
        return join;
      }
      int header = after(from);
      int end = block();
      successors.get(header).add(end);
      ends.add(end);
      int last = sequence(after(header), depth - 1);
      ends.remove(ends.size() - 1);
      successors.get(last).add(header);
      return end;
    }
  }
}
