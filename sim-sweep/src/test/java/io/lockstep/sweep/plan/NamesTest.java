// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Named;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of workloads, devices, parameters and figures, and what is said of unknown ones. */
class NamesTest {
  private static final String MATMUL = "workloads: matmul.yaml";
  private static final DeviceNames DEVICES = new DeviceNames(Sweeps.CATALOGUE);

  private static List<String> devices(String... names) {
    return DEVICES
        .of(Optional.of(List.of(names).stream().map(n -> new Item(n, "here")).toList()))
        .stream()
        .map(Item::text)
        .toList();
  }

  @Test
  void devicesAreFoundByIdFamilyAndPatternEachOnce() {
    assertThat(devices("gtx280", "gtx280", "gtx2?0")).startsWith("gtx280").doesNotHaveDuplicates();
    assertThat(devices("g80")).contains("gtx280", "8800gtx").doesNotContain("hd5870");
    assertThat(DEVICES.of(Optional.empty())).hasSameSizeAs(devices("all"));
    assertThatThrownBy(() -> devices("gtx28"))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("here: unknown device or family 'gtx28'; did you mean 'gtx280'");
    assertThatThrownBy(() -> devices("nothing*"))
        .hasMessage("here: no device fits the pattern 'nothing*'");
  }

  @Test
  void parametersHaveTheKindOfTheirDefault() {
    ParameterNames names = new ParameterNames(Sweeps.EXAMPLES.resolve("matmul.yaml"), false);
    assertThat(names.has("n")).isTrue();
    assertThat(names.has("m")).isFalse();
    assertThat(names.all()).containsExactly("n");
    Named usual = names.usual("n", "here");
    assertThat(usual.key()).isEqualTo("n");
    assertThat(names.checked(usual)).contains(usual);
    assertThat(names.checked(new Named("m", true, "here", usual.values()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "parameters: {m: 3}|matmul.yaml has no parameter 'm'",
        "parameters: {n: 1.5}|expected an integer, as its default 96 is one",
        "parameters: {n: much}|expected an integer, as its default 96 is one",
        "set: {lds.latenzy: 8}|gtx280 has no figure 'lds.latenzy'; did you mean 'lds.latency'?",
        "set: {lds.latency: 8KiB}|",
        "set: {lds.latency: '*fast'}|expected a factor such as *2 or *0.5, found '*fast'",
        "set: {dram.mapping: '*2'}|'dram.mapping' is not a number to multiply",
        "set: {lds: 3}|'lds' is a section, of which 'absent' can be said; expected a figure of it",
        "set: {lds.latency: {from: 8cycles, to: 9cycles}}|'lds.latency' has no single values in a"
            + " grid; give a step or factor",
        "design: {}|",
        "when: m > 3|in 'm > 3': unknown name 'm' for matmul.yaml",
        "let: {n: 3}|the name 'n' is taken: it is a parameter of matmul.yaml",
        "{let: {x: y + 1, y: x}, when: x > 1}|'x' is computed from itself: x -> y -> x",
        "keep: [no_such_statistic]|no statistic is called 'no_such_statistic'",
        "keep: ['no_such*']|no statistic fits the pattern 'no_such*'",
      })
  void whatIsWrongIsNamed(String line, String message) {
    String[] lines =
        line.startsWith("{let")
            ? new String[] {MATMUL, "devices: gtx280", "let: {x: y + 1, y: x}", "when: x > 1"}
            : new String[] {MATMUL, "devices: gtx280", line};
    assertThatThrownBy(() -> Sweeps.plan(lines))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message == null ? "s.yaml:3:" : message);
  }

  @Test
  void aDesignDrawsFromRangesAndRangesWantADesign() {
    String[] drawn = {MATMUL, "devices: gtx280", "design: sobol", "points: 4", ""};
    assertThatThrownBy(() -> Sweeps.plan(drawn))
        .hasMessageContaining("design sobol has nothing to draw; give a parameter or figure");
    drawn[4] = "set: {lds.latency: {from: 8cycles, to: 80cycles}}";
    assertThat(Sweeps.plan(drawn).size()).isEqualTo(4);
    drawn[4] = "set: {dram.mapping: {from: 8, to: 80}}";
    assertThatThrownBy(() -> Sweeps.plan(drawn))
        .hasMessageContaining("'dram.mapping' is a name; write {choices: [...]}");
    drawn[4] = "set: {lds.latency: {from: '*0.5', to: '*2'}}";
    assertThat(Sweeps.words(Sweeps.plan(drawn))).allMatch(w -> w.contains("lds.latency=*"));
    drawn[4] = "set: {dram.mapping: {from: '*0.5', to: '*2'}}";
    assertThatThrownBy(() -> Sweeps.plan(drawn))
        .hasMessageContaining("'dram.mapping' is not a number to multiply");
  }

  @Test
  void aFigureThatOneDeviceLacksIsForThoseThatHaveIt() {
    String[] lines = {MATMUL, "devices: [gtx280, hd5870]", "set: {l1.size?: [8KiB]}"};
    assertThat(Sweeps.plan(lines).size()).isEqualTo(2);
    String[] none = {MATMUL, "devices: [gtx280, hd5870]", "set: {nothing.size?: [8KiB]}"};
    assertThatThrownBy(() -> Sweeps.plan(none))
        .hasMessageContaining("no device of the sweep has the figure 'nothing.size'");
  }
}
