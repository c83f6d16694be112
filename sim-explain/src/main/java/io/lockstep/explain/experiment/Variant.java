// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.experiment;

import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A device of an experiment, with the options of {@code lockstep run} that produce it.
 *
 * @param device value of {@code --device}
 * @param set values of {@code --set}, by figure
 * @param spec the device with these values; the device without them if they are rejected
 * @param problem reason for the rejection, or empty
 */
public record Variant(
    String device, SortedMap<String, String> set, DeviceSpec spec, String problem) {
  public Variant {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
  }

  /** Returns a device whose values are legal. */
  public static Variant of(String device, DeviceSpec spec) {
    return new Variant(device, spec.overrides(), spec, "");
  }

  /** Returns a device with other values, which its schema or its checks may reject. */
  public static Variant tried(
      Catalogue catalogue, String device, DeviceSpec base, Map<String, String> set) {
    SortedMap<String, String> sorted = new TreeMap<>(set);
    try {
      DeviceSpec spec = base.with(sorted);
      catalogue.device(spec);
      return new Variant(device, sorted, spec, "");
    } catch (InputException | RefusalException e) {
      return new Variant(device, sorted, base, e.getMessage());
    }
  }

  public boolean isLegal() {
    return problem.isEmpty();
  }

  /** Formats the options of {@code lockstep run}. */
  public String words() {
    StringBuilder words = new StringBuilder("-d ").append(device);
    set.forEach(
        (figure, value) -> words.append(" --set ").append(figure).append('=').append(value));
    return words.toString();
  }
}
