// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every mistake of a kernel, word by word: kernel, line, work-item and work-group are named. */
class ReportTextTest {
  @TempDir private Path folder;

  /**
   * Records a kernel that begins at line 5 of its text and is launched as 2 x 1 x 3 groups of 4 x 2
   * x 8; %r1 to %r6 are local and group ids, %r7 the flat local id, %rd1 a buffer of 1024 bytes.
   */
  private Cli record(String body, String... more) throws IOException {
    String kernel =
        Scratch.kernel(
            """
             .reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<8>; .shared .align 8 .b8 tile[512];
              ld.param.u64 %rd1, [p0];
              mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;
              mov.u32 %r4, %ctaid.x; mov.u32 %r5, %ctaid.y; mov.u32 %r6, %ctaid.z;
              mad.lo.u32 %r7, %r3, 8, %r1; mad.lo.u32 %r7, %r2, 4, %r7;
              mov.u32 %r8, tile; mad.lo.u32 %r8, %r7, 4, %r8;
            """
                + body);
    String[] call = new String[4 + more.length];
    call[0] = "record";
    call[1] = new Scratch(folder).workload(kernel, "", 256, "2, 1, 3", "4, 2, 8");
    call[2] = "-o";
    call[3] = folder.resolve("t.lkt").toString();
    System.arraycopy(more, 0, call, 4, more.length);
    return Cli.run(call);
  }

  private void fails(String text, String body, String... more) throws IOException {
    Cli cli = record(body, more);
    assertThat(cli.code()).as(cli.all()).isEqualTo(3);
    assertThat(cli.err()).isEqualTo("lockstep: " + folder.resolve("k.ptx") + ":" + text + "\n");
    assertThat(folder.resolve("t.lkt")).doesNotExist();
  }

  private void finds(String text, String body, String check) throws IOException {
    Cli cli = record(body, "--check", check);
    assertThat(cli.code()).as(cli.all()).isEqualTo(4);
    assertThat(cli.out().lines().filter(l -> l.startsWith("check: ")))
        .containsExactly("check: k.ptx:" + text);
  }

  /** Leaves all but one work-item of the group (1, 0, 2). */
  private static final String ONE =
      "  setp.ne.u32 %p1, %r7, 46; setp.ne.or.u32 %p1, %r6, 2, %p1;"
          + " setp.ne.or.u32 %p1, %r4, 1, %p1; @%p1 bra END;\n";

  @Test
  @DisplayName("out of bounds of a buffer, of local memory, of none")
  void outOfBounds() throws IOException {
    fails(
        "12: kernel k: 4-byte access at offset 1024 out of bounds of buffer o of 1024 bytes (load),"
            + " work-group (1, 0, 2), work-item (2, 1, 5)",
        ONE + "  ld.global.u32 %r9, [%rd1+1024];\nEND:\n");
    fails(
        "12: kernel k: 4-byte access at offset 512 out of bounds of work-group memory of 512"
            + " bytes (store), work-group (1, 0, 2), work-item (2, 1, 5)",
        ONE + "  mov.u32 %r9, tile; st.shared.u32 [%r9+512], %r1;\nEND:\n");
  }

  @Test
  @DisplayName("a misaligned access fails with kernel, line, buffer and work-item")
  void aMisalignedAccessFailsWithKernelAndLine() throws IOException {
    fails(
        "12: kernel k: 4-byte access at offset 6 of buffer o is not aligned (load), work-group"
            + " (1, 0, 2), work-item (2, 1, 5)",
        ONE + "  ld.global.u32 %r9, [%rd1+6];\nEND:\n");
  }

  @Test
  @DisplayName("an endless loop")
  void anEndlessLoopIsNamed() throws IOException {
    fails(
        "13: kernel k: the budget of 5000 instructions for a work-group is spent; an endless loop?"
            + " Of its last 4,690 instructions: line 13 50 %, line 14 50 %; 1 of 64 work-items are"
            + " there; 5 work-groups of the launch ended before it after at most 16 instructions,"
            + " work-group (1, 0, 2), work-item (2, 1, 5)",
        ONE + "LOOP:\n  add.u32 %r9, %r9, 1;\n  @!%p1 bra LOOP;\nEND:\n",
        "--instruction-budget",
        "5000");
  }

  @Test
  @DisplayName("divergent barriers: where others cannot come, and where they wait elsewhere")
  void aDivergentBarrierNamesWhereOthersCannotCome() throws IOException {
    fails(
        "12: kernel k: divergent barrier: work-item (2, 1, 5) waits where another of its group"
            + " cannot arrive: the other one took another way and waits at line 14, where both ways join,"
            + " work-group (1, 0, 2), work-item (0, 0, 0)",
        ONE + "  bar.sync 0;\nEND:\n  mov.u32 %r9, %r1;\n  bar.sync 0;\n");
    fails(
        "15: kernel k: divergent barrier: work-item (0, 0, 0) waits at barrier 2 while another of"
            + " its group waits at barrier 1, work-group (1, 0, 2), work-item (2, 1, 5)",
        ONE + "  bar.sync 1;\n  bra OUT;\nEND:\n  bar.sync 2;\nOUT:\n");
    fails(
        "12: kernel k: divergent barrier: work-item (2, 1, 5) waits at barrier 1, which is for 32"
            + " work-items, and no more than 1 arrive, work-group (1, 0, 2), work-item (2, 1, 5)",
        ONE + "  bar.sync 1, 32;\nEND:\n");
  }

  @Test
  @DisplayName("local memory that nobody wrote")
  void unwrittenLocalMemoryIsNamed() throws IOException {
    finds(
        "12: kernel k: uninitialised read at line 12 by work-item (2, 1, 5) of work-group (1, 0, 2)"
            + " of local memory (tile) at offset 184, which its group has not written; 1 such",
        ONE + "  ld.shared.u32 %r9, [%r8];\nEND:\n",
        "uninitialised");
  }

  @Test
  @DisplayName("races inside a group name both lines")
  void racesInsideAGroupNameBothLines() throws IOException {
    String last = "  setp.ne.u32 %p1, %r7, 63; @%p1 bra END;\n";
    finds(
        "13: kernel k: data race: write at line 13 by work-item (3, 1, 7) of work-group (0, 0, 0) of"
            + " local memory (tile) at offset 12 and read at line 11 by work-item (3, 0, 0) of"
            + " work-group (0, 0, 0), no barrier between; 6 such, all inside aligned widths of 64",
        "  ld.shared.u32 %r9, [%r8];\n" + last + "  st.shared.u32 [tile+12], %r1;\nEND:\n",
        "races");
  }

  @Test
  @DisplayName("a race of two writes says that equal values do not matter")
  void aRaceOfTwoWritesSaysThatEqualValuesDoNotMatter() throws IOException {
    String last = "  setp.ne.u32 %p1, %r7, 63; @%p1 bra END;\n";
    finds(
        "13: kernel k: data race: write at line 13 by work-item (3, 1, 7) of work-group (0, 0, 0) of"
            + " local memory (tile) at offset 12 and write at line 11 by work-item (3, 0, 0) of"
            + " work-group (0, 0, 0), no barrier between; 6 such, all inside aligned widths of 64;"
            + " two writes are a race even if their values are equal",
        "  st.shared.u32 [%r8], 1;\n" + last + "  st.shared.u32 [tile+12], 1;\nEND:\n",
        "races");
  }

  @Test
  @DisplayName("races between groups name both lines, work-items and groups")
  void racesBetween() throws IOException {
    finds(
        "15: kernel k: data race between work-groups: atomic at line 15 by work-item (2, 1, 5) of"
            + " work-group (1, 0, 2) of buffer o at offset 40 and write at line 12 by work-item"
            + " (0, 0, 0) of work-group (0, 0, 0); 1 such",
        "  or.b32 %r9, %r4, %r6; or.b32 %r9, %r9, %r7; setp.ne.u32 %p2, %r9, 0; @%p2 bra NEXT;\n"
            + "  st.global.u32 [%rd1+40], %r1;\nNEXT:\n"
            + ONE
            + "  red.global.add.u32 [%rd1+40], 1;\nEND:\n",
        "races");
  }
}
