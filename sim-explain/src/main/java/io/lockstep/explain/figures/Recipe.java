package io.lockstep.explain.figures;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The command that repeats a hybrid specification: {@code lockstep run --device … --set …}.
 *
 * @param device value of {@code --device}
 * @param set values of {@code --set}, by figure
 * @param spec the specification
 */
public record Recipe(String device, SortedMap<String, String> set, DeviceSpec spec) {
  /**
   * Copies the collections.
   *
   * @param device value of {@code --device}
   * @param set values of {@code --set}, by figure
   * @param spec the specification
   */
  public Recipe {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
  }

  /** {@return the options of {@code run}, as typed} */
  public String words() {
    StringBuilder words = new StringBuilder("-d ").append(device);
    set.forEach(
        (figure, value) -> words.append(" --set ").append(figure).append('=').append(value));
    return words.toString();
  }
}
