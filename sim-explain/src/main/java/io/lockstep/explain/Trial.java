package io.lockstep.explain;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideals;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A variant of a workload's simulation: a device, its changed accesses of source lines included,
 * and the workload's parameters.
 *
 * @param spec a legal specification; {@link Ideals#changes} are applied to the recorded program
 * @param parameters of the workload; those not named keep their defaults
 */
public record Trial(DeviceSpec spec, SortedMap<String, String> parameters) {
  /**
   * Takes an unmodifiable copy of the parameters.
   *
   * @param spec a legal specification
   * @param parameters of the workload
   */
  public Trial {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }
}
