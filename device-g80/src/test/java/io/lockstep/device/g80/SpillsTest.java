// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.device.g80.code.WarpCode;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values beyond the registers that a block of its size leaves a thread. */
class SpillsTest {
  private static final int VALUES = 40;

  /** Loads values, waits for the block and combines them, the last first. */
  private static String body(int values) {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < values; k++) {
      text.append("ld.global.u32 %r").append(10 + k).append(", [%rd4+").append(4096 * k);
      text.append("];\n");
    }
    text.append("bar.sync 0;\nmov.u32 %r6, %r").append(9 + values).append(";\n");
    for (int k = values - 2; k >= 0; k--) {
      text.append("xor.b32 %r6, %r6, %r").append(10 + k).append(";\n");
    }
    return text.append("st.global.b32 [%rd5], %r6;\n").toString();
  }

  private static MachineKernel code(Board board, Kernel kernel, int threads) {
    Geometry geometry = new Geometry(1, 1, 1, threads, 1, 1);
    return board.device.fitted(board.device.lower(kernel), geometry);
  }

  // 40 values, a pointer and the thread's index: 42 registers. 512 threads leave 16384 / 512 and
  // 8192 / 512. Each value beyond goes and comes once: two words a thread.
  @ParameterizedTest
  @DisplayName("values beyond the registers of a block of 512 go to local memory and come back")
  @CsvSource({"gtx280, 32", "8800gtx, 16"})
  void valuesBeyondTheRegistersGoToLocalMemoryAndComeBack(String id, int registers) {
    Board board = new Board(id);
    Kernel kernel = Board.kernel("", body(VALUES));
    int spilled = VALUES + 2 - registers;
    assertThat(board.device.lower(kernel).registers()).isEqualTo(VALUES + 2);
    MachineKernel code = code(board, kernel, 512);
    assertThat(code.registers()).isEqualTo(registers);
    assertThat(code.assembly().split("st l\\[\\] spilled")).hasSize(spilled + 1);
    assertThat(code.remark())
        .contains(registers + " registers")
        .contains("spilled: " + spilled + " (" + 4 * spilled + " bytes a thread)");
    long accesses = VALUES + 1 + 2 * spilled;
    Board.Run run = board.run(kernel, 1, 512);
    assertThat(run.get("memory.bytes_requested")).isEqualTo(accesses * 512 * 4);
    // A half-warp's words of a value are 64 bytes in one place.
    assertThat(run.get("memory.transactions")).isEqualTo(accesses * 512 / 16);
  }

  @Test
  @DisplayName("an argument is read again instead, without local memory")
  void anArgumentIsReadAgainInstead() {
    Board board = new Board("gtx280");
    Kernel kernel =
        Board.kernel(
            "",
            "st.global.b32 [%rd5+4096], %r1;\n"
                + body(VALUES - 10)
                + "st.global.b32 [%rd5+8192], %r1;");
    assertThat(board.device.lower(kernel).registers()).isEqualTo(33);
    MachineKernel code = code(board, kernel, 512);
    assertThat(code.registers()).isEqualTo(32);
    assertThat(code.assembly()).contains("mov b32 again %r1").doesNotContain("spilled %");
    assertThat(code.remark()).contains("values made again: 1, spilled: 0");
  }

  @Test
  @DisplayName("a copy into the register of an argument that is read again waits for its source")
  void aCopyIntoTheRegisterOfAnArgumentWaitsForItsSource() {
    Board board = new Board("gtx280");
    String argument = "st.global.b32 [%rd5+4096], %r1;";
    String copy = "ld.global.u32 %r150, [%rd4]; mov.u32 %r1, %r150; st.global.b32 [%rd5+64], %r1;";
    Kernel kernel = Board.kernel("", argument + body(VALUES) + argument + copy);
    WarpCode code = (WarpCode) code(board, kernel, 512);
    assertThat(code.assembly()).contains("mov b32 again %r1");
    int loaded = kernel.registerNames().indexOf("%r150");
    assertThat(IntStream.range(0, code.size()).filter(row -> code.instructions[row] == 0))
        .anyMatch(row -> code.sources.values[code.sources.start[row]] == loaded);
  }

  @Test
  @DisplayName("a kernel whose block fits keeps its code")
  void aKernelWhoseBlockFitsKeepsItsCode() {
    Board board = new Board("gtx280");
    MachineKernel code = board.device.lower(Board.kernel("", body(30)));
    assertThat(code.registers()).isEqualTo(32);
    assertThat(board.device.fitted(code, new Geometry(1, 1, 1, 512, 1, 1))).isSameAs(code);
    assertThat(code.remark()).isEmpty();
  }

  @Test
  @DisplayName("a copy's reader brings its source back")
  void aCopysReaderBringsItsSourceBack() {
    String copies = body(VALUES).replace("bar.sync 0;", "bar.sync 0; mov.b32 %r100, %r10;");
    Kernel kernel = Board.kernel("", copies.replace("%r6, %r6, %r10;", "%r6, %r6, %r100;"));
    Kernel same = Board.kernel("", body(VALUES));
    Board board = new Board("gtx280");
    long bytes = board.run(same, 1, 512).get("memory.bytes_requested");
    assertThat(board.run(kernel, 1, 512).get("memory.bytes_requested")).isEqualTo(bytes);
  }

  @Test
  @DisplayName("values that a loop reads stay in registers, others leave")
  void valuesThatALoopReadsStayInRegisters() {
    String loop =
        "mov.u32 %r7, 4; LOOP: add.u32 %r6, %r6, %r10; sub.u32 %r7, %r7, 1;"
            + "setp.ne.u32 %p1, %r7, 0; @%p1 bra LOOP; st.global.b32 [%rd5], %r6;";
    Kernel kernel =
        Board.kernel(
            "", body(VALUES).replace("xor.b32 %r6, %r6, %r10;\nst.global.b32 [%rd5], %r6;", loop));
    String code = code(new Board("gtx280"), kernel, 512).assembly();
    assertThat(code).contains("st l[] spilled %r11").doesNotContain("spilled %r10");
  }

  /** A kernel that needs 42 registers, with directives on its launches. */
  static Kernel bounded(String directives) {
    String text =
        """
        .version 8.5
        .target sm_50
        .address_size 64
        .visible .entry k(.param .u64 a, .param .u64 b) DIRECTIVES
        {
        .reg .b32 %r<200>;
        .reg .b64 %rd<40>;
        ld.param.u64 %rd1, [a];
        ld.param.u64 %rd2, [b];
        mov.u32 %r2, %tid.x;
        mul.wide.s32 %rd3, %r2, 4;
        add.s64 %rd4, %rd1, %rd3;
        add.s64 %rd5, %rd2, %rd3;
        BODY
        ret;
        }
        """
            .replace("DIRECTIVES", directives)
            .replace("BODY", body(VALUES));
    return Board.kernels("k.ptx", text).get(0);
  }

  @Test
  @DisplayName("a block's size that the kernel fixes limits its registers when it is compiled")
  void aBlocksSizeThatTheKernelFixesLimitsItsRegisters() {
    Kernel kernel = bounded(".reqntid 256, 2, 1");
    assertThat(new Board("8800gtx").device.lower(kernel).registers()).isEqualTo(16);
    Board off = new Board("8800gtx", "compiler.without=spills");
    assertThat(off.device.lower(kernel).registers()).isGreaterThan(40);
  }

  @Test
  @DisplayName("without spills such a block is refused")
  void withoutSpillsSuchABlockIsRefused() {
    Board off = new Board("gtx280", "compiler.without=spills");
    Kernel kernel = Board.kernel("", body(VALUES));
    assertThatThrownBy(() -> off.run(kernel, 1, 512))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("no block of 512 threads fits a multiprocessor");
  }

  @Test
  @DisplayName("a block is refused where values that have to be in registers do not fit")
  void aBlockIsRefusedWhereValuesThatHaveToBeInRegistersDoNotFit() {
    StringBuilder text = new StringBuilder();
    for (int k = 0; k < 30; k++) { // addresses of shared memory, of which four have registers
      text.append("ld.global.u32 %r").append(10 + k).append(", [%rd4+").append(4096 * k);
      text.append("];\n");
    }
    text.append("mov.u32 %r6, 0;\n");
    for (int k = 0; k < 30; k++) {
      text.append("ld.shared.u32 %r7, [%r").append(10 + k).append("];\n");
      text.append("xor.b32 %r6, %r6, %r7;\n");
    }
    String shared = ".shared .align 4 .b8 tile[1024];";
    Kernel kernel = Board.kernel(shared, text + "st.global.b32 [%rd5], %r6;");
    Board board = new Board("8800gtx");
    assertThatThrownBy(() -> board.run(kernel, 1, 512))
        .isInstanceOf(RefusalException.class)
        .hasMessageContaining("no block of 512 threads fits a multiprocessor");
  }
}
