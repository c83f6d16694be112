// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A hybrid specification with the options of {@code lockstep run} that produce it.
 *
 * @param device value of {@code --device}
 * @param set values of {@code --set}, by figure
 */
public record Recipe(String device, SortedMap<String, String> set, DeviceSpec spec) {
  public Recipe {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
  }

  /** Formats the options of {@code lockstep run}. */
  public String words() {
    StringBuilder words = new StringBuilder("-d ").append(device);
    set.forEach(
        (figure, value) -> words.append(" --set ").append(figure).append('=').append(value));
    return words.toString();
  }
}
