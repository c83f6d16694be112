// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Generic accesses find the memory they mean. */
class GenericAddressesTest {
  private static final String STACK =
      """
      .local .align 8 .b8 depot[64];
      .reg .b64 %SP;
      .reg .b64 %SPL;
      mov.u64 %SPL, depot;
      cvta.local.u64 %SP, %SPL;
      """;

  private static List<Space> spaces(String body) {
    return Ptx.code(STACK + body).stream()
        .filter(i -> i.memory() != null && i.memory().space() != Space.PARAMETER)
        .map(i -> i.memory().space())
        .toList();
  }

  private static long windows(String body) {
    return Ptx.code(STACK + body).stream()
        .filter(i -> i.op() == Op.ADD || i.op() == Op.SUB)
        .filter(i -> i.text().contains("cvta") || i.text().contains("ld.u32"))
        .count();
  }

  @Test
  @DisplayName("a private array behind cvta.local is private memory, and its window disappears")
  void privateArray() {
    String body =
        """
        st.u32 [%SP+4], 7;
        ld.param.u64 %rd1, [p1];
        shl.b64 %rd2, %rd1, 2;
        add.s64 %rd3, %SP, %rd2;
        ld.u32 %r1, [%rd3];
        st.u32 [%SP], %r1;
        """;
    assertThat(spaces(body)).containsOnly(Space.PRIVATE);
    assertThat(windows(body)).isZero();
  }

  @Test
  @DisplayName("a parameter that is a byte index does not hide where the array lies")
  void numberFromParameter() {
    assertThat(
            spaces(
                """
                ld.param.u64 %rd1, [p1];
                add.s64 %rd3, %SP, %rd1;
                ld.u32 %r1, [%rd3];
                """))
        .containsOnly(Space.PRIVATE);
  }

  @Test
  @DisplayName("a pointer that is kept in private memory is followed through it")
  void pointerInPrivateMemory() {
    String body =
        """
        add.u64 %rd1, %SP, 8;
        st.u64 [%SP+16], %rd1;
        ld.u64 %rd2, [%SP+16];
        ld.u32 %r1, [%rd2+4];
        """;
    assertThat(spaces(body)).containsOnly(Space.PRIVATE);
    assertThat(windows(body)).isZero();
  }

  @Test
  @DisplayName("a pointer that escapes keeps its window, which the access takes off again")
  void aPointerThatEscapesKeepsItsWindow() {
    String body =
        """
        ld.param.u64 %rd1, [p0];
        add.u64 %rd2, %SP, 8;
        st.global.u64 [%rd1], %rd2;
        ld.u32 %r1, [%rd2];
        """;
    assertThat(spaces(body)).containsExactly(Space.GLOBAL, Space.PRIVATE);
    assertThat(windows(body)).isEqualTo(2);
  }

  @Test
  @DisplayName("a pointer that may be null keeps its window")
  void comparedWithNull() {
    String body =
        """
        add.u64 %rd2, %SP, 0;
        setp.eq.s64 %p1, %rd2, 0;
        @%p1 bra done;
        ld.u32 %r1, [%rd2];
        done:
        """;
    assertThat(windows(body)).isEqualTo(2);
  }

  @Test
  @DisplayName("a conversion into a register that holds other pointers, too, keeps its window")
  void aConversionIntoASharedRegisterKeepsItsWindow() {
    String body =
        """
        ld.param.u64 %rd2, [p0];
        setp.eq.s32 %p1, %r2, 0;
        @%p1 bra done;
        cvta.local.u64 %rd2, %SPL;
        done:
        ld.u32 %r1, [%rd2];
        """;
    assertThat(spaces(body)).containsOnly(Space.GENERIC);
    assertThat(windows(body)).isEqualTo(2);
  }

  @Test
  @DisplayName("a choice between private and global memory stays generic")
  void aChoiceBetweenPrivateAndGlobalMemoryStaysGeneric() {
    assertThat(
            spaces(
                """
                ld.param.u64 %rd1, [p0];
                setp.eq.s32 %p1, %r2, 0;
                selp.b64 %rd2, %rd1, %SP, %p1;
                ld.u32 %r1, [%rd2];
                """))
        .containsOnly(Space.GENERIC);
  }

  @Test
  @DisplayName("a generic access through a parameter is one to global memory")
  void aGenericAccessThroughAParameterIsOneToGlobalMemory() {
    assertThat(
            spaces(
                """
                ld.param.u64 %rd1, [p0];
                ld.u32 %r1, [%rd1+4];
                """))
        .containsOnly(Space.GLOBAL);
  }

  private static List<Space> withoutStack(String body) {
    return Ptx.code(body).stream()
        .filter(i -> i.memory() != null && i.memory().space() != Space.PARAMETER)
        .map(i -> i.memory().space())
        .toList();
  }

  @Test
  @DisplayName("without a pointer into other memory every generic access is global")
  void globalWhereNothingElseIsPointedTo() {
    assertThat(
            withoutStack(
                """
                ld.param.u64 %rd1, [p1];
                ld.global.u64 %rd2, [%rd1];
                ld.u32 %r1, [%rd2];
                shr.u64 %rd3, %rd2, 1;
                st.u32 [%rd3], %r1;
                """))
        .containsOnly(Space.GLOBAL);
  }

  @Test
  @DisplayName("a pointer loaded from a buffer is global beside a private array")
  void loadedPointer() {
    assertThat(
            spaces(
                """
                st.u32 [%SP], 7;
                ld.param.u64 %rd1, [p1];
                ld.global.u64 %rd2, [%rd1];
                ld.u32 %r1, [%rd2+8];
                """))
        .containsExactly(Space.PRIVATE, Space.GLOBAL, Space.GLOBAL);
  }

  @Test
  @DisplayName("a pointer that may have been stored to a buffer stays generic")
  void storedPointer() {
    assertThat(
            spaces(
                """
                ld.param.u64 %rd1, [p1];
                st.global.u64 [%rd1], %SP;
                ld.global.u64 %rd2, [%rd1];
                ld.u32 %r1, [%rd2];
                """))
        .containsExactly(Space.GLOBAL, Space.GLOBAL, Space.GENERIC);
  }

  @Test
  @DisplayName("an access by a null constant is global: it is never executed")
  void nullConstant() {
    assertThat(
            spaces(
                """
                st.u32 [%SP], 7;
                mov.u64 %rd2, 0;
                add.s64 %rd3, %rd2, 8;
                st.u32 [%rd3], 1;
                """))
        .containsExactly(Space.PRIVATE, Space.GLOBAL);
  }

  private static List<Space> narrow(String body) {
    String module =
        """
        .version 7.0
        .target sm_50
        .address_size 32
        .visible .entry k(.param .u32 p0, .param .u32 p1) {
        .local .align 8 .b8 depot[64];
        .reg .b32 %r<9>, %SP, %SPL;
        mov.u32 %SPL, depot;
        cvta.local.u32 %SP, %SPL;
        st.u32 [%SP], 7;
        ld.param.u32 %r1, [p1];
        BODY
        ret;
        }
        """;
    return new PtxFrontend()
        .read("k.ptx", module.replace("BODY", body), FrontendOptions.defaults()).stream()
            .flatMap(k -> k.blocks().stream())
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i.memory() != null && i.memory().space() != Space.PARAMETER)
            .map(i -> i.memory().space())
            .toList();
  }

  @Test
  @DisplayName("with addresses of 32 bits a pointer loaded from a buffer is global, numbers or not")
  void narrowLoadedPointer() {
    assertThat(
            narrow(
                """
                ld.global.u32 %r2, [%r1];
                ld.global.u32 %r3, [%r1+4];
                shl.b32 %r4, %r3, 2;
                add.u32 %r5, %r2, %r4;
                ld.u32 %r6, [%r5];
                """))
        .containsExactly(Space.PRIVATE, Space.GLOBAL, Space.GLOBAL, Space.GLOBAL);
  }

  @Test
  @DisplayName("with addresses of 32 bits an access by a null constant is global")
  void narrowNullConstant() {
    assertThat(narrow("mov.u32 %r2, 0;\nadd.s32 %r3, %r2, 8;\nst.u32 [%r3], 1;"))
        .containsExactly(Space.PRIVATE, Space.GLOBAL);
  }

  @Test
  @DisplayName("with addresses of 32 bits a number from a private array leaves it private")
  void narrowIndexFromMemory() {
    assertThat(narrow("ld.u32 %r2, [%r1];\nadd.u32 %r3, %SP, %r2;\nld.u32 %r4, [%r3];"))
        .containsExactly(Space.PRIVATE, Space.GLOBAL, Space.PRIVATE);
  }

  @Test
  @DisplayName("with addresses of 32 bits a pointer that may have been stored stays generic")
  void narrowStoredPointer() {
    assertThat(narrow("st.global.u32 [%r1], %SP;\nld.global.u32 %r2, [%r1];\nld.u32 %r3, [%r2];"))
        .containsExactly(Space.PRIVATE, Space.GLOBAL, Space.GLOBAL, Space.GENERIC);
  }

  @Test
  @DisplayName("a pointer that was taken apart by bits may be private still")
  void pointerTakenApart() {
    assertThat(narrow("shr.u32 %r2, %SP, 4;\nshl.b32 %r3, %r2, 4;\nld.u32 %r4, [%r3];"))
        .containsExactly(Space.PRIVATE, Space.GENERIC);
  }
}
