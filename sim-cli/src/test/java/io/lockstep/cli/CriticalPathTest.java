// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.observe.path.CriticalPath.LaunchPath;
import io.lockstep.observe.path.PathShares;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.RandomWorkload;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Critical paths: what they add up to, what does not change, and where they lead through. */
class CriticalPathTest {
  private static final Set<PathResource> DRAM =
      EnumSet.of(PathResource.DRAM_QUEUE, PathResource.DRAM_BANK, PathResource.DRAM_BUS);

  private static final Set<PathResource> MEMORY =
      EnumSet.range(PathResource.FIRST_LEVEL, PathResource.DRAM_RETURN);

  private static final Set<PathResource> HANDING_OUT =
      EnumSet.range(PathResource.LAUNCH, PathResource.DISPATCH);

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final Runner runner = new Runner(catalogue, Plugins.frontends(), CriticalPathTest::fail);

  @TempDir Path folder;

  private static void fail(Throwable t) {
    throw new AssertionError(t.getMessage(), t);
  }

  private List<RunResult> run(String workload, List<DeviceSpec> specs, boolean path) {
    RunOptions options = RunOptions.defaults().with().criticalPath(path).build();
    List<Runner.Target> targets = specs.stream().map(Runner.Target::new).toList();
    return SharedProgram.run(runner, Path.of(workload), Map.of(), targets, options);
  }

  private RunResult run(String workload, DeviceSpec spec) {
    RunResult r = run(workload, List.of(spec), true).get(0);
    assertThat(r.isSimulated()).as(r.message()).isTrue();
    return r;
  }

  private RunResult run(String workload, String device) {
    return run(workload, catalogue.spec(device));
  }

  /** A device whose code is there at once. */
  private DeviceSpec fetched(String device) {
    DeviceSpec spec = catalogue.spec(device);
    String latency = "instruction_cache.latency";
    return spec.has(latency) ? spec.with(latency, "0cycles") : spec;
  }

  private static double share(RunResult r, Set<PathResource> of) {
    PathShares shares = r.path().shares();
    return of.stream().mapToLong(shares::ticks).sum() / (double) shares.ticks();
  }

  private static double share(RunResult r, PathResource of) {
    return share(r, EnumSet.of(of));
  }

  private double lineShare(RunResult r, String text) throws IOException {
    int line = 1 + Files.readAllLines(folder.resolve("k.ptx")).indexOf(text);
    long[] ticks = r.path().shares().lines().get(line);
    long sum = 0;
    for (int i = 0; ticks != null && i < ticks.length; i++) {
      sum += ticks[i];
    }
    return sum / (double) r.path().shares().ticks();
  }

  /** The ticks of a launch, from its own time: that is rounded to a picosecond at both ends. */
  private long ticks(LaunchPath launch, DeviceSpec spec) {
    return Math.round(launch.picos() * 1e-12 * catalogue.device(spec).tickHertz());
  }

  // ------------------------------------------------------------------ sums

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"matmul", "bfs", "atomics"})
  @DisplayName(
      "on all devices ticks add up to the launch's time, the model tells all, nothing else changes")
  void ticksAddUpOnAllDevices(String workload) {
    List<DeviceSpec> specs = new ArrayList<>(catalogue.specs());
    if (!workload.equals("matmul")) {
      specs.removeIf(s -> !Set.of("hd4870", "hd6970", "mi300a", "gtx280", "a100").contains(s.id()));
    }
    List<RunResult> with = run(Cli.workload(workload), specs, true);
    List<RunResult> without = run(Cli.workload(workload), specs, false);
    for (int i = 0; i < with.size(); i++) {
      RunResult r = with.get(i);
      RunResult off = without.get(i);
      assertThat(off.path()).isNull();
      assertThat(r.statistics()).as(r.device()).isEqualTo(off.statistics());
      assertThat(r.fingerprint()).as(r.device()).isEqualTo(off.fingerprint());
      assertThat(r.picos()).isEqualTo(off.picos());
      if (!r.isSimulated()) {
        continue;
      }
      for (LaunchPath launch : r.path().launches()) {
        assertThat(launch.shares().ticks()).as(r.device()).isEqualTo(ticks(launch, specs.get(i)));
      }
      long kernels = r.path().kernels().stream().mapToLong(k -> k.shares().ticks()).sum();
      assertThat(r.path().shares().ticks()).isEqualTo(kernels);
      assertThat(r.path().launches().stream().mapToLong(LaunchPath::picos).sum())
          .isEqualTo(r.kernelPicos());
      assertThat(share(r, PathResource.UNTOLD)).as(r.device()).isZero();
    }
    assertThat(with).anyMatch(RunResult::isSimulated);
  }

  @ParameterizedTest
  @ValueSource(longs = {22, 27})
  @DisplayName("so they do for random kernels with local memory, barriers and atomics")
  void ticksOfRandomKernelsAddUp(long seed) throws IOException {
    RandomWorkload random = new RandomWorkload(seed, true, seed % 2 == 0);
    Files.writeString(folder.resolve("r" + seed + ".ptx"), random.kernel());
    Path workload = folder.resolve("r.yaml");
    Files.writeString(workload, random.workload("r" + seed));
    for (String device : List.of("hd5870", "mi100", "gtx280")) {
      DeviceSpec spec = catalogue.spec(device);
      RunResult r = run(workload.toString(), List.of(spec), true).get(0);
      if (r.isSimulated()) {
        LaunchPath launch = r.path().launches().get(0);
        assertThat(launch.shares().ticks()).as(device).isEqualTo(ticks(launch, spec));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "mi100"})
  @DisplayName("threads change no byte")
  void threadsChangeNothing(String device) {
    String[] plain = {
      "profile", Cli.workload("matmul"), "-d", device, "--critical-path", "--format", "json"
    };
    Cli first = Cli.run(plain);
    assertThat(first.code()).as(first.all()).isZero();
    List<String> words = new ArrayList<>(List.of(plain));
    words.addAll(List.of("--threads", "2"));
    assertThat(Cli.run(words.toArray(String[]::new)).out()).isEqualTo(first.out());
  }

  // ------------------------------------------------------------------ where they lead through

  private String workload(String body, int words, String grid, String block) throws IOException {
    return new Scratch(folder).workload(Scratch.kernel(body), "", words, grid, block);
  }

  /** A pointer chase through zeros: each load's address needs the load before. */
  private String chain() throws IOException {
    StringBuilder body = new StringBuilder();
    body.append("\n  .reg .b64 %rd<4>;\n  ld.param.u64 %rd1, [p0];\n  mov.u64 %rd2, %rd1;\n");
    for (int i = 0; i < 40; i++) {
      body.append("  ld.global.u64 %rd3, [%rd2];\n  add.s64 %rd2, %rd1, %rd3;\n");
      body.append("  add.s64 %rd2, %rd2, ").append(4096 * (i + 1)).append(";\n");
    }
    body.append("  st.global.u64 [%rd1], %rd2;\n");
    return workload(body.toString(), 65536, "1", "1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "mi100", "gtx280"})
  @DisplayName("a chain of loads that need each other is memory latency, and not the bus")
  void chainOfLoadsIsMemory(String device) throws IOException {
    RunResult r = run(chain(), device);
    assertThat(share(r, MEMORY)).isGreaterThan(0.75);
    assertThat(share(r, PathResource.DRAM_BUS)).isLessThan(0.05);
    assertThat(share(r, PathResource.DRAM_BANK)).isGreaterThan(0.02);
  }

  private String arithmetic() throws IOException {
    StringBuilder body = new StringBuilder();
    body.append("\n  .reg .f32 %f<2>;\n  .reg .b64 %rd<2>;\n  ld.param.u64 %rd1, [p0];\n");
    body.append("  mov.f32 %f1, 0f3F800001;\n");
    body.append("  fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(400));
    body.append("  st.global.f32 [%rd1], %f1;\n");
    return workload(body.toString(), 64, "1", "1");
  }

  @Test
  @DisplayName("a chain of arithmetic is dependency and issue; each result is 24 clocks on Tesla")
  void chainOfArithmeticIsDependency() throws IOException {
    String workload = arithmetic();
    RunResult tesla = run(workload, "gtx280");
    assertThat(share(tesla, PathResource.DEPENDENCY)).isBetween(0.6, 0.84);
    assertThat(share(tesla, PathResource.ISSUE)).isBetween(0.12, 0.2);
    assertThat(share(run(workload, fetched("mi100")), PathResource.ISSUE)).isGreaterThan(0.4);
    assertThat(share(run(workload, "hd5870"), PathResource.ISSUE)).isGreaterThan(0.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5770", "9800gtx"})
  @DisplayName("a stream at full rate is DRAM")
  void streamIsDram(String device) {
    // Longer than the ends of a launch: 65,536 additions keep DRAM at work for two thirds only.
    RunOptions options = RunOptions.defaults().with().criticalPath(true).build();
    List<Runner.Target> target = List.of(new Runner.Target(catalogue.spec(device)));
    Path vecadd = Path.of("../examples/vecadd.yaml");
    RunResult r = SharedProgram.run(runner, vecadd, Map.of("n", "262144"), target, options).get(0);
    assertThat(share(r, DRAM)).isGreaterThan(0.7);
  }

  /** Wavefronts meet at a barrier; the last of the group takes a long way there. */
  private String slowWavefront() throws IOException {
    return workload(
        """

          .reg .pred %p<2>;
          .reg .b32 %r<4>;
          .reg .f32 %f<2>;
          .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [p0];
          mov.u32 %r1, %tid.x;
          mov.f32 %f1, 0f3F800001;
          setp.lt.u32 %p1, %r1, 192;
          @%p1 bra MEET;
        """
            + "  fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(300)
            + """
            MEET:
              bar.sync 0;
              mul.wide.u32 %rd2, %r1, 4;
              add.s64 %rd3, %rd1, %rd2;
              st.global.f32 [%rd3], %f1;
            """,
        256,
        "1",
        "256");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5870", "mi100", "gtx280"})
  @DisplayName("at a barrier the path leads through the wavefront that came last")
  void barrierLeadsThroughTheLastArrival(String device) throws IOException {
    RunResult r = run(slowWavefront(), fetched(device));
    assertThat(share(r, EnumSet.of(PathResource.ISSUE, PathResource.DEPENDENCY)))
        .isGreaterThan(0.5);
    assertThat(share(r, PathResource.BARRIER)).isLessThan(0.1);
    long slow = 0;
    List<String> text = Files.readAllLines(folder.resolve("k.ptx"));
    for (Map.Entry<Integer, long[]> line : r.path().shares().lines().entrySet()) {
      if (line.getKey() > 0 && text.get(line.getKey() - 1).contains("fma")) {
        for (long t : line.getValue()) {
          slow += t;
        }
      }
    }
    assertThat(slow / (double) r.path().shares().ticks()).isGreaterThan(0.5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hd5450", "hd4870", "8600gts"})
  @DisplayName(
      "a group without a slot waits for one that ends: four times as many, four times that line")
  void groupsWithoutSlotsFollowThoseThatEnd(String device) throws IOException {
    String body =
        """

          .reg .f32 %f<2>;
          .reg .b64 %rd<2>;
          .shared .align 4 .b8 s[12000];
          ld.param.u64 %rd1, [p0];
          mov.f32 %f1, 0f3F800001;
        """
            + "  fma.rn.f32 %f1, %f1, %f1, %f1;\n".repeat(300)
            + "  st.global.f32 [%rd1], %f1;\n";
    RunResult one = run(workload(body, 64, "1", "32"), device);
    RunResult many = run(workload(body, 64, "2000", "32"), device);
    long single = arithmetic(one);
    long all = arithmetic(many);
    assertThat(all).as(device).isGreaterThan(3 * single);
    assertThat(share(many, HANDING_OUT)).as(device).isLessThan(0.5);
  }

  private static long arithmetic(RunResult r) {
    PathShares s = r.path().shares();
    return s.ticks(PathResource.ISSUE)
        + s.ticks(PathResource.DEPENDENCY)
        + s.ticks(PathResource.PORT);
  }

  @Test
  void timeAtPortsIsNamedByTheFamilysPorts() {
    for (String device : List.of("hd5870", "hd6970", "mi300a", "gtx280", "a100")) {
      PathShares shares = run(Cli.workload("matmul"), device).path().shares();
      String family = catalogue.spec(device).family();
      List<String> ports =
          catalogue.statistics(family).issue().orElseThrow().ports().stream()
              .map(p -> p.name())
              .toList();
      long sum = 0;
      for (Map.Entry<String, Long> port : shares.byPort().entrySet()) {
        assertThat(port.getKey())
            .as(device)
            .satisfies(p -> assertThat(p.isEmpty() || ports.contains(p)).isTrue());
        sum += port.getValue();
      }
      assertThat(sum).as(device).isPositive().isEqualTo(shares.ticks(PathResource.PORT));
      assertThat(shares.shares().stream().mapToLong(PathShares.Share::ticks).sum())
          .isEqualTo(shares.ticks());
      assertThat(shares.shares()).noneMatch(s -> s.key().equals("port"));
    }
  }

  // ------------------------------------------------------------------ what a share is worth

  @Test
  @DisplayName("shortening what is not on the path does not shorten the launch")
  void whatIsNotOnThePathDoesNotMatter() throws IOException {
    String workload = arithmetic();
    DeviceSpec spec = catalogue.spec("gtx280");
    RunResult r = run(workload, spec);
    assertThat(share(r, PathResource.LOCAL_MEMORY)).isZero();
    assertThat(share(r, PathResource.BARRIER)).isZero();
    RunResult barrier = run(workload, spec.with("issue.barrier_latency", "1cycles"));
    assertThat(barrier.kernelPicos()).isEqualTo(r.kernelPicos());
  }

  @Test
  @DisplayName("halving what carries the path shortens the launch by half of its share")
  void whatIsOnThePathMatters() throws IOException {
    String workload = arithmetic();
    DeviceSpec spec = catalogue.spec("gtx280");
    RunResult r = run(workload, spec);
    RunResult half = run(workload, spec.with("issue.latency", "14cycles"));
    double gone = 1 - half.kernelPicos() / (double) r.kernelPicos();
    double carried = share(r, PathResource.DEPENDENCY) / 2;
    assertThat(gone).isBetween(carried - 0.02, carried + 0.02);
  }

  // ------------------------------------------------------------------ the command

  @Test
  @DisplayName("the page shows resources and lines, most first, which add up")
  void pageShowsResourcesAndLines() {
    Cli run =
        Cli.run("profile", "../examples/matmul.yaml", "-d", "gtx280", "--critical-path", "-n2");
    assertThat(run.code()).as(run.all()).isZero();
    assertThat(run.out())
        .contains("critical path of kernel matmul, 1 launch")
        .containsPattern("(?m)^port issue +[0-9.]+ ")
        .containsPattern("(?m)^all +100\\.0 ")
        .contains("matmul.cl:14")
        .contains("more; --top says how many")
        .doesNotContain("statistic ");
  }

  @Test
  @DisplayName("CSV has a row for the program, each kernel and launch, and each of their lines")
  void csvHasARowForEachLine() {
    Cli run =
        Cli.run(
            "profile", Cli.workload("bfs"), "-d", "mi100", "--critical-path", "--format", "csv");
    assertThat(run.out().lines().findFirst().orElseThrow())
        .startsWith("workload,device,of,kernel,launch,file,line,text,what,ticks,")
        .contains("resources.dram_queue", "resources.issue");
    assertThat(run.out()).contains("mi100,program,,,", "mi100,kernel,", "mi100,launch,");
  }

  @Test
  @DisplayName("it is one page of two")
  void wrongUsageIsNamed() {
    String workload = "../examples/vecadd.yaml";
    Cli both = Cli.run("profile", workload, "-d", "gtx280", "--by-line", "--critical-path");
    assertThat(both.code()).isEqualTo(ExitCode.USAGE);
    assertThat(both.err()).contains("choose one");
  }
}
