// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.spi.spec.SpecReader;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.sweep.file.DesignChoices;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.Span;
import io.lockstep.sweep.file.ValueSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the figures that a sweep overrides. A name that no device of the sweep has, or a value
 * that is invalid for all of them, is an error in the file. A value that only some devices reject
 * is reported as the result of their points.
 *
 * @param devices devices of the sweep
 * @param all all devices; an optional figure (with a question mark) needs to exist in only one of
 *     them
 */
record SettingNames(Policies policies, List<DeviceSpec> devices, List<DeviceSpec> all) {
  /** Checks a figure; adapts ranges to the values that are legal for the devices. */
  Named checked(Named figure) {
    if (figure.name().equals(Ideals.SETTING)) {
      items(figure.values()).forEach(i -> Ideals.of(i.text(), i.where()));
      return figure;
    }
    if (figure.name().equals(DeviceSpec.WITHOUT)) {
      List<DeviceSpec> compilers = figure.ifThere() ? all : devices;
      items(figure.values()).forEach(i -> DeviceSpec.requireSteps(i.text(), i.where(), compilers));
      return figure;
    }
    List<SpecSchema.Key> keys = keys(figure.name(), devices);
    if (figure.ifThere() && keys.isEmpty()) {
      keys = keys(figure.name(), all);
    }
    List<DeviceSpec> asked = figure.ifThere() ? all : devices;
    if (keys.isEmpty() && asked.stream().noneMatch(d -> d.schema().hasSection(figure.name()))) {
      throw new InputException(
          figure.where(),
          (devices.size() == 1 ? devices.get(0).id() + " has no" : "no device of the sweep has the")
              + " figure '"
              + figure.name()
              + "'"
              + asked.stream()
                  .flatMap(d -> d.schema().stepHint(figure.name()).stream())
                  .findFirst()
                  .orElseGet(
                      () ->
                          Suggestions.nearHint(
                              figure.name(),
                              names(),
                              "; 'lockstep devices " + devices.get(0).id() + "' lists them")));
    }
    for (Item item : items(figure.values())) {
      check(figure, keys, item);
    }
    if (figure.values() instanceof Span span) {
      return new Named(figure.name(), figure.ifThere(), figure.where(), legal(figure, keys, span));
    }
    return figure;
  }

  private static List<Item> items(ValueSource values) {
    if (values instanceof Listed listed) {
      return listed.items();
    }
    return values instanceof DesignChoices choices ? choices.items() : List.of();
  }

  private static List<SpecSchema.Key> keys(String name, List<DeviceSpec> devices) {
    List<SpecSchema.Key> keys = new ArrayList<>();
    Set<String> families = new TreeSet<>();
    for (DeviceSpec device : devices) {
      SpecSchema.Key key = device.schema().named(name);
      if (key != null && families.add(device.family())) {
        keys.add(key);
      }
    }
    return keys;
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    devices.forEach(d -> names.addAll(d.schema().names()));
    return names;
  }

  /** Throws if no family accepts a value. */
  private void check(Named figure, List<SpecSchema.Key> keys, Item item) {
    if (item.text().equals(DeviceSpec.ABSENT)) {
      return;
    }
    if (keys.isEmpty()) {
      throw new InputException(
          item.where(),
          "'%s' is a section, of which '%s' can be said; expected a figure of it"
              .formatted(figure.name(), DeviceSpec.ABSENT));
    }
    if (item.text().startsWith("*")) {
      factor(figure, keys, item);
      return;
    }
    InputException first = null;
    for (SpecSchema.Key key : keys) {
      try {
        if (key.dimension() == Dimension.POLICY) {
          policies.find(key.policy(), item.text(), key.path(), item.where());
        } else {
          SpecReader.parse(key, item.text(), item.where());
        }
        return;
      } catch (InputException e) {
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  private static void factor(Named figure, List<SpecSchema.Key> keys, Item item) {
    if (keys.stream().noneMatch(key -> key.dimension().isNumber())) {
      throw new InputException(item.where(), "'" + figure.name() + "' is not a number to multiply");
    }
    try {
      new BigDecimal(item.text().substring(1).strip());
    } catch (NumberFormatException e) {
      throw new InputException(
          item.where(), "expected a factor such as *2 or *0.5, found '" + item.text() + "'", e);
    }
  }

  /** Restricts a range to legal values: to powers of two for figures that require them. */
  private static Span legal(Named figure, List<SpecSchema.Key> keys, Span span) {
    if (span.from().startsWith("*")) {
      factor(figure, keys, new Item(span.from(), span.where()));
      return span;
    }
    InputException first = null;
    for (SpecSchema.Key key : keys) {
      if (!key.dimension().isNumber()) {
        throw new InputException(
            span.where(), "'" + key.path() + "' is a name; write {choices: [...]}");
      }
      try {
        boolean power = key.powerOfTwo();
        boolean share = key.dimension() == Dimension.RATIO;
        Span legal = power ? span.powers() : share ? span.decimals() : span;
        SpecReader.parse(key, legal.at(0), span.where());
        SpecReader.parse(key, legal.at(Math.nextDown(1.0)), span.where());
        return legal;
      } catch (InputException e) {
        first = first == null ? e : first;
      }
    }
    throw first;
  }
}
