// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.sm;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Vectors of constants, which several instructions load. */
class ConstantLoadsTest {
  private final Board board = new Board("a100");

  /** A loop that loads a vector in each of its iterations. */
  private static Kernel loop(int iterations, String words) {
    return Board.kernel(
        ".const .align 16 .b8 table[4096];",
        "mov.u32 %r10, 0; mov.u32 %r20, 0; mov.u64 %rd7, table;"
            + "LOOP: .pragma \"nounroll\"; mul.wide.u32 %rd8, %r20, 16; add.s64 %rd6, %rd8, %rd7;"
            + "ld.const.v4.u32 {%r6, %r7, %r8, %r9}, [%rd6];"
            + words
            + "add.u32 %r20, %r20, 1; setp.lt.u32 %p1, %r20, "
            + iterations
            + "; @%p1 bra LOOP; st.global.u32 [%rd5], %r10;");
  }

  @Test
  @DisplayName("all instructions of a vector read the addresses of its iteration")
  void allInstructionsOfAVectorReadItsAddresses() {
    String half = "add.u32 %r10, %r10, %r6; add.u32 %r10, %r10, %r7;";
    String rest = "add.u32 %r10, %r10, %r8; add.u32 %r10, %r10, %r9;";
    for (int iterations : new int[] {4, 64}) {
      Board.Run one = board.run(loop(iterations, half), 1, 32);
      Board.Run two = board.run(loop(iterations, half + rest), 1, 32);
      assertThat(two.get("scalar.lookups") - one.get("scalar.lookups")).isEqualTo(iterations);
      assertThat(two.get("l2.lookups")).isEqualTo(one.get("l2.lookups"));
    }
  }
}
