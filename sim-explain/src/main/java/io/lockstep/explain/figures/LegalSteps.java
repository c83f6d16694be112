// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.explain.experiment.Variant;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Dimension;
import io.lockstep.spi.spec.Figure;
import io.lockstep.spi.spec.SpecSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds alternative values of one figure that the device's schema and checks accept, by trial: for
 * quantities the legal values nearest to 80 % and 120 %, for powers of two half and double, for
 * choices all others. Not thread-safe.
 */
public final class LegalSteps {
  private static final double LESS = 0.8;
  private static final double MORE = 1.2;

  /** Further multiples to try, since checks for whole sets or clocks accept only some. */
  private static final double[] SHARES = {
    0.5, 2.0 / 3, 0.75, 0.875, 0.9, 0.9375, 0.95, 0.96875, 1.03125, 1.05, 1.0625, 1.1, 1.125, 1.25,
    4.0 / 3, 1.5, 2
  };

  /** Number of integers tried on either side of a wanted value. */
  private static final int AROUND = 4;

  /**
   * A legal value.
   *
   * @param variant the device with this value
   * @param value the value in canonical units
   * @param text the value in the syntax of {@code --set}
   */
  public record Legal(Variant variant, long value, String text) {
    public DeviceSpec spec() {
      return variant.spec();
    }
  }

  private final Catalogue catalogue;
  private final DeviceSpec base;
  private String refusal = "";

  public LegalSteps(Catalogue catalogue, DeviceSpec base) {
    this.catalogue = catalogue;
    this.base = base;
  }

  /** Returns the message of the last rejected value, or empty. */
  public String refusal() {
    return refusal;
  }

  /**
   * Returns the legal values to simulate, smaller ones first; choices in the order of their names.
   *
   * @param key a figure that the device has
   */
  public List<Legal> of(SpecSchema.Key key) {
    refusal = "";
    if (key.dimension() == Dimension.SIZES) {
      refusal = "is a set of sizes, which has no neighbours";
      return List.of();
    }
    if (!key.dimension().isNumber()) {
      return names(key);
    }
    List<Legal> steps = new ArrayList<>();
    if (base.value(key.path()) <= 0 && FigureKind.of(key) != FigureKind.STRUCTURE) {
      refusal = "is " + base.figure(key.path()).text() + ", of which there is no share";
      return steps;
    }
    beside(key, LESS).ifPresent(steps::add);
    beside(key, MORE).ifPresent(steps::add);
    return steps;
  }

  private List<Legal> names(SpecSchema.Key key) {
    SortedSet<String> names = new TreeSet<>(key.choices());
    String own;
    if (key.dimension() == Dimension.POLICY) {
      names.addAll(catalogue.policies().offers(key.policy()).keySet());
      names.add(key.usual().text());
      own = base.figure(key.path()).text();
    } else {
      own = base.choice(key.path());
    }
    names.remove(own);
    List<Legal> all = new ArrayList<>();
    for (String name : names) {
      tried(key, name).ifPresent(all::add);
    }
    return all;
  }

  private Optional<Legal> beside(SpecSchema.Key key, double share) {
    long has = base.value(key.path());
    boolean more = share > 1;
    SortedSet<Long> values = new TreeSet<>();
    double aim = has * share;
    if (key.powerOfTwo()) {
      values.add(more ? has * 2 : has / 2);
    } else {
      for (int k = -AROUND; k <= AROUND; k++) {
        values.add(Math.round(aim) + k);
      }
      for (double other : SHARES) {
        values.add(Math.round(has * other));
      }
      values.add(more ? has + 1 : has - 1);
      values.add(more ? key.high() : key.low());
    }
    values.removeIf(
        v ->
            v < key.low()
                || v > key.high()
                || (more
                    ? v <= has || v > Math.max(2 * has, has + 1)
                    : v >= has || 2 * v < has && v < has - 1)
                || v <= 0 && has > 0);
    return firstLegal(key, values, aim);
  }

  /** Returns the legal value whose ratio to a target is nearest to 1; the smaller one of two. */
  private Optional<Legal> firstLegal(SpecSchema.Key key, SortedSet<Long> values, double target) {
    return values.stream()
        .sorted(
            Comparator.comparingDouble(
                (Long v) -> Math.abs(StrictMath.log(Math.max(v, 0.5) / Math.max(target, 0.5)))))
        .flatMap(value -> at(key, value).stream())
        .findFirst();
  }

  /**
   * Returns the device with a figure set to this value, if legal.
   *
   * @param key a figure that the device has
   * @param value value in canonical units
   */
  public Optional<Legal> at(SpecSchema.Key key, long value) {
    Figure figure = base.figure(key.path());
    return tried(key, key.dimension().show(value, figure.text()));
  }

  private Optional<Legal> tried(SpecSchema.Key key, String text) {
    Variant variant = Variant.tried(catalogue, base.id(), base, Map.of(key.path(), text));
    if (variant.isLegal()) {
      return Optional.of(new Legal(variant, variant.spec().value(key.path()), text));
    }
    refusal = variant.problem();
    return Optional.empty();
  }

  /**
   * Returns the legal value nearest to a target, which may be on either side of the device's value.
   *
   * @param key a quantity that the device has
   * @param wish target value in canonical units, above 0
   */
  public Optional<Legal> nearest(SpecSchema.Key key, double wish) {
    SortedSet<Long> values = new TreeSet<>();
    if (key.powerOfTwo()) {
      long below = Math.max(1, Long.highestOneBit(Math.max(1, (long) wish)));
      values.add(below);
      values.add(2 * below);
    } else {
      for (int k = -AROUND; k <= AROUND; k++) {
        values.add(Math.round(wish) + k);
      }
      long has = base.value(key.path());
      for (int k = 1; k <= 64; k++) {
        // Checks for whole sets often accept only multiples of 1/32.
        values.add(Math.round(has * k / 32.0));
      }
    }
    values.removeIf(v -> v < Math.max(1, key.low()) || v > key.high());
    return firstLegal(key, values, wish);
  }
}
