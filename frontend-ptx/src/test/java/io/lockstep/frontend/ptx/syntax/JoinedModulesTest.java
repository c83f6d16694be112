// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.frontend.ptx.PtxFrontend;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.CompiledLines;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Variable;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Modules that follow each other in one text, as a linker gets them. */
class JoinedModulesTest {
  private static final String FIRST =
      """
      .version 8.5
      .target sm_60
      .address_size 64
      .extern .func (.param .b32 r) twice(.param .b32 x);
      .extern .global .align 4 .b8 table[8];
      .weak .func same() { ret; }
      .global .align 1 .b8 $str[2] = {97, 0};
      .visible .entry one(.param .u64 out)
      {
        .reg .b32 %r<2>;
        .reg .b64 %rd<4>;
        .loc 1 7 3
        mov.u64 %rd1, $str;
        mov.u64 %rd2, table;
        {
          .param .b32 p; .param .b32 q;
          st.param.b32 [p], 3;
          call.uni (q), twice, (p);
          ld.param.b32 %r1, [q];
        }
        ret;
      }
      .file 1 "/s/first.cu"
      """;

  private static final String SECOND =
      """
      .version 8.5
      .target sm_60
      .address_size 64
      .weak .func same() { ret; }
      .visible .global .align 4 .b8 table[8] = {1, 2, 3};
      .global .align 1 .b8 $str[2] = {98, 0};
      .visible .func (.param .b32 r) twice(.param .b32 x)
      {
        .reg .b32 %r<3>;
        ld.param.b32 %r1, [x];
        shl.b32 %r2, %r1, 1;
        st.param.b32 [r], %r2;
        ret;
      }
      .visible .entry two()
      {
        .reg .b64 %rd<2>;
        .loc 1 90 3
        mov.u64 %rd1, $str;
        .loc 2 8 3
        mov.u64 %rd1, $str;
        ret;
      }
      .file 1 "/s/second.cu"
      .file 2 "/s/first.cu"
      """;

  private static List<Kernel> read(String text) {
    return new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults());
  }

  private static byte[] initial(Kernel kernel, String name) {
    return kernel.variables().stream()
        .filter(v -> v.name().equals(name))
        .map(Variable::initial)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void resolvesExternalSymbolsInTheOtherModule() {
    Kernel one = read(FIRST + SECOND).get(0);
    assertThat(initial(one, "table")).startsWith(1, 2, 3);
    assertThatThrownBy(() -> read(FIRST)).isInstanceOf(InputException.class);
  }

  @Test
  void separatesLocalSymbolsOfOneName() {
    List<Kernel> kernels = read(FIRST + SECOND);
    assertThat(initial(kernels.get(0), "$str$module1")).startsWith('a');
    assertThat(initial(kernels.get(1), "$str$module2")).startsWith('b');
    assertThat(initial(read(SECOND).get(0), "$str")).startsWith('b');
  }

  @Test
  void refusesASymbolThatOneModuleDefinesTwice() {
    String twice = FIRST.replace(".weak .func", ".weak .func same() { ret; }\n.weak .func");
    assertThatThrownBy(() -> read(twice + SECOND))
        .hasMessageContaining("'same' is already defined");
  }

  @Test
  void numbersFilesModuleByModule() {
    String text = FIRST + SECOND;
    CompiledLines lines = new PtxFrontend().compiledLines(text).orElseThrow();
    List<String> rows = List.of(text.split("\n"));
    assertThat(lines.file()).isEqualTo("/s/first.cu");
    assertThat(lines.line(1 + rows.indexOf("  mov.u64 %rd1, $str;"))).isEqualTo(7);
    int second = rows.indexOf("  .loc 1 90 3");
    assertThat(lines.line(second + 2)).isEqualTo(8);
    assertThat(lines.line(second + 4)).isEqualTo(8);
  }
}
