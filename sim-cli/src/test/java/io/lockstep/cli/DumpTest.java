// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.cli.terminal.ExitCode;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --dump}: what buffers hold at the end, in files. */
class DumpTest {
  /** Rounding, a subnormal, both zeros, infinity and NaN survive; nothing is launched. */
  private static final String NUMBERS =
      """
      name: numbers
      buffers:
        f: {type: f32, count: 8, init: {values: [0.1, -0.0, 1.0e-45, 3.4028235e38, .inf, .nan, 16777217, 1.1754942e-38]}}
        h: {type: f16, count: 3, init: {values: [0.1, 65504, 6.0e-8]}}
        d: {type: f64, count: 2, init: {values: [0.1, 1.7976931348623157e308]}}
        u: {type: u64, count: 2, init: {values: [18446744073709551615, 3]}}
        b: {type: i8, count: 2, init: {values: [-128, 127]}}
        x: {type: u32, count: 2, init: {values: [1, 2]}}
        y: {type: u32, count: 2, init: {values: [3, 4]}}
      steps:
        - {upload: f}
        - {swap: [x, y]}
      """;

  @TempDir private Path folder;

  private String dump(String buffer, String ending) {
    return buffer + "=" + folder.resolve(buffer + ending);
  }

  private Cli record(String yaml, String... dumps) {
    Stream<String> arguments =
        Stream.of("record", yaml, "-o", folder.resolve("t.lkt").toString(), "--dump");
    return Cli.run(
        Stream.concat(arguments, Stream.of(String.join(" --dump ", dumps).split(" ")))
            .toArray(String[]::new));
  }

  private String numbers() throws IOException {
    return new Scratch(folder).write("numbers.yaml", NUMBERS);
  }

  private List<String> values(String buffer) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve(buffer + ".csv"));
    assertThat(lines.get(0)).isEqualTo("index,value");
    for (int i = 1; i < lines.size(); i++) {
      assertThat(lines.get(i)).startsWith(i - 1 + ",");
    }
    return lines.stream().skip(1).map(l -> l.substring(l.indexOf(',') + 1)).toList();
  }

  @Test
  @DisplayName("CSV reads back to the same bits")
  void csvReadsBackToTheSameBits() throws IOException {
    Cli cli =
        record(
            numbers(),
            dump("f", ".csv"),
            dump("f", ".bin"),
            dump("h", ".csv"),
            dump("d", ".csv"),
            dump("u", ".csv"),
            dump("b", ".csv"));
    assertThat(cli.code()).as(cli.all()).isZero();
    ByteBuffer bits =
        ByteBuffer.wrap(Files.readAllBytes(folder.resolve("f.bin"))).order(ByteOrder.LITTLE_ENDIAN);
    for (String value : values("f")) {
      assertThat(Float.floatToIntBits(Float.parseFloat(value))).isEqualTo(bits.getInt());
    }
    assertThat(bits.hasRemaining()).isFalse();
    assertThat(values("h")).containsExactly("0.099976", "65504.0", "5.9605E-8");
    assertThat(values("d").stream().map(Double::parseDouble))
        .containsExactly(0.1, Double.MAX_VALUE);
    assertThat(values("u")).containsExactly("18446744073709551615", "3");
    assertThat(values("b")).containsExactly("-128", "127");
  }

  @Test
  @DisplayName("NumPy's file has the type, the shape and the bytes")
  void numPysFileHasTheTypeTheShapeAndTheBytes() throws IOException {
    Cli cli =
        record(
            numbers(),
            dump("f", ".npy"),
            dump("f", ".bin"),
            dump("h", ".npy"),
            dump("u", ".npy"),
            dump("b", ".npy"));
    assertThat(cli.code()).as(cli.all()).isZero();
    byte[] npy = Files.readAllBytes(folder.resolve("f.npy"));
    assertThat(npy).startsWith(0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, 118, 0);
    assertThat(header("f")).startsWith("{'descr': '<f4', 'fortran_order': False, 'shape': (8,), }");
    assertThat(npy.length).isEqualTo(128 + 32);
    assertThat(npy).endsWith(Files.readAllBytes(folder.resolve("f.bin")));
    assertThat(header("h")).contains("'descr': '<f2'", "'shape': (3,)");
    assertThat(header("u")).contains("'descr': '<u8'");
    assertThat(header("b")).contains("'descr': '|i1'");
  }

  private String header(String buffer) throws IOException {
    byte[] npy = Files.readAllBytes(folder.resolve(buffer + ".npy"));
    String header = new String(npy, 10, 118, StandardCharsets.US_ASCII);
    assertThat(header).endsWith("\n");
    return header;
  }

  @Test
  @DisplayName("after a swap, a name stands for the buffer that has it then")
  void afterASwapANameStandsForTheBufferThatHasItThen() throws IOException {
    Cli cli = record(numbers(), dump("x", ".csv"));
    assertThat(cli.code()).as(cli.all()).isZero();
    assertThat(values("x")).containsExactly("3", "4");
  }

  @Test
  @DisplayName("a wrong result is written all the same, once for all devices")
  void aWrongResultIsWrittenAllTheSameOnceForAllDevices() throws IOException {
    String yaml = new Scratch(folder).workload(Scratch.kernel(STORE), "", 64, "1", "64");
    Files.writeString(
        Path.of(yaml), Files.readString(Path.of(yaml)) + "expect: {o: {fnv1a64: \"0x1\"}}\n");
    Cli cli = Cli.run("run", yaml, "-d", "hd5870,mi100", "--dump", dump("o", ".csv"));
    assertThat(cli.code()).as(cli.all()).isEqualTo(ExitCode.WRONG);
    assertThat(values("o")).hasSize(64).startsWith("7", "0").endsWith("0");
  }

  /** The first word of the buffer becomes 7. */
  private static final String STORE =
      """

        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [p0];
        st.global.u32 [%rd1], 7;
      """;

  @Test
  @DisplayName("every way to run gives the same bytes: warm-ups, several devices, none that can")
  void everyWay() throws IOException {
    String yaml = Cli.workload("matmul");
    Path expected = Path.of(yaml).resolveSibling("expected/matmul.c.bin");
    byte[] first = null;
    for (String[] way :
        new String[][] {
          {"run", yaml, "-d", "hd5870"},
          {"run", yaml, "-d", "hd5870,mi100,gtx280"},
          {"run", yaml, "-d", "hd4870"},
          {"run", yaml, "-d", "hd5870", "--check", "races"}
        }) {
      Path file = folder.resolve("c.bin");
      String[] arguments = java.util.Arrays.copyOf(way, way.length + 2);
      arguments[way.length] = "--dump";
      arguments[way.length + 1] = "c=" + file;
      Cli cli = Cli.run(arguments);
      byte[] bytes = Files.readAllBytes(file);
      assertThat(bytes).as(cli.all()).hasSize((int) Files.size(expected));
      first = first == null ? bytes : first;
      assertThat(bytes).as(String.join(" ", way)).isEqualTo(first);
      Files.delete(file);
    }
  }

  @Test
  @DisplayName("wrong names, endings and places are refused before anything runs")
  void wrongNamesEndingsAndPlacesAreRefusedBeforeAnythingRuns() throws IOException {
    String yaml = numbers();
    Cli name = record(yaml, dump("ff", ".bin"));
    assertThat(name.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(name.err()).contains("has no buffer 'ff'; did you mean 'f'?");
    Cli ending = record(yaml, dump("f", ".txt"));
    assertThat(ending.code()).isEqualTo(ExitCode.USAGE);
    assertThat(ending.err()).contains("--dump: expected NAME=FILE with an ending .bin, .npy or");
    Cli twice = record(yaml, "f=" + folder.resolve("a.bin"), "h=" + folder.resolve("a.bin"));
    assertThat(twice.code()).isEqualTo(ExitCode.USAGE);
    assertThat(twice.err()).contains("a.bin is named twice");
    Cli place = record(yaml, "f=" + folder.resolve("none/a.bin"), dump("h", ".bin"));
    assertThat(place.code()).isNotZero();
    assertThat(place.err()).contains("a.bin: cannot be written: there is no folder");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).containsExactly("numbers.yaml");
    }
  }

  @Test
  @DisplayName("a trace holds no contents, and says what to do instead")
  void aTraceHoldsNoContentsAndSaysWhatToDoInstead() throws IOException {
    assertThat(record(numbers(), dump("f", ".bin")).code()).isZero();
    Cli cli =
        Cli.run(
            "run", folder.resolve("t.lkt").toString(), "-d", "hd5870", "--dump", dump("f", ".csv"));
    assertThat(cli.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.err()).contains("holds no contents of buffers", "lockstep record WORKLOAD");
  }
}
