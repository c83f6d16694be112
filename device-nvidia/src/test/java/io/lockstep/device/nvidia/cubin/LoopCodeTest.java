// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.cubin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.device.nvidia.cubin.PathMatcher.MachinePath;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.RefusalException;
import io.lockstep.testsupport.PtxBoard;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The code that ptxas 13.0 makes of loop.ptx for compute capability 8.0: a loop in copies of one,
 * two and four iterations, a predicated store, and four loads that became one.
 */
class LoopCodeTest {
  private static final PtxasLowering LOWERING = new PtxasLowering("8.0", false, Map.of());

  private final Kernel kernel =
      PtxBoard.kernels(
              "loop.ptx", new String(CubinBoard.resource("loop.ptx"), StandardCharsets.UTF_8))
          .get(0);
  private final AssembledCode code =
      (AssembledCode) LOWERING.decode(kernel, CubinBoard.resource("loop.cubin"));

  /** Blocks of a thread that runs a number of iterations. */
  private int[] blocks(int iterations, boolean stores) {
    List<Integer> all = new ArrayList<>(List.of(0));
    IntStream.range(0, iterations).forEach(n -> all.add(1));
    all.add(2);
    if (stores) {
      all.add(3);
    }
    all.addAll(List.of(4, 5));
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  private MachinePath path(int iterations, boolean stores) {
    return code.path(List.of(iterations, stores ? 1 : 0), () -> blocks(iterations, stores));
  }

  /** Instructions that a path executes, in order. */
  private List<Instruction> executed(MachinePath path) {
    List<Instruction> all = new ArrayList<>();
    int block = 0;
    int bit = 0;
    for (int n = 0; n < path.blocks(); n++) {
      Block at = code.executed().blocks().get(block);
      all.addAll(at.instructions());
      List<Integer> next = at.successors();
      if (next.size() > 1) {
        block = next.get(path.outcomes().get(bit++) ? 1 : 0);
      } else if (!next.isEmpty()) {
        block = next.get(0);
      }
    }
    return all;
  }

  private static long count(List<Instruction> all, Op op, Space space) {
    return all.stream()
        .filter(i -> i.op() == op && i.isRecorded() && i.memory().space() == space)
        .count();
  }

  @Test
  void theTestKnowsTheBlocksOfTheKernel() {
    assertThat(kernel.blocks().get(1).successors()).contains(1);
    assertThat(kernel.blocks()).hasSize(6);
  }

  @Test
  void everyNumberOfIterationsHasAPathWithItsAccesses() {
    for (int n = 0; n < 70; n++) {
      for (boolean stores : new boolean[] {false, true}) {
        List<Instruction> all = executed(path(n, stores));
        assertThat(count(all, Op.LOAD, Space.GLOBAL)).as("%s iterations", n).isEqualTo(n);
        assertThat(count(all, Op.STORE, Space.LOCAL)).isEqualTo(stores ? 1 : 0);
        assertThat(count(all, Op.STORE, Space.GLOBAL)).isEqualTo(1);
      }
    }
  }

  @Test
  void longLoopsRunThroughTheCopiesOfFourIterations() {
    int more = path(408, true).blocks() - path(8, true).blocks();
    assertThat(more).isEqualTo(100);
  }

  @Test
  void neighbouringLoadsThatBecameOneAreOneWideAccess() {
    List<Instruction> loads =
        executed(path(1, true)).stream()
            .filter(i -> i.isRecorded() && i.op() == Op.LOAD)
            .filter(i -> i.memory().space() == Space.LOCAL)
            .toList();
    assertThat(loads).hasSize(1);
    assertThat(loads.get(0).memory().bytes()).isEqualTo(16);
    assertThat(loads.get(0).memory().offset()).isZero();
  }

  @Test
  void refusesAPathWithOtherAccessesAndNamesTheLine() {
    assertThatThrownBy(() -> code.path(List.of(-1), () -> new int[] {0, 1, 2, 3, 5}))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("kernel 'loop'")
        .hasMessageContaining("another order or number")
        .hasMessageMatching(".*of line \\d+ of the PTX.*");
  }

  @Test
  void aWarpIssuesTheInstructionsOfTheCubin() {
    CubinBoard board = new CubinBoard(code);
    long few = board.run(kernel, 1, 32, 8, 1 << 20, null).get("machine_instructions");
    long many = board.run(kernel, 1, 32, 48, 1 << 20, null).get("machine_instructions");

    assertThat(many - few).isEqualTo(10 * 15); // the copies of four iterations have 15 instructions
  }

  @Test
  void aWarpWithoutALaneInAPredicatedSideIssuesItToo() {
    long one =
        new CubinBoard(code).run(kernel, 1, 32, 8, 1 << 20, null).get("machine_instructions");
    long two =
        new CubinBoard(code).run(kernel, 1, 64, 8, 1 << 20, null).get("machine_instructions");

    assertThat(two).isEqualTo(2 * one); // the second warp has no thread below 7
  }

  @Test
  void aLoopThatIsRecordedInSeveralSegmentsIsOnePath() {
    CubinBoard board = new CubinBoard(code);
    long few = board.run(kernel, 1, 32, 8, 1 << 25, null).get("machine_instructions");
    long many = board.run(kernel, 1, 32, 150_008, 1 << 25, null).get("machine_instructions");

    assertThat(many - few).isEqualTo(150_000 / 4 * 15);
  }
}
