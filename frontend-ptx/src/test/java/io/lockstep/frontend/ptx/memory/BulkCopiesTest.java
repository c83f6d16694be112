// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.frontend.ptx.Executed;
import io.lockstep.frontend.ptx.Ptx;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk copies and the bytes that barriers count, as four work-items execute them. */
class BulkCopiesTest {
  private static final String LOAD =
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes ";
  private static final String EXPECT = "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], ";
  private static final int WORDS = 1024;

  @TempDir private Path folder;

  /** The value of a word of the source. */
  private static int word(int i) {
    return i * 3 + 1;
  }

  /**
   * The first work-item executes the code for it; then all arrive and wait, and each reads the word
   * of shared memory at byte %r5 plus four times its number.
   */
  private String miss(String first, String all, int... expected) throws IOException {
    StringBuilder module =
        new StringBuilder(
            ".shared .align 16 .b8 tile[4096];\n.shared .align 8 .b64 bar;\n"
                + ".global .align 16 .u32 from[1024] = {");
    for (int i = 0; i < WORDS; i++) {
      module.append(i > 0 ? "," : "").append(word(i));
    }
    String body =
        """
        ld.param.u64 %rd1, [p0];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2;
        mov.u64 %rd4, from;
        mov.u32 %r2, tile;
        mov.u32 %r3, bar;
        mov.u32 %r5, 0;
        mov.u32 %r8, %ntid.x;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra made;
        mbarrier.init.shared.b64 [bar], 4;
        fence.proxy.async;
        made: bar.sync 0;
        @%p1 bra ready;
        FIRST
        ready: mbarrier.arrive.shared.b64 %rd5, [bar];
        wait: mbarrier.try_wait.shared.b64 %p2, [bar], %rd5;
        @!%p2 bra wait;
        ALL
        shl.b32 %r6, %r1, 2;
        add.u32 %r6, %r6, %r5;
        add.u32 %r6, %r6, %r2;
        ld.shared.u32 %r7, [%r6];
        st.global.u32 [%rd3], %r7;
        """
            .replace("FIRST", first)
            .replace("ALL", all);
    return Executed.miss(folder, Ptx.text(module + "};", body), "o, {u32: 6}", expected);
  }

  private static int[] words(int at) {
    return new int[] {word(at), word(at + 1), word(at + 2), word(at + 3)};
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 48, 64, 240, 256, 272, 496, 1024, 1040, 1280, 2048, 3600, 4080})
  void aCopyBringsAllItsBytesAndNoMore(int bytes) throws IOException {
    int last = bytes / 4 - 4;
    String copy = LOAD + "[%r2], [%rd4], SIZE, [%r3];\n" + EXPECT + "SIZE;";
    for (String size : new String[] {"" + bytes, "%r9", "%r10"}) {
      String text =
          "mov.u32 %r9, " + bytes + ";\nshl.b32 %r10, %r8, 30;\nadd.u32 %r10, %r10, " + bytes + ";";
      text += copy.replace("SIZE", size);
      assertThat(miss(text, "mov.u32 %r5, " + (bytes - 16) + ";", words(last))).isNull();
      assertThat(miss(text, "mov.u32 %r5, " + bytes + ";", 0, 0, 0, 0)).isNull();
      assertThat(miss(text, "mov.u32 %r5, " + bytes / 32 * 16 + ";", words(bytes / 32 * 4)))
          .isNull();
    }
  }

  @Test
  void offsetsOfBothAddressesCount() throws IOException {
    String copy =
        LOAD.replace("cluster", "cta") + "[%r2+64], [%rd4+32], 32, [bar];\n" + EXPECT + "32;";
    assertThat(miss(copy, "mov.u32 %r5, 80;", words(12))).isNull();
    assertThat(miss(copy, "mov.u32 %r5, 48;", 0, 0, 0, 0)).isNull();
  }

  @Test
  void aGuardedCopyIsMadeWhereItsGuardHolds() throws IOException {
    String size = "mov.u32 %r9, 528;\nshl.b32 %r10, %r8, 30;\nadd.u32 %r10, %r10, 528;\n";
    String copy = LOAD + "[%r2], [%rd4], %r10, [%r3];\n";
    String both = size + "@!%p1 " + copy + EXPECT + "528;";
    assertThat(miss(both, "mov.u32 %r5, 512;", words(128))).isNull();
    assertThat(miss(size + "@%p1 " + copy, "mov.u32 %r5, 512;", 0, 0, 0, 0)).isNull();
  }

  @Test
  void anArrivalMayExpectBytes() throws IOException {
    String first =
        "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd5, [bar], 64;\n"
            + "mbarrier.pending_count.b64 %r11, %rd5;\nst.shared.u32 [%r2+64], %r11;\n"
            + LOAD
            + "[%r2], [%rd4], 64, [%r3];\nbra wait;";
    assertThat(miss(first, "", words(0))).isNull();
    assertThat(miss(first, "mov.u32 %r5, 64;", 1, 0, 0, 0)).isNull();
    assertThatThrownBy(() -> miss(first.replace("[bar], 64", "[bar], 96"), "", words(0)))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("arrivals are missing (0, and 32 bytes) and none comes");
  }

  @Test
  void aPhaseIsCompleteWithArrivalsOnlyWhenItsBytesHaveCome() throws IOException {
    String first = EXPECT + "48;";
    String wait = "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], ";
    assertThat(miss(first + "\n" + wait + "48;", "", 0, 0, 0, 0)).isNull();
    assertThatThrownBy(() -> miss(first + "\n" + wait + "32;", "", 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("arrivals are missing (0, and 16 bytes) and none comes");
    assertThatThrownBy(() -> miss(first + "\n" + wait + "80;", "", 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(
            "where 0 arrivals are missing and 32 bytes more than expected have come");
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 272, 2064})
  void aCopyToGlobalMemoryIsDoneAtTheWait(int bytes) throws IOException {
    String filled =
        "mov.u32 %r20, 7;\nfill: shl.b32 %r21, %r20, 2;\nadd.u32 %r22, %r21, %r2;\n"
            + "st.shared.u32 [%r22], %r20;\nadd.u32 %r20, %r20, 1;\n"
            + "setp.lt.u32 %p4, %r20, 1024;\n@%p4 bra fill;\n";
    String store =
        "cp.async.bulk.global.shared::cta.bulk_group [%rd4+64], [%r2+16], "
            + bytes
            + ";\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;\n"
            + "ld.global.v4.u32 {%r30, %r31, %r32, %r33}, [%rd4+AT];\n"
            + "st.shared.v4.u32 [%r2], {%r30, %r31, %r32, %r33};\n";
    int last = bytes / 4;
    String at = filled + store.replace("AT", "" + (64 + bytes - 16));
    int[] expected = {last, last + 1, last + 2, last + 3};
    for (int k = 0; k < 4 && bytes == 16; k++) {
      expected[k] = last + k < 7 ? 0 : last + k;
    }
    assertThat(miss(at, "", expected)).isNull();
    assertThat(miss(filled + store.replace("AT", "" + (64 + bytes)), "", words(16 + bytes / 4)))
        .isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "[%r2+8], [%rd4], 32, [%r3]#k.ptx:30#offset 8 of work-group memory is not aligned",
        "[%r2], [%rd4+4], 32, [%r3]#k.ptx:30#offset 4 of buffer from is not aligned",
        "[%r2], [%rd4], %r8, [%r3]#k.ptx:30#a bulk copy of 4 bytes, no multiple of 16",
        "[%r2], [%rd4], 32, [%r2+2048]#k.ptx:30#was never initialised, or was invalidated",
        "[%r2], [%rd4+4080], 32, [%r3]#k.ptx:30#at offset 4096 out of bounds of buffer from",
        "[%r2+4080], [%rd4], 4096, [%r3]#k.ptx:30#out of bounds of work-group memory"
      })
  void badCopiesAreErrorsWithTheirLine(String operands, String line, String what) {
    assertThatThrownBy(() -> miss(LOAD + operands + ";", "", 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(line)
        .hasMessageContaining(what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1048576", "%r9", "1000000;\n" + EXPECT + "1000000"})
  void moreBytesThanABarrierCountsAreAnError(String bytes) {
    assertThatThrownBy(
            () -> miss("mov.u32 %r9, 0x80000000;\n" + EXPECT + bytes + ";", "", 0, 0, 0, 0))
        .isInstanceOf(ExecutionException.class)
        .hasMessageMatching(
            "(?s).*k.ptx:\\d+: kernel k: the barrier at byte 4096 of work-group memory counts at"
                + " most 1,048,575 bytes, found [0-9,]+.*");
  }

  @Test
  void aShortCopyOfConstantSizeNeedsNoLoop() {
    String module = ".shared .align 16 .b8 tile[4096];\n.shared .align 8 .b64 bar;";
    String copy = LOAD + "[tile], [%rd1], SIZE, [bar];";
    String known = "mov.u32 %r1, 288;\n" + copy.replace("SIZE", "%r1");
    for (String body : new String[] {copy.replace("SIZE", "288"), known}) {
      assertThat(Ptx.kernel(module, body).blocks()).hasSize(1);
      var code = Ptx.code(Ptx.kernel(module, body)).stream().filter(Instruction::isCopy).toList();
      assertThat(code).hasSize(2 * 288 / 16).allMatch(i -> i.is(Variant.Copy.BULK));
      assertThat(code)
          .filteredOn(i -> i.op() == Op.STORE)
          .allMatch(i -> i.memory().space() == Space.LOCAL && i.memory().bytes() == 16);
    }
    assertThat(Ptx.kernel(module, copy.replace("SIZE", "4096")).blocks()).hasSizeGreaterThan(1);
  }
}
