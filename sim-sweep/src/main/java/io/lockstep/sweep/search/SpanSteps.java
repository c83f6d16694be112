// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.SpecSchema;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Moves the steps of a span of a figure to the nearest values that the schema of a device allows
 * beside its other figures, for example whole sets of a cache.
 */
final class SpanSteps {
  /** Maximum number of passes over the constraints, since a move may violate another one. */
  private static final int PASSES = 4;

  private final DeviceSpec device;

  private SpanSteps(DeviceSpec device) {
    this.device = device;
  }

  /**
   * Returns a figure with legal steps, without duplicates. Steps that cannot be moved stay, and
   * their places are illegal.
   *
   * @param figure a figure whose values are the steps of a span
   * @param devices devices of the sweep; the first one with the figure decides
   */
  static Named legal(Named figure, List<Item> devices, Catalogue catalogue) {
    for (Item device : devices) {
      DeviceSpec spec = catalogue.spec(device.text());
      if (spec.schema().named(figure.name()) != null && spec.has(figure.name())) {
        return new SpanSteps(spec).legal(figure);
      }
    }
    return figure;
  }

  private Named legal(Named figure) {
    Listed listed = (Listed) figure.values();
    Map<String, Item> steps = new LinkedHashMap<>();
    for (Item item : listed.items()) {
      String text = moved(figure.name(), item.text());
      steps.putIfAbsent(text, new Item(text, item.where()));
    }
    return new Named(
        figure.name(),
        figure.ifThere(),
        figure.where(),
        new Listed(listed.where(), "", List.copyOf(steps.values())));
  }

  private String moved(String name, String text) {
    SpecSchema.Key key = device.schema().named(name);
    String moved = text;
    try {
      for (int pass = 0; pass < PASSES; pass++) {
        DeviceSpec spec = device.with(name, moved);
        OptionalLong nearest = nearest(spec, key);
        if (nearest.isEmpty()) {
          return moved;
        }
        moved = key.dimension().show(nearest.getAsLong(), text);
      }
      return moved;
    } catch (InputException e) {
      return text; // out of bounds; the place is illegal
    }
  }

  /** Returns the value next to the figure's for the first violated constraint; empty for none. */
  private static OptionalLong nearest(DeviceSpec spec, SpecSchema.Key key) {
    Bounds bounds = key.legal().bounds();
    for (Constraint constraint : spec.schema().constraints()) {
      int index = constraint.paths().indexOf(key.path());
      if (index >= 0 && constraint.concerns(spec)) {
        long[] values = constraint.values(spec);
        if (!constraint.holds(values)) {
          return constraint.nearest(bounds, values, index);
        }
      }
    }
    return OptionalLong.empty();
  }
}
