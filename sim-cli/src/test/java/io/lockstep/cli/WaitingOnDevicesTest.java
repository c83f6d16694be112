// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Work-groups that wait for one another in the simulated time of each family of devices. */
@Tag("slow")
class WaitingOnDevicesTest {
  private static final String[] DEVICES = {"mi300a", "gtx280", "hd5870", "hd6970", "a100"};

  /** The first work-item of each group counts it, and waits until all groups were counted. */
  static final String ALL =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry all(.param .u64 count, .param .u32 groups)
      {
        .reg .pred %p<3>;
        .reg .b32 %r<4>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [count];
        ld.param.u32 %r1, [groups];
        cvta.to.global.u64 %rd2, %rd1;
        mov.u32 %r2, %tid.x;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra DONE;
        red.global.add.u32 [%rd2], 1;
      SPIN:
        ld.volatile.global.u32 %r3, [%rd2];
        setp.ne.u32 %p2, %r3, %r1;
        @%p2 bra SPIN;
      DONE:
        ret;
      }
      """;

  /** Barriers of the first work-items of all groups, one after another. */
  private static final String MEET =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry meet(.param .u64 count, .param .u32 groups, .param .u32 rounds)
      {
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [count];
        ld.param.u32 %r1, [groups];
        ld.param.u32 %r2, [rounds];
        cvta.to.global.u64 %rd2, %rd1;
        mov.u32 %r3, %tid.x;
        setp.ne.u32 %p1, %r3, 0;
        @%p1 bra DONE;
        mul.lo.u32 %r4, %r1, %r2;
        mov.u32 %r5, 0;
      ROUND:
        add.u32 %r5, %r5, %r1;
        red.global.add.u32 [%rd2], 1;
      SPIN:
        ld.volatile.global.u32 %r6, [%rd2];
        setp.lt.u32 %p2, %r6, %r5;
        @%p2 bra SPIN;
        setp.lt.u32 %p3, %r5, %r4;
        @%p3 bra ROUND;
      DONE:
        ret;
      }
      """;

  /** Beside a thread that waits for another block, a warp loads one line again and again. */
  private static final String BESIDE =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry beside(.param .u64 flag, .param .u64 a, .param .u32 loads)
      {
        .reg .pred %p<9>;
        .reg .b32 %r<9>;
        .reg .b64 %rd<9>;
        ld.param.u64 %rd1, [flag];
        ld.param.u64 %rd2, [a];
        ld.param.u32 %r1, [loads];
        mov.u32 %r2, %tid.x;
        mov.u32 %r3, %ctaid.x;
        mov.u32 %r5, 0;
        setp.ne.u32 %p1, %r3, 0;
        @%p1 bra OTHER;
        setp.ge.u32 %p2, %r2, 32;
        @%p2 bra LOADS;
        setp.ne.u32 %p3, %r2, 0;
        @%p3 bra DONE;
      SPIN:
        ld.ORDER.gpu.global.u32 %r4, [%rd1];
        setp.ne.u32 %p4, %r4, 1;
        @%p4 bra SPIN;
        bra.uni DONE;
      LOADS:
        ld.global.u32 %r4, [%rd2];
        cvt.u64.u32 %rd3, %r4;
        add.s64 %rd2, %rd2, %rd3;
        add.u32 %r5, %r5, 1;
        setp.lt.u32 %p5, %r5, %r1;
        @%p5 bra LOADS;
        bra.uni DONE;
      OTHER:
        ld.volatile.global.u32 %r4, [%rd2];
        cvt.u64.u32 %rd3, %r4;
        add.s64 %rd2, %rd2, %rd3;
        add.u32 %r5, %r5, 4;
        setp.lt.u32 %p6, %r5, %r1;
        @%p6 bra OTHER;
        setp.ne.u32 %p7, %r2, 0;
        @%p7 bra DONE;
        st.release.gpu.global.u32 [%rd1], 1;
      DONE:
        ret;
      }
      """;

  /** The first group polls two neighbouring words, which the second group writes late. */
  private static final String NEIGHBOURS =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry flag(.param .u64 words)
      {
        .reg .pred %p<4>;
        .reg .b32 %r<9>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [words];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %tid.x;
        setp.ne.u32 %p1, %r2, 0;
        @%p1 bra DONE;
        mul.wide.u32 %rd2, %r2, 4;
        add.s64 %rd2, %rd1, %rd2;
        setp.ne.u32 %p2, %r1, 0;
        @%p2 bra WRITE;
      SPIN:
        ld.global.u32 %r3, [%rd2+4];
        ld.global.u32 %r4, [%rd2+8];
        add.u32 %r5, %r3, %r4;
        setp.ne.u32 %p3, %r5, 3;
        @%p3 bra SPIN;
        st.global.u32 [%rd1+16], %r5;
        bra.uni DONE;
      WRITE:
        mov.u32 %r6, 2000;
      LOOP:
        sub.u32 %r6, %r6, 1;
        setp.ne.u32 %p3, %r6, 0;
        @%p3 bra LOOP;
        add.u32 %r7, %r6, 1;
        add.u32 %r8, %r6, 2;
        st.global.u32 [%rd1], %r6;
        st.global.u32 [%rd1+4], %r7;
        st.global.u32 [%rd1+8], %r8;
      DONE:
        ret;
      }
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "grid",
    "grid_cl",
    "ticket",
    "spinlock",
    "lookback",
    "pipeline",
    "pipeline_back",
    "worker"
  })
  void everyFamilyVerifiesWithTheSameEventsWhateverTheThreadsAndTheRecord(String name) {
    Path trace = folder.resolve(name + ".lkt");
    assertThat(Cli.run("record", Cli.workload("waits_" + name), "-o", trace.toString()).code())
        .isZero();
    for (String device : DEVICES) {
      Cli one = Cli.run("run", "--device", device, "--threads", "1", Cli.workload("waits_" + name));
      Cli two = Cli.run("run", "--device", device, "--threads", "2", Cli.workload("waits_" + name));
      Cli read = Cli.run("run", "--device", device, trace.toString());
      assertThat(one.code()).as(device + ": " + one.all()).isZero();
      assertThat(one.out()).as(device).containsPattern("verified +yes").contains("polls.failed");
      assertThat(fingerprint(two)).as(device).isEqualTo(fingerprint(one));
      assertThat(fingerprint(read)).as(device).isEqualTo(fingerprint(one));
    }
  }

  /**
   * The last group's atomic makes one trip and the poll that sees it another; neither is shorter
   * than a load that misses the first cache, some hundred cycles on each of these devices.
   */
  @ParameterizedTest
  @CsvSource({"mi300a, 200", "gtx280, 200", "hd5870, 200", "hd6970, 200"})
  void aGridBarrierCostsAtLeastATripOfTheLastAtomicAndOneOfAPoll(String device, long trip)
      throws IOException {
    long four = cycles(device, "grid", "rounds=4");
    long eight = cycles(device, "grid", "rounds=8");
    assertThat((eight - four) / 4).isGreaterThanOrEqualTo(2 * trip);
  }

  /**
   * One work-item of each of 32 groups adds 1 and polls. No barrier is shorter than a trip to the
   * level where the atomics are performed, nor than these one after another. None is longer than
   * half a trip of the last atomic, all atomics at one address, half a trip of a poll that just
   * misses it, a round, and a trip of the poll that sees it. Where loads beside atomics begin with
   * an atomic that changes nothing, a poll takes a trip more and queues at the address with those
   * of the other groups; so does the poll before it.
   *
   * @param trips parameters whose sum is a trip
   * @param round cycles of the instructions of a round and of the way to the next barrier
   */
  @ParameterizedTest
  @CsvSource({
    "mi210, l2.latency, 100",
    "mi300a, mall.latency, 100",
    "gtx280, network.request_latency+network.response_latency, 150",
    "hd6970, l2.latency, 200"
  })
  void aGridBarrierCostsBetweenOneTripAndTwoTripsBesideItsAtomics(
      String device, String trips, long round) throws IOException {
    String parameters = Cli.run("devices", device).out();
    long trip = 0;
    for (String parameter : trips.split("\\+")) {
      trip += parameter(parameters, parameter);
    }
    long atomics = 32 * parameter(parameters, "atomics.same_address");
    long barrier = (meet(MEET, device, 12) - meet(MEET, device, 4)) / 8;
    boolean complete = device.startsWith("hd"); // loads take two trips, docs/mechanisms.md
    long polls = complete ? 2 * (trip + atomics) : 0;
    assertThat(barrier).isBetween(Math.max(trip, atomics), 2 * trip + atomics + round + polls);
  }

  /** Without writes before it, the fence takes its own time; the next poll has to be issued. */
  @ParameterizedTest
  @ValueSource(strings = {"v100", "a100", "h100_sxm"})
  void aGridBarrierThatReleasesAndAcquiresTakesAFenceLonger(String device) throws IOException {
    long fence = parameter(Cli.run("devices", device).out(), "issue.fence_device");
    String ordered =
        MEET.replace("red.global", "red.release.gpu.global")
            .replace("ld.volatile.global", "ld.acquire.gpu.global");
    long plain = (meet(MEET, device, 12) - meet(MEET, device, 4)) / 8;
    long fenced = (meet(ordered, device, 12) - meet(ordered, device, 4)) / 8;
    assertThat(fenced - plain).isBetween(fence - 20, fence + 60);
  }

  /** A poll that acquires is a load and CCTL.IVALL, in every round. */
  @ParameterizedTest
  @ValueSource(strings = {"v100", "a100", "h100_sxm"})
  void aPollThatAcquiresEmptiesTheFirstLevelInEachRound(String device) throws IOException {
    long[] hits = new long[2];
    for (int k = 0; k < 2; k++) {
      Files.writeString(
          folder.resolve("beside.ptx"), BESIDE.replace("ORDER", k == 0 ? "relaxed" : "acquire"));
      Path workload = folder.resolve("beside.yaml");
      Files.writeString(
          workload,
          "name: beside\n"
              + "kernels: {file: beside.ptx, attributes: {beside: {races: allow}}}\n"
              + "buffers: {flag: {type: u32, count: 1}, a: {type: u32, count: 64}}\n"
              + "steps:\n"
              + "  - {launch: beside, grid: [2], block: [64], args: [flag, a, {u32: 400}]}\n");
      Cli cli = Cli.run("run", "--device", device, workload.toString());
      assertThat(cli.code()).as(cli.all()).isZero();
      hits[k] = Long.parseLong(found(cli.out(), "l1\\.hits +([0-9,]+)").replace(",", ""));
    }
    assertThat(hits[0]).isGreaterThan(390);
    assertThat(hits[1]).isLessThan(hits[0] - 50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "merged_accesses"})
  void aMergedPollWaitsForAllItsWordsAndAMergedStoreChangesAll(String without) throws IOException {
    Files.writeString(folder.resolve("flag.ptx"), NEIGHBOURS);
    Path workload = folder.resolve("flag.yaml");
    Files.writeString(
        workload,
        "name: flag\n"
            + "kernels: {file: flag.ptx, attributes: {flag: {races: allow}}}\n"
            + "buffers: {words: {type: u32, count: 8}}\n"
            + "steps:\n"
            + "  - {launch: flag, grid: [2], block: [64], args: [words]}\n");
    String[] run = {"run", "-d", "mi300a", "--set", "compiler.without=" + without};
    Cli cli = Cli.run(with(run, workload.toString()));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(found(cli.out(), "polls\\.changes +([0-9]+)")).isEqualTo("3");
    assertThat(found(cli.out(), "polls\\.failed +([0-9]+)")).isNotEqualTo("0");
  }

  private static long parameter(String parameters, String name) {
    return Long.parseLong(found(parameters, name.replace(".", "\\.") + " +([0-9]+) cycles"));
  }

  /** On a slice that all groups of the device poll, the last one is served in its turn. */
  @ParameterizedTest
  @CsvSource({
    "gtx280, 30, 8",
    "hd5870, 20, 8",
    "hd6970, 24, 8",
    "mi100, 120, 16",
    "mi300a, 228, 16",
    "v100, 80, 16",
    "t4, 40, 16",
    "a100, 108, 16",
    "h100_sxm, 132, 16",
    "rtx4090, 128, 16",
    "rtx5090, 170, 16"
  })
  void barriersOfAllGroupsEndHoweverManyOfThemPollFromEachUnit(String device, int units, int most)
      throws IOException {
    long before = 0;
    for (int each = 1; each <= most; each *= 2) {
      long cycles = meet(MEET, device, units * each, 3);
      assertThat(cycles).as(each + " groups a unit").isGreaterThanOrEqualTo(before);
      before = cycles * 3 / 4;
    }
  }

  private long meet(String kernel, String device, int rounds) throws IOException {
    return meet(kernel, device, 32, rounds);
  }

  private long meet(String kernel, String device, int groups, int rounds) throws IOException {
    Files.writeString(folder.resolve("meet.ptx"), kernel);
    Path workload = folder.resolve("meet.yaml");
    Files.writeString(
        workload,
        "name: meet\n"
            + "kernels: meet.ptx\n"
            + "buffers:\n"
            + "  count: {type: u32, count: 1}\n"
            + "steps:\n"
            + "  - {launch: meet, grid: [%1$d], block: [64], args: [count, {u32: %1$d}, {u32: %2$d}]}\n"
                .formatted(groups, rounds));
    Cli cli = Cli.run("run", "--device", device, workload.toString());
    assertThat(cli.code()).as(cli.all()).isZero();
    return Long.parseLong(found(cli.out(), "cycles\\.kernels +([0-9,]+)").replace(",", ""));
  }

  static String[] with(String[] run, String... more) {
    return Stream.concat(Stream.of(run), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aCooperativeLaunchThatDoesNotFitIsRefusedWithTheFigures() throws IOException {
    Cli cli = refused("grid", "groups=4000", "gtx280");
    assertThat(cli.all())
        .contains("a cooperative launch of 4000 work-groups, of which the device holds 240 at once")
        .contains("on a compute unit, limited by ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5450", "8600gts"})
  void groupsThatWaitForThoseWithoutAPlaceAreADeadlockOfTheDevice(String device)
      throws IOException {
    Files.writeString(folder.resolve("all.ptx"), ALL);
    Path workload = folder.resolve("all.yaml");
    Files.writeString(
        workload,
        "name: all\n"
            + "kernels: all.ptx\n"
            + "buffers:\n"
            + "  count: {type: u32, count: 1}\n"
            + "steps:\n"
            + "  - {launch: all, grid: [64], block: [64], args: [count, {u32: 64}]}\n");
    Cli cli = Cli.run("run", "--device", device, workload.toString());
    assertThat(cli.code()).as(cli.all()).isNotZero();
    assertThat(cli.all())
        .contains("a deadlock of this device: all ")
        .contains("of 64 have not started, because the device holds ");
  }

  @Test
  @DisplayName("a deadlock names the launch that runs, not one that has ended")
  void aDeadlockNamesTheLaunchThatRuns() throws IOException {
    String late = ALL.substring(ALL.indexOf(".visible")).replace("entry all", "entry late");
    Files.writeString(
        folder.resolve("two.ptx"), ALL + late.replace("SPIN", "AGAIN").replace("DONE", "END"));
    String workload = folder.resolve("two.yaml").toString();
    String first = "  - {launch: all, grid: [4], block: [64], args: [count, {u32: 4}]}\n";
    String head =
        "name: two\nkernels: two.ptx\n"
            + "buffers: {count: {type: u32, count: 1}, other: {type: u32, count: 1}}\n"
            + "streams: [side]\nsteps:\n"
            + first;
    String[] run = { // of four hardware queues
      "run", "-d", "mi210", "--set", "unit.count=1", "--set", "unit.engines=1", workload
    };
    Files.writeString(
        folder.resolve("two.yaml"),
        head
            + "  - {launch: late, grid: [128], block: [64], args: [other, {u32: 128}],"
            + " stream: side}\n");
    assertThat(Cli.run(run).all()).contains("kernel 'late': a deadlock of this device: all 32");
  }

  private Cli refused(String name, String parameter, String device) throws IOException {
    Cli cli = Cli.run("run", "--device", device, "-p", parameter, withoutExpectations(name));
    assertThat(cli.code()).as(cli.all()).isNotZero();
    assertThat(cli.all()).contains("refused");
    return cli;
  }

  private long cycles(String device, String name, String parameter) throws IOException {
    Cli cli = Cli.run("run", "--device", device, "-p", parameter, withoutExpectations(name));
    assertThat(cli.code()).as(cli.all()).isZero();
    return Long.parseLong(found(cli.out(), "cycles\\.kernels +([0-9,]+)").replace(",", ""));
  }

  private String withoutExpectations(String name) throws IOException {
    Path source = Path.of(Cli.workload("waits_" + name));
    Path plain = folder.resolve(name + ".yaml");
    String text = Files.readString(source);
    text = text.substring(0, text.indexOf("expect:"));
    Files.writeString(
        plain,
        text.replace("../kernels", source.resolveSibling("../kernels").normalize().toString()));
    return plain.toString();
  }

  private static String fingerprint(Cli cli) {
    return found(cli.out(), "fingerprint +([0-9a-f]{16})");
  }

  private static String found(String text, String pattern) {
    Matcher m = Pattern.compile(pattern).matcher(text);
    assertThat(m.find()).as(text).isTrue();
    return m.group(1);
  }
}
