// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.run.answer.Answer;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Recommended changes of a workload, by device.
 *
 * @param parameters all parameters, with defaults
 * @param kernels whether only kernel time is counted
 */
public record Recommendations(
    String workload,
    SortedMap<String, String> parameters,
    boolean kernels,
    List<DeviceAdvice> devices,
    List<String> notes,
    State state) {
  /** Declares the output of {@code advise}. */
  public static final Answer<Recommendations> ANSWER =
      Answer.<Recommendations>of("Advice", "Output of advise with --format json.")
          .text("workload", "", Recommendations::workload)
          .typed("parameters", "All parameters, with defaults.", Recommendations::parameters)
          .include(ExperimentOptions.TIMING, Recommendations::kernels)
          .word(
              "state",
              "partial: ended early, variants are missing; failed, wrong: an unchanged device;"
                  + " refused: by every device.",
              State.class,
              Recommendations::state)
          .list("devices", "In the requested order.", Recommendations::devices, DeviceAdvice.ANSWER)
          .list(
              "advice",
              "At most seven a device, the largest gain first.",
              Recommendations::findings,
              Advice.ANSWER)
          .texts("notes", "", Recommendations::notes);

  public enum State {
    /** All requested variants were simulated. */
    COMPLETE,
    /** Simulations were stopped early; some variants are missing. */
    PARTIAL,
    /** The simulation of an unchanged device failed. */
    FAILED,
    /** The workload computed wrong results on a device. */
    WRONG,
    /** All devices refuse the workload. */
    REFUSED
  }

  public Recommendations {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    devices = List.copyOf(devices);
    notes = List.copyOf(notes);
  }

  public List<Advice> findings() {
    return devices.stream().flatMap(d -> d.findings().stream()).toList();
  }
}
