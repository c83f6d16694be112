// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.sweep.plan.Sweeps;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values of settings that are relative to the device's own. */
class RelativeSettingsTest {
  private int opened;

  private final RelativeSettings settings = new RelativeSettings(this::catalogue);

  private Catalogue catalogue() {
    opened++;
    return Sweeps.CATALOGUE;
  }

  private String absolute(String key, String value) {
    return settings.absolute("gtx280", Map.of(key, value), key);
  }

  @Test
  void aFactorIsTakenOfTheDevicesValue() {
    String half =
        Sweeps.CATALOGUE.spec("gtx280").with("unit.count", "*0.5").figure("unit.count").text();
    assertThat(half).isEqualTo("15"); // of 30
    assertThat(absolute("unit.count", "*0.5")).isEqualTo(half);
    assertThat(absolute("unit.count?", "*0.5")).isEqualTo(half);
    assertThat(absolute("unit.count", "*0.5")).isEqualTo(half);
    assertThat(opened).isEqualTo(1);
  }

  @Test
  void whatIsAbsoluteNeedsNoDevice() {
    assertThat(absolute("unit.count", "12")).isEqualTo("12");
    assertThat(opened).isZero();
  }

  @Test
  void whatTheDeviceRefusesOrLacksStaysAsItIs() {
    assertThat(absolute("unit.count", "*1000000")).isEqualTo("*1000000");
    assertThat(absolute("no.such?", "*2")).isEqualTo("*2");
    assertThat(settings.absolute("no such device", Map.of("unit.count", "*2"), "unit.count"))
        .isEqualTo("*2");
  }

  @Test
  void withoutPluginsValuesStayAndNobodyAsksAgain() {
    RelativeSettings gone =
        new RelativeSettings(
            () -> {
              opened++;
              throw new InputException("plugins", "is gone");
            });
    Map<String, String> half = Map.of("unit.count", "*0.5");
    assertThat(gone.absolute("gtx280", half, "unit.count")).isEqualTo("*0.5");
    assertThat(gone.absolute("gtx280", half, "unit.count")).isEqualTo("*0.5");
    assertThat(opened).isEqualTo(1);
    assertThat(new RelativeSettings(null).absolute("gtx280", half, "unit.count")).isEqualTo("*0.5");
  }
}
