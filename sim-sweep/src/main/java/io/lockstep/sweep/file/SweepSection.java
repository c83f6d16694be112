// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Quantities varied for all workloads or for a single workload.
 *
 * @param devices names of devices or families, or patterns; empty if unspecified
 * @param parameters workload parameters, in order; the first varies slowest
 * @param settings device figures, in order
 * @param zips parameters and figures that vary together
 * @param conditions conditions that every point has to satisfy
 */
public record SweepSection(
    Optional<List<Item>> devices,
    List<Named> parameters,
    List<Named> settings,
    List<Zip> zips,
    List<Expression> conditions) {
  public static final SweepSection NONE =
      new SweepSection(Optional.empty(), List.of(), List.of(), List.of(), List.of());

  public SweepSection {
    devices = devices.map(List::copyOf);
    parameters = List.copyOf(parameters);
    settings = List.copyOf(settings);
    zips = List.copyOf(zips);
    conditions = List.copyOf(conditions);
  }

  /**
   * Merges this section with a base. Entries of this section take precedence; the conditions of
   * both sections apply.
   */
  public SweepSection over(SweepSection base) {
    Set<String> ownParameters = new TreeSet<>();
    Set<String> ownSettings = new TreeSet<>();
    parameters.forEach(p -> ownParameters.add(p.name()));
    settings.forEach(s -> ownSettings.add(s.name()));
    Set<String> zippedParameters = new TreeSet<>();
    Set<String> zippedSettings = new TreeSet<>();
    zips.forEach(zip -> zip.parameters().forEach(p -> zippedParameters.add(p.name())));
    zips.forEach(zip -> zip.settings().forEach(s -> zippedSettings.add(s.name())));
    List<Zip> both = new ArrayList<>();
    Set<String> takenParameters = union(ownParameters, zippedParameters);
    Set<String> takenSettings = union(ownSettings, zippedSettings);
    for (Zip zip : base.zips) {
      Zip rest = zip.without(takenParameters, takenSettings);
      if (!rest.isEmpty()) {
        both.add(rest);
      }
    }
    both.addAll(zips);
    List<Expression> all = new ArrayList<>(base.conditions);
    all.addAll(conditions);
    return new SweepSection(
        devices.or(() -> base.devices),
        merged(base.parameters, parameters, zippedParameters),
        merged(base.settings, settings, zippedSettings),
        both,
        all);
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> all = new TreeSet<>(one);
    all.addAll(other);
    return all;
  }

  private static List<Named> merged(List<Named> base, List<Named> own, Set<String> zipped) {
    Map<String, Named> all = new LinkedHashMap<>();
    base.stream().filter(n -> !zipped.contains(n.name())).forEach(n -> all.put(n.name(), n));
    own.forEach(n -> all.put(n.name(), n));
    return new ArrayList<>(all.values());
  }
}
