// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.testsupport.Scratch;
import io.lockstep.workload.BoundWorkload;
import io.lockstep.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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

/** Expectations from arrays: the files that are written, and the section of the workload. */
class ExpectationRecorderTest {
  private static final Tolerance NONE = new Tolerance(Optional.empty(), Optional.empty());
  private static final String HEAD =
      """
      # A comment in front.
      name: twice
      kernels: k.ptx
      parameters: {n: 4, m: 1}
      buffers:
        o: {type: u32, count: n}
        other: {type: u32, count: 1}
      """;
  private static final String STEPS =
      """

      # The steps.
      steps:
        - {launch: k, grid: [1], block: [n], args: [o]}
      """;

  @TempDir private Path folder;

  private Path workload(String text) throws IOException {
    Scratch scratch = new Scratch(folder);
    scratch.write("k.ptx", Scratch.kernel(""));
    return Path.of(scratch.write("w.yaml", text));
  }

  private static String with(String section) {
    return HEAD + section + STEPS;
  }

  private Path array(String type, int... words) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] header =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }\n"
            .formatted(type, words.length)
            .getBytes(StandardCharsets.US_ASCII);
    out.write(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    out.write(new byte[] {(byte) header.length, 0});
    out.write(header);
    out.write(bytes(words));
    return Files.write(folder.resolve("a.npy"), out.toByteArray());
  }

  private static byte[] bytes(int... words) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    return bytes.array();
  }

  private List<String> record(
      Path path, Map<String, String> parameters, Tolerance tolerance, String buffer, Path array) {
    ExpectationWish wish =
        ExpectationWish.parse(buffer + "=" + array).orElseThrow(IllegalArgumentException::new);
    return new ExpectationRecorder(path, parameters, List.of(), tolerance).record(List.of(wish));
  }

  /** Returns the section's lines without the oracles' words. */
  private static List<String> section(Path path) throws IOException {
    return Files.readString(path)
        .lines()
        .dropWhile(line -> !line.startsWith("expect"))
        .takeWhile(line -> !line.isBlank())
        .map(line -> line.replaceAll(", oracle: \"[^\"]*\"", ""))
        .toList();
  }

  @Test
  void anEntryKeepsItsFileAndOptionsAndNamesTheOracle() throws IOException {
    String old =
        "expect:   # by hand\n"
            + "  other: {fnv1a64: \"0x4d25767f9dce13f5\"}\n"
            + "  o: {file: want.bin, absolute: 0.5, count: n}\n";
    Path path = workload(with(old));
    List<String> report = record(path, Map.of(), NONE, "o", array("<u4", 2, 4, 6, 8));
    assertThat(folder.resolve("want.bin")).hasBinaryContent(bytes(2, 4, 6, 8));
    assertThat(Files.readString(path)).startsWith(HEAD).endsWith(STEPS);
    assertThat(section(path))
        .containsExactly(
            "expect:   # by hand",
            "  other: {fnv1a64: \"0x4d25767f9dce13f5\"}",
            "  o: {file: want.bin, absolute: 0.5, count: n}");
    assertThat(Files.readString(path)).contains(", oracle: \"NumPy, a.npy of u32 [4], sha256 ");
    assertThat(report)
        .anyMatch(line -> line.contains("16 bytes that 'o' shall hold, by NumPy"))
        .contains(path + ": 'expect' says so");
  }

  @Test
  void aHashStaysAHashUnlessAToleranceIsAsked() throws IOException {
    Path path = workload(with("expect:\n  o: {fnv1a64: \"0x1\"}\n"));
    record(path, Map.of(), NONE, "o", array("<u4", 2, 4, 6, 8));
    // the offset basis and prime of FNV-1a over the 16 bytes
    long hash = 0xcbf29ce484222325L;
    for (byte b : bytes(2, 4, 6, 8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    assertThat(section(path))
        .containsExactly("expect:", "  o: {fnv1a64: \"0x%016x\"}".formatted(hash));
    Tolerance some = new Tolerance(Optional.of(0.25), Optional.empty());
    record(path, Map.of(), some, "o", folder.resolve("a.npy"));
    assertThat(section(path))
        .containsExactly("expect:", "  o: {file: expected/w.o.bin, relative: 0.25}");
    assertThat(folder.resolve("expected/w.o.bin")).hasSize(16);
  }

  @Test
  void otherParametersGetACaseAndAFileOfTheirOwn() throws IOException {
    Path path = workload(with("expect:\n  o: {file: want.bin, sorted: true}\n"));
    record(path, Map.of("n", "2"), NONE, "o", array("<u4", 2, 4));
    record(path, Map.of("n", "2"), NONE, "o", folder.resolve("a.npy"));
    record(path, Map.of("n", "3", "m", "7"), NONE, "o", array("<u4", 2, 4, 6));
    assertThat(section(path))
        .containsExactly(
            "expect:",
            "  o:",
            "    - {file: want.bin, sorted: true}",
            "    - {file: \"expected/w.o.n=2.bin\", sorted: true, for: {n: 2, m: 1}}",
            "    - {file: \"expected/w.o.n=3.m=7.bin\", sorted: true, for: {n: 3, m: 7}}");
    assertThat(folder.resolve("expected/w.o.n=2.bin")).hasBinaryContent(bytes(2, 4));
    assertThat(folder.resolve("expected/w.o.n=3.m=7.bin")).hasBinaryContent(bytes(2, 4, 6));
    assertThat(folder.resolve("want.bin")).doesNotExist();
  }

  @Test
  void aCaseForSeveralValuesIsKeptIfItsFileNamesThem() throws IOException {
    Path path = workload(with("expect:\n  o: {file: \"w{n}.bin\", for: {n: [2, 4]}}\n"));
    record(path, Map.of("n", "2"), NONE, "o", array("<u4", 2, 4));
    assertThat(section(path))
        .containsExactly("expect:", "  o: {file: \"w{n}.bin\", for: {n: [2, 4]}}");
    assertThat(folder.resolve("w2.bin")).hasBinaryContent(bytes(2, 4));
  }

  @Test
  void aSectionForSomeParametersHasEntriesForThese() throws IOException {
    Path path = workload(with("expect:\n  for: {n: [2, 3]}\n  o: {file: want.bin}\n"));
    record(path, Map.of("n", "2"), NONE, "o", array("<u4", 2, 4));
    assertThat(section(path))
        .containsExactly("expect:", "  for: {n: [2, 3]}", "  o: {file: want.bin}");
    record(path, Map.of(), NONE, "o", array("<u4", 2, 4, 6, 8));
    assertThat(section(path).subList(2, 5))
        .containsExactly(
            "  o:", "    - {file: want.bin}", "    - {file: expected/w.o.bin, for: {n: 4, m: 1}}");
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aWorkloadWithoutTheSectionGetsOneInItsOwnLineEnds(boolean windows) throws IOException {
    String text = windows ? with("").replace("\n", "\r\n") : with("");
    Path path = workload(text);
    record(path, Map.of(), NONE, "o", array("<u4", 2, 4, 6, 8));
    String end = windows ? "\r\n" : "\n";
    assertThat(Files.readString(path))
        .startsWith(text + "expect:" + end + "  o: {file: expected/w.o.bin, oracle: ")
        .endsWith("}" + end);
  }

  @Test
  void aSectionInsideALineIsNotRewritten() throws IOException {
    String text =
        "{name: f, buffers: {a: {type: u32, count: 1}}, steps: [{upload: a}], expect: {}}\n";
    Path path = workload(text);
    Path array = array("<u4", 0);
    assertThatThrownBy(() -> record(path, Map.of(), NONE, "a", array))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("w.yaml:1:70: the section stands inside a line");
    assertThat(path).hasContent(text);
    assertThat(folder.resolve("expected/w.a.bin")).doesNotExist();
  }

  @Test
  void anArrayOfAnotherTypeOrSizeIsRefusedAndNothingIsWritten() throws IOException {
    Path path = workload(with(""));
    Path floats = array("<f4", 2, 4, 6, 8);
    assertThatThrownBy(() -> record(path, Map.of(), NONE, "o", floats))
        .hasMessageContaining("holds f32 [4], expected 4 of u32 for 'o'");
    Path three = array("<u4", 2, 4, 6);
    assertThatThrownBy(() -> record(path, Map.of(), NONE, "o", three))
        .hasMessageContaining("holds u32 [3], expected 4 of u32 for 'o'");
    assertThatThrownBy(() -> record(path, Map.of(), NONE, "oo", three))
        .hasMessageContaining("--expect: " + path + " has no buffer 'oo'");
    assertThat(path).hasContent(with(""));
    assertThat(folder.resolve("expected/w.o.bin")).doesNotExist();
  }

  @Test
  void buffersWithEntriesAreFoundAndAHashWithACountIsNoHashOfAllBytes() throws IOException {
    String text = with("expect:\n  o: {fnv1a64: \"0x1\", count: 2}\n  other: {fnv1a64: \"0x1\"}\n");
    BoundWorkload bound = Workload.read(workload(text)).bind(Map.of());
    ExpectSection section = new ExpectSection("w.yaml", text);
    assertThat(section.buffers(bound)).containsExactly("o", "other");
    assertThat(section.isHash("o", bound)).isFalse();
    assertThat(section.isHash("other", bound)).isTrue();
    assertThat(section.text()).isEqualTo(text);
    BoundWorkload two = Workload.read(workload(text)).bind(Map.of("n", "2"));
    assertThat(section.isHash("other", two)).isFalse(); // no entry for these parameters
  }

  @ParameterizedTest
  @CsvSource({
    "pocl, true",
    "'pocl:a,b', true",
    "pocl:, false",
    "o=a.npy, true",
    "=a.npy, false",
    "o=a.bin, false",
    "a.npy, false"
  })
  void aWishIsPoclOrAnArray(String text, boolean fits) {
    assertThat(ExpectationWish.parse(text).isPresent()).isEqualTo(fits);
  }

  @Test
  void aWishForPoclMayNameBuffers() {
    assertThat(ExpectationWish.parse("pocl").orElseThrow().buffers()).isEmpty();
    ExpectationWish some = ExpectationWish.parse("pocl:a,b").orElseThrow();
    assertThat(some.buffers()).containsExactly("a", "b");
    assertThat(some.numpy()).isEmpty();
    assertThat(ExpectationWish.parse("o=a.npy").orElseThrow().numpy()).contains(Path.of("a.npy"));
  }
}
