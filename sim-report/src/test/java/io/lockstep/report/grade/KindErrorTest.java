// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.grade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Errors of the published rows of the kind that limits a run. */
class KindErrorTest {
  @Test
  @DisplayName("a device with rows of the kind has their number, range and median, not its mean")
  void aDeviceHasTheErrorsOfItsOwnRows() {
    KindError l2 = KindError.of(RowKind.L2, "a100_80", "nvidia", true);
    assertThat(l2.own()).isTrue();
    assertThat(l2.rows()).isEqualTo(11);
    assertThat(l2.high()).isGreaterThan(1.7); // sets beyond one partition
    assertThat(l2.words())
        .matches(
            "second-level cache \\(group l2\\): 11 rows, simulated ÷ published"
                + " 0\\.\\d\\d to 1\\.\\d\\d, median 1\\.\\d\\d");
    KindError dram = KindError.of(RowKind.DRAM, "a100_80", "nvidia", true);
    assertThat(dram.high()).isLessThan(l2.high());
  }

  @Test
  @DisplayName("a device without rows of the kind has those of its family, and it is said")
  void aDeviceWithoutRowsHasThoseOfItsFamily() {
    KindError l2 = KindError.of(RowKind.L2, "rtx5090", "nvidia", true);
    assertThat(l2.own()).isFalse();
    assertThat(l2.grades()).extracting(Grades.Grade::device).contains("a100_80", "v100");
    assertThat(l2.words())
        .startsWith("no published rows of second-level cache; 5 devices of its family (group l2, ");
  }

  @Test
  @DisplayName("a device with changed parameters has no rows of its own")
  void aChangedDeviceHasNoRowsOfItsOwn() {
    assertThat(KindError.of(RowKind.L2, "a100_80", "nvidia", false).own()).isFalse();
  }

  @Test
  @DisplayName("a kind without rows in the family is said to have none")
  void aKindWithoutRowsIsSaidToHaveNone() {
    assertThat(KindError.of(RowKind.ATOMICS, "v100", "nvidia", true).words())
        .isEqualTo("no published rows of atomics, nor of its family");
  }

  @Test
  @DisplayName("every group that a kind names is one of a suite")
  void everyGroupOfAKindIsOneOfASuite() {
    Arrays.stream(RowKind.values())
        .flatMap(k -> k.groups().stream())
        .forEach(
            group ->
                assertThat(
                        Stream.of("nvidia", "cdna", "g80", "evergreen")
                            .flatMap(f -> Grades.SHIPPED.ofFamily(f).stream())
                            .map(Grades.Grade::group))
                    .contains(group));
  }
}
