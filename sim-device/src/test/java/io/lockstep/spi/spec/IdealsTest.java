// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.trace.change.AccessChange;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is ideal of a specification: no figure, but kept apart from real devices. */
class IdealsTest {
  private static final SpecSchema SCHEMA =
      SpecSchema.builder("toy")
          .part(ClockSpec.PART)
          .key("unit.count", Dimension.COUNT, "units")
          .between(1, 1000)
          .build();

  private static final DeviceSpec TOY =
      SpecReader.read(
          "toy.yaml",
          "{device: toy, family: toy, clock: {compute: 850MHz}, unit: {count: 20}}",
          family -> SCHEMA,
          id -> null);

  @Test
  @DisplayName("a setting names parts in any order; the specification tells them in one")
  void aSettingNamesParts() {
    DeviceSpec ideal = TOY.with(Map.of("ideal", "lanes,caches", "unit.count", "10"));
    assertThat(ideal.ideals().parts()).containsExactly(Ideal.CACHES, Ideal.LANES);
    assertThat(ideal.overrides()).containsEntry("ideal", "caches+lanes");
    assertThat(ideal.value("unit.count")).isEqualTo(10);
    assertThat(TOY.with(ideal.overrides()).hash()).isEqualTo(ideal.hash());
  }

  @Test
  @DisplayName("the hash of an ideal device is that of no other; without ideals it is as ever")
  void theHashTellsIdealsApart() {
    DeviceSpec one = TOY.with("ideal", "lanes");
    assertThat(Set.of(TOY.hash(), one.hash(), TOY.with("ideal", "caches").hash())).hasSize(3);
    assertThat(one.with("ideal", "none").hash()).isEqualTo(TOY.hash());
    assertThat(one.with("ideal", "none").overrides()).isEmpty();
  }

  @Test
  void changedLinesStandBesideIdealPartsAndTellSpecificationsApart() {
    DeviceSpec changed = TOY.with("ideal", "local:scan.cl:14,lanes,coalescing:3");
    assertThat(changed.overrides()).containsEntry("ideal", "lanes+local:scan.cl:14+coalescing:3");
    assertThat(changed.ideals().changes())
        .containsExactly(
            new AccessChange(AccessChange.Kind.LOCAL, "scan.cl", 14),
            new AccessChange(AccessChange.Kind.COALESCING, "", 3));
    assertThat(TOY.with(changed.overrides()).hash()).isEqualTo(changed.hash());
    assertThat(Set.of(TOY.hash(), TOY.with("ideal", "lanes").hash(), changed.hash())).hasSize(3);
    assertThat(TOY.with("ideal", "local:3").ideals().isNone()).isFalse();
  }

  @Test
  @DisplayName("what is set later leaves the ideals, and computed figures know them")
  void whatIsSetLaterLeavesTheIdeals() {
    DeviceSpec ideal = TOY.with("ideal", "lanes").with("unit.count", "10").withoutClaims();
    assertThat(ideal.ideals().has(Ideal.LANES)).isTrue();
    assertThat(ideal.given("l2.hit", 3).ideals()).isEqualTo(ideal.ideals());
    assertThat(TOY.given("l2.hit", 3).ideals().isNone()).isTrue();
  }

  @Test
  @DisplayName("what nobody knows is bad input with the nearest name, or all of them")
  void whatNobodyKnowsIsBadInput() {
    assertThatThrownBy(() -> TOY.with("ideal", "lane"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("did you mean 'lanes'?");
    assertThatThrownBy(() -> TOY.with("ideal", "lanes,"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected residency, dram.bandwidth");
  }
}
