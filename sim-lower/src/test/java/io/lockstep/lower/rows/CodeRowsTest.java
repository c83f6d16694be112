// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.rows;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.lower.Sample;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CodeRowsTest {
  private final Sample sample = new Sample();
  private final int word = sample.words(1);
  private final Instruction move = sample.op(Op.MOVE, word, c(1));
  private final Instruction add = sample.op(Op.ADD, word, r(word), c(2));
  private final Kernel kernel = twoBlocks();
  private final CodeRows<String> rows = new CodeRows<>(kernel);

  private Kernel twoBlocks() {
    sample.jump(1).block();
    return sample.build();
  }

  private static final class Code extends FinishedKernel {
    Code(CodeRows<?> rows) {
      super(rows, 7, new PrivateFrame(24, 8, "spills"));
    }
  }

  private Map<Integer, Long> shares(Code code, int row) {
    Map<Integer, Long> shares = new TreeMap<>();
    code.origins().orElseThrow().split(row, 12, shares::put);
    return shares;
  }

  @Test
  void eachRowNamesTheInstructionsThatItImplements() {
    rows.add("both", List.of(move, add));
    rows.add("inserted", List.of());
    rows.add("weighted", List.of());
    rows.from(move, 1);
    rows.from(add, 3);
    rows.from(null, 5);
    Code code = new Code(rows);
    assertThat(code.size()).isEqualTo(3);
    assertThat(shares(code, 0)).isEqualTo(Map.of(0, 6L, 1, 6L));
    assertThat(shares(code, 1)).isEqualTo(Map.of(CodeOrigins.OWN, 12L));
    assertThat(shares(code, 2)).isEqualTo(Map.of(0, 3L, 1, 9L));
  }

  @Test
  void blocksMayComeInAnyOrderAndBeEmpty() {
    rows.begin(1, "B1:");
    rows.add("a", List.of(move));
    rows.add("b", List.of(add));
    rows.begin(0, "B0:");
    Code code = new Code(rows);
    assertThat(code.blockStart).containsExactly(2, 0, 2);
    assertThat(code.blockEnd).containsExactly(2, 2);
  }

  @Test
  void theListingShowsTheLastRowsTimeAtLinesAndNoneAtNotes() {
    rows.note("; header");
    rows.begin(0, "B0:");
    rows.add("a", List.of(move));
    rows.add("b", List.of(add));
    rows.line("  b", List.of(add));
    rows.note("  flag", add);
    Code code = new Code(rows);
    assertThat(code.assembly()).isEqualTo("; header\nB0:\n  b\n  flag\n");
    assertThat(code.code())
        .extracting(CodeLine::rows)
        .containsExactly(List.of(), List.of(), List.of(1), List.of());
  }

  @Test
  void aFinishedKernelAnswersFromItsRowsRegistersAndFrame() {
    Code code = new Code(rows);
    assertThat(code.kernel()).isSameAs(kernel);
    assertThat(code.registers()).isEqualTo(7);
    assertThat(code.privateBytes()).isEqualTo(24);
    assertThat(code.spilledBytes()).isEqualTo(8);
    assertThat(code.remark()).isEqualTo("spills");
    assertThat(code.size()).isZero();
  }

  @Test
  void columnsHoldAFieldOfEachRow() {
    List<String> three = List.of("a", "", "ccc");
    assertThat(Columns.ints(three, String::length)).containsExactly(1, 0, 3);
    assertThat(Columns.bytes(three, s -> -s.length())).containsExactly(-1, 0, -3);
    assertThat(Columns.flags(three, String::isEmpty)).containsExactly(false, true, false);
    assertThat(Columns.starts(three, String::length)).containsExactly(0, 1, 1, 4);
  }

  @Test
  void listsOfNumbersLieBehindEachOtherInOneArray() {
    RowLists lists = RowLists.of(List.of(2, 0, 1), n -> IntStream.range(10, 10 + n));
    assertThat(lists.start).containsExactly(0, 2, 2, 3);
    assertThat(lists.values).containsExactly(10, 11, 10);
  }
}
