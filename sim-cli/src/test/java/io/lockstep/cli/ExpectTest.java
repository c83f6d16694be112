// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.Scratch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code record --expect}: expectations from an oracle. What needs pocl is skipped on a machine
 * that lacks it.
 */
@Tag("slow")
class ExpectTest {
  /** Doubles what the buffer holds. */
  private static final String TWICE =
      """

        .reg .b64 %rd<4>;
        .reg .b32 %r<3>;
        ld.param.u64 %rd1, [p0];
        mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd2, %r1, 4;
        add.s64 %rd3, %rd1, %rd2;
        ld.global.u32 %r2, [%rd3];
        add.u32 %r2, %r2, %r2;
        st.global.u32 [%rd3], %r2;
      """;

  private static final String SOURCE =
      "__kernel void k(__global uint *o) { o[get_global_id(0)] *= FACTOR; }\n";

  private static final String YAML =
      """
      # A comment in front.
      name: twice
      kernels: k.ptx
      source: k.cl
      parameters: {n: 4}
      buffers:
        o: {type: u32, count: n, init: {iota: {start: 1, step: 1}}}
        other: {type: u32, count: 1}   # untouched
      expect:   # by hand
        other: {fnv1a64: "0x4d25767f9dce13f5"}
        o: {file: want.bin, absolute: 0.5, count: n}

      # The steps.
      steps:
        - {launch: k, grid: [1], block: [n], args: [o]}
      oracle_options: ["-DFACTOR=2"]
      """;

  @TempDir private Path folder;

  private String workload(String yaml) throws IOException {
    Scratch scratch = new Scratch(folder);
    scratch.write("k.ptx", Scratch.kernel(TWICE));
    scratch.write("k.cl", SOURCE);
    return scratch.write("w.yaml", yaml);
  }

  private static void needsPocl(Cli cli) {
    assumeThat(cli.err()).as("pocl").doesNotContain("pocl is not installed", "cannot run python3");
  }

  private static byte[] words(ByteOrder order, int... words) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(order);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }

  /** An array file as NumPy writes it. */
  private String npy(int version, String header, byte[] elements) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
    byte[] text = (header + "   \n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer size = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(text.length);
    out.write(size.array(), 0, version == 1 ? 2 : 4);
    out.write(text);
    out.write(elements);
    return Files.write(folder.resolve("a.npy"), out.toByteArray()).toString();
  }

  private static String header(String descr, String shape) {
    return "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
  }

  @ParameterizedTest
  @DisplayName("a NumPy file of each version and byte order becomes the expectation")
  @CsvSource({"1, <u4, '(4,)'", "2, <u4, '(2, 2)'", "3, >u4, '(4, 1)'", "1, =u4, '(4,)'"})
  void aNumPyFileOfEachVersionAndByteOrderBecomesTheExpectation(
      int version, String descr, String shape) throws IOException {
    String yaml = workload(YAML);
    ByteOrder order = descr.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    String array = npy(version, header(descr, shape), words(order, 2, 4, 6, 8));
    Cli cli = Cli.run("record", yaml, "--expect", "o=" + array);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("our own result, verified: yes");
    assertThat(folder.resolve("want.bin"))
        .hasBinaryContent(words(ByteOrder.LITTLE_ENDIAN, 2, 4, 6, 8));
  }

  @Test
  @DisplayName("each set of parameters gets a case and a file of its own, and all are verified")
  void eachSetOfParametersGetsACaseAndAFileOfItsOwn() throws IOException {
    String yaml =
        workload(
            YAML.replace("file: want.bin, absolute: 0.5, count: n", "fnv1a64: \"0x1\", count: n"));
    String four = npy(1, header("<u4", "(4,)"), words(ByteOrder.LITTLE_ENDIAN, 2, 4, 6, 8));
    assertThat(Cli.run("record", yaml, "--expect", "o=" + four).code()).isZero();
    String two = npy(1, header("<u4", "(2,)"), words(ByteOrder.LITTLE_ENDIAN, 2, 4));
    Cli cli = Cli.run("record", yaml, "--expect", "o=" + two, "-p", "n=2");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(Cli.run("record", yaml, "--expect", "o=" + two, "-p", "n=2").code()).isZero();
    assertThat(Files.readString(Path.of(yaml)))
        .containsOnlyOnce("    - {file: expected/w.o.bin, count: n, oracle: ")
        .containsOnlyOnce("    - {file: \"expected/w.o.n=2.bin\", count: n, for: {n: 2}, oracle: ");
    for (String n : new String[] {"2", "4"}) {
      assertThat(Cli.run("run", yaml, "-d", "hd5870", "-f", "json", "-p", "n=" + n).out())
          .contains("\"verified\" : true");
    }
    assertThat(Cli.run("run", yaml, "-d", "hd5870", "-f", "json", "-p", "n=3").out())
        .contains("\"verified\" : null");
  }

  @Test
  @DisplayName("only the section changes; what compares stays; the oracle stands in it")
  void onlyTheSectionChangesWhatComparesStaysTheOracleStandsInIt() throws IOException {
    String yaml = workload(YAML);
    String array = npy(1, header("<u4", "(4,)"), words(ByteOrder.LITTLE_ENDIAN, 2, 4, 6, 8));
    assertThat(Cli.run("record", yaml, "--expect", "o=" + array).code()).isZero();
    String text = Files.readString(Path.of(yaml));
    String entry =
        "  o: {file: want.bin, absolute: 0.5, count: n,"
            + " oracle: \"NumPy, a.npy of u32 [4], sha256 ";
    assertThat(text)
        .startsWith(YAML.substring(0, YAML.indexOf("  o: {file:")) + entry)
        .endsWith(YAML.substring(YAML.indexOf("\n\n# The steps.")));
  }

  @Test
  @DisplayName(
      "a workload without the section gets one, for the parameters given, in its line ends")
  void newSection() throws IOException {
    String bare = YAML.replaceAll("(?s)expect:.*?\n\n", "").replace("\n", "\r\n");
    String yaml = workload(bare);
    String array = npy(1, header("<u4", "(2,)"), words(ByteOrder.LITTLE_ENDIAN, 2, 4));
    Cli cli = Cli.run("record", yaml, "--expect", "o=" + array, "-p", "n=2", "--relative", "0.25");
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(Files.readString(Path.of(yaml)))
        .startsWith(
            bare + "expect:\r\n  o: {file: \"expected/w.o.n=2.bin\", relative: 0.25, for: {n: 2},")
        .endsWith("}\r\n");
    assertThat(folder.resolve("expected/w.o.n=2.bin")).hasSize(8);
    assertThat(Cli.run("run", yaml, "-d", "hd5870", "-f", "json").out())
        .contains("\"verified\" : null");
  }

  @Test
  @DisplayName("a section inside a line is not rewritten")
  void aSectionInsideALineIsNotRewritten() throws IOException {
    String inline =
        "{name: f, buffers: {a: {type: u32, count: 1}}, steps: [{upload: a}], expect: {}}\n";
    String yaml = workload(inline);
    String array = npy(1, header("<u4", "(1,)"), words(ByteOrder.LITTLE_ENDIAN, 0));
    Cli cli = Cli.run("record", yaml, "--expect", "a=" + array);
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("w.yaml:1:70: the section stands inside a line");
    assertThat(Path.of(yaml)).hasContent(inline);
  }

  @Test
  @DisplayName("arrays that do not fit are refused, and nothing is written")
  void arraysThatDoNotFitAreRefusedAndNothingIsWritten() throws IOException {
    String yaml = workload(YAML);
    byte[] four = words(ByteOrder.LITTLE_ENDIAN, 2, 4, 6, 8);
    misfit(yaml, header("<u4", "(3,)"), words(ByteOrder.LITTLE_ENDIAN, 1, 2, 3), "holds u32 [3]");
    misfit(yaml, header("<f4", "(4,)"), four, "holds f32 [4], expected 4 of u32 for 'o'");
    misfit(yaml, header("<u4", "(5,)"), four, "has 16 bytes of elements, but its header says u32");
    misfit(yaml, header("<c8", "(2,)"), four, "NumPy's type '<c8'");
    misfit(
        yaml,
        "{'descr': '<u4', 'fortran_order': True, 'shape': (2, 2), }",
        four,
        "stand in Fortran's order");
    misfit(yaml, "{'descr': [('a', '<u4')], 'shape': (4,), }", four, "array of plain numbers");
    misfit(yaml, "{'descr': '<u4', 'shape': (4,), }", four, "its header lacks");
    misfit(yaml, header("<u4", "(99999999999, 99999999999)"), four, "its shape is");
    Files.writeString(folder.resolve("a.npy"), "no array");
    Cli none = Cli.run("record", yaml, "--expect", "o=" + folder.resolve("a.npy"));
    assertThat(none.err()).contains("is not a NumPy array file (.npy)");
    Cli unknown = Cli.run("record", yaml, "--expect", "oo=" + folder.resolve("a.npy"));
    assertThat(unknown.err()).contains("has no buffer 'oo'; did you mean 'o'?");
    assertThat(Files.readString(Path.of(yaml))).isEqualTo(YAML);
    assertThat(folder.resolve("want.bin")).doesNotExist();
  }

  private void misfit(String yaml, String header, byte[] elements, String message)
      throws IOException {
    Cli cli = Cli.run("record", yaml, "--expect", "o=" + npy(1, header, elements));
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("a.npy: ", message).hasLineCount(1);
  }

  @Test
  @DisplayName(
      "wrong words of the option, tolerances without it, and a record of nothing are usage")
  void wrongWordsOfTheOptionTolerancesWithoutItAndARecordOfNothingAreUsage() throws IOException {
    String yaml = workload(YAML);
    for (String[] wrong :
        new String[][] {
          {"--expect", "ours"},
          {"--expect", "pocl", "--relative", "-1"},
          {"-o", "t.lkt", "--absolute", "1"},
          {}
        }) {
      String[] all = new String[wrong.length + 2];
      all[0] = "record";
      all[1] = yaml;
      System.arraycopy(wrong, 0, all, 2, wrong.length);
      Cli cli = Cli.run(all);
      assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.USAGE);
      assertThat(cli.err()).contains("expect");
    }
  }

  @Test
  @DisplayName("pocl's result is written, never ours: where the two differ, ours is wrong")
  void neverOurs() throws IOException {
    String yaml = workload(YAML.replace("FACTOR=2", "FACTOR=3").replace("absolute: 0.5, ", ""));
    Cli cli = Cli.run("record", yaml, "--expect", "pocl:o");
    needsPocl(cli);
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.WRONG);
    assertThat(cli.out())
        .contains("our own result, verified: NO", "o: 4 of 4 elements wrong: [0] is 2, not 3")
        .contains("(expected by pocl ", "Either may be wrong.");
    assertThat(folder.resolve("want.bin"))
        .hasBinaryContent(words(ByteOrder.LITTLE_ENDIAN, 3, 6, 9, 12));
    assertThat(Files.readString(Path.of(yaml))).contains("oracle: \"pocl ", ", LLVM ");
  }

  @ParameterizedTest
  @DisplayName("pocl runs loops on device values, swaps, local memory and what was changed between")
  @ValueSource(strings = {"bfs", "reduce", "matmul"})
  void poclRunsLoopsOnDeviceValuesSwapsLocalMemoryAndWhatWasChangedBetween(String name)
      throws IOException {
    Path original = Path.of(Cli.workload(name));
    String text =
        Files.readString(original)
            .replace("../kernels/", original.resolveSibling("../kernels").normalize() + "/");
    assumeThat(text).contains("source:");
    String yaml = Files.writeString(folder.resolve(name + ".yaml"), text).toString();
    Cli cli = Cli.run("record", yaml, "--expect", "pocl");
    needsPocl(cli);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("our own result, verified: yes");
    assertThat(Files.readString(Path.of(yaml))).contains("oracle: \"pocl ");
  }

  @Test
  @DisplayName("pocl is given what the host has computed since its last launch")
  void hostWork() throws IOException {
    String launch = "  - {launch: k, grid: [1], block: [n], args: [o]}\n";
    String compute = "  - {compute: {buffer: o, expression: \"10 + i\"}}\n";
    String yaml =
        workload(YAML.replace(launch, launch + compute + launch).replace("absolute: 0.5, ", ""));
    Cli cli = Cli.run("record", yaml, "--expect", "pocl:o");
    needsPocl(cli);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(folder.resolve("want.bin"))
        .hasBinaryContent(words(ByteOrder.LITTLE_ENDIAN, 20, 22, 24, 26));
  }

  @Test
  @DisplayName("pocl is given sources with comments in Latin-1")
  void poclIsGivenSourcesWithCommentsInLatin1() throws IOException {
    String yaml = workload(YAML);
    String old = "/* \u00a9 2013 */\n" + SOURCE;
    Files.write(folder.resolve("k.cl"), old.getBytes(StandardCharsets.ISO_8859_1));
    Cli cli = Cli.run("record", yaml, "--expect", "pocl:o");
    needsPocl(cli);
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(cli.out()).contains("our own result, verified: yes");
  }

  @Test
  @DisplayName("a kernel that pocl does not compile or that brings it down is a message")
  void aKernelThatPoclDoesNotCompileOrThatBringsItDownIsAMessage() throws IOException {
    String yaml = workload(YAML.replace("FACTOR", "OTHER"));
    Cli error = Cli.run("record", yaml, "--expect", "pocl");
    needsPocl(error);
    assertThat(error.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(error.err()).contains("k.cl: pocl: ", "FACTOR");
    new Scratch(folder)
        .write("k.cl", "__kernel void k(__global uint *o) { *(volatile __global uint *)8 = 1; }");
    Cli crash = Cli.run("record", yaml, "--expect", "pocl");
    assertThat(crash.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(crash.err()).contains("w.yaml:15:5: pocl has crashed with signal 11");
    assertThat(Files.readString(Path.of(yaml))).isEqualTo(YAML.replace("FACTOR", "OTHER"));
  }

  @Test
  @DisplayName("what pocl has not computed is not an expectation: no launch, or nothing changed")
  void nothingToSay() throws IOException {
    String idle = "buffers: {a: {type: i32, count: 4}}\nsteps: [{upload: {buffer: a, value: 7}}]\n";
    Cli none = Cli.run("record", workload("name: idle\n" + idle), "--expect", "pocl:a");
    needsPocl(none);
    assertThat(none.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(none.err()).contains("w.yaml: launches nothing");
    String zeros =
        YAML.replaceAll("(?s)expect:.*?\n\n", "").replace("start: 1, step: 1", "step: 0");
    Cli same = Cli.run("record", workload(zeros), "--expect", "pocl");
    assertThat(same.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(same.err()).contains("leaves every buffer as it was; name those to expect");
  }

  @Test
  @DisplayName("a kernel that pocl cannot run says what is missing")
  void noSource() throws IOException {
    String yaml = workload(YAML.replace("source: k.cl\n", ""));
    Cli cli = Cli.run("record", yaml, "--expect", "pocl");
    needsPocl(cli);
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("pocl runs OpenCL C, but the kernel 'k' stands in k.ptx");
  }
}
