// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs in place of workloads: {@code -- ./app}. */
@Tag("slow")
class ProgramsTest {
  private static final Path SOURCES =
      Shell.REPOSITORY.resolve("sim-program/src/test/resources/io/lockstep/program");
  private static final String DEVICES = "hd5870,mi300a,a100,gtx280";

  @TempDir private Path folder;

  private String compiled(String name) throws IOException, InterruptedException {
    assumeTrue(Files.exists(Path.of("/usr/include/CL/cl.h")), "no OpenCL headers");
    Path program = folder.resolve(name);
    Process cc =
        new ProcessBuilder(
                "cc", "-w", "-pthread", "-o", program.toString(), name + ".c", "-lOpenCL")
            .directory(SOURCES.toFile())
            .inheritIO()
            .start();
    assumeTrue(cc.waitFor() == 0, "cc or libOpenCL.so is missing");
    return program.toString();
  }

  private static List<String> cycles(Cli cli) throws IOException {
    List<String> found = new ArrayList<>();
    for (JsonNode result : cli.json().get("results")) {
      found.add(result.get("device").asText() + " " + result.get("cycles").asLong());
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"vecadd", "matmul", "transpose"})
  void takesTheCyclesOfAWorkloadWithTheSameSteps(String kernel) throws Exception {
    String program = compiled("same");
    Path source = Shell.REPOSITORY.resolve("examples/kernels/" + kernel + ".cl");
    Files.copy(source, folder.resolve(kernel + ".cl"));
    boolean two = !kernel.equals("transpose");
    boolean flat = kernel.equals("vecadd");
    Path workload =
        Files.writeString(
            folder.resolve(kernel + ".yaml"),
            """
            name: %s
            kernels: %s.cl
            buffers:
              a: {type: f32, count: 4096}
              %s
              c: {type: f32, count: 4096}
            steps:
              - {upload: a}
              %s
              - {launch: %s, grid: [%s], block: [%s], args: [%s]}
              - synchronize
              - {download: c}
            """
                .formatted(
                    kernel,
                    kernel,
                    two ? "b: {type: f32, count: 4096}" : "",
                    two ? "- {upload: b}" : "",
                    kernel,
                    flat ? "16" : "4, 4",
                    flat ? "256" : "16, 16",
                    flat
                        ? "a, b, c, {i32: 4096}"
                        : two ? "a, b, c, {i32: 64}" : "a, c, {i32: 64}, {i32: 64}"));
    List<String> expected =
        cycles(Cli.run("compare", "-d", DEVICES, "-f", "json", workload.toString()));
    assertThat(
            cycles(
                Cli.run(
                    "compare",
                    "-d",
                    DEVICES,
                    "-f",
                    "json",
                    "--",
                    program,
                    kernel,
                    source.toString())))
        .isEqualTo(expected)
        .hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"life", "spmv", "bfs", "nbody", "banks", "latency", "channels"})
  void takesTheCyclesOfTheWorkloadOfAnExample(String name) throws Exception {
    String program = compiled("examples");
    Path kernels = folder.resolve(name + ".cl");
    Files.copy(Shell.REPOSITORY.resolve("examples/kernels/" + name + ".cl"), kernels);
    Path workload = folder.resolve(name + ".yaml");
    try (InputStream in = getClass().getResourceAsStream("/programs/" + name + ".yaml")) {
      Files.write(workload, in.readAllBytes());
    }
    List<String> expected =
        cycles(Cli.run("compare", "-d", DEVICES, "-f", "json", workload.toString()));
    String[] command = {
      "compare", "-d", DEVICES, "-f", "json", "--", program, name, kernels.toString()
    };
    assertThat(cycles(Cli.run(command))).isEqualTo(expected).hasSize(4);
  }

  /** Returns the two times that the program prints. */
  private List<Long> times(String program, String... options) throws Exception {
    List<String> command = EndingTest.command(folder, folder, List.of());
    command.addAll(List.of("record", "-o", folder.resolve("times.lkt").toString()));
    command.addAll(List.of(options));
    command.addAll(List.of("--", program));
    Process lockstep =
        new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
    String line = lockstep.inputReader().readLine();
    assertThat(lockstep.waitFor()).as(Files.readString(folder.resolve("err"))).isZero();
    return Stream.of(line.split(" ")).map(Long::valueOf).toList();
  }

  @Test
  void showsTheTimesOfADeviceToTheProgram() throws Exception {
    String program = compiled("times");
    List<Long> counted = times(program);
    List<Long> simulated = times(program, "--clock", "hd5870");
    assertThat(times(program, "--clock", "hd5870")).isEqualTo(simulated).isNotEqualTo(counted);
    Cli run = Cli.run("run", "-d", "hd5870", "-f", "json", folder.resolve("times.lkt").toString());
    long picos =
        new ObjectMapper().readTree(run.out()).at("/results/0/statistics/time.kernels").asLong();
    // two calls of a microsecond each, and both launches alone
    assertThat(simulated.get(0) + simulated.get(1) - 2000)
        .isCloseTo(picos / 1000, Percentage.withPercentage(1));
    assertThat(simulated.get(1)).isGreaterThan(5 * simulated.get(0));
  }

  @Test
  void records100000LaunchesInLittleMemory() throws Exception {
    Path status = Path.of("/proc/self/status");
    assumeTrue(Files.isReadable(status), "no /proc");
    List<String> command = EndingTest.command(folder, folder, List.of());
    Path trace = folder.resolve("many.lkt");
    command.addAll(List.of("record", "-o", trace.toString(), "--", compiled("many"), "100000"));
    Process lockstep =
        new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
    long most = 0;
    while (!lockstep.waitFor(50, TimeUnit.MILLISECONDS)) {
      most = Math.max(most, resident(lockstep.pid()));
    }
    assertThat(lockstep.exitValue()).isZero();
    assertThat(Files.readString(folder.resolve("err"))).contains("100,000 launches");
    assertThat(most).isBetween(1L << 20, 1L << 30);
  }

  /** Returns the most bytes of memory that a process has had, or 0 if it has ended. */
  private static long resident(long process) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  @Test
  void saysWhoVerifiedTheResult() throws Exception {
    String program = compiled("hard");
    Cli good = Cli.run("run", "-d", "hd5870", "-f", "json", "--", program, "plain");
    JsonNode result = good.json().at("/results/0");
    assertThat(result.get("verified").isNull()).isTrue();
    assertThat(result.get("verified_by").asText()).isEqualTo("by the program (exit 0)");
    assertThat(Cli.run("run", "-d", "hd5870", "--", program, "plain").out())
        .contains("verified     by the program (exit 0)");
    assertThat(Cli.run("compare", "-d", "hd5870,a100", "--", program, "plain").out())
        .containsPattern("hd5870 +\\*? +itself")
        .containsPattern("a100 +\\*? +itself");
    Cli bad = Cli.run("run", "-d", "hd5870", "-f", "json", "--", program, "exit");
    assertThat(bad.code()).as(bad.all()).isEqualTo(4);
    assertThat(new ObjectMapper().readTree(bad.out()).at("/results/0/status").asText())
        .isEqualTo("wrong");
    Cli outside = Cli.run("compare", "-d", "hd5870", "--", program, "outside");
    assertThat(outside.code()).isEqualTo(4);
    assertThat(outside.err()).contains("out of bounds of buffer 1");
  }

  @Test
  void recordsATrace() throws Exception {
    String program = compiled("hard");
    Path trace = folder.resolve("hard.lkt");
    Cli recorded = Cli.run("record", "-o", trace.toString(), "--", program, "plain");
    assertThat(recorded.code()).as(recorded.all()).isZero();
    assertThat(recorded.out()).contains("verified: by the program (exit 0)");
    assertThat(Cli.run("run", "-d", "gtx280", trace.toString()).code()).isZero();
  }

  @Test
  void aMatchingLineOrAGivenExitCodeMakesAResultRightInEveryCommand() throws Exception {
    String program = compiled("hard");
    String trace = folder.resolve("exit.lkt").toString();
    Cli wrong = Cli.run("record", "-o", trace, "--", program, "exit");
    assertThat(wrong.code()).isEqualTo(4);
    assertThat(wrong.out()).contains("wrong: exit 3").doesNotContain("verified");
    Cli json = Cli.run("run", "-d", "hd5870", "-f", "json", trace);
    assertThat(new ObjectMapper().readTree(json.out()).at("/results/0/verified_by").isMissingNode())
        .isTrue();
    Cli right = Cli.run("record", "-o", trace, "--exit-code", "3", "--", program, "exit");
    assertThat(right.code()).as(right.all()).isZero();
    assertThat(right.out()).contains("verified: by --exit-code (exit 3)");
    for (String command : List.of("run -d hd5870", "advise -d hd5870", "compare -d hd5870,a100")) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.addAll(List.of("--exit-code", "3", "--", program, "exit"));
      Cli cli = Cli.run(words.toArray(String[]::new));
      assertThat(cli.code()).as(cli.all()).isZero();
      assertThat(cli.all()).doesNotContain("WRONG");
    }
    Cli signal = Cli.run("run", "-d", "hd5870", "--exit-code", "139", "--", program, "exit");
    assertThat(signal.code()).isEqualTo(2);
    assertThat(signal.err()).contains("--exit-code: expected 0 to 255, but for 129 to 192");
  }

  @Test
  void showsTheTextOfAProgramsLines() throws Exception {
    String program = compiled("hard");
    String trace = folder.resolve("elsewhere.lkt").toString();
    Cli recorded = Cli.run("record", "-o", trace, "--", program, "plain");
    assertThat(recorded.code()).as(recorded.all()).isZero();
    String line = "hard\\.cl:1 .* __kernel void set\\(__global int";
    assertThat(Cli.run("profile", "-d", "hd5870", trace).out()).containsPattern(line);
    assertThat(Cli.run("profile", "-d", "hd5870", "--", program, "plain").out())
        .containsPattern(line);
    Path page = folder.resolve("page.html");
    Cli.run("compare", "-d", "hd5870,a100", "--report", page.toString(), trace);
    assertThat(Files.readString(page)).contains("__kernel void set(__global int");
    assertThat(Cli.run("inspect", trace, "--ir").out()).contains("// hard.cl:1: ");
  }

  /** C = 2^24 and eight products of 0.75: the rules cut them at 1 and at 0.5, or not at all. */
  @ParameterizedTest
  @CsvSource({
    "'run -d a100,h100_sxm', 16777216",
    "run -d a100 --as h100_sxm, 16777220",
    "run -d a100 --numerics ieee, 16777222",
    "record, 16777222"
  })
  void computesTensorProductsByTheRuleOfTheDeviceThatTheProgramSees(String options, String sum)
      throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "nvcc"))),
        "no nvcc");
    String program = folder.resolve("products").toString();
    Process nvcc =
        new ProcessBuilder(
                "nvcc", "-cudart", "shared", "-arch=compute_80", "-o", program, "products.cu")
            .directory(SOURCES.toFile())
            .inheritIO()
            .start();
    assertThat(nvcc.waitFor()).isZero();
    List<String> words = new ArrayList<>(List.of(options.split(" ")));
    if (options.equals("record")) {
      words.addAll(List.of("-o", folder.resolve("products.lkt").toString()));
    }
    words.addAll(List.of("--passes", "sum " + sum, "--", program));
    Cli cli = Cli.run(words.toArray(String[]::new));
    assertThat(cli.code()).as(cli.all()).isZero();
  }

  @Test
  void refusesAProgramBesideAWorkload() {
    assertThat(Cli.run("run", "-d", "hd5870", "w.yaml", "--", "./app").err())
        .isEqualTo("lockstep: a program after -- takes the place of the workload; name only one\n");
    assertThat(Cli.run("compare", "w.yaml", "--", "./app").err())
        .contains("a program after -- takes the place of the workload");
    assertThat(Cli.run("compare", "--").err()).contains("name a program after --");
    Cli none = Cli.run("compare", "-d", "hd5870", "--", "./no-such-program");
    assertThat(none.code()).isEqualTo(3);
    assertThat(none.err()).contains("./no-such-program: cannot be run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-d hd5870,a10", "-d a10", "-d hd5870 --as a10", "--as a10"})
  void checksDeviceNamesBeforeTheProgramStarts(String options) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
    Path started = folder.resolve("started");
    List<String> words = new ArrayList<>(List.of("compare"));
    words.addAll(List.of(options.split(" ")));
    words.addAll(List.of("--", "/bin/sh", "-c", "echo > " + started));
    Cli wrong = Cli.run(words.toArray(String[]::new));
    assertThat(wrong.code()).isEqualTo(3);
    assertThat(wrong.err())
        .isEqualTo("lockstep: device 'a10': unknown device; did you mean 'a100'?\n");
    assertThat(started).doesNotExist();
    words.replaceAll(word -> word.replaceAll("a10$", "a100"));
    assumeTrue(Shell.has("cc"), "no C compiler");
    assertThat(Cli.run(words.toArray(String[]::new)).err()).contains("launched no kernel");
    assertThat(started).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare -d a100 --columns foo",
        "compare -d a100 --sort foo",
        "compare -d a100 --set l1.siz=1KiB",
        "compare -d a100 --uncertainty --phases 2",
        "compare -d a100 --phases 0",
        "compare -d a100 --summary --chart",
        "compare -d a100 -p n=4",
        "compare -d a100 --report FOLDER/none/page.html",
        "compare -d a100 --explain",
        "run --phases 2",
        "run -d a100 --phases 0",
        "run -d a100 --check races",
        "run -d a100 --dump c=FOLDER/c.npy",
        "profile -d a100 --chart",
        "profile -d a100 --timeline FOLDER/none/t.pftrace",
        "profile -d a100 --by-line --critical-path",
        "profile -d a100 --set l1.siz=1KiB",
        "explain --from a100",
        "explain --from a100 --to a10",
        "explain -d a100 --set l1.siz=1KiB",
        "advise -d a10",
        "advise -d a100 --phases 0",
        "inspect -d a10",
        "inspect -d a100 --set l1.siz=1KiB",
        "inspect --top=-1",
        "inspect --check races",
        "record -o FOLDER/none/app.lkt",
        "record -o FOLDER/app.txt",
        "record -o FOLDER/app.lkt --dump c=FOLDER/c.npy",
        "sweep -d a100 --columns foo -f table",
        "sweep -d a100 --set l1.siz=1KiB,2KiB",
        "sweep -d a100 --phases 0",
        "sweep -d a100 --on slurm",
        "sweep -d a100 -o FOLDER/none/rows.csv",
        "sweep -d a100 -o FOLDER/s/ --set l1.siz=1KiB,2KiB",
        "sweep -d a10 -o FOLDER/s/",
        "sweep -d a100 -o FOLDER/s/ --columns us",
        "sweep -d a100 -o FOLDER/",
      })
  void checksTheOptionsOfItsCommandBeforeTheProgramStarts(String options) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
    Path started = folder.resolve("started");
    Files.createFile(folder.resolve("another")); // no folder of a sweep
    List<String> words = new ArrayList<>();
    words.addAll(List.of(options.replace("FOLDER", folder.toString()).split(" ")));
    words.addAll(List.of("--", "/bin/sh", "-c", "echo > " + started));
    Cli wrong = Cli.run(words.toArray(String[]::new));
    assertThat(wrong.code()).as(wrong.all()).isIn(2, 3, 6);
    assertThat(started).as(wrong.all()).doesNotExist();
    assertThat(folder.resolve("s")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-o S/", "-oS/", "--output=S/", "--output S/"})
  void keepsItsTraceInTheFolderOfItsSweep(String output) throws Exception {
    String program = compiled("hard");
    Path sweep = folder.resolve("s");
    List<String> words = new ArrayList<>(List.of("sweep", "-d", "a100", "--as", "a100"));
    words.addAll(List.of(output.replace("S", sweep.toString()).split(" ")));
    words.addAll(List.of("--set", "l2.size=*1,*0.5", "--", program, "plain"));
    Cli made = Cli.run(words.toArray(String[]::new));
    assertThat(made.out()).as(made.all()).contains("2 of 2 points done");
    assertThat(made.code()).as(made.all()).isZero();
    assertThat(sweep.resolve("program/hard.lkt")).exists();
    String rows = Cli.run("sweep", "export", sweep.toString()).out();
    try (Stream<Path> segments = Files.list(sweep.resolve("results"))) {
      for (Path segment : segments.toList()) {
        Files.delete(segment);
      }
    }
    Cli resumed = Cli.run("sweep", "resume", sweep.toString());
    assertThat(resumed.all()).startsWith("exit 0").contains("2 of 2 points done");
    assertThat(Cli.run("sweep", "export", sweep.toString()).out()).isEqualTo(rows);
    assertThat(Cli.run(words.toArray(String[]::new)).all())
        .startsWith("exit 0")
        .contains("2 of 2 points done")
        .doesNotContain("computed anew");
  }

  @Test
  void countsThePointsOfASweepWithoutStartingTheProgram() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
    Path started = folder.resolve("started");
    List<String> words = new ArrayList<>(List.of("sweep", "-d", "a100", "--dry-run", "-o"));
    words.addAll(List.of(folder + "/s/", "--set", "l2.size=*1,*0.5,*0.25"));
    words.addAll(List.of("--", "/bin/sh", "-c", "echo > " + started));
    Cli counted = Cli.run(words.toArray(String[]::new));
    assertThat(counted.all()).startsWith("exit 0").contains("3 points");
    assertThat(started).doesNotExist();
    assertThat(folder.resolve("s")).doesNotExist();
  }

  @Test
  void makesNoFolderOfASweepWhoseProgramFails() throws Exception {
    assumeTrue(Shell.has("cc"), "no C compiler");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell");
    Path sweep = folder.resolve("s");
    Cli failed =
        Cli.run("sweep", "-d", "a100", "-o", sweep + "/", "--", "/bin/sh", "-c", "kill -9 $$");
    assertThat(failed.code()).as(failed.all()).isEqualTo(4);
    Cli idle = Cli.run("sweep", "-d", "a100", "-o", sweep + "/", "--", "/bin/sh", "-c", "true");
    assertThat(idle.all()).startsWith("exit 3").contains("launched no kernel");
    assertThat(sweep).doesNotExist();
  }

  @Test
  void endsWithAHangingProgramWhenItIsInterrupted() throws Exception {
    String program = compiled("hard");
    Path trace = folder.resolve("hang.lkt");
    List<String> command = EndingTest.command(folder, folder, List.of());
    command.addAll(0, List.of("env", "--default-signal=INT")); // a job in the background ignores it
    command.addAll(List.of("record", "-o", trace.toString(), "--", program, "hang"));
    Process lockstep =
        new ProcessBuilder(command).redirectError(folder.resolve("err").toFile()).start();
    assertThat(lockstep.inputReader().readLine()).isEqualTo("launched");
    List<ProcessHandle> programs = lockstep.descendants().toList();
    assertThat(programs).hasSize(1);
    long start = System.nanoTime();
    new ProcessBuilder("kill", "-INT", Long.toString(lockstep.pid())).start().waitFor();
    assertThat(lockstep.waitFor(30, TimeUnit.SECONDS)).isTrue();
    programs.get(0).onExit().get(30, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    assertThat(lockstep.exitValue()).isEqualTo(130);
    assertThat(Files.readString(folder.resolve("err")))
        .contains("interrupted (SIGINT); the program was ended; nothing was recorded");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("hard", "err");
    }
  }

  @Test
  void refusesOptionsWithoutAProgramAndWrongRanges() {
    Cli without = Cli.run("run", "-d", "hd5870", "--launches=1-2", "w.yaml");
    assertThat(without.code()).isEqualTo(2);
    assertThat(without.err())
        .isEqualTo("lockstep: --launches concerns a program: name one after --, as in -- ./app\n");
    Cli range = Cli.run("run", "-d", "hd5870", "--launches", "5-2", "--", "./no-such-program");
    assertThat(range.code()).isEqualTo(2);
    assertThat(range.err())
        .isEqualTo("lockstep: --launches: expected N or FIRST-LAST, counted from 1, found '5-2'\n");
  }

  @Test
  void namesCommandsThatWorkWithoutTheTemporaryTrace() throws Exception {
    String program = compiled("hard");
    Path page = folder.resolve("page.html");
    Cli compared =
        Cli.run(
            "compare",
            "-d",
            "hd5870",
            "--as",
            "a100",
            "--report",
            page.toString(),
            "--",
            program,
            "plain");
    assertThat(compared.code()).as(compared.all()).isZero();
    String record = "lockstep record -o hard.lkt --as a100 -- " + program + " plain";
    assertThat(compared.out().strip())
        .endsWith("More: " + record + " && lockstep advise hard.lkt -d hd5870");
    assertThat(Files.readString(page))
        .contains("--as a100 --report FILE -- " + program + " plain")
        .doesNotContain("lockstep-");
  }
}
