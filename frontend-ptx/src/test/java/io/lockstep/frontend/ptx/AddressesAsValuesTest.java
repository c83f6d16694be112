// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Variable;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses that stand in memory: as initial values, and those of parameters. */
class AddressesAsValuesTest {
  @TempDir Path folder;

  @Test
  @DisplayName("initial values that are addresses name the variable, wherever it stands")
  void initialValuesThatAreAddressesNameTheVariable() {
    Kernel k =
        Ptx.kernel(
            ".global .u32 a[4];"
                + ".global .u64 p[3] = {7, a+4, generic(b)+8-4};"
                + ".const .u32 b[2];"
                + ".global .align 1 .u8 q[9] = {1, 0xFF(a+2), 0xFF00(a+2)};",
            "ld.global.u64 %rd1, [p]; ld.global.u8 %r1, [q];");
    Variable p = named(k, "p");
    assertThat(p.initial()[0]).isEqualTo((byte) 7);
    assertThat(p.references())
        .containsExactly(
            new Variable.Reference(8, k.variables().indexOf(named(k, "a")), 4, -1),
            new Variable.Reference(16, k.variables().indexOf(named(k, "b")), 4, -1));
    assertThat(named(k, "q").references())
        .extracting(Variable.Reference::shift)
        .containsExactly(0, 8);
  }

  private static Variable named(Kernel k, String name) {
    return k.variables().stream().filter(v -> v.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  @DisplayName("tables of functions that a kernel does not read are no obstacle")
  void unusedTable() {
    Kernel k = Ptx.kernel(".func f() { ret; } .visible .global .u64 t[2] = {0, f};", "");
    assertThat(named(k, "t").references()).isEmpty();
  }

  @Test
  @DisplayName("a parameter indexed at run time has a copy in private memory")
  void aParameterIndexedAtRunTimeHasACopyInPrivateMemory() throws IOException {
    String body =
        """
        ld.param.u64 %rd1, [p0];
        mov.u32 %r1, %tid.x;
        and.b32 %r2, %r1, 1;
        mul.wide.u32 %rd2, %r2, 4;
        mov.b64 %rd3, p1;
        add.s64 %rd4, %rd3, %rd2;
        ld.param.u32 %r3, [%rd4];
        mov.b64 %rd5, p2;
        cvta.param.u64 %rd6, %rd5;
        ld.u32 %r4, [%rd6];
        add.s32 %r5, %r3, %r4;
        mul.wide.u32 %rd7, %r1, 4;
        add.s64 %rd8, %rd1, %rd7;
        st.global.u32 [%rd8], %r5;
        """;
    Kernel k = Ptx.kernel(body);
    assertThat(k.privateBytes()).isEqualTo(12);
    assertThat(Ptx.code(k))
        .noneMatch(i -> i.memory() != null && i.memory().space() == Space.GENERIC);
    assertThat(outcome(body, "{u64: 0x500000003}, {u32: 100}", 103, 105, 103, 105)).isNull();
  }

  @Test
  @DisplayName("an offset that the text gives needs no copy")
  void anOffsetThatTheTextGivesNeedsNoCopy() {
    Kernel k = Ptx.kernel("mov.b64 %rd1, p0; mov.b64 %rd2, %rd1; ld.param.u32 %r1, [%rd2+4];");
    assertThat(k.privateBytes()).isZero();
    assertThat(Ptx.code(k)).filteredOn(i -> i.op() == Op.STORE).isEmpty();
  }

  @Test
  @DisplayName("the loop of a 16-bit atomic goes round while another work-item was faster")
  void theLoopOfA16BitAtomicGoesRoundWhileAnotherWorkItemWasFaster() throws IOException {
    String body =
        """
        ld.param.u64 %rd1, [p0];
        mov.b16 %rs1, 0x3C00;
        add.s64 %rd2, %rd1, 2;
        red.global.add.noftz.f16 [%rd2], %rs1;
        atom.global.add.noftz.f16 %rs2, [%rd1+2], %rs1;
        """;
    // Eight ones in the upper half of the first word: 8.0 is 0x4800.
    assertThat(outcome(body, "{u64: 0}, {u32: 0}", 0x48000000, 0, 0, 0)).isNull();
  }

  @Test
  @DisplayName("a 16-bit atomic at a place that the text gives finds its half of the word")
  void a16BitAtomicAtAPlaceThatTheTextGivesFindsItsHalfOf() throws IOException {
    String module = ".shared .align 4 .b16 s[2];";
    String body =
        """
        ld.param.u64 %rd1, [p0];
        mov.b16 %rs1, 0x3C00;
        atom.shared.add.noftz.f16 %rs2, [s+2], %rs1;
        bar.sync 0;
        ld.shared.u32 %r1, [s];
        st.global.u32 [%rd1], %r1;
        """;
    // Four ones in the upper half: 4.0 is 0x4400.
    assertThat(outcome(module, body, "{u64: 0}, {u32: 0}", 0x44000000, 0, 0, 0)).isNull();
  }

  @Test
  @DisplayName("initial values that are addresses lead to the variable, whole and byte by byte")
  void initialValuesThatAreAddressesLeadToTheVariable() throws IOException {
    StringBuilder bytes = new StringBuilder();
    for (int b = 0; b < 8; b++) {
      bytes.append(b == 0 ? "" : ", ").append("0x").append("FF" + "00".repeat(b)).append("(a+4)");
    }
    String module =
        ".global .align 4 .u32 a[4] = {10, 11, 12, 13};"
            + ".global .u64 p[2] = {7, generic(a)+8};"
            + ".global .align 8 .u8 q[8] = {%s};".formatted(bytes);
    String body =
        """
        ld.param.u64 %rd1, [p0];
        ld.global.u64 %rd2, [p+8];
        ld.u32 %r1, [%rd2];
        st.global.u32 [%rd1], %r1;
        ld.global.u64 %rd3, [q];
        ld.global.u32 %r2, [%rd3];
        st.global.u32 [%rd1+4], %r2;
        """;
    assertThat(outcome(module, body, "{u64: 0}, {u32: 0}", 12, 11, 0, 0)).isNull();
  }

  private String outcome(String body, String arguments, int... expected) throws IOException {
    return outcome("", body, arguments, expected);
  }

  private String outcome(String module, String body, String arguments, int... expected)
      throws IOException {
    return Executed.miss(folder, Ptx.text(module, body), arguments, expected);
  }
}
