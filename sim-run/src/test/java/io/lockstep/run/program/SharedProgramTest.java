// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.observe.Observation;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.run.Catalogue;
import io.lockstep.run.PhaseTimes;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatistics;
import io.lockstep.run.RunStatus;
import io.lockstep.run.dump.BufferDump;
import io.lockstep.run.dump.BufferDumps;
import io.lockstep.run.format.LineAnswer;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of one execution: traces, dumps, launch phases and texts for several devices. */
class SharedProgramTest {
  private static final Catalogue CATALOGUE = new Catalogue(Plugins.builtIn());

  private static final String STORE =
      """

        .reg .b64 %rd<4>;
        .reg .b32 %r<3>;
        ld.param.u64 %rd1, [p0];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2;
        st.global.u32 [%rd3], %r1;
      """;

  @TempDir private Path folder;

  private Path workload() throws IOException {
    Scratch scratch = new Scratch(folder);
    scratch.write("k.ptx", Scratch.kernel(STORE));
    return Path.of(
        scratch.write(
            "w.yaml",
            """
            name: w
            kernels: k.ptx
            parameters: {n: 64}
            buffers: {o: {type: u32, count: n, init: zero}}
            steps:
              - {launch: k, grid: [2], block: [n], args: [o]}
              - {launch: k, grid: [1], block: [n], args: [o]}
            """));
  }

  private static RunOptions.Builder options() {
    return RunOptions.defaults().withThreads(1).with();
  }

  private static Runner.Target target(String device) {
    return new Runner.Target(CATALOGUE.spec(device));
  }

  private SharedProgram open(String n, RunOptions options) throws IOException {
    Runner runner = new Runner(CATALOGUE, Plugins.frontends());
    return SharedProgram.open(runner, workload(), Map.of("n", n), options);
  }

  private RunResult run(RunOptions options, String device) throws IOException {
    try (SharedProgram program = open("64", options);
        Observation none = Observation.none()) {
      assertThat(program.record(target(device), options, none, BufferDumps.none())).isEmpty();
      return program.run(target(device), options, none);
    }
  }

  @Test
  void aTraceTakesThePlaceOfTheExecutionIfItIsThatOfTheProgram() throws IOException {
    RunOptions options = options().build();
    Path file = folder.resolve("w.lkt");
    RunResult first;
    try (SharedProgram program = open("64", options);
        Observation none = Observation.none()) {
      assertThat(program.writeTrace(file)).isFalse();
      assertThat(file).doesNotExist();
      program.record(target("gtx280"), options, none, dumps());
      assertThat(program.writeTrace(file)).isTrue();
      assertThat(program.load(file, options)).as("it is there already").isFalse();
      first = program.run(target("gtx280"), options, none);
    }
    assertThat(first.status()).isEqualTo(RunStatus.OK);
    try (SharedProgram again = open("64", options);
        Observation none = Observation.none()) {
      assertThat(again.load(file, options)).isTrue();
      assertThat(again.record(target("gtx280"), options, none, BufferDumps.none())).isEmpty();
      RunResult second = again.run(target("gtx280"), options, none);
      assertThat(second.picos()).isEqualTo(first.picos());
      assertThat(second.statistics()).isEqualTo(first.statistics());
    }
    try (SharedProgram other = open("32", options)) {
      assertThat(other.load(file, options)).as("of other parameters").isFalse();
    }
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    try (SharedProgram damaged = open("64", options)) {
      assertThat(damaged.load(file, options)).isFalse();
    }
  }

  private BufferDumps dumps() {
    return new BufferDumps(List.of(BufferDump.parse("o=" + folder.resolve("o.csv")).orElseThrow()));
  }

  @Test
  void aDumpHoldsWhatTheKernelHasStored() throws IOException {
    RunOptions options = options().build();
    try (SharedProgram program = open("32", options);
        Observation none = Observation.none();
        BufferDumps dumps = dumps()) {
      program.record(target("gtx280"), options, none, dumps);
      assertThat(Files.readAllLines(folder.resolve("o.csv")))
          .hasSize(33)
          .endsWith("30,30", "31,31");
    }
  }

  @Test
  void eachPhaseIsARunOfItsOwn() throws IOException {
    long[] each = new long[3];
    for (int phase = 0; phase < each.length; phase++) {
      RunResult one = run(options().phase(phase).build(), "gtx280");
      assertThat(one.statistics()).doesNotContainKey(RunStatistics.PHASES_COUNT);
      each[phase] = one.kernelPicos();
    }
    RunResult all = run(options().phases(3).build(), "gtx280");
    assertThat(all.kernelPicos()).isEqualTo(each[0]);
    PhaseTimes times = PhaseTimes.of(each);
    assertThat(all.statistics().get(RunStatistics.PHASES_COUNT)).isEqualByComparingTo("3");
    assertThat(all.statistics().get(RunStatistics.PHASES_MEAN))
        .isEqualByComparingTo("" + times.mean());
    assertThat(all.statistics().get(RunStatistics.PHASES_LEAST))
        .isEqualByComparingTo("" + times.least());
    assertThat(all.statistics().get(RunStatistics.PHASES_MOST))
        .isEqualByComparingTo("" + times.most());
  }

  @Test
  void ofATextForEachKindOfDeviceTheResultIsThatOfTheUsualOne() throws IOException {
    RunResult usual = run(options().build(), "gtx280");
    RunOptions arrivals = options().arrivals(true).build();
    RunResult own = run(arrivals, "gtx280");
    assertThat(own.picos()).isEqualTo(usual.picos());
    assertThat(own.statistics()).isEqualTo(usual.statistics());
    try (SharedProgram program = open("64", arrivals)) {
      assertThat(program).isInstanceOf(TextPrograms.class);
      assertThat(program.trace()).isEmpty();
      assertThat(program.execution()).isPresent();
      List<Runner.Target> targets = List.of(target("gtx280"), target("hd5870"), target("gtx280"));
      List<List<Integer>> places = program.comparing(targets, BufferDumps.none());
      assertThat(places).anyMatch(p -> p.containsAll(List.of(0, 2)));
      assertThat(places.stream().flatMap(List::stream)).containsExactlyInAnyOrder(0, 1, 2);
      if (places.size() > 1) {
        BufferDumps some = dumps();
        assertThatThrownBy(() -> program.comparing(targets, some))
            .hasMessageContaining("each has results of its own");
      }
    }
  }

  @Test
  void cyclesByLineAddUpToThoseOfTheProgramInEachTable() throws IOException {
    RunResult result = run(options().byLine(true).build(), "gtx280");
    String csv =
        LineAnswer.csv(List.of(result, run(options().build(), "gtx280")), r -> LinePlaces.NOWHERE);
    List<String> lines = csv.lines().toList();
    List<String> head = List.of(lines.get(0).split(","));
    int scope = head.indexOf("of");
    int cycles = head.indexOf("cycles");
    List<String> scopes = List.of("program", "kernel", "launch", "outside");
    long[] sums = new long[scopes.size()];
    long causes = 0; // of the program's lines by reason
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      sums[scopes.indexOf(cells[scope])] += Long.parseLong(cells[cycles]);
      for (int c = 0; cells[scope].equals("program") && c < cells.length; c++) {
        boolean isCause = head.get(c).startsWith("causes.") && !cells[c].isEmpty();
        causes += isCause ? Long.parseLong(cells[c]) : 0;
      }
    }
    assertThat(sums[1]).isPositive().isEqualTo(sums[2]);
    assertThat(sums[0]).isIn(sums[1], sums[1] + sums[3]);
    assertThat(causes).isEqualTo(sums[0]);
  }
}
