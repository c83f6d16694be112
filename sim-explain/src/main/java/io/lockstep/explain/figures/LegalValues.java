// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.figures;

import io.lockstep.io.Bounds;
import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Adjusts drawn values of a device's figures until they satisfy the constraints of its schema.
 * Figures that must be equal are drawn as one. To satisfy a violated constraint, all figures that
 * can help are moved by the same fraction of their ranges; if that fails, the single figure that
 * needs the smallest move is moved; where none suffices, all return to the device's values. Values
 * stay within their ranges. Immutable.
 */
public final class LegalValues {
  /** Maximum number of passes over all constraints. */
  private static final int PASSES = 16;

  /** Resolution of the search for a common fraction. */
  private static final int SHARES = 1 << 16;

  private final DeviceSpec spec;
  private final List<Constraint> constraints;
  private final SortedMap<String, FigureRange> ranges = new TreeMap<>();
  private final Map<String, String> owners = new HashMap<>(); // drawn figure, by equal figure

  /**
   * @param spec the device whose figures with ranges are drawn
   */
  public LegalValues(DeviceSpec spec) {
    this.spec = spec;
    spec.figures()
        .forEach(f -> FigureRange.of(spec, f).ifPresent(range -> ranges.put(range.path(), range)));
    constraints = spec.schema().constraints().stream().filter(c -> c.concerns(spec)).toList();
    constraints.stream().filter(Constraint::isEquality).forEach(this::tie);
  }

  /**
   * Ties two figures that must be equal, so that they are drawn as one; if one of them is known,
   * neither is drawn.
   */
  private void tie(Constraint same) {
    String one = owner(same.paths().get(0));
    String other = owner(same.paths().get(1));
    if (one.equals(other)) {
      return;
    }
    FigureRange first = ranges.get(one);
    FigureRange second = ranges.get(other);
    boolean open = first != null && second != null;
    String kept = open ? (one.compareTo(other) < 0 ? one : other) : first == null ? one : other;
    String gone = kept.equals(one) ? other : one;
    FigureRange lost = ranges.remove(gone);
    owners.put(gone, kept);
    if (open) {
      FigureRange both = ranges.remove(kept).within(lost).orElse(null);
      if (both != null) {
        ranges.put(kept, both);
      }
    }
  }

  private String owner(String path) {
    String owner = path;
    while (owners.containsKey(owner)) {
      owner = owners.get(owner);
    }
    return owner;
  }

  /** Returns the paths of the figures to draw, sorted. */
  public List<String> drawn() {
    return List.copyOf(ranges.keySet());
  }

  /** Returns the range of a figure, or of the drawn figure that it equals; empty if known. */
  Optional<FigureRange> range(String path) {
    return Optional.ofNullable(ranges.get(owner(path)));
  }

  /**
   * Returns values of all drawn figures and of tied figures, near the given quantiles.
   *
   * @param shares quantile of each drawn figure, from 0 to 1
   */
  public SortedMap<String, Long> near(Map<String, Double> shares) {
    Values values = new Values(shares);
    for (int pass = 0; pass < PASSES; pass++) {
      boolean moved = false;
      for (Constraint constraint : constraints) {
        if (!values.hold(constraint)) {
          moved |= values.move(constraint);
        }
      }
      if (!moved) {
        break;
      }
    }
    return values.all();
  }

  /**
   * Returns overrides for the values that differ from the device's values.
   *
   * @param values value of each figure
   */
  public SortedMap<String, String> settings(Map<String, Long> values) {
    SortedMap<String, String> set = new TreeMap<>();
    values.forEach(
        (path, value) -> {
          FigureRange range = ranges.get(owner(path));
          if (!range.isNominal(value)) { // tied figures have equal ranges
            set.put(path, range.text(value));
          }
        });
    return set;
  }

  /**
   * Returns the legal value nearest to an end of a figure's range while all other figures have the
   * device's values; the figure's own value if no other is legal.
   */
  long nearEnd(String path, long end) {
    long nominal = spec.value(path);
    Bounds bounds = ranges.get(owner(path)).bounds();
    long value = end;
    for (int pass = 0; pass < PASSES; pass++) {
      Optional<Constraint> violated = violated(path, value);
      if (violated.isEmpty()) {
        return value;
      }
      int place = violated.get().paths().indexOf(path);
      long[] values = violated.get().values(with(path, value));
      OptionalLong near =
          place < 0 ? OptionalLong.empty() : violated.get().nearest(bounds, values, place);
      if (near.isEmpty()) {
        return nominal;
      }
      value = near.getAsLong();
    }
    return nominal;
  }

  private Optional<Constraint> violated(String path, long value) {
    Figures changed = with(path, value);
    return constraints.stream().filter(c -> !c.holds(c.values(changed))).findFirst();
  }

  private Figures with(String path, long value) {
    return p -> p.equals(path) ? OptionalLong.of(value) : spec.optional(p);
  }

  /** The values of one draw while they are adjusted. */
  private final class Values implements Figures {
    private final Map<String, Long> drawn = new HashMap<>();

    Values(Map<String, Double> shares) {
      ranges.forEach((path, range) -> drawn.put(path, range.at(shares.get(path))));
    }

    @Override
    public OptionalLong optional(String path) {
      Long value = drawn.get(owner(path));
      return value == null ? spec.optional(path) : OptionalLong.of(value);
    }

    boolean hold(Constraint constraint) {
      return constraint.holds(constraint.values(this));
    }

    SortedMap<String, Long> all() {
      SortedMap<String, Long> all = new TreeMap<>(drawn);
      owners.keySet().stream()
          .filter(path -> drawn.containsKey(owner(path)))
          .forEach(path -> all.put(path, drawn.get(owner(path))));
      return all;
    }

    /** Moves figures to satisfy a constraint; returns whether any was moved. */
    boolean move(Constraint constraint) {
      return together(constraint) || one(constraint) || back(constraint);
    }

    /** Moves all figures of a constraint back to the device's own values. */
    private boolean back(Constraint constraint) {
      boolean moved = false;
      for (String path : constraint.paths()) {
        String owner = owner(path);
        Long before = drawn.get(owner);
        if (before != null) {
          drawn.put(owner, spec.value(owner));
          moved |= before != spec.value(owner);
        }
      }
      return moved;
    }

    /** Moves all figures that can help by the smallest common fraction of their ranges. */
    private boolean together(Constraint constraint) {
      Map<String, Constraint.Way> open = new TreeMap<>();
      for (int i = 0; i < constraint.paths().size(); i++) {
        String path = owner(constraint.paths().get(i));
        if (drawn.containsKey(path) && constraint.way(i) != Constraint.Way.NEITHER) {
          open.put(path, constraint.way(i));
        }
      }
      Map<String, Long> before = new HashMap<>(drawn);
      int least = 1;
      int most = SHARES;
      while (least < most) {
        int middle = (least + most) / 2;
        move(open, before, middle);
        if (hold(constraint)) {
          most = middle;
        } else {
          least = middle + 1;
        }
      }
      move(open, before, most);
      if (open.isEmpty() || !hold(constraint)) {
        drawn.putAll(before);
        return false;
      }
      return true;
    }

    private void move(Map<String, Constraint.Way> open, Map<String, Long> from, int shares) {
      open.forEach(
          (path, way) -> {
            FigureRange range = ranges.get(path);
            Bounds bounds = range.bounds();
            double part = (double) shares / SHARES;
            double share = range.share(from.get(path));
            long old = from.get(path);
            if (way == Constraint.Way.UP) {
              drawn.put(path, Math.max(old, range.at(share + part * (1 - share))));
            } else {
              drawn.put(path, Math.min(old, range.at(share - part * share)));
            }
            if (!bounds.allow(drawn.get(path))) {
              drawn.put(path, bounds.nearest(drawn.get(path)));
            }
          });
    }

    /** Moves the single figure that needs the smallest move. */
    private boolean one(Constraint constraint) {
      long[] values = constraint.values(this);
      List<String> seen = new ArrayList<>();
      String best = null;
      long to = 0;
      double least = Double.MAX_VALUE;
      for (int i = 0; i < values.length; i++) {
        String path = owner(constraint.paths().get(i));
        FigureRange range = ranges.get(path);
        if (range == null || seen.contains(path)) {
          continue;
        }
        seen.add(path);
        OptionalLong near = constraint.nearest(range.bounds(), values, i);
        if (near.isPresent()) {
          double way = Math.abs(range.share(near.getAsLong()) - range.share(values[i]));
          if (way < least) {
            least = way;
            best = path;
            to = near.getAsLong();
          }
        }
      }
      if (best == null) {
        return false;
      }
      drawn.put(best, to);
      return true;
    }
  }
}
