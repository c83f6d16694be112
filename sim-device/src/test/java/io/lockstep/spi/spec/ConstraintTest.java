// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What figures have to be together, as schemas declare it. */
class ConstraintTest {
  /** Figures that belong together, one part of a device. */
  private static final Part PART =
      keys -> {
        for (String path :
            new String[] {
              "unit.count", "unit.engines", "l1.size", "l1.ways", "l1.line", "l1.latency"
            }) {
          keys.key(path, Dimension.COUNT, "a figure").between(1, 1 << 20);
        }
        keys.key("l2.line", Dimension.COUNT, "a power of two")
            .between(1, 1 << 10)
            .powerOfTwo()
            .key("l2.latency", Dimension.CYCLES, "whole cycles")
            .between(1, 1000)
            .key("net.there", Dimension.CYCLES, "whole cycles")
            .between(0, 1000)
            .key("net.back", Dimension.CYCLES, "whole cycles")
            .between(0, 1000)
            .key("memory.base", Dimension.BYTES, "an address")
            .between(0, 1 << 20)
            .key("mall.latency", Dimension.CYCLES, "of a part that devices lack")
            .between(1, 1000)
            .optional()
            .together(
                Constraint.divides("unit.engines", "unit.count"),
                Constraint.wholeSets("l1.size", "l1.line", "l1.ways"),
                Constraint.same("l2.line", "l1.line"),
                Constraint.below("l1.latency", "l2.latency"),
                Constraint.atLeast("l2.latency", "net.there", "net.back")
                    .saying("at least the way there and back"),
                Constraint.multiple("memory.base", 256),
                Constraint.atMost("l2.latency", "mall.latency"),
                Constraint.above("l2.latency", "net.there").unless("mall.latency"),
                Constraint.multiple("unit.count", "unit.engines", "memory.base").unless("l1.size"));
      };

  private static final SpecSchema SCHEMA = SpecSchema.builder("toy").part(PART).build();

  private static final String GOOD =
      """
      device: t
      family: toy
      unit: {count: 6, engines: 2}
      l1: {size: 1024, ways: 4, line: 64, latency: 20}
      l2: {line: 64, latency: 40cycles}
      net: {there: 10cycles, back: 30cycles}
      memory: {base: 512B}
      """;

  private static DeviceSpec read(String more) {
    DeviceSpec base = SpecReader.read("t.yaml", GOOD, f -> SCHEMA, d -> null);
    return more.isEmpty()
        ? base
        : SpecReader.read(
            "my.yaml", "device: my\nextends: t\n" + more + "\n", f -> SCHEMA, d -> base);
  }

  @ParameterizedTest
  @DisplayName("what breaks a constraint is refused at its line with what would do")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{engines: 3}|{engines: 4}|unit|'unit.engines' is 4; expected a divisor of unit.count"
            + " (unit.count is 6); nearest legal: 3",
        "{ways: 8}|{ways: 5}|l1|'l1.ways' is 5; expected whole sets of lines"
            + " (l1.size is 1024, l1.line is 64); nearest legal: 4",
        "{line: 64}|{line: 128}|l2|'l2.line' is 128; expected the same as l1.line"
            + " (l1.line is 64); nearest legal: 64",
        "{latency: 39}|{latency: 40}|l1|'l1.latency' is 40; expected below l2.latency"
            + " (l2.latency is 40 cycles); nearest legal: 39",
        "{back: 0cycles}|{back: 31cycles}|net|'net.back' is 31 cycles; expected at least the way"
            + " there and back (l2.latency is 40 cycles, net.there is 10 cycles); nearest legal:"
            + " 30cycles",
        "{base: 0B}|{base: 100B}|memory|'memory.base' is 100 B; expected a multiple of 256; nearest"
            + " legal: 256B",
        "{latency: 40cycles}|{latency: 39cycles}|mall|'mall.latency' is 39 cycles; expected at most"
            + " mall.latency (l2.latency is 40 cycles); nearest legal: 40cycles",
        "{line: 64}|{line: 65}|l2|'l2.line': 65 is not a power of two; nearest legal: 64",
        "{latency: 41cycles}|{latency: 40.5cycles}|l2|'l2.latency': '40.5cycles' is not a whole"
            + " number of cycles; nearest legal: 40cycles"
      })
  void whatBreaksAConstraintIsRefusedAtItsLineWithWhatWouldDo(
      String good, String bad, String section, String message) {
    assertThatCode(() -> CrossCheck.ofParts(read(section + ": " + good)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> CrossCheck.ofParts(read(section + ":\n  " + inner(bad))))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("my\\.yaml:4:\\d+: .*")
        .hasMessageEndingWith(message);
  }

  private static String inner(String map) {
    return map.substring(1, map.length() - 1);
  }

  @Test
  @DisplayName("a constraint of figures that a device lacks, or for others, is not asked")
  void aConstraintOfFiguresThatADeviceLacksOrForOthersIsNotAsked() {
    DeviceSpec plain = read("net: {there: 40cycles, back: 0cycles}");
    assertThatThrownBy(() -> CrossCheck.ofParts(plain))
        .hasMessageContaining("expected above net.there");
    DeviceSpec cached = plain.with("mall.latency", "50cycles");
    assertThatCode(() -> CrossCheck.ofParts(cached)).doesNotThrowAnyException();
  }

  @Test
  @DisplayName("a schema that constrains a figure that it does not have is a defect")
  void aSchemaThatConstrainsAFigureThatItDoesNotHaveIsADefect() {
    SpecSchema.Builder keys =
        SpecSchema.builder("toy").part(PART).together(Constraint.below("l1.latency", "l3.latency"));
    assertThatThrownBy(keys::build).hasMessage("no key l3.latency");
  }

  @Test
  @DisplayName("a family that leaves a figure out of a part leaves out what is about it")
  void aFamilyThatLeavesAFigureOutOfAPartLeavesOutWhatIsAboutIt() {
    SpecSchema less = SpecSchema.builder("less").part(PART).without("l1.ways").build();
    DeviceSpec spec =
        SpecReader.read(
            "t.yaml",
            GOOD.replace("toy", "less").replace("ways: 4,", "").replace("1024", "1025"),
            f -> less,
            d -> null);
    assertThatCode(() -> CrossCheck.ofParts(spec)).doesNotThrowAnyException();
  }

  @Test
  @DisplayName("a product of figures is one number that the first is a multiple of")
  void aProductOfFiguresIsOneNumberThatTheFirstIsAMultipleOf() {
    Constraint product = Constraint.multiple("a", "b", "c");
    assertThat(product.holds(24, 2, 3)).isTrue();
    assertThat(product.holds(26, 2, 3)).isFalse();
    assertThat(product.holds(26, 0, 3)).isFalse();
    assertThat(product.nearest(Bounds.of(1, 100), new long[] {26, 2, 3}, 0)).hasValue(24);
    assertThat(product.nearest(Bounds.of(25, 100), new long[] {26, 2, 3}, 0)).hasValue(30);
    assertThat(product).hasToString("a: a multiple of b x c (b, c)");
  }

  @Test
  @DisplayName("the nearest multiple of a large number is found however far it is")
  void theNearestMultipleOfALargeNumberIsFoundHoweverFarItIs() {
    long gib = 1L << 30;
    Constraint whole = Constraint.multiple("a", gib);
    assertThat(whole.nearest(Bounds.of(0, 1L << 40), new long[] {3 * gib + gib / 3}, 0))
        .hasValue(3 * gib);
    assertThat(whole.nearest(Bounds.of(0, 1L << 40), new long[] {3 * gib + 2 * gib / 3}, 0))
        .hasValue(4 * gib);
    assertThat(whole.nearest(Bounds.of(0, gib - 1), new long[] {gib / 3}, 0)).isEmpty();
  }

  @Test
  @DisplayName("a sum that no long holds is above everything")
  void aSumThatNoLongHoldsIsAboveEverything() {
    Constraint sum = Constraint.above("a", "b", "c");
    assertThat(sum.holds(5, 2, 2)).isTrue();
    assertThat(sum.holds(4, 2, 2)).isFalse();
    assertThat(sum.holds(4, Long.MAX_VALUE, 2)).isFalse();
    assertThat(sum.way(0)).isEqualTo(Constraint.Way.UP);
    assertThat(sum.way(2)).isEqualTo(Constraint.Way.DOWN);
  }
}
