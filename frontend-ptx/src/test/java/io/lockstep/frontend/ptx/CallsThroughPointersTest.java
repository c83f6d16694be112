// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls through pointers, addresses of functions in memory, and the heap of device code. */
class CallsThroughPointersTest {
  private static final String FUNCTIONS =
      """
      .func (.param .b32 r) twice(.param .b32 x)
      { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; shl.b32 %r2, %r1, 1; st.param.b32 [r], %r2; ret; }
      .func (.param .b32 r) less(.param .b32 x)
      { .reg .b32 %r<3>; ld.param.b32 %r1, [x]; sub.u32 %r2, %r1, 1; st.param.b32 [r], %r2; ret; }
      .func wide(.param .b64 x) { ret; }
      .global .align 8 .u64 wides[1] = {wide};
      """;

  private static final String CALL =
      """
      {
        .param .b32 p; .param .b32 q;
        st.param.b32 [p], %r1;
        shape: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (q), %rd4, (p), shape;
        ld.param.b32 %r2, [q];
      }
      """;

  private static final String STORE =
      """
      mul.wide.u32 %rd5, %r1, 4;
      ld.param.u64 %rd1, [p0];
      add.u64 %rd6, %rd1, %rd5;
      st.global.u32 [%rd6], %r2;
      """;

  @TempDir Path folder;

  @Test
  @DisplayName("each work-item calls the function that a table in memory names for it")
  void callsTheFunctionThatATableNames() throws IOException {
    String table = ".global .align 8 .u64 table[2] = {twice, less};\n";
    String body =
        """
        mov.u32 %r1, %tid.x;
        and.b32 %r3, %r1, 1;
        mul.wide.u32 %rd2, %r3, 8;
        mov.u64 %rd3, table;
        add.u64 %rd3, %rd3, %rd2;
        ld.global.u64 %rd4, [%rd3];
        """;
    String text = Ptx.text(FUNCTIONS + table, body + CALL + STORE);
    assertThat(Executed.miss(folder, text, "o, {u32: 0}", 0, 0, 4, 2)).isNull();
  }

  @Test
  @DisplayName("a pointer that names no function of this shape ends the kernel with an error")
  void endsWithAnErrorAtAPointerToNoFunction() {
    String body = "mov.u32 %r1, %tid.x;\nmov.u64 %rd3, twice;\nadd.u64 %rd4, %rd3, 1;\n";
    String text = Ptx.text(FUNCTIONS, body + CALL + STORE);
    assertThatThrownBy(() -> Executed.miss(folder, text, "o, {u32: 0}", 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("the kernel trapped");
  }

  @Test
  @DisplayName("a call for which the file has no function is refused")
  void refusesACallThatNoFunctionOfTheFileFits() {
    String text = Ptx.text(FUNCTIONS, "mov.u32 %r1, %tid.x;\nmov.u64 %rd4, wides;\n" + CALL);
    assertThatThrownBy(() -> Executed.miss(folder, text, "o, {u32: 0}", 0, 0, 0, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no function of the file whose address is taken has these");
  }

  @Test
  @DisplayName("memory of malloc is distinct for each work-item, and 0 when the heap is full")
  void mallocGivesDistinctMemoryAndNothingWhenTheHeapIsFull() throws IOException {
    String module =
        """
        .extern .func (.param .b64 r) malloc(.param .b64 n);
        .extern .func free(.param .b64 b);
        """;
    String body =
        """
        mov.u32 %r1, %tid.x;
        { .param .b64 n; .param .b64 b; st.param.b64 [n], %SIZE; call (b), malloc, (n);
          ld.param.b64 %rd2, [b]; }
        mov.u32 %r2, 77;
        setp.eq.s64 %p1, %rd2, 0;
        @%p1 bra DONE;
        add.u32 %r3, %r1, 10;
        st.u32 [%rd2+12], %r3;
        bar.sync 0;
        ld.u32 %r2, [%rd2+12];
        { .param .b64 b; st.param.b64 [b], %rd2; call free, (b); }
        DONE:
        """;
    String small = Ptx.text(module, body.replace("%SIZE", "16") + STORE);
    assertThat(Executed.miss(folder, small, "o, {u32: 0}", 10, 11, 12, 13)).isNull();
    String large = Ptx.text(module, body.replace("%SIZE", "0x10000000") + STORE);
    assertThat(Executed.miss(folder, large, "o, {u32: 0}", 77, 77, 77, 77)).isNull();
  }
}
