package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
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
  void escapes() {
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
  @DisplayName("a choice between private and global memory stays generic")
  void either() {
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
  void parameter() {
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
}
