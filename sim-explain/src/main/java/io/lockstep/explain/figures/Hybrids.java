// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.explain.experiment.Variant;
import io.lockstep.explain.game.Coalition;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Hybrid configurations of two devices: some groups of figures are taken from one device, the
 * remaining groups from the other. If the devices belong to two families, a configuration with the
 * second device's code belongs to the second family; within a family, a configuration is derived
 * from the device that needs fewer overrides. Immutable.
 */
public final class Hybrids {
  private final Side from;
  private final Side to;
  private final List<FigureGroup> groups;
  private final Map<String, Integer> groupOf = new HashMap<>(); // index of the group by path
  private final Set<String> permissions;
  // The device whose host figure all hybrids use, by path.
  private final Map<String, DeviceSpec> host = new HashMap<>();
  // The figures of which the specifications have not all the same value, with the values of both
  // devices as overrides. All other figures are the same in each hybrid.
  private final Map<String, Texts> different = new LinkedHashMap<>();

  private record Texts(String from, String to) {}

  /**
   * Creates the hybrids of two devices.
   *
   * @param from device for the empty set of groups
   * @param to device for the full set of groups
   * @param groups differences between the devices
   * @param host device from which every specification takes its host figures
   */
  public Hybrids(Side from, Side to, FigureGroups groups, Side host) {
    this.from = from;
    this.to = to;
    this.groups = groups.groups();
    for (int i = 0; i < this.groups.size(); i++) {
      for (String path : this.groups.get(i).changes().keySet()) {
        groupOf.put(path, i);
      }
    }
    permissions = groups.permissions().keySet();
    groups.host().keySet().forEach(path -> this.host.put(path, host.spec()));
    for (SpecSchema.Key key : from.spec().schema().keys()) {
      String path = key.path();
      if (!Schemas.isOwn(from.spec().schema(), to.spec().schema(), path) && differs(path)) {
        different.put(path, new Texts(text(from.spec(), path), text(to.spec(), path)));
      }
    }
  }

  private boolean differs(String path) {
    return Stream.of(to.spec(), from.named(), to.named())
        .anyMatch(spec -> !Schemas.equal(from.spec(), spec, path));
  }

  private static String text(DeviceSpec spec, String path) {
    return spec.has(path) ? Schemas.text(spec, path) : DeviceSpec.ABSENT;
  }

  /**
   * Returns one of the devices with the capabilities of both, to test whether the added
   * capabilities change the time.
   *
   * @param second whether to return the second device
   * @param some capabilities to merge; others stay unchanged
   */
  public Variant permitting(boolean second, Set<String> some) {
    return variant(second ? Coalition.all(groups.size()) : Coalition.NONE, some);
  }

  /**
   * Returns a hybrid specification.
   *
   * @param chosen bit mask of the groups taken from the second device
   */
  public Variant variant(long chosen) {
    boolean end = chosen == Coalition.NONE || chosen == Coalition.all(groups.size());
    return variant(chosen, end ? Set.of() : permissions);
  }

  private Variant variant(long chosen, Set<String> union) {
    SortedMap<String, String> one = settings(from.named(), chosen, union);
    SortedMap<String, String> other = settings(to.named(), chosen, union);
    boolean second =
        from.spec().family().equals(to.spec().family())
            ? other.size() < one.size()
            : hasSecondFamily(chosen);
    Side base = second ? to : from;
    SortedMap<String, String> set = second ? other : one;
    return new Variant(base.name(), set, base.named().with(set), "");
  }

  private boolean hasSecondFamily(long chosen) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).swapsFamily()) {
        return Coalition.has(chosen, i);
      }
    }
    throw new IllegalStateException("no group swaps the families");
  }

  /** Returns the overrides that turn a device into the hybrid. */
  private SortedMap<String, String> settings(DeviceSpec base, long chosen, Set<String> union) {
    SortedMap<String, String> set = new TreeMap<>();
    different.forEach(
        (path, texts) -> {
          DeviceSpec like = like(path, chosen, union);
          if (!Schemas.equal(base, like, path)) {
            set.put(path, like == to.spec() ? texts.to() : texts.from());
          }
        });
    return bySections(base, set);
  }

  /** Returns the device from which a figure is taken. */
  private DeviceSpec like(String path, long chosen, Set<String> union) {
    if (host.containsKey(path)) {
      return host.get(path);
    }
    if (union.contains(path)) {
      return Permissions.wider(from.spec(), to.spec(), path);
    }
    Integer group = groupOf.get(path);
    boolean second =
        group == null
            ? chosen == Coalition.all(groups.size()) // a capability
            : Coalition.has(chosen, group);
    return second ? to.spec() : from.spec();
  }

  /**
   * Replaces the overrides that remove all figures of a section by one that removes the section.
   */
  private static SortedMap<String, String> bySections(
      DeviceSpec base, SortedMap<String, String> set) {
    Set<String> sections = new LinkedHashSet<>();
    set.forEach(
        (path, text) -> {
          if (text.equals(DeviceSpec.ABSENT)) {
            sections.add(path.substring(0, path.indexOf('.') + 1));
          }
        });
    SortedMap<String, String> shorter = new TreeMap<>(set);
    for (String section : sections) {
      boolean whole =
          base.schema().keys().stream()
              .filter(key -> key.path().startsWith(section))
              .allMatch(
                  key ->
                      key.isOptional()
                          && (set.containsKey(key.path())
                              ? DeviceSpec.ABSENT.equals(set.get(key.path()))
                              : !base.has(key.path())));
      if (whole) {
        shorter.keySet().removeIf(path -> path.startsWith(section));
        shorter.put(section.substring(0, section.length() - 1), DeviceSpec.ABSENT);
      }
    }
    return shorter;
  }
}
