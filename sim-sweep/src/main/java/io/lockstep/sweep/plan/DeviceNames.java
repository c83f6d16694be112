// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.observe.Glob;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.sweep.file.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds the devices that a sweep names by id, family, pattern or file. */
final class DeviceNames {
  private static final String ALL = "all";

  private final Catalogue catalogue;
  private final List<DeviceSpec> known;
  private final Map<String, DeviceSpec> specs = new HashMap<>();

  DeviceNames(Catalogue catalogue) {
    this.catalogue = catalogue;
    known = catalogue.specs();
    known.forEach(spec -> specs.put(spec.id(), spec));
  }

  /** Returns the ids of the named devices without duplicates; all devices if no names are given. */
  List<Item> of(Optional<List<Item>> names) {
    Map<String, Item> all = new LinkedHashMap<>();
    for (Item item : names.orElse(List.of(new Item(ALL, "devices")))) {
      for (String id : ids(item)) {
        all.putIfAbsent(id, new Item(id, item.where()));
      }
    }
    return new ArrayList<>(all.values());
  }

  private List<String> ids(Item item) {
    String name = item.text();
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      String path = Path.of(name).toAbsolutePath().normalize().toString();
      specs.computeIfAbsent(path, catalogue::spec);
      return List.of(path);
    }
    if (specs.containsKey(name)) {
      return List.of(name);
    }
    List<String> ids = new ArrayList<>();
    Glob glob = new Glob(name);
    for (DeviceSpec spec : known) {
      if (name.equals(ALL) || spec.family().equals(name) || glob.matches(spec.id())) {
        ids.add(spec.id());
      }
    }
    if (ids.isEmpty()) {
      TreeSet<String> valid = new TreeSet<>(catalogue.families());
      known.forEach(spec -> valid.add(spec.id()));
      valid.add(ALL);
      throw new InputException(
          item.where(),
          name.contains("*") || name.contains("?")
              ? "no device fits the pattern '" + name + "'"
              : "unknown device or family '" + name + "'" + Suggestions.hint(name, valid));
    }
    return ids;
  }

  List<DeviceSpec> specs(List<Item> devices) {
    return devices.stream().map(d -> specs.get(d.text())).toList();
  }

  List<DeviceSpec> all() {
    return known;
  }
}
