// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.CompiledLines;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines of the source file that PTX was made from. */
class LineTableTest {
  private static final String HEAD = ".version 8.5\n.target sm_60\n.address_size 64\n";

  private static final String TEXT =
      HEAD
          + """
          .visible .entry k(.param .u64 a)
          {
            .reg .b32 %r<4>;
            .reg .b64 %rd<2>;
            ld.param.u64 %rd1, [a];
            .loc 2 90 1
            mov.u32 %r1, %tid.x;
            .loc 1 7 3
            add.s32 %r2, %r1, 1;
            .loc 2 91 1
            mul.lo.s32 %r2, %r2, 3;
            .loc 1 0 3
            xor.b32 %r2, %r2, 5;
            .loc 1 9 3
            st.global.u32 [%rd1], %r2;
            ret;
          }
          .visible .entry second()
          {
            bar.sync 0;
            ret;
          }
          """;

  private static List<Kernel> read(String file, String text) {
    return new PtxFrontend()
        .read(file, text, FrontendOptions.defaults().withGenerated("cache.ptx"));
  }

  private static int line(Kernel kernel, Op op) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.op() == op)
        .mapToInt(Instruction::line)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @DisplayName(
      "of the file by its path, else by its name; other files and line 0 keep the last one")
  @CsvSource({"/s/k.cl, 1, 7", "/other/k.cl, 1, 7", "/s/h.h, 2, 90", "/s/none.cl, 1, 7"})
  void ofTheFileByItsPathElseByItsNameOtherFilesAndLine(String file, int number, int first) {
    String text = TEXT + ".file 1 \"/s\" \"k.cl\"\n.file 2 \"/s/./h.h\"\n";
    Kernel kernel = read(file, text).get(0);
    assertThat(kernel.source()).isEqualTo(file);
    assertThat(line(kernel, Op.LOAD)).as("before the first directive").isEqualTo(first);
    assertThat(line(kernel, Op.ADD)).isEqualTo(number == 1 ? 7 : 90);
    assertThat(line(kernel, Op.MUL)).isEqualTo(number == 1 ? 7 : 91);
    assertThat(line(kernel, Op.XOR)).isEqualTo(number == 1 ? 7 : 91);
    assertThat(line(kernel, Op.STORE)).isEqualTo(number == 1 ? 9 : 91);
    assertThat(line(read(file, text).get(1), Op.BARRIER)).as("without a directive").isZero();
  }

  @Test
  @DisplayName("messages name line and column: of the directive, else of the text itself")
  void messagesNameLineAndColumn() {
    String text = TEXT + ".file 1 \"/s\" \"k.cl\"\n";
    assertThat(place(read("/s/k.cl", text).get(0), Op.STORE)).isEqualTo(":9:3");
    assertThat(place(read("/s/k.cl", text).get(1), Op.BARRIER)).isEmpty();
    Kernel own = new PtxFrontend().read("k.ptx", TEXT, FrontendOptions.defaults()).get(0);
    assertThat(place(own, Op.STORE)).isEqualTo(":18:3");
  }

  private static String place(Kernel kernel, Op op) {
    return kernel.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i.op() == op)
        .map(Instruction::place)
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName("of several files of its name the first counts")
  void sameName() {
    String text = TEXT + ".file 1 \"/a/k.cl\"\n.file 2 \"/b/k.cl\"\n";
    assertThat(line(read("/s/k.cl", text).get(0), Op.STORE)).isEqualTo(9);
  }

  @Test
  @DisplayName("numbers that no compiler writes count for nothing")
  void longNumbers() {
    String text = TEXT.replace(".loc 1 9 3", ".loc 1 12345678901 3\n.loc 12345678901 8 3");
    assertThat(line(read("/s/k.cl", text).get(0), Op.STORE)).isEqualTo(7);
  }

  @Test
  @DisplayName("a text that stands for itself keeps its own lines")
  void aTextThatStandsForItselfKeepsItsOwnLines() {
    Kernel kernel = new PtxFrontend().read("k.ptx", TEXT, FrontendOptions.defaults()).get(0);
    assertThat(line(kernel, Op.ADD)).isEqualTo(12);
    assertThat(kernel.source()).isEqualTo("k.ptx");
  }

  @Test
  @DisplayName("errors name the source's line, and where in the PTX")
  void errorsNameTheSourcesLineAndWhereInThePtx() {
    assertThatThrownBy(() -> read("/s/k.cl", TEXT.replace("xor.b32 %r2", "xor.b32 %q2")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("/s/k.cl:7: ")
        .hasMessageContaining("(in the PTX made of it, cache.ptx:16:");
  }

  @Test
  @DisplayName("clang's labels of lines inside a call, and its printf")
  void labelsInCalls() {
    String text =
        HEAD
            + """
            .extern .func (.param .b32 r) printf(.param .b64 f, .param .b64 v);
            .const .align 1 .b8 text[4] = {104, 105, 10};
            .visible .entry k()
            {
              .local .align 8 .b8 depot[8];
              .reg .b32 %r<2>;
              .reg .b64 %rd<3>;
              mov.u64 %rd1, text;
              mov.u64 %rd2, 0;
              {
                .param .b64 p0;
                st.param.b64 [p0], %rd1;
                .param .b64 p1;
                st.param.b64 [p1], %rd2;
                .param .b32 q;
                call.uni (q),
            $L__tmp1:
                printf,
                (
                p0,
                p1
                );
                ld.param.b32 %r1, [q];
              }
              ret;
            }
            """;
    assertThat(line(read("k.cl", text).get(0), Op.PRINTF)).isZero();
  }

  @Test
  @DisplayName("of the files that the text names: each kernel's is that of its first directive")
  void ofTheFilesThatTheTextNames() {
    String other = HEAD + ".visible .entry far()\n{\n.loc 1 5 1\nbar.sync 0;\nret;\n}\n";
    String text =
        TEXT.replace("bar.sync 0;", ".loc 1 0 1\n.loc 1 44 1\nbar.sync 0;")
            + "  .visible .entry bare() { bar.sync 0; ret; }\n"
            + ".file 1 \"/s\" \"k.cu\"\n.file 2 \"/s/h.cuh\"\n"
            + other
            + ".file 1 \"/t/far.cu\"\n";
    List<Kernel> kernels =
        new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults().withGenerated("k.ptx"));
    assertThat(kernels)
        .extracting(Kernel::source)
        .containsExactly("/s/h.cuh", "/s/k.cu", "k.ptx", "/t/far.cu");
    assertThat(line(kernels.get(0), Op.ADD)).isEqualTo(90);
    assertThat(line(kernels.get(0), Op.STORE)).isEqualTo(91);
    assertThat(line(kernels.get(1), Op.BARRIER)).isEqualTo(44);
    assertThat(line(kernels.get(2), Op.BARRIER))
        .isEqualTo(
            1 + List.of(text.split("\n")).indexOf("  .visible .entry bare() { bar.sync 0; ret; }"));
    assertThat(line(kernels.get(3), Op.BARRIER)).isEqualTo(5);
  }

  @Test
  @DisplayName("a text that names its file tells what its lines were compiled from, kernels do not")
  void compiledLines() {
    PtxFrontend frontend = new PtxFrontend();
    String named = TEXT + ".file 2 \"/lib\" \"helper.h\"\n.file 1 \"/home/me\" \"mine.cl\"\n";
    CompiledLines lines = frontend.compiledLines(named).orElseThrow();
    assertThat(lines.file()).isEqualTo("mine.cl");
    int add = 1 + List.of(named.split("\n")).indexOf("  add.s32 %r2, %r1, 1;");
    assertThat(lines.line(add)).isEqualTo(7);
    assertThat(lines.line(1)).isZero();
    Kernel plain = frontend.read("mine.ptx", named, FrontendOptions.defaults()).get(0);
    assertThat(line(plain, Op.ADD)).isEqualTo(add);
    assertThat(frontend.compiledLines(HEAD + ".file 1 \"mine.cl\"\n")).isEmpty();
    assertThat(frontend.compiledLines(TEXT)).isEmpty();
  }
}
