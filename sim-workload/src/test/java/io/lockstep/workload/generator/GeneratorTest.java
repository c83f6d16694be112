// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.memory.PageFiller;
import io.lockstep.io.InputException;
import io.lockstep.io.expression.Mix;
import io.lockstep.workload.BoundWorkload;
import io.lockstep.workload.Workload;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.Fnv1a64;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Initial contents of buffers, against vectors that numpy made. */
class GeneratorTest {
  private static BoundWorkload bind(String parameters, String buffers, Path folder) {
    return Workload.read(
            "g.yaml",
            "name: g\nparameters: "
                + parameters
                + "\nbuffers:\n"
                + buffers
                + "steps: [synchronize]\n",
            folder)
        .bind();
  }

  private static byte[] bytes(BoundWorkload bound, int buffer, int page) {
    BoundWorkload.SizedBuffer sized = bound.buffers().get(buffer);
    byte[] all = new byte[(int) sized.bytes()];
    PageFiller filler = bound.filler(sized);
    if (filler == null) {
      return all;
    }
    byte[] one = new byte[page];
    // Last page first: a page never depends on the pages before it having been filled.
    for (int offset = (all.length - 1) / page * page; offset >= 0; offset -= page) {
      int length = Math.min(page, all.length - offset);
      filler.fill(offset, one, length);
      System.arraycopy(one, 0, all, offset, length);
    }
    return all;
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/generators.csv", delimiter = '|', quoteCharacter = '`')
  void everyGeneratorMakesTheBytesOfNumpy(
      String type, int count, String parameters, String init, String hash) {
    BoundWorkload bound =
        bind(
            parameters,
            "  b: {type: " + type + ", count: " + count + ", init: " + init + "}\n",
            Path.of("."));
    for (int page : new int[] {48, 4096, 65536}) {
      byte[] bytes = bytes(bound, 0, page);
      Fnv1a64 fnv = new Fnv1a64();
      fnv.add(bytes, bytes.length);
      assertThat(Fnv1a64.text(fnv.value())).isEqualTo(hash);
    }
  }

  @Test
  @DisplayName("a raw file is read as it is; its size must fit")
  void aRawFileIsReadAsItIs(@TempDir Path dir) throws Exception {
    byte[] raw = new byte[1_000_000];
    for (int i = 0; i < raw.length; i++) {
      raw[i] = (byte) Mix.of(i, 1);
    }
    Files.write(dir.resolve("graph_64.bin"), raw);
    String init = "init: {file: 'graph_{n}.bin'}}\n";
    BoundWorkload bound = bind("{n: 64}", "  b: {type: u16, count: 500000, " + init, dir);
    assertThat(Arrays.equals(bytes(bound, 0, 65536), raw)).isTrue();
    assertThatThrownBy(() -> bind("{n: 64}", "  b: {type: u16, count: 7, " + init, dir))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "g.yaml:4:41: "
                + dir.resolve("graph_64.bin")
                + " has 1000000 bytes, expected 14 (7 of u16)");
    assertThatThrownBy(() -> bind("{n: 65}", "  b: {type: u16, count: 7, " + init, dir))
        .hasMessage("g.yaml:4:41: no file " + dir.resolve("graph_65.bin"));
    BoundWorkload gone = bind("{n: 64}", "  b: {type: u8, count: 1000000, " + init, dir);
    PageFiller filler = gone.filler(gone.buffers().get(0));
    Files.write(dir.resolve("graph_64.bin"), new byte[10]);
    assertThatThrownBy(() -> filler.fill(0, new byte[4096], 4096))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("became shorter while it was read");
  }

  @Test
  @DisplayName("count: {last: row} takes the last element of a buffer declared earlier")
  void countLastTakesTheLastElementOfAnEarlierBuffer() {
    String row =
        "  row: {type: i32, count: 1025, init: {prefix_sum: {integers: "
            + "{seed: 8, low: 0, high: 17}}}}\n";
    BoundWorkload bound =
        bind("{}", row + "  col: {type: f32, count: {last: row}}\n", Path.of("."));
    byte[] rows = bytes(bound, 0, 4096);
    int want = ByteBuffer.wrap(rows).order(ByteOrder.LITTLE_ENDIAN).getInt(4096);
    assertThat(bound.buffers().get(1).count()).isEqualTo(want).isGreaterThan(7000);
    assertThatThrownBy(
            () ->
                bind(
                    "{}",
                    "  a: {type: i32, count: 4}\n  b: {type: i32, count: {last: a}}\n",
                    Path.of(".")))
        .hasMessage(
            "g.yaml:5:25: the last element of 'a' is 0, expected a count from 1 to 274877906943");
  }

  @Test
  void realParametersReachGenerators() {
    BoundWorkload bound =
        Workload.read(
                "g.yaml",
                "name: g\nparameters: {low: 0.5, n: 4}\nbuffers:\n"
                    + "  a: {type: f32, count: n, init: {fill: low}}\n"
                    + "  b: {type: f64, count: n, init: {uniform: {seed: n, low: low, high: 0.5}}}\n"
                    + "steps: [synchronize]\n",
                Path.of("."))
            .bind(Map.of("low", "0.25", "n", "3"));
    ByteBuffer a = ByteBuffer.wrap(bytes(bound, 0, 16)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(List.of(a.getFloat(0), a.getFloat(8))).containsExactly(0.25f, 0.25f);
    ByteBuffer b = ByteBuffer.wrap(bytes(bound, 1, 16)).order(ByteOrder.LITTLE_ENDIAN);
    assertThat(b.getDouble(16)).isBetween(0.25, 0.5);
    assertThat(bound.parameters()).isEqualTo(Map.of("low", "0.25", "n", "3"));
  }

  @Property
  void halvesRoundTrip(@ForAll @IntRange(min = 0, max = 0xFFFF) int bits) {
    double value = ElementType.F16.real(bits);
    assertThat(ElementType.F16.encode(value)).isEqualTo(Double.isNaN(value) ? 0x7E00 : bits);
  }

  @Property
  void halvesRoundToNearest(@ForAll @DoubleRange(min = -70000, max = 70000) double value) {
    long half = ElementType.F16.encode(value);
    double got = ElementType.F16.real(half);
    if (Double.isInfinite(got)) {
      assertThat(Math.abs(value)).isGreaterThanOrEqualTo(65520);
      return;
    }
    for (long neighbour : new long[] {half - 1, half + 1}) {
      double other = ElementType.F16.real(neighbour & 0xFFFF);
      if (!Double.isNaN(other)) {
        assertThat(Math.abs(value - got)).isLessThanOrEqualTo(Math.abs(value - other));
      }
    }
  }

  @Test
  void elementsAreShownWithAllTheirDigits() {
    assertThat(ElementType.F32.show(Float.floatToRawIntBits(0.1f))).isEqualTo("0.100000001");
    assertThat(ElementType.F32.show(Float.floatToRawIntBits(-3f) & 0xFFFFFFFFL)).isEqualTo("-3.0");
    assertThat(ElementType.F32.show(Float.floatToRawIntBits(1e30f))).isEqualTo("1.00000002E+30");
    assertThat(ElementType.F64.show(Double.doubleToRawLongBits(0.1)))
        .isEqualTo("0.10000000000000001");
    assertThat(ElementType.F64.show(Double.doubleToRawLongBits(-0.0))).isEqualTo("-0.0");
    assertThat(ElementType.F16.show(0x7C00)).isEqualTo("Infinity");
    assertThat(ElementType.F16.show(0xFC00)).isEqualTo("-Infinity");
    assertThat(ElementType.F16.show(0x7E00)).isEqualTo("NaN");
    assertThat(ElementType.I8.show(0xFF)).isEqualTo("-1");
    assertThat(ElementType.U64.show(-1)).isEqualTo("18446744073709551615");
    assertThat(ElementType.U64.real(-1)).isEqualTo(0x1p64);
  }

  @Test
  void differentValuesWithOneTextAreShownWithTheirBits() {
    assertThat(ElementType.F32.difference(0x7FC00001, 0x7FC00000))
        .isEqualTo("NaN (0x7fc00001), not NaN (0x7fc00000)");
    assertThat(ElementType.F16.difference(0xFE00, 0x7E00))
        .isEqualTo("NaN (0xfe00), not NaN (0x7e00)");
    assertThat(ElementType.F64.difference(0xFFF8000000000000L, 0x7FF8000000000000L))
        .isEqualTo("NaN (0xfff8000000000000), not NaN (0x7ff8000000000000)");
    assertThat(ElementType.F32.difference(0x7FC00001, 0)).isEqualTo("NaN, not 0.0");
  }
}
