// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.type.Type;
import io.lockstep.run.Plugins;
import io.lockstep.testsupport.Scratch;
import io.lockstep.trace.record.Geometry;
import io.lockstep.workload.Workload;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.ForeignLaunch.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pocl's process is sent and what becomes of its answers, by a process with a script. */
class PoclOracleTest {
  private static final String WHERE = "w.yaml:9:5";
  private static final String CODE = "kernel void k() {}";
  private static final int LARGE = (1 << 16) + 5; // more than is sent at once
  private static final String PTX =
      ".version 8.5\n.target sm_50\n.address_size 64\n"
          + ".visible .entry k(.param .u64 p0)\n{ ret;\n}\n";

  @TempDir private Path folder;
  private final DeviceMemory memory = new DeviceMemory();

  private ForeignLaunch launch(Path file, List<Path> joined, List<String> options, Value... args) {
    long[] range = {1, 2, 3, 40, 50, 60, 4, 5, 6, 3};
    Geometry geometry = new Geometry(10, 10, 10, 4, 5, 6);
    return new ForeignLaunch(WHERE, "k", file, joined, options, geometry, range, List.of(args));
  }

  /** Returns bytes of which each value is repeated. */
  private static byte[] bytes(int count, int times) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i / times);
    }
    return bytes;
  }

  private Path file(String name) throws IOException {
    return Path.of(new Scratch(folder).write(name, CODE));
  }

  private PoclOracle oracle(ScriptedPocl pocl, String more) throws IOException {
    String yaml =
        "name: w\n"
            + more
            + "kernels: k.ptx\nbuffers: {o: {type: u32, count: 1}}\nsteps: [{upload: o}]\n";
    Path path = Path.of(new Scratch(folder).write("w.yaml", yaml));
    return new PoclOracle(path, Workload.read(path), pocl.process());
  }

  private static String built(int program, int times, String... options) {
    String lines = String.join("\n", options);
    String text = CODE.repeat(times);
    return "build %d %d %d\n%s%s".formatted(program, lines.length(), text.length(), lines, text);
  }

  @Test
  void aLaunchIsSentWithItsProgramSizesAndArgumentsAndChangedBuffersComeBack() throws IOException {
    byte[] before = bytes(LARGE, 7);
    byte[] after = bytes(LARGE, 11);
    int small = memory.allocate("small", Type.I32, 4, null);
    int large = memory.allocate("large", Type.I32, LARGE, null);
    memory.write(large, 0, before, 0, LARGE);
    ScriptedPocl pocl = ScriptedPocl.started().says("built\nchanged 1\n").says(after);
    try (PoclOracle oracle = oracle(pocl, "")) {
      assertThat(oracle.name()).isEqualTo(ScriptedPocl.NAME);
      assertThat(oracle.hasRun()).isFalse();
      oracle.run(
          launch(
              file("k.cl"),
              List.of(),
              List.of("-DA=1", "-O3", "-Usome", "-cl-mad-enable", "-Iinc"),
              new Value.Pointer(small, 0),
              new Value.Pointer(large, 16),
              new Value.Pointer(large, 0),
              new Value.Bytes(new byte[] {1, (byte) 0xab}),
              new Value.Local(64)),
          memory);
      assertThat(oracle.hasRun()).isTrue();
    }
    String options =
        "-cl-std=CL1.2\n-DA=1\n\n-Usome\n-cl-mad-enable\n-I"
            + folder.resolve("inc").toAbsolutePath().normalize();
    assertThat(pocl.sent())
        .isEqualTo(
            built(0, 1, options)
                + "buffer 0 4\n\0\0\0\0"
                + "buffer 1 "
                + LARGE
                + "\n"
                + new String(before, StandardCharsets.ISO_8859_1)
                + "launch 0 k 40,50,60 4,5,6 1,2,3 b:0:0 b:1:16 b:1:0 v:01ab l:64\n");
    byte[] now = new byte[LARGE];
    memory.read(large, 0, now, 0, LARGE);
    assertThat(now).isEqualTo(after);
    assertThat(pocl.isEnded && pocl.isChildEnded).isTrue();
  }

  @Test
  void programsAreBuiltOnceAndBuffersSentOnceBetweenHostSteps() throws IOException {
    Path one = file("one.cl");
    Path two = file("two.opencl");
    int o = memory.allocate("o", Type.I32, 1, null);
    Value pointer = new Value.Pointer(o, 0);
    ScriptedPocl pocl =
        ScriptedPocl.started()
            .says("built\nchanged\nchanged\nbuilt\nchanged\nbuilt\nchanged\nchanged\n");
    try (PoclOracle oracle = oracle(pocl, "")) {
      oracle.run(launch(one, List.of(), List.of(), pointer), memory);
      oracle.run(launch(one, List.of(), List.of(), pointer), memory);
      oracle.run(launch(one, List.of(), List.of("-DA=2"), pointer), memory);
      oracle.run(launch(two, List.of(), List.of("-cl-std=CL3.0"), pointer), memory);
      oracle.hostStep();
      oracle.run(launch(one, List.of(), List.of(), pointer), memory);
    }
    String sizes = " k 40,50,60 4,5,6 1,2,3 b:0:0\n";
    String buffer = "buffer 0 1\n\0";
    String standard = "-cl-std=CL1.2";
    assertThat(pocl.sent())
        .isEqualTo(
            (built(0, 1, standard) + buffer + "launch 0" + sizes + "launch 0" + sizes)
                + (built(1, 1, standard, "-DA=2") + "launch 1" + sizes)
                + (built(2, 1, "-cl-std=CL3.0") + "launch 2" + sizes)
                + (buffer + "launch 0" + sizes));
  }

  @Test
  void joinedFilesAreOneTextWithTheirNames() throws IOException {
    Path first = file("first.cl");
    Path last = file("last.cl");
    ScriptedPocl pocl = ScriptedPocl.started().says("built\nchanged\n");
    try (PoclOracle oracle = oracle(pocl, "")) {
      oracle.run(launch(last, List.of(first), List.of()), memory);
    }
    assertThat(pocl.sent())
        .contains("#line 1 \"" + first + "\"\n" + CODE + "\n#line 1 \"" + last + "\"\n" + CODE);
  }

  @Test
  void aKernelOfAnotherLanguageRunsFromTheWorkloadsSourceWithItsOptions() throws IOException {
    file("k.cl");
    ScriptedPocl pocl = ScriptedPocl.started().says("built\nchanged\n");
    try (PoclOracle oracle = oracle(pocl, "source: k.cl\noracle_options: [\"-DFACTOR=2\"]\n")) {
      oracle.run(
          launch(folder.resolve("k.ptx"), List.of(folder.resolve("no.cl")), List.of("-DNO")),
          memory);
    }
    assertThat(pocl.sent()).startsWith(built(0, 1, "-cl-std=CL1.2", "-DFACTOR=2") + "launch 0 k");
  }

  @ParameterizedTest
  @CsvSource({"'', stands in k.ptx; name the .cl", "source: none.cl, no file "})
  void aKernelWithoutSourceIsRefused(String source, String message) throws IOException {
    ScriptedPocl pocl = ScriptedPocl.started();
    try (PoclOracle oracle = oracle(pocl, source.isEmpty() ? "" : source + "\n")) {
      ForeignLaunch launch = launch(folder.resolve("k.ptx"), List.of(), List.of());
      assertThatThrownBy(() -> oracle.run(launch, memory))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(WHERE)
          .hasMessageContaining(message);
    }
    assertThat(pocl.sent()).isEmpty();
  }

  @Test
  void anImageIsRefusedWhereItStands() throws IOException {
    Path file = file("k.cl");
    ScriptedPocl pocl = ScriptedPocl.started().says("built\n");
    try (PoclOracle oracle = oracle(pocl, "")) {
      ForeignLaunch launch =
          launch(file, List.of(), List.of(), new Value.Other("w.yaml:7:3", "images"));
      assertThatThrownBy(() -> oracle.run(launch, memory))
          .hasMessage(
              "w.yaml:7:3: pocl is given buffers, numbers, structures and local memory, no images");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'error 11\nmissing abc', pocl is not installed (missing abc); install Debian's packages",
    "'error 5\nother', pocl does not start: other"
  })
  void aProcessThatDoesNotStartSaysWhyAndIsEnded(String answer, String message) {
    ScriptedPocl pocl = new ScriptedPocl(0, "").says(answer);
    assertThatThrownBy(pocl::process)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("w.yaml:1:1: " + message);
    assertThat(pocl.isEnded).isTrue();
  }

  @Test
  void anErrorOfAnAnswerIsAMessageWithThePlaceOfItsCommand() throws IOException {
    Path file = file("k.cl");
    ScriptedPocl pocl = ScriptedPocl.started().says("error 9\nno FACTOR and no more");
    try (PoclOracle oracle = oracle(pocl, "")) {
      assertThatThrownBy(() -> oracle.run(launch(file, List.of(), List.of()), memory))
          .hasMessage(file + ": pocl: no FACTOR");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 'a\nb \n', pocl has ended with code 0: b",
    "128, '', pocl has ended with code 128",
    "139, 'a', pocl has crashed with signal 11: a"
  })
  void anEndWithoutAnAnswerTellsTheLastWords(int code, String errors, String message)
      throws InterruptedException {
    ScriptedPocl pocl = new ScriptedPocl(code, errors).says("oracle 1\nx");
    PoclProcess process = pocl.process();
    Thread.sleep(errors.isEmpty() ? 0 : 50); // its words are read by a thread
    assertThatThrownBy(() -> process.answer(WHERE)).hasMessage(WHERE + ": " + message);
    assertThatThrownBy(() -> process.read(WHERE, new byte[1], 1))
        .hasMessage(WHERE + ": " + message);
    process.close();
  }

  @Test
  void bytesThatAreMissingAreAnEnd() {
    PoclProcess process = ScriptedPocl.started().says("ab").process();
    byte[] two = new byte[3];
    process.read(WHERE, two, 2);
    assertThat(two).containsExactly('a', 'b', 0);
    assertThatThrownBy(() -> process.read(WHERE, two, 1)).hasMessageContaining("pocl has ended");
    process.close();
  }

  private static final String YAML =
      """
      name: f
      kernels: k.ptx
      source: k.cl
      buffers:
        a: {type: u32, count: 1100}
        o: {type: u32, count: 1100, init: {iota: {start: 1, step: 1}}}
      steps:
        - {upload: o}
        - {launch: k, grid: [1], block: [4], args: [o]}
      """;

  private List<String> record(String yaml, String wish, ScriptedPocl pocl) throws IOException {
    new Scratch(folder).write("k.ptx", PTX);
    file("k.cl");
    Path path = Path.of(new Scratch(folder).write("w.yaml", yaml));
    Tolerance none = new Tolerance(Optional.empty(), Optional.empty());
    return new ExpectationRecorder(path, Map.of(), Plugins.frontends(), none, () -> pocl.process())
        .record(List.of(ExpectationWish.parse(wish).orElseThrow()));
  }

  @Test
  void whatPoclHasChangedIsExpectedAndNothingElse() throws IOException {
    byte[] after = bytes(4400, 9);
    ScriptedPocl pocl = ScriptedPocl.started().says("built\nchanged 1\n").says(after);
    List<String> report = record(YAML, "pocl", pocl);
    assertThat(folder.resolve("expected/w.o.bin")).hasBinaryContent(after);
    assertThat(folder.resolve("expected/w.a.bin")).doesNotExist();
    assertThat(report)
        .containsExactly(
            folder.resolve("expected/w.o.bin") + ": 4400 bytes that 'o' shall hold, by pocl 9",
            folder.resolve("w.yaml") + ": 'expect' says so");
    assertThat(Files.readString(folder.resolve("w.yaml")))
        .isEqualTo(YAML + "expect:\n  o: {file: expected/w.o.bin, oracle: \"pocl 9\"}\n");
    assertThat(pocl.isEnded).isTrue();
  }

  @Test
  void aNamedBufferIsExpectedEvenIfItIsUnchanged() throws IOException {
    ScriptedPocl pocl = ScriptedPocl.started().says("built\nchanged\n");
    record(YAML, "pocl:a", pocl);
    assertThat(folder.resolve("expected/w.a.bin")).hasBinaryContent(new byte[4400]);
    assertThat(folder.resolve("expected/w.o.bin")).doesNotExist();
  }

  @Test
  void aLastByteThatDiffersIsAChange() throws IOException {
    byte[] last = new byte[4400];
    last[4399] = 1;
    ScriptedPocl pocl = ScriptedPocl.started().says("built\nchanged 1\n").says(last);
    record(YAML.replace(", init: {iota: {start: 1, step: 1}}", ""), "pocl", pocl);
    assertThat(folder.resolve("expected/w.o.bin")).hasBinaryContent(last);
  }

  @Test
  void withoutALaunchOrAChangeThereIsNothingToExpect() throws IOException {
    String idle = YAML.replaceFirst("  - \\{launch.*\n", "");
    assertThatThrownBy(() -> record(idle, "pocl", ScriptedPocl.started()))
        .hasMessageContaining("w.yaml: launches nothing, so pocl has nothing to say of it");
    ScriptedPocl same = ScriptedPocl.started().says("built\nchanged\n");
    assertThatThrownBy(() -> record(YAML, "pocl", same))
        .hasMessageContaining("pocl leaves every buffer as it was; name those to expect");
    assertThat(folder.resolve("w.yaml")).hasContent(YAML);
  }
}
