// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Values of figures' ranges that go together. */
class LegalValuesTest {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .key("size", Dimension.BYTES, "size")
          .between(64, 1 << 20)
          .key("ways", Dimension.COUNT, "ways")
          .between(1, 64)
          .key("line", Dimension.BYTES, "line")
          .between(16, 256)
          .powerOfTwo()
          .key("outer_line", Dimension.BYTES, "line of the outer level")
          .between(16, 256)
          .powerOfTwo()
          .key("inner", Dimension.CYCLES, "latency")
          .between(0, 1000)
          .key("outer", Dimension.CYCLES, "latency")
          .between(0, 1000)
          .key("there", Dimension.CYCLES, "of outer")
          .between(0, 1000)
          .key("back", Dimension.CYCLES, "of outer")
          .between(0, 1000)
          .key("base", Dimension.BYTES, "address")
          .between(0, 1 << 20)
          .key("share", Dimension.RATIO, "share")
          .between(0, 1_000_000)
          .key("fast", Dimension.FLAG, "whether it is fast")
          .key("order", Dimension.CHOICE, "scheduler")
          .oneOf("oldest", "youngest", "any")
          .together(
              Constraint.wholeSets("size", "line", "ways"),
              Constraint.same("outer_line", "line"),
              Constraint.above("outer", "inner"),
              Constraint.atLeast("outer", "there", "back"),
              Constraint.multiple("base", 256))
          .build();

  private static final String TEXT =
      """
      device: t
      family: toy
      sources: {book: "a book"}
      size: {value: 8KiB, from: measured, source: book}
      ways: {value: 8, from: guessed, range: [3, 32]}
      line: {value: 64B, from: guessed, range: [32B, 128B]}
      outer_line: {value: 64B, from: guessed, range: [64B, 256B]}
      inner: {value: 100cycles, from: guessed, range: [50cycles, 200cycles]}
      outer: {value: 200cycles, from: guessed, range: [150cycles, 250cycles]}
      there: {value: 60cycles, from: guessed, range: [20cycles, 200cycles]}
      back: {value: 60cycles, from: guessed, range: [0cycles, 200cycles]}
      base: {value: 1KiB, from: guessed, range: [0B, 64KiB]}
      share: {value: 50%, from: guessed, range: [25%, 75%]}
      fast: {value: true, from: guessed, range: [false, true]}
      order: {value: oldest, from: guessed, range: [oldest, youngest]}
      """;

  private static DeviceSpec spec(String text) {
    return SpecReader.read("t.yaml", text, f -> SCHEMA, d -> null);
  }

  private static Map<String, Double> at(double share) {
    Map<String, Double> shares = new HashMap<>();
    SCHEMA.keys().forEach(key -> shares.put(key.path(), share));
    return shares;
  }

  @Test
  @DisplayName("whatever is drawn, the values go together and lie in their ranges")
  void whateverIsDrawnTheValuesGoTogetherAndLieInTheirRanges() {
    DeviceSpec spec = spec(TEXT);
    LegalValues legal = new LegalValues(spec);
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      Map<String, Double> shares = at(0);
      shares.replaceAll((path, share) -> random.nextDouble());
      SortedMap<String, Long> values = legal.near(shares);
      DeviceSpec drawn = spec.with(legal.settings(values));
      assertThatCode(() -> CrossCheck.ofParts(drawn)).doesNotThrowAnyException();
      values.forEach((path, value) -> assertThat(drawn.value(path)).as(path).isEqualTo(value));
      assertThat(drawn.value("outer")).isBetween(150L, 250L);
      assertThat(drawn.value("inner")).isBetween(50L, 200L);
      assertThat(drawn.value("there")).isBetween(20L, 200L);
      assertThat(drawn.value("ways")).isIn(4L, 8L, 16L, 32L);
      assertThat(drawn.value("line")).isIn(64L, 128L); // what both levels may have
      assertThat(drawn.value("order")).isLessThan(2);
    }
  }

  @Test
  @DisplayName("what goes together as it is drawn stays as it is drawn")
  void whatGoesTogetherStaysAsItIsDrawn() {
    LegalValues legal = new LegalValues(spec(TEXT));
    Map<String, Double> shares = at(0);
    shares.putAll(Map.of("outer", 1.0, "share", 0.5, "fast", 0.4, "order", 0.6));
    SortedMap<String, Long> values = legal.near(shares);
    assertThat(values)
        .containsEntry("outer", 250L)
        .containsEntry("there", 20L)
        .containsEntry("back", 0L)
        .containsEntry("inner", 50L)
        .containsEntry("share", 500_000L)
        .containsEntry("fast", 0L)
        .containsEntry("order", 1L);
    assertThat(legal.settings(values))
        .containsEntry("fast", "false")
        .containsEntry("order", "youngest")
        .containsEntry("outer", "250cycles")
        .doesNotContainKey("share"); // is 50 % anyway
  }

  @Test
  @DisplayName("a sum that is too large shrinks by one share of all ranges, and the whole grows")
  void aSumThatIsTooLargeShrinksByOneShareOfAllRanges() {
    LegalValues legal = new LegalValues(spec(TEXT));
    Map<String, Double> shares = at(0);
    shares.putAll(Map.of("there", 0.9, "back", 0.9, "outer", 0.4));
    SortedMap<String, Long> values = legal.near(shares);
    assertThat(values.get("there") + values.get("back")).isLessThanOrEqualTo(values.get("outer"));
    // a share t of what is left of each range: there 20 * 10^(0.9 (1 - t)), back 180 (1 - t),
    // outer 150 * (250 / 150)^(0.4 + 0.6 t); the least t is 0.3231
    assertThat(values.get("there")).isBetween(79L, 83L);
    assertThat(values.get("back")).isBetween(120L, 124L);
    assertThat(values.get("outer")).isBetween(201L, 205L);
    long more = values.get("outer") - values.get("there") - values.get("back");
    assertThat(more).as("no further than needed").isBetween(0L, 3L);
    shares.putAll(Map.of("there", 1.0, "back", 0.3, "outer", 0.0));
    assertThat(legal.near(shares).get("back")) // 60 shrinks by the share that 200 shrinks by
        .isBetween(45L, 49L);
  }

  @Test
  @DisplayName("a figure that is the same as a known one is not drawn")
  void aFigureThatIsTheSameAsAKnownOneIsNotDrawn() {
    DeviceSpec known = spec(TEXT).with("line", "64B");
    LegalValues legal = new LegalValues(known);
    assertThat(legal.drawn()).doesNotContain("line", "outer_line", "size");
    assertThat(legal.settings(legal.near(at(0.99)))).doesNotContainKeys("line", "outer_line");
    assertThat(new LegalValues(spec(TEXT)).drawn()).contains("line").doesNotContain("outer_line");
  }

  @Test
  @DisplayName(
      "a range is even in the logarithm, but not of shares nor from zero; powers are alike")
  void aRangeIsEvenInTheLogarithm() {
    LegalValues legal = new LegalValues(spec(TEXT));
    Function<String, FigureRange> range = path -> legal.range(path).orElseThrow();
    assertThat(range.apply("inner").at(0.5)).isEqualTo(100); // of 50 to 200
    assertThat(range.apply("share").at(0.5)).isEqualTo(500_000);
    assertThat(range.apply("back").at(0.5)).isEqualTo(100); // of 0 to 200
    assertThat(range.apply("line").at(0.49)).isEqualTo(64); // 64 and 128 are in both ranges
    assertThat(range.apply("line").at(0.51)).isEqualTo(128);
    assertThat(range.apply("inner").share(100)).isEqualTo(0.5);
  }

  @Test
  @DisplayName("measured figures are drawn where their source states an error")
  void measuredFiguresAreDrawnWhereTheirSourceStatesAnError() {
    String exact = "size: {value: 8KiB, from: measured, source: book";
    DeviceSpec stated = spec(TEXT.replace(exact, exact + ", error: 10%"));
    FigureRange range = new LegalValues(stated).range("size").orElseThrow();
    assertThat(range.at(0)).isEqualTo(7373);
    assertThat(range.at(0.999999)).isEqualTo(9011);
    assertThat(new LegalValues(stated).near(at(0.999)).get("size") % 128).isZero();
  }

  @Test
  @DisplayName("figures that are the same take one value, which the first one's quantile says")
  void figuresThatAreTheSameTakeOneValue() {
    LegalValues legal = new LegalValues(spec(TEXT));
    Map<String, Double> shares = at(0.1);
    shares.put("line", 0.99);
    assertThat(legal.near(shares)).containsEntry("line", 128L).containsEntry("outer_line", 128L);
    assertThat(legal.settings(legal.near(shares)))
        .containsEntry("line", "128B")
        .containsEntry("outer_line", "128B");
  }

  @Test
  @DisplayName(
      "of figures that could move the one with the least way moves; else all are the device's")
  void ofFiguresThatCouldMoveTheOneWithTheLeastWayMoves() {
    SpecSchema schema =
        SpecSchema.builder("toy")
            .key("whole", Dimension.COUNT, "a multiple")
            .between(1, 1000)
            .key("part", Dimension.COUNT, "of it")
            .between(1, 1000)
            .together(Constraint.multiple("whole", "part"))
            .build();
    String text =
        "{device: t, family: toy, part: {value: 5, from: guessed, range: [2, 9]},"
            + " whole: {value: 10, from: guessed, range: [10, %s]}}";
    Map<String, Double> shares = Map.of("whole", 0.7, "part", 0.75);
    LegalValues wide =
        new LegalValues(
            SpecReader.read("t.yaml", String.format(text, 100), f -> schema, d -> null));
    assertThat(wide.near(shares)) // 50 and 6: 48 is nearer than 5
        .containsEntry("whole", 48L)
        .containsEntry("part", 6L);
    LegalValues narrow =
        new LegalValues(SpecReader.read("t.yaml", String.format(text, 11), f -> schema, d -> null));
    assertThat(narrow.near(shares)) // no multiple of 6 in 10 to 11, and 11 is a prime
        .containsEntry("whole", 10L)
        .containsEntry("part", 5L);
  }

  @Test
  @DisplayName("an end of a range is moved until the other figures allow it")
  void anEndIsMovedUntilTheOtherFiguresAllowIt() {
    UncertainFigures figures = new UncertainFigures("t", spec(TEXT));
    assertThat(figures.ends("ways")).containsExactly("4", "32"); // 8 KiB of 64 B lines
    assertThat(figures.ends("inner")).containsExactly("50cycles", "199cycles"); // outer has 200
    assertThat(figures.ends("line")).isEmpty(); // equals outer_line
    assertThat(figures.ends("fast")).containsExactly("false");
  }

  @Test
  @DisplayName("the ends named for a built-in device are legal")
  void endsAreLegal() {
    Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());
    for (String device : List.of("hd5870", "gtx280", "mi300a", "v100", "rtx5090")) {
      DeviceSpec spec = catalogue.spec(device);
      UncertainFigures figures = new UncertainFigures(device, spec);
      for (String path : new LegalValues(spec).drawn()) {
        for (String end : figures.ends(path)) {
          assertThatCode(() -> catalogue.device(spec.with(path, end)))
              .as(device + " " + path + "=" + end)
              .doesNotThrowAnyException();
        }
      }
    }
  }
}
