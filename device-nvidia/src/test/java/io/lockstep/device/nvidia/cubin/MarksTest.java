// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.cubin.MachineFlow.Piece;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.testsupport.PtxBoard;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Marks of the blocks of arithmetic.ptx in its machine code, and what is lost without them. */
class MarksTest {
  private static Kernel kernel(String name) {
    String text = new String(CubinBoard.resource("arithmetic.ptx"), StandardCharsets.UTF_8);
    return PtxBoard.kernels("arithmetic.ptx", text).stream()
        .filter(k -> k.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Cubin cubin(String name) {
    return Cubin.read(name, CubinBoard.resource("arithmetic_" + name + ".cubin"), name, 80);
  }

  /** Returns how often a block is in the machine code, and how often more under a guard. */
  private static List<Integer> counts(String name, int block) {
    List<Piece> pieces = MachineFlow.of(cubin(name));
    Marks marks = new Marks(kernel(name), cubin(name), pieces);
    assertThat(marks.has(block)).isTrue();
    return List.of(
        IntStream.range(0, pieces.size()).map(p -> marks.times(p, block)).sum(),
        IntStream.range(0, pieces.size()).map(p -> marks.guarded(p, block)).sum());
  }

  @Test
  void aConstantInFrontOfALoopIsNoMark() {
    assertThat(counts("side", 1)).containsExactly(1, 0);
  }

  @Test
  void unrolledCopiesCountFourTimesAndTheirRestUnderGuards() {
    assertThat(counts("copies", 1)).containsExactly(4, 4);
  }

  @Test
  void operationsOfALineInTwoBlocksAreNoMarks() {
    List<Piece> pieces = MachineFlow.of(cubin("unknown"));
    assertThat(new Marks(kernel("unknown"), cubin("unknown"), pieces).has(1)).isFalse();
  }

  /** Returns a piece of a loop that may lose iterations of a path, without tokens; -1 if none. */
  private static int lost(String name, int... path) {
    Kernel kernel = kernel(name);
    List<Piece> pieces = MachineFlow.of(cubin(name));
    LoopNest machine = new LoopNest(pieces.stream().map(Piece::next).toArray(int[][]::new));
    Tokens tokens = new Tokens(kernel, cubin(name), pieces);
    int[][] ofBlock = new int[kernel.blocks().size()][0];
    return new LostIterations(
            tokens.nest(), machine, tokens.marks(), ofBlock, new int[pieces.size()][0])
        .find(path);
  }

  @Test
  void aSecondIterationOfALoopThatTheCodeHasIsLostWithoutTokens() {
    assertThat(lost("unknown", 0, 1, 2)).isEqualTo(-1);
    assertThat(lost("unknown", 0, 1, 1, 2)).isNotNegative();
    assertThat(lost("removed", 0, 1, 1, 1, 2)).isEqualTo(-1);
  }
}
