package io.lockstep.sweep.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parameters and figures that take their values in step.
 *
 * @param where position, for messages
 * @param parameters with lists of one length
 * @param settings with lists of that length
 */
public record Zip(String where, List<Named> parameters, List<Named> settings) {
  /**
   * Copies the collections.
   *
   * @param where position, for messages
   * @param parameters with lists of one length
   * @param settings with lists of that length
   */
  public Zip {
    parameters = List.copyOf(parameters);
    settings = List.copyOf(settings);
  }

  /** {@return parameters, then figures} */
  public List<Named> all() {
    List<Named> all = new ArrayList<>(parameters);
    all.addAll(settings);
    return all;
  }

  /** {@return whether nothing is in it} */
  public boolean isEmpty() {
    return parameters.isEmpty() && settings.isEmpty();
  }

  /**
   * {@return the same without some}
   *
   * @param withoutParameters names that are given elsewhere
   * @param withoutSettings names that are given elsewhere
   */
  public Zip without(Set<String> withoutParameters, Set<String> withoutSettings) {
    return new Zip(
        where,
        parameters.stream().filter(p -> !withoutParameters.contains(p.name())).toList(),
        settings.stream().filter(s -> !withoutSettings.contains(s.name())).toList());
  }
}
