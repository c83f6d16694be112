// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Published examples and rules of address spaces; each row of the table names its source. */
class AddressRowsTest {
  /** A row: id, kind, inputs, result, source; texts with commas are in quotation marks. */
  private record Row(String id, String kind, String inputs, String expected) {
    @Override
    public String toString() {
      return id + " " + kind + " " + inputs;
    }
  }

  private static List<Row> rows() throws IOException {
    try (InputStream in = AddressRowsTest.class.getResourceAsStream("addresses.csv")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines()
          .skip(1)
          .map(AddressRowsTest::cells)
          .map(c -> new Row(c.get(0), c.get(1), c.get(2), c.get(3)))
          .toList();
    }
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean quoted = false;
    for (char c : (line + ",").toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        cells.add(cell.toString());
        cell.setLength(0);
      } else {
        cell.append(c);
      }
    }
    return cells;
  }

  private static AddressKind kind(String name) {
    return CdnaAddresses.all().stream()
        .filter(k -> k.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static AddressAnswer answer(String name, String... words) {
    AddressKind kind = kind(name);
    return kind.answer(kind.read(List.of(words)));
  }

  private static String text(AddressAnswer answer) {
    return answer.result().stream()
        .map(v -> v.name() + "=" + v.text())
        .collect(Collectors.joining(";"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  @DisplayName("each published row comes out exactly, in its own names")
  void eachPublishedRowComesOutExactlyInItsOwnNames(Row row) {
    assertThat(text(answer(row.kind, row.inputs.split(";")))).isEqualTo(row.expected);
  }

  @Test
  @DisplayName("all 74 rows are tested")
  void all74RowsAreTested() throws IOException {
    assertThat(rows()).hasSize(74);
  }

  private static Stream<AddressKind> kinds() {
    return CdnaAddresses.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @DisplayName("each kind answers its example with steps that have formulas and sources")
  void eachKindAnswersItsExampleWithStepsThatHaveFormulasAndSources(AddressKind kind) {
    String[] words = kind.example().split(" ");
    AddressAnswer answer = kind.answer(kind.read(List.of(words).subList(1, words.length)));
    assertThat(answer.result()).isNotEmpty();
    assertThat(answer.steps())
        .isNotEmpty()
        .allSatisfy(
            s -> {
              assertThat(s.formula()).isNotBlank();
              assertThat(s.source()).isNotBlank();
            });
  }

  @Test
  @DisplayName("names of kinds are unique")
  void namesOfKindsAreUnique() {
    assertThat(CdnaAddresses.all().stream().map(AddressKind::name)).doesNotHaveDuplicates();
  }

  @Test
  @DisplayName("the third dword of lane 17 lies two rows behind its first one")
  void theThirdDwordOfLane17LiesTwoRowsBehindItsFirstOne() {
    assertThat(
            text(
                answer(
                    "scratch_instruction",
                    "flat_scratch=0x7f5a00000000",
                    "vgpr32=8",
                    "dword=2",
                    "lane=17")))
        .isEqualTo("global_addr=0x7f5a00000444;offset=1092"); // (8 / 4 + 2) * 256 + 17 * 4
  }

  @Test
  @DisplayName("null of local and of private memory is null of the flat space")
  void nullOfLocalAndOfPrivateMemoryIsNullOfTheFlatSpace() {
    assertThat(text(answer("segment_to_flat", "local_addr=0xffffffff"))).isEqualTo("flat_addr=0x0");
    assertThat(text(answer("segment_to_flat", "private_addr=0xffffffff")))
        .isEqualTo("flat_addr=0x0");
  }

  @Test
  @DisplayName("region memory begins at the upper half of M0 and ends behind its lower half")
  void regionMemoryBeginsAtTheUpperHalfOfM0AndEndsBehindItsLowerHalf() {
    assertThat(text(answer("ds_gds", "addr=0x3c", "m0=0x01000040"))).isEqualTo("addr=0x13c;oob=0");
    assertThat(text(answer("ds_gds", "addr=0x3d", "m0=0x01000040")))
        .isEqualTo("addr=0x13d;oob=1;result=load 0/store dropped");
  }
}
