// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.trace.change.AccessChange;
import io.lockstep.trace.change.Rewrite;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A change whose gain is determined by simulation: a variant of the device, of the workload, or of
 * both.
 *
 * @param figures changed figures of the device, in the syntax of {@code --set}
 * @param ideals ideal parts of the device, and changes of the program
 */
public record Remedy(
    SortedMap<String, String> parameters, SortedMap<String, String> figures, Ideals ideals) {
  public Remedy {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /**
   * Makes parts of the device ideal.
   *
   * @param parts at least one
   */
  public static Remedy ideal(Ideal... parts) {
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.of(List.of(parts)));
  }

  /**
   * Changes the accesses of some source lines.
   *
   * @param lines source lines; unknown ones (0) are ignored
   */
  public static Remedy lines(AccessChange.Kind kind, String kernel, Collection<Integer> lines) {
    List<AccessChange> changes =
        lines.stream()
            .distinct()
            .filter(line -> line > 0)
            .map(line -> new AccessChange(kind, kernel, line))
            .toList();
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.of(List.of(), changes));
  }

  /** Changes the program as a whole. */
  public static Remedy rewritten(Rewrite rewrite) {
    return rewritten(List.of(rewrite));
  }

  /**
   * Changes the program as a whole in several ways.
   *
   * @param rewrites applied in the order of their kinds
   */
  public static Remedy rewritten(Collection<Rewrite> rewrites) {
    Ideals ideals = Ideals.of(List.of(), List.of(), rewrites);
    return new Remedy(new TreeMap<>(), new TreeMap<>(), ideals);
  }

  /**
   * Changes figures of the device.
   *
   * @param figures values in the syntax of {@code --set}
   */
  public static Remedy figures(Map<String, String> figures) {
    return new Remedy(new TreeMap<>(), new TreeMap<>(figures), Ideals.NONE);
  }

  /** Changes parameters of the workload. */
  public static Remedy parameters(Map<String, String> parameters) {
    return new Remedy(new TreeMap<>(parameters), new TreeMap<>(), Ideals.NONE);
  }

  /**
   * Applies the change to a specification.
   *
   * @throws io.lockstep.io.InputException if a figure cannot be set
   */
  DeviceSpec of(DeviceSpec spec) {
    DeviceSpec changed = figures.isEmpty() ? spec : spec.with(figures);
    return ideals.isNone() ? changed : changed.ideally(ideals);
  }

  /** Describes the change in the syntax of options, for example {@code ideal=lanes}. */
  public String words() {
    List<String> words = new ArrayList<>();
    parameters.forEach((name, value) -> words.add("-p " + name + "=" + value));
    figures.forEach((name, value) -> words.add(name + "=" + value));
    if (!ideals.isNone()) {
      words.add("ideal=" + ideals);
    }
    return String.join(" ", words);
  }
}
