// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Parameters and figures that vary together: the n-th values of all lists form one combination. All
 * lists have the same length.
 */
public record Zip(String where, List<Named> parameters, List<Named> settings) {
  public Zip {
    parameters = List.copyOf(parameters);
    settings = List.copyOf(settings);
  }

  public List<Named> all() {
    List<Named> all = new ArrayList<>(parameters);
    all.addAll(settings);
    return all;
  }

  public boolean isEmpty() {
    return parameters.isEmpty() && settings.isEmpty();
  }

  public Zip without(Set<String> withoutParameters, Set<String> withoutSettings) {
    return new Zip(
        where,
        parameters.stream().filter(p -> !withoutParameters.contains(p.name())).toList(),
        settings.stream().filter(s -> !withoutSettings.contains(s.name())).toList());
  }
}
