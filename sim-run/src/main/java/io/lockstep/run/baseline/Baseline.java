// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.baseline;

import io.lockstep.run.RunResult;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Results of an earlier run, by any version of Lockstep.
 *
 * @param file file that the results were read from
 * @param version version of Lockstep that wrote the file
 */
public record Baseline(Path file, String version, List<BaselineRow> rows) {
  /**
   * The comparison of results with a baseline.
   *
   * @param changes one change per result, in the order of the results
   * @param missing earlier results that the current run does not have
   * @param added new statistics of this version, which do not mark rows as changed
   */
  public record Comparison(
      Baseline baseline,
      List<BaselineChange> changes,
      List<BaselineRow> missing,
      List<String> added) {
    public Comparison {
      changes = List.copyOf(changes);
      missing = List.copyOf(missing);
      added = List.copyOf(added);
    }
  }

  public Baseline {
    rows = List.copyOf(rows);
  }

  /**
   * Reads the JSON output of {@code compare}, {@code run} or {@code sweep}, of any version.
   *
   * @throws io.lockstep.io.InputException with line and column if the file has another form
   */
  public static Baseline read(Path file) {
    BaselineReader reader = new BaselineReader(file);
    List<BaselineRow> rows = reader.read();
    return new Baseline(file, reader.version(), rows);
  }

  /** Compares each result with the earlier result of the same point on the same device. */
  public Comparison compare(List<RunResult> results) {
    Map<String, Deque<BaselineRow>> byKey = new HashMap<>(); // never iterated
    for (BaselineRow row : rows) {
      byKey.computeIfAbsent(row.key(), k -> new ArrayDeque<>()).add(row);
    }
    List<BaselineRow> missing = new ArrayList<>(rows);
    List<Optional<BaselineRow>> found = new ArrayList<>();
    Set<String> known = new TreeSet<>();
    Set<String> added = new TreeSet<>();
    for (RunResult result : results) {
      Deque<BaselineRow> same = byKey.get(BaselineRow.key(result));
      Optional<BaselineRow> was = Optional.ofNullable(same == null ? null : same.poll());
      was.ifPresent(row -> missing.removeIf(m -> m == row));
      found.add(was);
      was.ifPresent(row -> known.addAll(row.statistics().keySet()));
      was.ifPresent(row -> added.addAll(result.statistics().keySet()));
    }
    added.removeAll(known);
    List<BaselineChange> changes = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      changes.add(BaselineChange.of(results.get(i), found.get(i), added));
    }
    return new Comparison(this, changes, missing, List.copyOf(added));
  }
}
