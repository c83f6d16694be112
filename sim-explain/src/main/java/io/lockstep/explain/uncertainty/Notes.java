// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.explain.uncertainty.Draw.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Notes that help a reader to interpret the intervals. */
final class Notes {
  private Notes() {}

  static List<String> of(List<DrawnFigure> coordinates, List<DeviceUncertainty> devices) {
    List<String> notes = new ArrayList<>();
    List<DrawnFigure> figures =
        coordinates.stream().filter(c -> !c.name().equals(DrawnFigure.PHASE)).toList();
    List<String> shared =
        figures.stream().filter(DrawnFigure::isShared).map(DrawnFigure::name).toList();
    if (devices.size() > 1) {
      notes.add(
          shared.isEmpty()
              ? "no device shares a parameter that was drawn with another one"
              : ("%s of %s parameters that were drawn are shared: each draw takes the same"
                      + " quantile of every device's range")
                  .formatted(shared.size(), figures.size()));
    }
    for (DeviceUncertainty device : devices) {
      if (device.figures() == 0) {
        notes.add(device.device() + ": no parameter has a range; its launch phase alone was drawn");
      }
      count(notes, device, Outcome.REFUSED, "refused");
      count(notes, device, Outcome.FAILED, "failed");
    }
    return notes;
  }

  private static void count(
      List<String> notes, DeviceUncertainty device, Outcome outcome, String word) {
    long count = device.count(outcome);
    if (count > 0) {
      String first =
          device.draws().stream()
              .filter(draw -> draw.outcome() == outcome)
              .findFirst()
              .orElseThrow()
              .message();
      notes.add(
          "%s: %s of %s draws %s, the first: %s"
              .formatted(device.device(), count, device.draws().size(), word, first));
    }
  }
}
