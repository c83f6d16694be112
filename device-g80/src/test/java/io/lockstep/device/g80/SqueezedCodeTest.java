// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.g80.code.Pipe;
import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.rows.RowLists;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.RandomPtx;
import io.lockstep.testsupport.ValueFlow;
import io.lockstep.testsupport.ValueFlow.Kind;
import io.lockstep.testsupport.ValueFlow.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/** Code under a register limit, followed along all paths. */
class SqueezedCodeTest {
  private final List<Board> boards = List.of(new Board("8800gtx"), new Board("gtx280"));

  @Property(tries = 12, seed = "1", shrinking = ShrinkingMode.OFF)
  @Label("with few registers, every access and branch gets its values on all paths")
  void everyAccessAndBranchGetsItsValues(@ForAll long seed, @ForAll boolean doubles) {
    // Neither board fuses multiply-adds, and the older one has no atomics and no doubles.
    String text =
        RandomPtx.kernel(seed, 30, doubles)
            .replace("fma.rn.f32", "mad.rn.f32")
            .replace("sm_60", "sm_13")
            .replaceAll("atom.shared.add.u32 (%r\\d), (.*), %r\\d;", "ld.shared.u32 $1, $2;");
    Kernel kernel = Kernels.ptx("k", text).get(0);
    for (Board board : doubles ? boards.subList(1, 2) : boards) {
      List<List<Step>> plain = steps((WarpCode) board.device.lower(kernel));
      BitSet given = ValueFlow.given(plain);
      assertThat(ValueFlow.problems(kernel, plain, given)).as(text).isEmpty();
      for (int limit : new int[] {24, 12, 8}) {
        Kernel bounded = kernel.withBounds(kernel.bounds().withRegisterLimit(limit));
        WarpCode code = (WarpCode) board.device.lower(bounded);
        assertThat(ValueFlow.problems(kernel, steps(code), given))
            .as("limit %s%n%s%n%s", limit, code.assembly(), text)
            .isEmpty();
      }
    }
  }

  private static List<List<Step>> steps(WarpCode code) {
    List<Instruction> instructions = new ArrayList<>();
    code.kernel().blocks().forEach(b -> instructions.addAll(b.instructions()));
    Map<Integer, String> text = new HashMap<>();
    code.code().forEach(line -> line.rows().forEach(row -> text.put(row, line.text().strip())));
    List<List<Step>> all = new ArrayList<>();
    for (Block block : code.kernel().blocks()) {
      List<Step> steps = new ArrayList<>();
      for (int row = code.blockStart[block.id()]; row < code.blockEnd[block.id()]; row++) {
        int[] by = {-1};
        code.origins().orElseThrow().split(row, 1 << 20, (i, ticks) -> by[0] = i);
        List<Integer> reads = list(code.sources, row);
        List<Integer> writes = list(code.destinations, row);
        boolean own = by[0] >= 0 && instructions.get(by[0]).writes().containsAll(writes);
        boolean effect =
            code.access[row] != WarpCode.NONE || code.pipe[row] == Pipe.BRANCH.ordinal();
        Kind kind = effect ? Kind.EFFECT : own ? Kind.WORK : Kind.AGAIN;
        if (code.spill(row) != null) {
          kind = code.access[row] == WarpCode.LOAD ? Kind.RELOAD : Kind.SPILL;
        } else if (code.instructions[row] == 0 && code.access[row] == WarpCode.NONE) {
          kind = Kind.COPY;
        }
        int place = code.spill(row) == null ? -1 : code.spill(row).offset();
        for (int w : kind == Kind.RELOAD ? writes : List.of(-1)) {
          List<Integer> to = kind == Kind.RELOAD ? List.of(w) : writes;
          steps.add(new Step(text.getOrDefault(row, "copy"), by[0], kind, reads, to, place));
        }
      }
      all.add(steps);
    }
    return all;
  }

  private static List<Integer> list(RowLists lists, int row) {
    List<Integer> all = new ArrayList<>();
    for (int k = lists.start[row]; k < lists.start[row + 1]; k++) {
      all.add(lists.values[k]);
    }
    return all;
  }
}
