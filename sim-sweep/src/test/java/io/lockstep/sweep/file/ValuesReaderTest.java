// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ValuesReaderTest {
  private static final String HALF = "0..600000";

  @Test
  @DisplayName("a list has the values of its ranges, in their order")
  void aListHasTheValuesOfItsRanges() {
    assertThat(ValuesReader.listed(YamlFile.read("s.yaml", "[1..3, 7, 4..8:*2]")).items())
        .extracting(Item::text)
        .containsExactly("1", "2", "3", "7", "4", "8");
  }

  @Test
  @DisplayName(
      "ranges that have too many values together are refused, in a file and on a command line")
  void rangesThatHaveTooManyValuesTogetherAreRefused() {
    assertThatThrownBy(
            () -> ValuesReader.listed(YamlFile.read("s.yaml", "[" + HALF + ", " + HALF + "]")))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:1:1: has more than 1048576 values");
    assertThatThrownBy(() -> ValuesReader.commas("--set n", HALF + "," + HALF))
        .isInstanceOf(InputException.class)
        .hasMessage("--set n: has more than 1048576 values");
  }
}
