// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Figures that do not go together: who is blamed, where, and what would do. */
class CrossCheckTest {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .key("l1.size", Dimension.BYTES, "size")
          .between(64, 1 << 20)
          .key("l1.line", Dimension.BYTES, "line")
          .between(16, 256)
          .powerOfTwo()
          .key("l1.ways", Dimension.COUNT, "ways")
          .between(1, 127)
          .build();
  private static final DeviceSpec SPEC =
      SpecReader.read(
          "t.yaml",
          "device: t\nfamily: toy\nl1:\n  size: 32KiB\n  line: 128B\n  ways: 16\n",
          family -> SCHEMA,
          id -> null);

  private static void check(DeviceSpec spec) {
    new CrossCheck(spec).require(Constraint.wholeSets("l1.size", "l1.line", "l1.ways"));
  }

  @Test
  @DisplayName(
      "the figure that was set is blamed, with the nearest value that goes with the others")
  void theFigureThatWasSetIsBlamedWithTheNearestValueThatGoesWithTheOthers() {
    assertThatCode(() -> check(SPEC)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(SPEC.with("l1.ways", "127")))
        .hasMessage(
            "--set l1.ways=127: 'l1.ways' is 127; expected whole sets of lines"
                + " (l1.size is 32 KiB, l1.line is 128 B); nearest legal: 64");
    assertThatThrownBy(() -> check(SPEC.with("l1.size", "33KiB")))
        .hasMessage(
            "--set l1.size=33KiB: 'l1.size' is 33 KiB; expected whole sets of lines"
                + " (l1.ways is 16, l1.line is 128 B); nearest legal: 32KiB");
  }

  @Test
  @DisplayName("a figure of a user's file is blamed at its line, not the shipped one beside it")
  void aFigureOfAUsersFileIsBlamedAtItsLineNotTheShippedOneBesideIt() {
    DeviceSpec own =
        SpecReader.read(
            "my.yaml", "device: m\nextends: t\nl1: {ways: 15}\n", family -> SCHEMA, id -> SPEC);
    assertThatThrownBy(() -> check(own))
        .hasMessageStartingWith("my.yaml:3:")
        .hasMessageContaining("'l1.ways' is 15")
        .hasMessageEndingWith("nearest legal: 16");
  }

  @Test
  @DisplayName("of figures that a device has all or none of, the one that was set is blamed")
  void ofFiguresThatADeviceHasAllOrNoneOfTheOneThatWasSetIsBlamed() {
    SpecSchema schema =
        SpecSchema.builder("toy")
            .key("l1.ways", Dimension.COUNT, "ways")
            .between(1, 127)
            .key("l2.size", Dimension.BYTES, "size")
            .between(1, 1 << 20)
            .optional()
            .key("l2.line", Dimension.BYTES, "line")
            .between(1, 256)
            .optional()
            .key("l2.ways", Dimension.COUNT, "ways")
            .between(1, 16)
            .optional()
            .build();
    DeviceSpec none =
        SpecReader.read(
            "t.yaml", "{device: t, family: toy, l1: {ways: 4}}", f -> schema, d -> null);
    assertThatCode(() -> second(none)).doesNotThrowAnyException();
    assertThatThrownBy(() -> second(none.with("l2.line", "64B")))
        .hasMessage(
            "--set l2.line=64B: 'l2.line' is 64 B; expected l2.size, l2.ways beside it:"
                + " a second level has all of its figures or none");
    DeviceSpec all = none.with("l2.line", "64B").with("l2.size", "1KiB").with("l2.ways", "2");
    assertThatCode(() -> second(all)).doesNotThrowAnyException();
  }

  private static void second(DeviceSpec spec) {
    new CrossCheck(spec).allOrNone("a second level", "l2.size", "l2.line", "l2.ways");
  }
}
