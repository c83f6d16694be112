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
 * How the gain of a change is found: by simulating a variant of the device, of the workload or of
 * both.
 *
 * @param parameters of the workload that are set, by name
 * @param figures of the device that are set, as {@code --set} takes them
 * @param ideals parts of the device that are ideal, and changes of the program
 */
public record Remedy(
    SortedMap<String, String> parameters, SortedMap<String, String> figures, Ideals ideals) {
  /**
   * Copies the collections.
   *
   * @param parameters of the workload that are set
   * @param figures of the device that are set
   * @param ideals parts of the device that are ideal, and changes of the program
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
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.of(List.of(parts)));
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
    return new Remedy(new TreeMap<>(), new TreeMap<>(), Ideals.of(List.of(), changes));
  }

  /**
   * {@return a program that is changed as a whole}
   *
   * @param rewrite how
   */
  public static Remedy rewritten(Rewrite rewrite) {
    Ideals ideals = Ideals.of(List.of(), List.of(), List.of(rewrite));
    return new Remedy(new TreeMap<>(), new TreeMap<>(), ideals);
  }

  /**
   * {@return a device with other figures}
   *
   * @param figures as {@code --set} takes them
   */
  public static Remedy figures(Map<String, String> figures) {
    return new Remedy(new TreeMap<>(), new TreeMap<>(figures), Ideals.NONE);
  }

  /**
   * {@return a workload with other parameters}
   *
   * @param parameters that differ
   */
  public static Remedy parameters(Map<String, String> parameters) {
    return new Remedy(new TreeMap<>(parameters), new TreeMap<>(), Ideals.NONE);
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
    return String.join(" ", words);
  }
}
