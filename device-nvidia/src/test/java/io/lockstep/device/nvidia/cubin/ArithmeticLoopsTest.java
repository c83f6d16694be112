// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.testsupport.PtxBoard;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Loops without an access or a barrier, in the code that ptxas 13.0 makes of arithmetic.ptx for
 * compute capability 8.0: {@link Marks} count their iterations, or {@link LostIterations} refuses
 * the path.
 */
class ArithmeticLoopsTest {
  private static final Map<String, Kernel> KERNELS =
      PtxBoard.kernels(
              "arithmetic.ptx",
              new String(CubinBoard.resource("arithmetic.ptx"), StandardCharsets.UTF_8))
          .stream()
          .collect(Collectors.toMap(Kernel::name, k -> k));

  /** Returns the instructions that a warp issues for a number of iterations. */
  private static long issued(String name, int iterations) {
    PtxasLowering lowering = new PtxasLowering("8.0", false, Map.of());
    Kernel kernel = KERNELS.get(name);
    CubinBoard board =
        new CubinBoard(
            lowering.decode(kernel, CubinBoard.resource("arithmetic_" + name + ".cubin")));
    return board.run(kernel, 1, 32, iterations, 1 << 20, null).get("machine_instructions");
  }

  @ParameterizedTest(name = "{0}: {1} instructions an iteration")
  @CsvSource({
    "side, 6", // FFMA, IADD3, FSETP, ISETP, BRA around the access, BRA
    "nested, 17", // 4, three times 4, BRA
    "chosen, 6", // FMUL, FSETP, predicated FFMA, IADD3, ISETP, BRA
    "removed, 0"
  })
  void everyIterationIsIssued(String name, int each) {
    assertThat(issued(name, 50) - issued(name, 5)).isEqualTo(45 * each);
    assertThat(issued(name, 6) - issued(name, 5)).isEqualTo(each);
  }

  @Test
  void unrolledCopiesTakeFourIterationsAndTheirRestIsPredicated() {
    long more = issued("copies", 48) - issued("copies", 8);

    assertThat(more).isEqualTo(10 * 7); // IADD3, ISETP, four FFMA, BRA
    assertThat(issued("copies", 47))
        .isEqualTo(issued("copies", 46))
        .isEqualTo(issued("copies", 45));
  }

  @Test
  void guardedCorrectionsOfQuotientsAreNoIterationsOfTheirOwn() {
    long four = issued("remainders", 12) - issued("remainders", 8);

    assertThat(issued("remainders", 16) - issued("remainders", 12)).isEqualTo(four);
    assertThat(four).isBetween(4 * 4 * 5L, 4 * 4 * 40L); // a remainder is some ten instructions
  }

  @Test
  void aLoopThatNothingCountsIsRefusedByName() {
    assertThat(issued("unknown", 1)).isPositive(); // its end alone is no iteration that is lost
    assertThatThrownBy(() -> issued("unknown", 2))
        .isInstanceOf(RefusalException.class)
        .hasMessage(
            "kernel 'unknown': ptxas makes a loop whose iterations no access, barrier or operation"
                + " of its own counts of line 112 of the PTX, which cannot be related to the"
                + " execution");
  }

  @Test
  void aLoopThatIsLeftOutWithItsSubroutineIsRefused() {
    String text = new String(CubinBoard.resource("members.ptx"), StandardCharsets.UTF_8);
    Kernel kernel = PtxBoard.kernels("members.ptx", text).get(0);
    PtxasLowering lowering = new PtxasLowering("7.5", false, Map.of());
    CubinBoard board =
        new CubinBoard(lowering.decode(kernel, CubinBoard.resource("members.cubin")));
    assertThatThrownBy(() -> board.run(kernel, 1, 32, 4, 1 << 20, null))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("kernel 'members': ptxas makes code that calls subroutines");
  }
}
