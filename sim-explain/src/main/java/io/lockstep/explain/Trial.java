// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideals;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A simulation of a workload on a modified device or with other parameters.
 *
 * @param spec a legal specification; its {@link Ideals#changes} and {@link Ideals#rewrites} are
 *     applied to the recorded program
 * @param parameters parameters of the workload; all others keep their defaults
 */
public record Trial(DeviceSpec spec, SortedMap<String, String> parameters) {
  public Trial {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }
}
