// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NotesTest {
  private static final DrawnFigure PHASE =
      new DrawnFigure(DrawnFigure.PHASE, List.of("a", "b"), List.of(0.5));

  private static DrawnFigure figure(String name, String... devices) {
    return new DrawnFigure(name, List.of(devices), List.of(0.5));
  }

  private static Draw draw(Outcome outcome, String message, long picos) {
    return new Draw(new TreeMap<>(), 0, outcome, message, picos);
  }

  private static DeviceUncertainty device(String name, int figures, Draw... draws) {
    return new DeviceUncertainty(
        name, 100, figures, Optional.empty(), List.of(), new ArrayList<>(List.of(draws)));
  }

  @Test
  void oneDeviceWithTimesOfAllDrawsNeedsNoNote() {
    assertThat(
            Notes.of(
                List.of(PHASE, figure("x", "a")),
                List.of(device("a", 1, draw(Outcome.SIMULATED, "", 5)))))
        .isEmpty();
  }

  @Test
  void sharedParametersOfTwoDevicesAreCounted() {
    List<DeviceUncertainty> devices = List.of(device("a", 1), device("b", 2));
    assertThat(Notes.of(List.of(PHASE, figure("x", "a", "b"), figure("y", "b")), devices))
        .containsExactly(
            "1 of 2 parameters that were drawn are shared: each draw takes the same quantile of"
                + " every device's range");
    assertThat(Notes.of(List.of(PHASE, figure("y", "b")), devices))
        .containsExactly("no device shares a parameter that was drawn with another one");
  }

  @Test
  void missingTimesAndMissingRangesAreNamed() {
    DeviceUncertainty none = device("a", 0, draw(Outcome.SIMULATED, "", 5));
    DeviceUncertainty some =
        device(
            "b",
            3,
            draw(Outcome.SIMULATED, "", 5),
            draw(Outcome.FAILED, "too long", 0),
            draw(Outcome.REFUSED, "too few", 0),
            draw(Outcome.FAILED, "another", 0));
    assertThat(Notes.of(List.of(PHASE, figure("x", "a", "b")), List.of(none, some)))
        .contains(
            "a: no parameter has a range; its launch phase alone was drawn",
            "b: 1 of 4 draws refused, the first: too few",
            "b: 2 of 4 draws failed, the first: too long")
        .hasSize(4);
  }

  @Test
  void aRatioPairsDrawsAndCountsThoseThatAreFaster() {
    DeviceUncertainty base =
        device(
            "a",
            1,
            draw(Outcome.SIMULATED, "", 100),
            draw(Outcome.SIMULATED, "", 100),
            draw(Outcome.FAILED, "", 0),
            draw(Outcome.SIMULATED, "", 100),
            draw(Outcome.SIMULATED, "", 100));
    DeviceUncertainty other =
        device(
            "b",
            1,
            draw(Outcome.SIMULATED, "", 50),
            draw(Outcome.REFUSED, "", 0),
            draw(Outcome.SIMULATED, "", 70),
            draw(Outcome.SIMULATED, "", 100),
            draw(Outcome.SIMULATED, "", 60));
    RatioUncertainty ratio = Ratios.of(List.of(), base, other).orElseThrow();
    assertThat(ratio.draws()).isEqualTo(3);
    assertThat(ratio.faster()).isEqualTo(2);
    assertThat(ratio.nominal()).isEqualTo(1.0);
    assertThat(ratio.interval().low()).isBetween(0.5, 0.6);
    assertThat(Ratios.of(List.of(), device("a", 1), device("b", 1))).isEmpty();
  }
}
