package io.lockstep.explain;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.trace.change.AccessChange;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /**
   * {@return the same variant with further changes of the program's accesses}
   *
   * @param changes of source lines
   */
  public Trial changing(Collection<AccessChange> changes) {
    TreeSet<AccessChange> all = new TreeSet<>(spec.ideals().changes());
    all.addAll(changes);
    return new Trial(
        spec.ideally(Ideals.of(spec.ideals().parts(), all, spec.ideals().rewrites())), parameters);
  }

  /**
   * {@return the same variant with a parameter of the workload set}
   *
   * @param name of the parameter
   * @param value as {@code --param} accepts it
   */
  public Trial with(String name, String value) {
    SortedMap<String, String> all = new TreeMap<>(parameters);
    all.put(name, value);
    return new Trial(spec, all);
  }
}
