// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mistakes of kernels, looked for on request. */
@Tag("slow")
class CheckTest {
  @TempDir private Path folder;

  private static String kernel(String body) {
    return Scratch.kernel(
        """

          .reg .pred %p<8>;
          .reg .b32 %r<32>;
          .reg .b64 %rd<8>;
          .shared .align 4 .b8 tile[1024];
          ld.param.u64 %rd1, [p0];
          mov.u32 %r1, %tid.x;
          mov.u32 %r2, %ctaid.x;
          shl.b32 %r3, %r1, 2;
          mov.u32 %r4, tile;
          add.s32 %r4, %r4, %r3;
        """
            + body);
  }

  /**
   * A sum over 128 work-items in local memory, as Harris's "Optimizing Parallel Reduction in CUDA"
   * makes it: barriers down to a width, none below.
   */
  private static String sum(int width) {
    StringBuilder body = new StringBuilder("  st.volatile.shared.u32 [%r4], %r1;\n  bar.sync 0;\n");
    for (int half = 64; half >= 1; half /= 2) {
      body.append("  setp.ge.u32 %p1, %r1, ").append(half).append(";\n");
      body.append("  @%p1 bra skip").append(half).append(";\n");
      body.append("  ld.volatile.shared.u32 %r5, [%r4];\n");
      body.append("  ld.volatile.shared.u32 %r6, [%r4+").append(4 * half).append("];\n");
      body.append("  add.s32 %r5, %r5, %r6;\n  st.volatile.shared.u32 [%r4], %r5;\n");
      body.append("skip").append(half).append(":\n");
      if (half > width) {
        body.append("  bar.sync 0;\n");
      }
    }
    body.append("  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra end;\n");
    body.append("  mul.wide.u32 %rd2, %r2, 4;\n  add.s64 %rd3, %rd1, %rd2;\n");
    body.append("  st.global.u32 [%rd3], %r5;\nend:\n");
    return kernel(body.toString());
  }

  private String workload(String kernel, int size, String more) throws IOException {
    return new Scratch(folder).workload(kernel, more, 1024, "2", Integer.toString(size));
  }

  private Cli record(String workload, String checks) {
    return Cli.run("record", workload, "-o", folder.resolve("t.lkt").toString(), "--check", checks);
  }

  private String inspected() {
    return Cli.run("inspect", folder.resolve("t.lkt").toString()).out();
  }

  @ParameterizedTest
  @DisplayName("a sum without barriers among its last work-items needs a width")
  @CsvSource({"0, 1", "2, 2", "4, 4", "8, 8", "16, 16", "32, 32", "64, 64"})
  void minimumWidth(int withoutBarrier, int minimum) throws IOException {
    Cli cli = record(workload(sum(withoutBarrier), 128, ""), "races");
    assertThat(cli.code()).as(cli.all()).isEqualTo(minimum == 1 ? 0 : 4);
    assertThat(inspected())
        .contains("minimum width " + minimum + (minimum == 1 ? "\n" : ", races"));
    if (minimum > 1) {
      assertThat(cli.out()).contains("all inside aligned widths of " + minimum + "\n");
    }
  }

  @Test
  @DisplayName("a race inside a group names both lines, the place, the work-items and the group")
  void inGroup() throws IOException {
    String body = "  st.shared.u32 [%r4], %r1;\n  ld.shared.u32 %r5, [%r4+4];\n";
    Cli cli = record(workload(kernel(body), 255, ""), "races");
    assertThat(cli.code()).isEqualTo(4);
    assertThat(cli.out())
        .contains(
            "k.ptx:17: kernel k: data race: read at line 17 by work-item (0, 0, 0) of work-group"
                + " (0, 0, 0) of local memory (tile) at offset 4 and write at line 16 by work-item"
                + " (1, 0, 0) of work-group (0, 0, 0), no barrier between; 508 such");
  }

  @Test
  @DisplayName("a race between groups is one only in device memory, with or without barriers")
  void betweenGroups() throws IOException {
    String body =
        "  mul.wide.u32 %rd2, %r1, 4;\n  add.s64 %rd3, %rd1, %rd2;\n"
            + "  st.shared.u32 [%r4], %r1;\n  bar.sync 0;\n  st.global.u32 [%rd3], %r1;\n";
    Cli cli = record(workload(kernel(body), 64, ""), "all");
    assertThat(cli.code()).isEqualTo(4);
    assertThat(cli.out())
        .contains(
            "k.ptx:20: kernel k: data race between work-groups: write at line 20 by work-item"
                + " (0, 0, 0) of work-group (1, 0, 0) of buffer o at offset 0 and write at line 20"
                + " by work-item (0, 0, 0) of work-group (0, 0, 0); 64 such; two writes are a race even if their values are equal\n")
        .doesNotContain("local memory");
    assertThat(inspected()).contains("minimum width 1, races found");
  }

  @Test
  @DisplayName("atomics do not race with each other, but with plain accesses")
  void atomicsDoNotRaceWithEachOther() throws IOException {
    String atomic = "  atom.global.add.u32 %r5, [%rd1], 1;\n";
    assertThat(record(workload(kernel(atomic), 64, ""), "races").code()).isZero();
    Cli cli = record(workload(kernel(atomic + "  ld.global.u32 %r6, [%rd1];\n"), 64, ""), "races");
    assertThat(cli.code()).isEqualTo(4);
    assertThat(cli.out()).contains("atomic at line 16").contains("read at line 17");
  }

  /**
   * Work-item 0 compares the first word of the buffer, 0, and swaps it for 1; item 1 accesses it.
   */
  private static String compareAndSwap(int expected, String access) {
    return "  setp.ne.u32 %p1, %r1, 0;\n  setp.ne.u32 %p2, %r1, 1;\n"
        + "  @!%p1 atom.global.cas.b32 %r5, [%rd1], "
        + expected
        + ", 1;\n  @!%p2 "
        + access
        + ";\n";
  }

  @Test
  @DisplayName("a compare-and-swap that stores nothing conflicts with plain writes only")
  void aCompareAndSwapThatStoresNothingConflictsWithPlainWritesOnly() throws IOException {
    String read = "ld.global.u32 %r6, [%rd1]";
    String write = "st.global.u32 [%rd1], %r1";
    Cli failing = record(workload(kernel(compareAndSwap(7, read)), 64, ""), "races");
    assertThat(failing.code()).as(failing.all()).isZero();
    assertThat(inspected()).contains("minimum width 1\n");
    Cli storing = record(workload(kernel(compareAndSwap(0, read)), 64, ""), "races");
    assertThat(storing.out())
        .contains("read at line 19 by work-item (1, 0, 0)")
        .contains("atomic at line 18 by work-item (0, 0, 0)");
    Cli written = record(workload(kernel(compareAndSwap(7, write)), 64, ""), "races");
    assertThat(written.code()).isEqualTo(4);
    assertThat(written.out())
        .contains("write at line 19 by work-item (1, 0, 0)")
        .contains("atomic at line 18 by work-item (0, 0, 0)");
    String address = "  mov.u64 %rd2, %rd1;\n  atom.global.cas.b64 %rd2, [%rd2], 5, 6;\n";
    String replacing = address + "  setp.ne.u32 %p2, %r1, 1;\n  @!%p2 " + write + ";\n";
    Cli replaced = record(workload(kernel(replacing), 64, ""), "races");
    assertThat(replaced.out())
        .as("its result replaces its address")
        .contains("write at line 19 by work-item (1, 0, 0)")
        .contains("atomic at line 17 by work-item (0, 0, 0)");
  }

  @Test
  @DisplayName("atomic loads and stores conflict with plain accesses only, and stores read nothing")
  void atomicLoadsAndStoresConflictWithPlainAccessesOnly() throws IOException {
    String atomics =
        """
          st.relaxed.cta.shared.u32 [tile], %r1;
          ld.acquire.cta.shared.u32 %r6, [tile];
          atom.shared.add.u32 %r6, [tile], 1;
        """;
    Cli clean = record(workload(kernel(atomics), 64, ""), "all");
    assertThat(clean.code()).as(clean.all()).isZero();
    Cli plain = record(workload(kernel(atomics + "  ld.shared.u32 %r6, [tile];\n"), 64, ""), "all");
    assertThat(plain.out())
        .contains("read at line 19 by work-item (0, 0, 0)")
        .contains("atomic at line 16 by work-item (1, 0, 0)")
        .doesNotContain("line 17");
    String load = "  ld.acquire.cta.shared.u32 %r6, [tile];\n  st.shared.u32 [tile], %r1;\n";
    Cli write = record(workload(kernel(load), 64, ""), "races");
    assertThat(write.out())
        .contains("write at line 17 by work-item (0, 0, 0)")
        .contains("atomic read at line 16 by work-item (63, 0, 0)");
  }

  @Test
  @DisplayName("a barrier of 32 lanes orders them, not their neighbours")
  void aBarrierOf32LanesOrdersThem() throws IOException {
    String store = "  st.shared.u32 [%r4], %r1;\n  bar.warp.sync -1;\n";
    String near = "  xor.b32 %r6, %r3, 4;\n  mov.u32 %r7, tile;\n  add.s32 %r7, %r7, %r6;\n";
    String load = "  ld.shared.u32 %r5, [%r7];\n";
    assertThat(record(workload(kernel(store + near + load), 128, ""), "races").code()).isZero();
    String far = near.replace(", 4;", ", 128;");
    Cli cli = record(workload(kernel(store + far + load), 128, ""), "races");
    assertThat(cli.code()).isEqualTo(4);
    assertThat(cli.out()).contains("all inside aligned widths of 64");
    Cli none = record(workload(kernel(near + store.substring(0, 29) + load), 128, ""), "races");
    assertThat(none.out()).contains("all inside aligned widths of 2");
  }

  /** Word number (tid xor a mask) of the tile into %r7. */
  private static String other(int mask) {
    return "  xor.b32 %r6, %r3, "
        + 4 * mask
        + ";\n  mov.u32 %r7, tile;\n  add.s32 %r7, %r7, %r6;\n";
  }

  private static final String STORE = "  st.shared.u32 [%r4], %r1;\n";
  private static final String LOAD = "  ld.shared.u32 %r5, [%r7];\n";

  @Test
  @DisplayName("a barrier of each half orders that half, and only that half")
  void aBarrierOfEachHalfOrdersThatHalf() throws IOException {
    String meet = "  shr.u32 %r8, %r1, 6;\n  add.u32 %r8, %r8, 1;\n  bar.sync %r8, 64;\n";
    Cli near = record(workload(kernel(STORE + meet + other(32) + LOAD), 128, ""), "races");
    assertThat(near.code()).as(near.all()).isZero();
    assertThat(inspected()).contains("minimum width 1\n");
    Cli far = record(workload(kernel(STORE + meet + other(64) + LOAD), 128, ""), "races");
    assertThat(far.code()).isEqualTo(4);
    assertThat(far.out())
        .contains("k.ptx:23: kernel k: data race: read at line 23 by work-item (0, 0, 0)")
        .contains("and write at line 16 by work-item (64, 0, 0)")
        .contains("all inside aligned widths of 128");
  }

  /** 32 producers write and arrive, 32 consumers wait and read; with more on either side. */
  private static String handOver(String late, String early) {
    return other(32)
        + "  setp.ge.u32 %p1, %r1, 32;\n  @%p1 bra CONSUMER;\n"
        + STORE
        + "  bar.arrive 1, 64;\n"
        + late
        + "  bra END;\nCONSUMER:\n"
        + early
        + "  bar.sync 1, 64;\n"
        + LOAD
        + "END:\n";
  }

  @Test
  @DisplayName("who arrives releases, who waits acquires; what comes after the arrival is a race")
  void whoArrivesReleasesWhoWaitsAcquires() throws IOException {
    Cli clean = record(workload(kernel(handOver("", "")), 64, ""), "races");
    assertThat(clean.code()).as(clean.all()).isZero();
    Cli late = record(workload(kernel(handOver(STORE, "")), 64, ""), "races");
    assertThat(late.code()).isEqualTo(4);
    assertThat(late.out())
        .contains("read at line 27 by work-item (32, 0, 0)")
        .contains("write at line 23 by work-item (0, 0, 0)")
        .doesNotContain("line 21");
    Cli early = record(workload(kernel(handOver("", LOAD)), 64, ""), "races");
    assertThat(early.code()).isEqualTo(4);
    assertThat(early.out())
        .contains("read at line 25 by work-item (32, 0, 0)")
        .contains("write at line 21 by work-item (0, 0, 0)")
        .doesNotContain("line 27");
  }

  @Test
  @DisplayName("order goes from hand to hand: 0 to 1 by one barrier, 1 to 2 by the next")
  void orderGoesFromHandToHand() throws IOException {
    String first =
        """
          shr.u32 %r8, %r1, 5;
          setp.eq.u32 %p1, %r8, 1;
          setp.eq.u32 %p2, %r8, 2;
          @%p1 bra MIDDLE;
          @%p2 bra LAST;
        """;
    String rest =
        """
          bar.arrive 1, 64;
          bra END;
        MIDDLE:
          bar.sync 1, 64;
          bar.arrive 2, 64;
          bra END;
        LAST:
          bar.sync %d, 64;
        """;
    String read = "  sub.u32 %r7, %r4, 256;\n" + LOAD + "END:\n";
    String good = first + STORE + rest.formatted(2) + read;
    Cli chain = record(workload(kernel(good), 96, ""), "races");
    assertThat(chain.code()).as(chain.all()).isZero();
    String bad = good.replace("bar.sync 2, 64;", "membar.cta;").replace("bar.arrive 2, 64;", "");
    Cli broken = record(workload(kernel(bad), 96, ""), "races");
    assertThat(broken.code()).isEqualTo(4);
    assertThat(broken.out()).contains("data race").contains("read at line").contains("write at");
  }

  @Test
  @DisplayName("a barrier counted for the whole group is one for the whole group")
  void aBarrierCountedForTheWholeGroupIsOneForTheWholeGroup() throws IOException {
    String body = STORE + "  bar.sync 3, 128;\n" + other(64) + LOAD;
    assertThat(record(workload(kernel(body), 128, ""), "races").code()).isZero();
    String register = STORE + "  mov.u32 %r9, 128;\n  bar.sync 3, %r9;\n" + other(64) + LOAD;
    assertThat(record(workload(kernel(register), 128, ""), "races").code()).isZero();
  }

  @Test
  @DisplayName("races: allow silences races; the trace still says that there are some")
  void racesAllowSilencesRacesTheTraceStillSaysThatThereAreSome() throws IOException {
    String allow = ", attributes: {k: {races: allow}}";
    String workload = workload(kernel("  st.global.u32 [%rd1], %r1;\n"), 64, allow);
    Cli cli = record(workload, "all");
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).contains("check: nothing found");
    assertThat(inspected()).contains("minimum width 64, races by design, races found");
    Cli compared = Cli.run("run", workload, "-d", "gtx280", "--check", "races");
    assertThat(compared.code()).as(compared.all()).isZero();
  }

  @Test
  @DisplayName("reads of local memory that the group has not written are found byte by byte")
  void readsOfLocalMemoryThatTheGroupHasNotWrittenAreFoundByteByByte() throws IOException {
    String store = "  st.shared.u8 [%r4], %r1;\n  bar.sync 0;\n";
    assertThat(
            record(workload(kernel(store + "  ld.shared.u8 %r5, [%r4];\n"), 64, ""), "all").code())
        .isZero();
    Cli cli = record(workload(kernel(store + "  ld.shared.u32 %r5, [%r4];\n"), 64, ""), "all");
    assertThat(cli.code()).isEqualTo(4);
    assertThat(cli.out())
        .contains(
            "k.ptx:18: kernel k: uninitialised read at line 18 by work-item (0, 0, 0) of"
                + " work-group (0, 0, 0) of local memory (tile) at offset 1, which its group has"
                + " not written; 128 such\n");
  }

  @Test
  @DisplayName("what is not asked for is not found, and the trace says that it was not")
  void notAsked() throws IOException {
    String workload = workload(kernel("  st.global.u32 [%rd1], %r1;\n"), 64, "");
    Cli cli = Cli.run("record", workload, "-o", folder.resolve("t.lkt").toString());
    assertThat(cli.code()).isZero();
    assertThat(cli.out()).doesNotContain("check:");
    assertThat(inspected()).contains("minimum width not computed");
    assertThat(record(workload, "uninitialised").code()).isZero();
  }

  @Test
  @DisplayName("a device below the width refuses, a wider one runs")
  void aDeviceBelowTheWidthRefuses() throws IOException {
    String workload = workload(sum(64), 128, "");
    Cli cli = Cli.run("run", workload, "-d", "gtx280,hd5870,mi100", "--check", "races");
    assertThat(cli.code()).isEqualTo(4);
    assertThat(cli.out())
        .containsOnlyOnce("\nrefused: ")
        .contains("(gtx280)\nrefused: kernel 'k': is correct only at wavefronts of at least 64")
        .contains("the device's are 32");
    record(workload, "races");
    Cli replayed = Cli.run("compare", folder.resolve("t.lkt").toString(), "-d", "gtx280,hd5870");
    assertThat(replayed.code()).isZero();
    assertThat(replayed.out()).contains("gtx280 refused: kernel 'k': is correct only at");
    Cli watched =
        Cli.run(
            "profile",
            folder.resolve("t.lkt").toString(),
            "-d",
            "gtx280",
            "--timeline",
            folder.resolve("t.pftrace").toString());
    assertThat(watched.out()).contains("is correct only at");
    // Refused before anything was simulated: no group has run.
    Path timeline = folder.resolve("t.pftrace");
    assertThat(Files.exists(timeline) ? Files.readString(timeline) : "").doesNotContain("group");
  }

  @Test
  @DisplayName("of several kernels, the one that needs the width is named")
  void refusedSecond() throws IOException {
    String other = kernel("").replace("entry k", "entry other");
    String both = other + sum(64).substring(sum(64).indexOf(".visible"));
    String path = workload(both, 128, "");
    Path file = Path.of(path);
    Files.writeString(
        file,
        Files.readString(file)
            .replace(
                "steps:\n", "steps:\n  - {launch: other, grid: [1], block: [64], args: [o]}\n"));
    assertThat(Cli.run("run", path, "-d", "gtx280,hd5870", "--check", "races").out())
        .contains("(gtx280)\nrefused: kernel 'k': is correct only at wavefronts of at least 64");
  }

  @Test
  @DisplayName("a kernel that fixes the width at 32 says so where wavefronts are wider")
  void fixedWidth() throws IOException {
    String workload =
        workload(
            kernel(
                "  setp.lt.u32 %p1, %r1, 40;\n  vote.sync.all.pred %p2, %p1, -1;\n"
                    + "  @%p2 st.global.u32 [%rd1], %r2;\n"),
            64,
            "");
    String said = ": kernel 'k' fixes the width at 32: wavefronts of 64 run it as two halves";
    Cli cli = Cli.run("compare", workload, "-d", "gtx280,mi100");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("mi100" + said).doesNotContain("gtx280: kernel", "refused");
    assertThat(Cli.run("run", workload, "-d", "mi100").out())
        .contains("remark       " + said.substring(2));
    Cli narrow = Cli.run("run", workload, "-d", "hd5450", "--set", "unit.wavefront=16");
    assertThat(narrow.out() + narrow.err())
        .contains("lane operations fix the wavefront's width at 32, the device's is 16");
  }

  @ParameterizedTest
  @DisplayName("findings in every format; JSON has them beside the results")
  @ValueSource(strings = {"table", "json", "csv"})
  void findingsInEveryFormatJsonHasThemBesideTheResults(String format) throws IOException {
    String workload = workload(kernel("  st.global.u32 [%rd1], %r1;\n"), 64, "");
    Cli cli = Cli.run("run", workload, "-d", "hd5870", "--check", "races", "-f", format);
    assertThat(cli.code()).isEqualTo(4);
    switch (format) {
      case "json" ->
          assertThat(cli.out())
              .contains("\"check\" : \"races\"")
              .contains("\"place\" : \"buffer o\"")
              .contains("\"between_groups\" : true")
              .contains("\"line\" : 16")
              .contains("\"work_item\" : 1")
              .contains("\"check_notes\" : [ ]");
      case "csv" -> {
        assertThat(cli.out()).doesNotContain("check:");
        assertThat(cli.err()).contains("check: ");
      }
      default -> assertThat(cli.out()).contains("check: ");
    }
    Cli without = Cli.run("run", workload, "-d", "hd5870", "-f", "json");
    assertThat(without.code()).isZero();
    assertThat(without.out()).doesNotContain("\"checks\"");
  }

  @Test
  @DisplayName("a trace cannot be checked any more; unknown checks are wrong usage")
  void aTraceCannotBeCheckedAnyMore() throws IOException {
    String workload = workload(kernel(""), 64, "");
    record(workload, "all");
    Cli cli =
        Cli.run("run", folder.resolve("t.lkt").toString(), "-d", "hd5870", "--check", "races");
    assertThat(cli.code()).isEqualTo(3);
    assertThat(cli.err()).contains("a recorded trace was executed already");
    Cli unknown = record(workload, "racing");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("races, uninitialised, all");
    assertThat(Cli.run("completion").out()).contains("races").contains("uninitialised");
  }
}
