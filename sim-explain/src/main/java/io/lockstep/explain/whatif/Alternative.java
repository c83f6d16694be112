package io.lockstep.explain.whatif;

import java.util.List;

/**
 * A device with one change, compared with the original.
 *
 * @param device its name
 * @param figure as it was typed
 * @param value as it was typed
 * @param factor of the time; not a number if the change was refused or failed
 * @param error two standard errors of the factor's logarithm, paired by launch phase; not a number
 *     with a single phase
 * @param picos time at each launch phase; empty if there is none
 * @param sentence why, or empty if the factor is too small or too uncertain
 * @param problem why there is no time; or empty
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
  /**
   * Copies the collections.
   *
   * @param device its name
   * @param figure as it was typed
   * @param value as it was typed
   * @param factor of the time
   * @param error two standard errors of the factor's logarithm
   * @param picos time at each launch phase
   * @param sentence why, or empty
   * @param problem why there is no time; or empty
   */
  public Alternative {
    picos = List.copyOf(picos);
  }

  /** {@return the setting, as {@code --set} takes it} */
  public String setting() {
    return figure + "=" + value;
  }

  /** {@return whether it has a time} */
  public boolean isSimulated() {
    return !picos.isEmpty();
  }
}
