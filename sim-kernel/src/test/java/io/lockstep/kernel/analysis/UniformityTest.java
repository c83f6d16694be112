// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static io.lockstep.kernel.ir.SampleKernels.c;
import static io.lockstep.kernel.ir.SampleKernels.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.analysis.Uniformity.Among;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UniformityTest {
  @ParameterizedTest
  @EnumSource
  @DisplayName("a branch on the work-item's id differs, and so does what is written under it")
  void divergentDiamond(Among among) {
    Uniformity u = new Uniformity(SampleKernels.diamond(Special.LOCAL_ID_X).build(), among);
    assertThat(u.isUniform(SampleKernels.ID)).isFalse();
    assertThat(u.isUniform(SampleKernels.TEST)).isFalse();
    assertThat(u.isUniform(SampleKernels.VALUE)).isFalse();
    assertThat(u.isUniform(SampleKernels.LIMIT)).isTrue();
    assertThat(u.isUniform(SampleKernels.ADDRESS)).isTrue();
    assertThat(u.isUniformBranch(0)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"WORK_GROUP", "WAVEFRONT"})
  @DisplayName("a branch on the group's id is taken by all")
  void uniformDiamond(Among among) {
    Kernel kernel = SampleKernels.diamond(Special.GROUP_ID_X).build();
    Uniformity u = new Uniformity(kernel, among);
    assertThat(u.isUniform(SampleKernels.VALUE)).isTrue();
    assertThat(u.isUniformBranch(0)).isTrue();
  }

  @Test
  void aBranchOnTheGroupsIdDiffersWithinALaunch() {
    Kernel kernel = SampleKernels.diamond(Special.GROUP_ID_X).build();
    Uniformity u = new Uniformity(kernel, Among.LAUNCH);
    assertThat(u.isUniformBranch(0)).isFalse();
    assertThat(u.areLoopsUniform()).isTrue();
  }

  /** {@code do { i += 1; inside = 1 + 2; } while (i < id); behind = i}. */
  private static Uniformity loop(Among among, int[] registers) {
    KernelBuilder k = new KernelBuilder("loop", "test", "loop.test");
    int id = k.register(Type.I32, "id");
    int i = k.register(Type.I32, "i");
    int p = k.register(Type.I1, "p");
    int inside = k.register(Type.I32, "inside");
    int behind = k.register(Type.I32, "behind");
    int first = k.block();
    k.add(
        first,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    k.add(first, SampleKernels.move(i, c(0), Type.I32));
    int body = k.block();
    k.add(body, InstructionBuilder.of(Op.ADD, Type.I32).to(i).from(r(i), c(1)).build());
    k.add(body, InstructionBuilder.of(Op.ADD, Type.I32).to(inside).from(c(1), c(2)).build());
    k.add(
        body,
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(p)
            .from(r(i), r(id))
            .build());
    k.add(body, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, false).build());
    int end = k.block();
    k.successors(body, end, body);
    k.add(end, SampleKernels.move(behind, r(i), Type.I32));
    k.add(end, SampleKernels.exit());
    registers[0] = i;
    registers[1] = inside;
    registers[2] = behind;
    Uniformity u = new Uniformity(k.build(), among);
    assertThat(u.isUniformBranch(body)).isFalse();
    return u;
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a counter of a loop that work-items leave at different times differs after it")
  void loopWithDivergentExit(Among among) {
    int[] registers = new int[3];
    Uniformity u = loop(among, registers);
    assertThat(u.isUniform(registers[0])).isFalse();
    assertThat(u.isUniform(registers[2])).isFalse();
  }

  @Test
  void whatIsReadOnlyInsideOfADivergentLoopIsTheSameForLanesAndNotForAGroup() {
    int[] registers = new int[3];
    assertThat(loop(Among.WAVEFRONT, registers).isUniform(registers[1])).isTrue();
    assertThat(loop(Among.WORK_GROUP, registers).isUniform(registers[1])).isFalse();
  }

  @Test
  void aLoopThatLanesLeaveAtDifferentTimesIsNotUniformInALaunch() {
    assertThat(loop(Among.LAUNCH, new int[3]).areLoopsUniform()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Special.class)
  void whatIsTheSameForALaunchIsTheSameForAGroup(Special special) {
    assertThat(!special.isLaunchUniform() || special.isGroupUniform()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Special.class)
  void whatIsTheSameForAGroupIsTheSameForItsLanes(Special special) {
    assertThat(special.isGroupUniform() && special.isOfLane()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Op.class,
      names = {"VOTE", "REDUCE", "ACTIVE_MASK", "SHUFFLE"})
  void votesTellAllLanesTheSameAndShufflesDoNot(Op op) {
    KernelBuilder k = new KernelBuilder("lanes", "test", "lanes.test");
    int id = k.register(Type.I32, "id");
    int value = k.register(Type.I32, "v");
    int b = k.block();
    k.add(b, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LANE_ID).to(id).build());
    k.add(b, InstructionBuilder.of(op, Type.I32).to(value).from(r(id), c(-1)).build());
    k.add(b, SampleKernels.exit());
    Kernel kernel = k.build();
    assertThat(new Uniformity(kernel, Among.WAVEFRONT).isUniform(value))
        .isEqualTo(op != Op.SHUFFLE);
    assertThat(new Uniformity(kernel, Among.WORK_GROUP).isUniform(value)).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Space.class,
      names = {"GLOBAL", "CONSTANT", "LOCAL", "PRIVATE"})
  @DisplayName("a load from one address: lanes read local memory at one time, a group does not")
  void lanesReadOneAddressOfLocalMemoryAtOneTimeAGroupDoesNot(Space space) {
    KernelBuilder k = new KernelBuilder("load", "test", "load.test");
    int address = k.register(Type.PTR, "a");
    int value = k.register(Type.I32, "v");
    int b = k.block();
    k.add(b, SampleKernels.loadParameter(address, Type.PTR, 0));
    k.add(
        b,
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(value)
            .from(r(address))
            .memory(new MemoryAccess(space, Type.I32, 1, -1, 0))
            .build());
    k.add(b, SampleKernels.exit());
    Kernel kernel = k.build();
    assertThat(new Uniformity(kernel, Among.WORK_GROUP).isUniform(value))
        .isEqualTo(space == Space.GLOBAL || space == Space.CONSTANT);
    assertThat(new Uniformity(kernel, Among.WAVEFRONT).isUniform(value))
        .isEqualTo(space != Space.PRIVATE);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("work-items that have returned do not make the others' loop counters differ")
  void returnsInsideABranchLeaveLaterLoopsUniform(Among among) {
    // 0: if { 1: if { 2: return } 3 } 4: i = 0; do { 5: i += 1 } while (i < 9); 6
    KernelBuilder k = new KernelBuilder("early", "test", "early.test");
    int id = k.register(Type.I32, "id");
    int p = k.register(Type.I1, "p");
    int i = k.register(Type.I32, "i");
    int again = k.register(Type.I1, "again");
    for (int b = 0; b < 7; b++) {
      k.block();
    }
    k.add(
        0, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    k.add(0, compare(p, r(id), c(3)));
    k.add(0, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, false).build());
    k.successors(0, 4, 1);
    k.add(1, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, true).build());
    k.successors(1, 3, 2);
    k.add(2, SampleKernels.exit());
    k.successors(3, 4);
    k.add(4, SampleKernels.move(i, c(0), Type.I32));
    k.successors(4, 5);
    k.add(5, InstructionBuilder.of(Op.ADD, Type.I32).to(i).from(r(i), c(1)).build());
    k.add(5, compare(again, r(i), c(9)));
    k.add(5, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(again, false).build());
    k.successors(5, 6, 5);
    k.add(6, SampleKernels.exit());
    Uniformity u = new Uniformity(k.build(), among);
    assertThat(u.isUniformBranch(1)).isFalse();
    assertThat(u.isUniform(i)).isTrue();
    assertThat(u.isUniformBranch(5)).isTrue();
    assertThat(u.areLoopsUniform()).isTrue();
  }

  private static Instruction compare(int to, Operand a, Operand b) {
    return InstructionBuilder.of(Op.COMPARE, Type.I32)
        .comparison(Comparison.LT)
        .to(to)
        .from(a, b)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "a value differs where lanes meet that an inner branch, equal for them, has led away")
  void aUniformBranchUnderADivergentOneSeparatesItsLanesFromTheOthers(Among among) {
    // 0: if (id) { 1: if (group) { 2: v = 1; goto 5 } 3 } 4: v = 2; 5: v is read
    KernelBuilder k = new KernelBuilder("inlined", "test", "inlined.test");
    int id = k.register(Type.I32, "id");
    int group = k.register(Type.I32, "group");
    int p = k.register(Type.I1, "p");
    int q = k.register(Type.I1, "q");
    int v = k.register(Type.I32, "v");
    int w = k.register(Type.I32, "w");
    for (int b = 0; b < 6; b++) {
      k.block();
    }
    k.add(
        0, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    k.add(
        0,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.GROUP_ID_X).to(group).build());
    k.add(0, compare(p, r(id), c(3)));
    k.add(0, compare(q, r(group), c(3)));
    k.add(0, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, false).build());
    k.successors(0, 4, 1);
    k.add(1, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(q, false).build());
    k.successors(1, 3, 2);
    k.add(2, SampleKernels.move(v, c(1), Type.I32));
    k.successors(2, 5);
    k.successors(3, 4);
    k.add(4, SampleKernels.move(v, c(2), Type.I32));
    k.successors(4, 5);
    k.add(5, InstructionBuilder.of(Op.ADD, Type.I32).to(w).from(r(v), c(1)).build());
    k.add(5, SampleKernels.exit());
    Uniformity u = new Uniformity(k.build(), among);
    assertThat(u.isUniformBranch(0)).isFalse();
    assertThat(u.isUniformBranch(1)).isEqualTo(among != Among.LAUNCH);
    assertThat(u.isUniform(v)).isFalse();
    assertThat(u.isUniform(w)).isFalse();
  }
}
