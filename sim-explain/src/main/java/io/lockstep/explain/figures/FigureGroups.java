// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The figures that differ between two devices, in groups. Immutable. */
public final class FigureGroups {
  private final List<FigureGroup> groups;
  private final SortedMap<String, Change> host;
  private final SortedMap<String, Change> permissions;

  private FigureGroups(
      List<FigureGroup> groups,
      SortedMap<String, Change> host,
      SortedMap<String, Change> permissions) {
    this.groups = List.copyOf(groups);
    this.host = host;
    this.permissions = permissions;
  }

  /** Whether the schemas of two devices allow hybrid specifications. */
  public static boolean match(DeviceSpec from, DeviceSpec to) {
    return Schemas.match(from.schema(), to.schema());
  }

  /**
   * Groups the differences of two devices.
   *
   * @param to a device whose schema {@link #match matches}
   * @param effective capability flags that affect code generation, and are therefore grouped like
   *     other figures
   */
  public static FigureGroups of(DeviceSpec from, DeviceSpec to, Set<String> effective) {
    GroupNames names = new GroupNames(from, to);
    Map<String, SortedMap<String, Change>> byName = new TreeMap<>();
    SortedMap<String, Change> host = new TreeMap<>();
    SortedMap<String, Change> permissions = new TreeMap<>();
    for (SpecSchema.Key key : from.schema().keys()) {
      String path = key.path();
      if (Schemas.equal(from, to, path)) {
        continue;
      }
      Change change = new Change(text(from, path), text(to, path));
      String name = names.of(path);
      if (Permissions.isOne(from, to, path) && !effective.contains(path)) {
        permissions.put(path, change);
      } else if (name.equals(GroupNames.HOST)) {
        host.put(path, change);
      } else {
        byName.computeIfAbsent(name, n -> new TreeMap<>()).put(path, change);
      }
    }
    boolean families = !from.family().equals(to.family());
    if (families) {
      byName.computeIfAbsent(GroupNames.CODE, n -> new TreeMap<>());
    }
    List<FigureGroup> groups = new ArrayList<>();
    byName.forEach(
        (name, changes) ->
            groups.add(new FigureGroup(name, changes, families && name.equals(GroupNames.CODE))));
    groups.sort(Comparator.comparingInt(g -> place(g.name())));
    return new FigureGroups(groups, host, permissions);
  }

  private static int place(String name) {
    int place = GroupNames.ORDER.indexOf(name);
    return place < 0 ? GroupNames.ORDER.size() : place;
  }

  private static String text(DeviceSpec spec, String path) {
    return spec.has(path) ? Schemas.text(spec, path) : DeviceSpec.ABSENT;
  }

  /** Returns the groups of figures on which kernel times may depend. */
  public List<FigureGroup> groups() {
    return groups;
  }

  public SortedMap<String, Change> host() {
    return host;
  }

  /** Returns the capabilities, which only determine the programs that a device can run. */
  public SortedMap<String, Change> permissions() {
    return permissions;
  }

  /**
   * Returns a copy in which some groups are merged.
   *
   * @param together indices in {@link #groups}
   */
  public FigureGroups coupled(Set<Integer> together) {
    List<FigureGroup> merged = new ArrayList<>();
    FigureGroup one = null;
    int at = -1;
    for (int i = 0; i < groups.size(); i++) {
      if (!together.contains(i)) {
        merged.add(groups.get(i));
      } else if (one == null) {
        at = merged.size();
        one = groups.get(i);
        merged.add(one);
      } else {
        one = one.and(groups.get(i));
        merged.set(at, one);
      }
    }
    return new FigureGroups(merged, host, permissions);
  }

  /** Returns these groups, plus a group of the host's figures if the host is to be included. */
  public FigureGroups withHost(boolean counted) {
    if (!counted || host.isEmpty()) {
      return this;
    }
    List<FigureGroup> all = new ArrayList<>(groups);
    all.add(new FigureGroup(GroupNames.HOST, host, false));
    return new FigureGroups(all, new TreeMap<>(), permissions);
  }
}
