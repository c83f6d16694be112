// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.validation;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.program.Runner;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.KnownResults;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.StudyProgress;
import io.lockstep.study.point.Request;
import io.lockstep.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs a suite on its devices. Rows are checked by the constructor and simulated by {@link #run};
 * their state can be queried at any time. An invalid or failed row does not affect others.
 */
public final class Validation {
  private final Suite suite;
  private final Function<SuiteRow, DeviceSpec> devices;
  private final KnownResults results;
  private final StudyProgress progress;
  private final Map<String, DeviceSpec> specs = new HashMap<>(); // by row id
  private final Map<Path, Set<String>> parameters = new HashMap<>(); // by workload
  private final Set<String> statistics = new TreeSet<>();
  private final Set<SuiteRow> unknown = new HashSet<>(); // rows with counters of no statistic
  private final Catalogue catalogue;

  /** Checks the rows of a suite against devices and workloads. */
  public Validation(
      Suite suite, Catalogue catalogue, List<KernelFrontend> frontends, ValidationOptions options) {
    this(suite, catalogue, frontends, options, row -> catalogue.spec(row.device()));
  }

  /** Checks the rows against the given devices instead of the devices that the rows name. */
  Validation(
      Suite suite,
      Catalogue catalogue,
      List<KernelFrontend> frontends,
      ValidationOptions options,
      Function<SuiteRow, DeviceSpec> devices) {
    this.devices = devices;
    catalogue.statistics().all().forEach(s -> statistics.add(s.name()));
    this.catalogue = catalogue;
    this.suite = suite.checked(this::checked).without(unknown::contains);
    results = new KnownResults(catalogue, frontends, study(options.study()));
    progress = options.progress();
  }

  /** Requests statistics by launch if rows need them. */
  private StudyOptions study(StudyOptions options) {
    return suite.rows().stream().anyMatch(r -> r.quantity().launch().isPresent())
        ? options.with(options.run().with().perLaunch(true).build())
        : options;
  }

  /** Returns the counters of rows that no statistic corresponds to; these rows are left out. */
  public SortedSet<String> unknownCounters() {
    return unknown.stream()
        .map(r -> r.quantity().counter())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the suite after the checks, including invalid rows with their problems. */
  Suite suite() {
    return suite;
  }

  /** Simulates the requested rows. May be called once. */
  public void run() {
    Set<Request> points = new LinkedHashSet<>();
    for (SuiteRow row : suite.needed()) {
      if (!row.isWrong()) {
        row.variants()
            .forEach(p -> points.add(new Request(row.workload(), p, specs.get(row.id()), 0)));
      }
    }
    try (results) {
      results.run(points, progress);
    }
  }

  /** Returns the current state of the requested rows, in the order of the suite. Thread-safe. */
  public List<RowResult> rows() {
    return new RowEvaluation(suite, specs, 0, results::result).rows();
  }

  /** Returns a row; if the row uses an unknown name, with its problem. */
  private SuiteRow checked(SuiteRow row) {
    if (row.isWrong()) {
      return row;
    }
    try {
      specs.put(row.id(), devices.apply(row).with(row.overrides()));
      if (!row.quantity().counter().isEmpty()) {
        return resolved(row);
      }
      Set<String> known = parameters.computeIfAbsent(row.workload(), Validation::parameters);
      if (!Runner.isTrace(row.workload())) {
        Set<String> given = new TreeSet<>(row.parameters().keySet());
        given.addAll(row.bestOf().keySet());
        for (String name : given) {
          if (!known.contains(name)) {
            throw new InputException(
                row.workload().toString(),
                "has no parameter '%s'%s"
                    .formatted(name, known.isEmpty() ? "" : Suggestions.hint(name, known)));
          }
        }
        names(row, known);
      }
      return row;
    } catch (InputException e) {
      String message = e.getMessage();
      return row.with(message.startsWith(row.where()) ? message : row.where() + ": " + message);
    }
  }

  private SuiteRow resolved(SuiteRow row) {
    SuiteRow.Measure asked = row.quantity();
    Optional<SuiteRow.Measure> found =
        CounterMeasure.of(
                catalogue.statistics(specs.get(row.id()).family()),
                asked.counter(),
                row.publication().unit())
            .map(text -> Expression.of(row.where(), text).ofReals())
            .map(e -> new SuiteRow.Measure(e, asked.launch(), asked.minus(), ""));
    if (found.isEmpty()) {
      unknown.add(row);
    }
    return found.map(row::with).orElse(row);
  }

  private void names(SuiteRow row, Set<String> known) {
    boolean whole = row.quantity().launch().isEmpty();
    for (String name : row.measure().names()) {
      boolean there =
          whole && ResultFields.number(name).isPresent()
              || known.contains(name)
              || statistics.contains(name);
      if (!there) {
        Set<String> all = new TreeSet<>(statistics);
        all.addAll(known);
        if (whole) {
          ResultFields.NUMBERS.forEach(field -> all.add(field.name()));
        }
        throw new InputException(
            row.where(),
            "measure: no time, parameter or statistic '"
                + name
                + "'"
                + Suggestions.nearHint(name, all, "; 'lockstep devices --statistics' lists them"));
      }
    }
  }

  private static Set<String> parameters(Path workload) {
    if (Runner.isTrace(workload) && Files.exists(workload)) {
      return Set.of();
    }
    return Workload.read(workload).parameters().keySet();
  }
}
