// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

import io.lockstep.explain.experiment.ExperimentOptions;
import io.lockstep.explain.experiment.LogTimes;
import io.lockstep.run.answer.Answer;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Devices with one change each, compared with the unchanged devices.
 *
 * @param parameters all parameters of the workload, with defaults
 * @param kernels whether only kernel time is counted
 * @param bases the unchanged devices
 * @param changes changes in the requested order, grouped by device
 * @param wrong whether a run computed a wrong result
 */
public record Alternatives(
    String workload,
    SortedMap<String, String> parameters,
    boolean kernels,
    List<Base> bases,
    List<Alternative> changes,
    List<String> notes,
    boolean failed,
    boolean wrong) {
  /** Declares the output of {@code whatif}. */
  public static final Answer<Alternatives> ANSWER =
      Answer.<Alternatives>of("Alternatives", "Output of whatif with --format json.")
          .text("workload", "", Alternatives::workload)
          .typed("parameters", "All parameters, with defaults.", Alternatives::parameters)
          .include(ExperimentOptions.TIMING, Alternatives::kernels)
          .list("devices", "The unchanged devices.", Alternatives::bases, Base.ANSWER)
          .list("changes", "Grouped by device.", Alternatives::changes, Alternative.ANSWER)
          .texts("notes", "", Alternatives::notes);

  /**
   * An unchanged device.
   *
   * @param device as named by the user
   * @param picos time at each launch phase, picoseconds
   */
  public record Base(String device, List<Long> picos) {
    static final Answer<Base> ANSWER =
        Answer.<Base>part()
            .text("device", "As named by the user.", Base::device)
            .include(LogTimes.ANSWER, Base::picos);

    public Base {
      picos = List.copyOf(picos);
    }
  }

  public Alternatives {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    bases = List.copyOf(bases);
    changes = List.copyOf(changes);
    notes = List.copyOf(notes);
  }
}
