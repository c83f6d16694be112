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
import java.util.stream.Collectors;

/**
 * Published values, and how each is simulated. An invalid row is included, with its problem.
 * Immutable and thread-safe.
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
   * {@return the suite of a file; names in it are relative to its folder}
   *
   * @param file YAML: a list of rows, or a map with {@code rows}
   * @throws InputException if it is no suite at all
   */
  public static Suite read(Path file) {
    return all(file.toString(), new SuiteReader(file).read());
  }

  /**
   * {@return this suite restricted to some rows; rows to which they refer are simulated, too}
   *
   * @param pattern of ids, with {@code *} and {@code ?}
   * @throws InputException if no row has such an id
   */
  public Suite only(String pattern) {
    Glob glob = new Glob(pattern);
    Set<String> chosen =
        rows.stream().map(SuiteRow::id).filter(glob::matches).collect(Collectors.toSet());
    if (chosen.isEmpty()) {
      throw new InputException(file, "no row's id matches '" + pattern + "'");
    }
    return new Suite(file, rows, chosen);
  }

  /**
   * {@return a suite with the rows for one device: those that name it, without ratios to others; if
   * there are none, all rows}
   *
   * @param device its name
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
   * {@return this suite with figures set on all devices that have them, in place of the rows' own}
   *
   * @param figures values by name, as for {@link DeviceSpec#with}
   * @param catalogue the devices
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

  /** The name of a figure that only some devices have. */
  private static String ifThere(String name) {
    return name.endsWith("?") ? name : name + "?";
  }

  /** {@return ids of the devices that rows name, which need not exist} */
  public Set<String> devices() {
    return rows.stream().map(SuiteRow::device).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  List<SuiteRow> rows() {
    return rows;
  }

  boolean isWanted(SuiteRow row) {
    return wanted.contains(row.id()) && (row.isWrong() || !row.isReference());
  }

  /** A copy with checked rows, some of which have problems. */
  Suite checked(Function<SuiteRow, SuiteRow> check) {
    return new Suite(file, rows.stream().map(check).toList(), wanted);
  }

  Optional<SuiteRow> row(String id) {
    return rows.stream().filter(row -> row.id().equals(id)).findFirst();
  }

  /** The rows to simulate: requested ones, and those to which they refer. */
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
