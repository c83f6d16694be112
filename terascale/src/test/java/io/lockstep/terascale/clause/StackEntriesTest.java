// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LLVM's R600 backend gives its kernels as many entries (stack column of its config words). */
class StackEntriesTest {
  private static void branch(KernelBuilder b, int block, int notTaken, int taken) {
    int p = b.register(Type.I1, "p" + block);
    b.add(block, InstructionBuilder.of(Op.BRANCH, Type.I1).guard(p, false).build());
    b.successors(block, notTaken, taken);
  }

  private static void jump(KernelBuilder b, int block, int to) {
    b.add(block, InstructionBuilder.of(Op.JUMP, Type.I1).build());
    b.successors(block, to);
  }

  private static void exit(KernelBuilder b, int block) {
    b.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
  }

  private static KernelBuilder builder(int blocks) {
    KernelBuilder b = new KernelBuilder("k", "test", "k");
    for (int i = 0; i < blocks; i++) {
      b.block();
    }
    return b;
  }

  @Test
  @DisplayName("straight-line code needs none")
  void straightLineCodeNeedsNone() {
    KernelBuilder b = builder(1);
    exit(b, 0);
    assertThat(new StackEntries(b.build(), 2).entries()).isZero();
  }

  @Test
  @DisplayName("one branch (vecadd) is one entry on Evergreen and on R700")
  void oneBranch() {
    KernelBuilder b = builder(3);
    branch(b, 0, 1, 2);
    jump(b, 1, 2);
    exit(b, 2);
    Kernel kernel = b.build();
    assertThat(new StackEntries(kernel, 2).entries()).isEqualTo(1);
    assertThat(new StackEntries(kernel, 3).entries()).isEqualTo(1);
  }

  @Test
  @DisplayName("a branch around a loop (mandelbrot) is two entries")
  void branchAndLoop() {
    KernelBuilder b = builder(4);
    branch(b, 0, 1, 3);
    jump(b, 1, 2);
    branch(b, 2, 3, 2);
    exit(b, 3);
    assertThat(new StackEntries(b.build(), 2).entries()).isEqualTo(2);
  }

  @Test
  @DisplayName("four nested branches overflow one entry of four quarters on Evergreen")
  void fourNestedBranchesOverflowOneEntryOfFourQuartersOnEvergreen() {
    KernelBuilder b = builder(6);
    for (int k = 0; k < 4; k++) {
      branch(b, k, k + 1, 5);
    }
    jump(b, 4, 5);
    exit(b, 5);
    assertThat(new StackEntries(b.build(), 1).entries()).isEqualTo(1);
    assertThat(new StackEntries(b.build(), 2).entries()).isEqualTo(2);
  }

  @Test
  @DisplayName("returns inside an if push nothing for the code behind it, however many there are")
  void returnsInsideAnIfPushNothingForTheCodeBehindIt() {
    // eight times: if { if { return } }; behind them nothing is pushed
    int n = 8;
    KernelBuilder b = builder(4 * n + 1);
    for (int k = 0; k < n; k++) {
      int at = 4 * k;
      branch(b, at, at + 4, at + 1);
      branch(b, at + 1, at + 3, at + 2);
      exit(b, at + 2);
      jump(b, at + 3, at + 4);
    }
    exit(b, 4 * n);
    assertThat(new StackEntries(b.build(), 2).entries()).isEqualTo(1);
  }
}
