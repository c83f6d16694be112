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
 * A variant of a workload's simulation.
 *
 * @param spec a legal specification; its {@link Ideals#changes} are applied to the recorded program
 * @param parameters parameters of the workload; others keep their defaults
 */
public record Trial(DeviceSpec spec, SortedMap<String, String> parameters) {
  public Trial {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
  }

  /** Returns a copy with further changes of the accesses of source lines. */
  public Trial changing(Collection<AccessChange> changes) {
    TreeSet<AccessChange> all = new TreeSet<>(spec.ideals().changes());
    all.addAll(changes);
    return new Trial(
        spec.ideally(Ideals.of(spec.ideals().parts(), all, spec.ideals().rewrites())), parameters);
  }

  /**
   * Returns a copy with a workload parameter set.
   *
   * @param value value in the syntax of {@code --param}
   */
  public Trial with(String name, String value) {
    SortedMap<String, String> all = new TreeMap<>(parameters);
    all.put(name, value);
    return new Trial(spec, all);
  }
}
