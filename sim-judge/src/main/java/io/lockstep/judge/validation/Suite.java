// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.observe.Glob;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.spec.DeviceSpec;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A suite of published values, with the workloads and devices that simulate them. Invalid rows are
 * included, with their problems. Immutable and thread-safe.
 */
public final class Suite {
  private final String file;
  private final List<SuiteRow> rows;
  private final Set<String> wanted;

  private Suite(String file, List<SuiteRow> rows, Set<String> wanted) {
    this.file = file;
    this.rows = List.copyOf(rows);
    this.wanted = wanted;
  }

  private static Suite all(String file, List<SuiteRow> rows) {
    return new Suite(file, rows, rows.stream().map(SuiteRow::id).collect(Collectors.toSet()));
  }

  /**
   * Reads the suite of a file; relative names are resolved against its folder.
   *
   * @param file YAML: a list of rows, or a map with {@code rows}
   * @throws InputException if the file is not a suite
   */
  public static Suite read(Path file) {
    return all(file.toString(), new SuiteReader(file).read());
  }

  /**
   * Returns this suite restricted to some rows; the rows that these refer to are still simulated.
   *
   * @param patterns patterns of ids, with {@code *} and {@code ?}
   * @throws InputException if one of them matches no row's id
   */
  public Suite only(List<String> patterns) {
    Set<String> chosen = new LinkedHashSet<>();
    for (String pattern : patterns) {
      Glob glob = new Glob(pattern);
      List<String> ids = rows.stream().map(SuiteRow::id).filter(glob::matches).toList();
      if (ids.isEmpty()) {
        throw new InputException(file, "no row's id matches '" + pattern + "'");
      }
      chosen.addAll(ids);
    }
    return new Suite(file, rows, chosen);
  }

  /**
   * Returns this suite restricted to the rows that name a device and are not relative to rows of
   * other devices; all rows if there are none.
   */
  public Suite about(String device) {
    Set<String> chosen = new LinkedHashSet<>();
    for (SuiteRow row : rows) {
      boolean own = wanted.contains(row.id()) && row.device().equals(device);
      if (own && row(row.relativeTo()).map(r -> r.device().equals(device)).orElse(true)) {
        chosen.add(row.id());
      }
    }
    return chosen.isEmpty() ? this : new Suite(file, rows, chosen);
  }

  /**
   * Returns a copy in which figures are overridden on all devices that have them; these overrides
   * take precedence over those of rows.
   *
   * @param figures values by name, as for {@link DeviceSpec#with}
   * @throws InputException if no row's device has such a figure
   */
  public Suite with(Map<String, String> figures, Catalogue catalogue) {
    if (figures.isEmpty()) {
      return this;
    }
    SortedMap<String, String> settings = new TreeMap<>();
    figures.forEach((name, value) -> settings.put(ifThere(name), value));
    List<DeviceSpec> specs =
        devices().stream().filter(catalogue::has).map(catalogue::spec).toList();
    DeviceSpec.requireKnown(settings, specs.isEmpty() ? catalogue.specs() : specs);
    return new Suite(file, rows.stream().map(row -> row.with(settings)).toList(), wanted);
  }

  /** Marks the name of a figure that a device may lack. */
  private static String ifThere(String name) {
    return name.endsWith("?") ? name : name + "?";
  }

  /** Returns the devices that rows name; they need not exist. */
  public Set<String> devices() {
    return rows.stream().map(SuiteRow::device).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  List<SuiteRow> rows() {
    return rows;
  }

  boolean isWanted(SuiteRow row) {
    return wanted.contains(row.id()) && (row.isWrong() || !row.isReference());
  }

  /** Returns a copy with checked rows, some of which may have problems. */
  Suite checked(Function<SuiteRow, SuiteRow> check) {
    return new Suite(file, rows.stream().map(check).toList(), wanted);
  }

  /** Returns a copy without some rows. */
  Suite without(Predicate<SuiteRow> left) {
    return new Suite(file, rows.stream().filter(left.negate()).toList(), wanted);
  }

  Optional<SuiteRow> row(String id) {
    return rows.stream().filter(row -> row.id().equals(id)).findFirst();
  }

  /** Returns the rows to simulate: the requested rows, and all rows that these refer to. */
  List<SuiteRow> needed() {
    Set<SuiteRow> all = new LinkedHashSet<>();
    for (SuiteRow row : rows) {
      if (isWanted(row)) {
        all.add(row);
        for (SuiteRow at = row; !row.isWrong() && !at.relativeTo().isEmpty(); ) {
          at = row(at.relativeTo()).orElseThrow();
          all.add(at);
        }
      }
    }
    return List.copyOf(all);
  }
}
