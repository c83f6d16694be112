// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;

/**
 * Figures given by one file or command line, under their own or derived names. If a figure is given
 * twice, the error names both positions. Derived figures are computed last, so the order of figures
 * does not matter.
 */
final class GivenFigures {
  private record Place(String name, String where) {}

  private final SpecSchema schema;
  private final SortedMap<String, Figure> figures;
  private final Set<String> base; // figures of the specification that is changed
  private final Map<String, Place> places = new HashMap<>();
  private final List<Figure> later = new ArrayList<>();
  private final Set<String> taken = new HashSet<>();

  GivenFigures(SpecSchema schema, SortedMap<String, Figure> figures) {
    this.schema = schema;
    this.figures = figures;
    base = Set.copyOf(figures.keySet());
  }

  /** Adds a figure, read with the key that {@link SpecSchema#named} returns for the name. */
  void give(String name, String where, Figure figure) {
    Derived derived = schema.derived().get(figure.path());
    for (String path : derived == null ? List.of(figure.path()) : derived.writes()) {
      claim(path, name, where);
    }
    if (derived == null) {
      figures.put(figure.path(), figure);
    } else {
      later.add(figure);
    }
  }

  /** Removes figures and their dependent figures that were not given; returns the removed paths. */
  List<String> take(Setting setting, List<String> paths, List<String> beside) {
    for (String path : paths) {
      taken.add(path);
      claim(path, setting.name(), setting.where());
      figures.remove(path);
    }
    List<String> gone = new ArrayList<>(paths);
    for (String path : beside) {
      if (!places.containsKey(path)) {
        figures.remove(path);
        gone.add(path);
      }
    }
    return gone;
  }

  private void claim(String path, String name, String where) {
    Place before = places.put(path, new Place(name, where));
    if (before != null) {
      throw new InputException(
          where,
          "'%s' is given twice: as '%s' (%s) and as '%s'; expected one of them"
              .formatted(path, before.name(), before.where(), name));
    }
  }

  /** Reports missing figures, applies defaults, and computes figures set by derived figures. */
  void complete(String where) {
    List<SpecSchema.Key> missing = new ArrayList<>();
    for (SpecSchema.Key key : schema.keys()) {
      if (!isGiven(key.path()) && isMissing(key)) {
        missing.add(key);
      }
    }
    if (!missing.isEmpty()) {
      throw missing(missing, where);
    }
    later.sort((a, b) -> a.path().compareTo(b.path()));
    for (Figure figure : later) {
      Derived derived = schema.derived().get(figure.path());
      for (int i = 0; i < derived.writes().size(); i++) {
        SpecSchema.Key key = schema.key(derived.writes().get(i));
        figures.put(key.path(), written(derived, i, key, figure));
      }
    }
    for (SpecSchema.Key key : schema.keys()) {
      if (!figures.containsKey(key.path()) && key.usual() != null && key.usual().isComputed()) {
        figures.put(key.path(), computed(key));
      }
    }
  }

  /** Returns the default that a rule of the family computes from other figures. */
  private Figure computed(SpecSchema.Key key) {
    Bounds bounds = key.legal().bounds();
    long value = bounds.nearest(key.usual().rule().applyAsLong(known()));
    String text = key.dimension().readable(value);
    String where = "family " + schema.family();
    return new Figure(
        key.path(), key.dimension(), value, text, Provenance.DERIVED, "", "", "", where);
  }

  private Figures known() {
    return path -> {
      Figure figure = figures.get(path);
      return figure == null ? OptionalLong.empty() : OptionalLong.of(figure.value());
    };
  }

  private boolean isGiven(String path) {
    return figures.containsKey(path) || places.containsKey(path);
  }

  private boolean isThere(String path) {
    return isGiven(path) && !taken.contains(path);
  }

  /** Adds the family's default, or returns whether the figure is required and thus missing. */
  private boolean isMissing(SpecSchema.Key key) {
    SpecSchema.Usual usual = key.usual();
    if (usual != null) {
      if (usual.isComputed() || !usual.beside().isEmpty() && !isThere(usual.beside())) {
        return false;
      }
      if (!base.isEmpty() && (usual.beside().isEmpty() || base.contains(usual.beside()))) {
        return false; // the base, which is complete, lacks the figure on purpose
      }
      figures.put(
          key.path(),
          SpecReader.figure(
              key,
              usual.text(),
              Provenance.GUESSED,
              "",
              usual.low(),
              usual.high(),
              "family " + schema.family()));
      return false;
    }
    return key.required();
  }

  private static InputException missing(List<SpecSchema.Key> keys, String where) {
    if (keys.size() == 1) {
      SpecSchema.Key key = keys.get(0);
      return new InputException(
          where,
          "figure '%s' is missing (%s); expected %s"
              .formatted(key.path(), key.definition(), key.dimension().describe()));
    }
    List<String> paths = keys.stream().map(SpecSchema.Key::path).toList();
    return new InputException(
        where, paths.size() + " figures are missing: " + String.join(", ", paths));
  }

  private Figure written(Derived derived, int i, SpecSchema.Key key, Figure by) {
    Figure before = figures.get(key.path());
    String like = before == null ? by.text() : before.text();
    long value = figure(derived, i, by.value(), key, by);
    Bounds bounds = key.legal().bounds();
    if (!bounds.allow(value)) {
      long nearest = bounds.nearest(value);
      Figures others = known().given(key.path(), nearest);
      String shown = key.dimension().show(value, like);
      String expected = bounds.expected() + (key.powerOfTwo() ? ", a power of two" : "");
      String hint =
          Bounds.hint(by.dimension().show(derived.value().applyAsLong(others), by.text()));
      throw new InputException(
          by.where(),
          "'%s': %s makes '%s' %s; expected %s%s"
              .formatted(by.path(), by.text(), key.path(), shown, expected, hint));
    }
    boolean ranged = !by.low().isEmpty();
    return new Figure(
        key.path(),
        key.dimension(),
        value,
        key.dimension().show(value, like),
        by.from(),
        by.source(),
        ranged ? end(derived, i, by.low(), key, by, like) : "",
        ranged ? end(derived, i, by.high(), key, by, like) : "",
        by.where());
  }

  private String end(
      Derived derived, int i, String text, SpecSchema.Key key, Figure by, String like) {
    long value = SpecReader.parse(derived.key(), text, by.where());
    return key.dimension().show(figure(derived, i, value, key, by), like);
  }

  private long figure(Derived derived, int i, long value, SpecSchema.Key key, Figure by) {
    try {
      return derived.writing().figures(value, known())[i];
    } catch (ArithmeticException e) {
      throw new InputException(
          by.where(),
          "'" + by.path() + "': " + by.text() + " is not a whole '" + key.path() + "'",
          e);
    }
  }
}
