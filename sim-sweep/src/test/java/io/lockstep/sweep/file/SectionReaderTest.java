// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SectionReaderTest {
  private static final Path FOLDER = Path.of("/sweeps");

  private static SweepSection read(String text) {
    return SectionReader.read(YamlFile.read("s.yaml", text).asMap(), FOLDER);
  }

  @Test
  void aSectionHasDevicesParametersFiguresZipsAndConditions() {
    SweepSection read =
        read(
            "{devices: [gtx280, mine.yaml, ../other.yml], parameters: {n?: [1, 2]},"
                + " set: {l1.size: 8KiB}, zip: {parameters: {a: [1, 2]}, set: {l1.ways: 4..8:4}},"
                + " when: [n > 1, a < 3]}");
    assertThat(read.devices().orElseThrow())
        .extracting(Item::text)
        .containsExactly("gtx280", "/sweeps/mine.yaml", "/other.yml");
    assertThat(read.parameters()).extracting(Named::key).containsExactly("n?");
    assertThat(read.settings()).extracting(Named::key).containsExactly("l1.size");
    assertThat(read.zips()).hasSize(1);
    assertThat(read.zips().get(0).all()).extracting(Named::key).containsExactly("a", "l1.ways");
    assertThat(read.conditions()).hasSize(2);
    assertThat(read("{when: n > 1}").conditions()).hasSize(1);
    assertThat(read("{}").devices()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{devices: []}|1:11: expected at least one device",
        "{parameters: {1n: 3}}|1:15: expected the name of a parameter, found '1n'",
        "{parameters: {n-1: 3}}|1:15: expected the name of a parameter, found 'n-1'",
        "{set: {' ': 3}}|1:8: expected the name of a figure, found ' '",
        "{zip: {parameters: {a: [1, 2]}, set: {l1.ways: [1, 2, 4]}}}|1:7: lists of a zip have one"
            + " length: 'a' has 2, 'l1.ways' has 3",
        "{zip: {}}|1:7: expected parameters or set in a zip",
        "{zip: {parameters: {a: {from: 1, to: 3}}}}|1:24: expected a list or a range in a zip",
        "{zip: {parametres: {a: 1}}}|1:8: unknown key 'parametres'",
      })
  void whatIsWrongIsNamedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("s.yaml:" + message);
  }

  @Test
  void aNameHasValuesInOnePlaceOnly() {
    assertThatThrownBy(() -> read("parameters:\n  n: 3\n  n?: 4\n"))
        .hasMessage("s.yaml:3:3: the parameter 'n' has its values at line 2 already");
    assertThatThrownBy(() -> read("set:\n  l1.size: 8KiB\nzip:\n  set: {l1.size: [1KiB]}\n"))
        .hasMessage("s.yaml:4:9: the figure 'l1.size' has its values at line 2 already");
    assertThatThrownBy(() -> read("parameters:\n  n: 3\nzip:\n  parameters: {n: [4]}\n"))
        .hasMessage("s.yaml:4:16: the parameter 'n' has its values at line 2 already");
    assertThat(read("{parameters: {n: 1}, set: {n: 2}}").settings()).hasSize(1);
  }
}
