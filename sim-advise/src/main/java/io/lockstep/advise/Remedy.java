package io.lockstep.advise;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the gain of a change is found: by simulating a variant of the device, of the workload or of
 * both, or by arithmetic where nothing can be simulated. Immutable.
 *
 * @param parameters of the workload that are set, by name
 * @param figures of the device that are set, as {@code --set} takes them
 * @param ideals parts of the device and accesses of source lines that are ideal
 * @param factor by which the simulated gain is multiplied; the whole gain if nothing is simulated
 */
public record Remedy(
    SortedMap<String, String> parameters,
    SortedMap<String, String> figures,
    Ideals ideals,
    double factor) {
  /**
   * Copies the collections.
   *
   * @param parameters of the workload that are set
   * @param figures of the device that are set
   * @param ideals parts of the device and accesses of source lines that are ideal
   * @param factor by which the simulated gain is multiplied
   */
  public Remedy {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /**
   * {@return a device with ideal parts}
   *
   * @param parts at least one
   */
  public static Remedy ideal(Ideal... parts) {
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.of(List.of(parts)), 1);
  }

  /**
   * {@return a program whose accesses of some lines are changed}
   *
   * @param kind what becomes of them
   * @param kernel name of the kernel
   * @param lines at least one
   */
  public static Remedy lines(AccessChange.Kind kind, String kernel, Collection<Integer> lines) {
    List<AccessChange> changes =
        lines.stream()
            .distinct()
            .filter(line -> line > 0)
            .map(line -> new AccessChange(kind, kernel, line))
            .toList();
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.of(List.of(), changes), 1);
  }

  /**
   * {@return a device with other figures}
   *
   * @param figures as {@code --set} takes them
   */
  public static Remedy figures(Map<String, String> figures) {
    return new Remedy(new TreeMap<>(), new TreeMap<>(figures), Ideals.NONE, 1);
  }

  /**
   * {@return a workload with other parameters}
   *
   * @param parameters that differ
   */
  public static Remedy parameters(Map<String, String> parameters) {
    return new Remedy(new TreeMap<>(parameters), new TreeMap<>(), Ideals.NONE, 1);
  }

  /**
   * {@return a gain by arithmetic}
   *
   * @param gain old time by new time
   */
  public static Remedy computed(double gain) {
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.NONE, gain);
  }

  /** {@return whether the gain is simulated} */
  public boolean isSimulated() {
    return !parameters.isEmpty() || !figures.isEmpty() || !ideals.isNone();
  }

  /**
   * {@return the same, its gain multiplied}
   *
   * @param more by which the gain is multiplied
   */
  public Remedy times(double more) {
    return new Remedy(parameters, figures, ideals, factor * more);
  }

  /**
   * {@return the specification of the variant}
   *
   * @param spec the device as it is
   * @throws io.lockstep.io.InputException if a figure cannot be set
   */
  DeviceSpec of(DeviceSpec spec) {
    DeviceSpec changed = figures.isEmpty() ? spec : spec.with(figures);
    return ideals.isNone() ? changed : changed.ideally(ideals);
  }

  /** {@return how the gain was found, in the words of options; for example {@code ideal=lanes}} */
  public String words() {
    List<String> words = new ArrayList<>();
    parameters.forEach((name, value) -> words.add("-p " + name + "=" + value));
    figures.forEach((name, value) -> words.add(name + "=" + value));
    if (!ideals.isNone()) {
      words.add("ideal=" + ideals);
    }
    if (factor != 1 || words.isEmpty()) {
      words.add("arithmetic");
    }
    return String.join(" ", words);
  }
}
