// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.frontend.ptx.Executed;
import io.lockstep.frontend.ptx.Ptx;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asynchronous copies, as they are read and executed. */
class AsyncCopiesTest {
  @TempDir private Path folder;

  /** Word i of the source is 0x01010101 times (i + 1). */
  private static int word(int i) {
    return 0x01010101 * (i + 1);
  }

  /** Four work-items copy 16 bytes each, and read words of the copy of the next one. */
  private String miss(String copy, int... expected) throws IOException {
    String body =
        """
        ld.param.u64 %rd1, [p0];
        ld.param.u64 %rd2, [p1];
        ld.param.u32 %r9, [p2];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd3, %r1, 4;
        add.s64 %rd4, %rd1, %rd3;
        mul.wide.u32 %rd5, %r1, 16;
        add.s64 %rd6, %rd2, %rd5;
        mov.u32 %r2, tile;
        shl.b32 %r3, %r1, 4;
        add.s32 %r4, %r2, %r3;
        st.shared.v4.u32 [%r4], {-1, -1, -1, -1};
        setp.ne.u32 %p1, %r1, 1;
        COPY
        cp.async.commit_group;
        cp.async.wait_group 0;
        bar.sync 0;
        add.s32 %r5, %r1, 1;
        and.b32 %r5, %r5, 3;
        shl.b32 %r6, %r5, 4;
        add.s32 %r6, %r6, %r2;
        ld.shared.u32 %r7, [%r6+4];
        st.global.u32 [%rd4], %r7;
        """
            .replace("COPY", copy);
    String module = ".shared .align 16 .b8 tile[64];\n.global .align 16 .u32 from[16] = {";
    for (int i = 0; i < 16; i++) {
      module += (i > 0 ? "," : "") + (word(i) & 0xFFFFFFFFL);
    }
    body = body.replace("ld.param.u64 %rd2, [p1];", "mov.u64 %rd2, from;");
    return Executed.miss(folder, Ptx.text(module + "};", body), "o, {u32: 6}", expected);
  }

  @ParameterizedTest
  @CsvSource({"ca, 16", "cg, 16", "ca, 8"})
  void aCopyWritesWhatALoadAndAStoreWouldWrite(String kind, int bytes) throws IOException {
    String copy = "cp.async.%s.shared.global [%%r4], [%%rd6], %s;".formatted(kind, bytes);
    assertThat(miss(copy, word(5), word(9), word(13), word(1))).isNull();
  }

  @Test
  void aCopyOfFourBytesLeavesTheOthers() throws IOException {
    String copy = "cp.async.ca.shared.global.L2::128B [%r4], [%rd6], 4;";
    assertThat(miss(copy, -1, -1, -1, -1)).isNull();
  }

  @Test
  void aGuardedCopyIsMadeByTheWorkItemsWhoseGuardHolds() throws IOException {
    String copy = "@%p1 cp.async.cg.shared.global [%r4], [%rd6], 16;";
    assertThat(miss(copy, -1, word(9), word(13), word(1))).isNull();
  }

  @Test
  void anIgnoredSourceGivesZeros() throws IOException {
    String copy = "cp.async.cg.shared.global [%r4], [%rd6], 16, !%p1;";
    assertThat(miss(copy, 0, word(9), word(13), word(1))).isNull();
    copy = "cp.async.cg.shared.global [%r4], [%rd6], 16, %p1;";
    assertThat(miss(copy, word(5), 0, 0, 0)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "4, 0", "5, 255", "6, 65535", "7, 16777215", "8, -1", "12, -1", "16, -1"})
  void bytesBehindTheSourceAreZeros(int size, int mask) throws IOException {
    int[] expected = {word(5) & mask, word(9) & mask, word(13) & mask, word(1) & mask};
    String copy = "cp.async.ca.shared.global [%%r4], [%%rd6], 16, %s;".formatted(size);
    assertThat(miss(copy, expected)).isNull();
    assertThat(miss("mov.u32 %r8, " + size + ";\n" + copy.replaceAll(" \\d+;", " %r8;"), expected))
        .isNull();
  }

  @Test
  void aSelectedSizeIsAllBytesOrNone() throws IOException {
    String copy = "selp.b32 %r8, 16, 0, %p1;\ncp.async.ca.shared.global [%r4], [%rd6], 16, %r8;";
    assertThat(miss(copy, 0, word(9), word(13), word(1))).isNull();
    assertThat(miss(copy.replace("16, 0, %p1", "0, 16, %p1"), word(5), 0, 0, 0)).isNull();
    String again = copy + "\n" + copy.substring(copy.indexOf('\n') + 1);
    assertThat(miss(again, 0, word(9), word(13), word(1))).isNull();
    String changed = copy.replace("\n", "\nsetp.eq.u32 %p1, %r1, 1;\n");
    assertThat(miss(changed, 0, word(9), word(13), word(1))).isNull();
  }

  @Test
  void aSelectedSizeNeedsNoLoop() {
    String copy = "selp.b32 %r8, 16, 0, %p1;\n";
    String twice = "cp.async.ca.shared.global [%r4], [%rd6], 16, %r8;\n".repeat(2);
    assertThat(copies("setp.eq.u32 %p1, %r1, 1;\n" + copy + twice)).hasSize(6);
    assertThat(copies("mov.u32 %r8, %tid.x;\n" + twice)).hasSizeGreaterThan(6);
  }

  @Test
  void aCopyNeverReadsBeyondTheSource() throws IOException {
    String at = "add.s64 %rd6, %rd2, 60;\nmov.u32 %r8, SIZE;\n";
    String copy = at + "cp.async.ca.shared.global [%r4], [%rd6], 4, %r8;";
    assertThat(miss(copy.replace("SIZE", "3"), -1, -1, -1, -1)).isNull();
    String far = copy.replace("60", "64").replace("SIZE", "0");
    assertThat(miss(far, -1, -1, -1, -1)).isNull();
    assertThatThrownBy(() -> miss(far.replace("%r8, 0", "%r8, 1"), -1, -1, -1, -1))
        .hasMessageContaining("k.ptx:29");
  }

  @Test
  void aMisalignedAddressIsAnErrorWithItsLine() {
    assertThatThrownBy(() -> miss("cp.async.ca.shared.global [%r4+4], [%rd6], 8;", 0, 0, 0, 0))
        .hasMessageContaining("k.ptx:27")
        .hasMessageContaining("8");
  }

  @Test
  void aCopyIsALoadAndAStoreWithItsKind() {
    List<Instruction> code = copies("cp.async.cg.shared.global [%r4], [%rd6+32], 16;");
    assertThat(code).extracting(Instruction::op).containsExactly(Op.LOAD, Op.STORE);
    assertThat(code).extracting(i -> i.memory().space()).containsExactly(Space.GLOBAL, Space.LOCAL);
    assertThat(code).allMatch(i -> i.is(Variant.Copy.UNCACHED) && i.memory().bytes() == 16);
    assertThat(code.get(0).memory().offset()).isEqualTo(32);
    assertThat(copies("cp.async.ca.shared.global [%r4], [%rd6], 4;"))
        .allMatch(i -> i.is(Variant.Copy.CACHED) && i.memory().bytes() == 4);
  }

  @Test
  void waitingForAllCommitsFirst() {
    List<Instruction> all = Ptx.code("cp.async.wait_all;");
    assertThat(all).extracting(Instruction::op).containsExactly(Op.COMMIT_COPIES, Op.AWAIT_COPIES);
    assertThat(Ptx.code("cp.async.wait_group 3;").get(0).sources().get(0).bits()).isEqualTo(3);
  }

  private static List<Instruction> copies(String body) {
    return Ptx.code(body).stream().filter(Instruction::isCopy).toList();
  }
}
