// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

import java.util.List;

/**
 * A device with one change, compared with the unchanged device.
 *
 * @param figure as typed by the user
 * @param value as typed by the user
 * @param factor time relative to the unchanged device; NaN if the change was refused or failed
 * @param error two standard errors of the factor's logarithm, paired by launch phase; NaN with a
 *     single phase
 * @param picos time at each launch phase in picoseconds; empty if not simulated
 * @param sentence explanation; empty if the factor is too small or too uncertain
 * @param problem reason for a missing time, or empty
 */
public record Alternative(
    String device,
    String figure,
    String value,
    double factor,
    double error,
    List<Long> picos,
    String sentence,
    String problem) {
  public Alternative {
    picos = List.copyOf(picos);
  }

  /** Returns the override in the syntax of {@code --set}. */
  public String setting() {
    return figure + "=" + value;
  }

  public boolean isSimulated() {
    return !picos.isEmpty();
  }
}
