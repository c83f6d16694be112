// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Version;
import io.lockstep.run.RunResult;
import io.lockstep.run.Verdict;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Summarizes the results of many workloads: verdicts by folder, and problematic rows. */
public final class ResultSummary {
  private static final String ALL = "all";
  private static final int MOST_NAMED = 8;

  private static final class Sum {
    final Set<String> workloads = new LinkedHashSet<>();
    final Map<Verdict, Long> rows = new EnumMap<>(Verdict.class);

    void add(String workload, Verdict verdict) {
      workloads.add(workload);
      rows.merge(verdict, 1L, Long::sum);
    }

    long of(Verdict verdict) {
      return rows.getOrDefault(verdict, 0L);
    }

    long all() {
      return rows.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  private record Refusal(String reason, Set<String> workloads, Set<String> devices, int[] rows) {}

  private record Bad(Verdict verdict, Path file, RunResult row) {}

  private final Map<String, Sum> folders = new LinkedHashMap<>();
  private final Sum all = new Sum();
  private final List<Refusal> refusals;
  private final List<Bad> bad = new ArrayList<>();

  /**
   * @param files workload file of each row
   */
  public ResultSummary(List<Path> files, List<RunResult> rows) {
    Map<String, Refusal> reasons = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      RunResult row = rows.get(i);
      Path file = files.get(i);
      Verdict verdict = row.verdict();
      Path folder = file.getParent();
      String name = folder == null ? "." : folder.toString();
      folders.computeIfAbsent(name, f -> new Sum()).add(file.toString(), verdict);
      all.add(file.toString(), verdict);
      if (verdict == Verdict.REFUSED) {
        String reason = row.message().replaceAll("\\s+", " ");
        Refusal refusal =
            reasons.computeIfAbsent(
                reason,
                r -> new Refusal(r, new LinkedHashSet<>(), new LinkedHashSet<>(), new int[1]));
        refusal.workloads().add(file.toString());
        refusal.devices().add(row.device());
        refusal.rows()[0]++;
      } else if (!verdict.isOk()) {
        bad.add(new Bad(verdict, file, row));
      }
    }
    refusals = new ArrayList<>(reasons.values());
    refusals.sort((a, b) -> Integer.compare(b.rows()[0], a.rows()[0])); // stable
  }

  public String text(Format format, Screen screen) {
    return switch (format) {
      case TABLE -> table(screen);
      case JSON -> JsonDocument.of(Version.text(), this::fields);
      case CSV -> {
        CsvRows csv = CsvRows.all(Map.of());
        folders.forEach((name, sum) -> csv.row(to -> sum(name, sum, to)));
        yield csv.text();
      }
    };
  }

  private static void sum(String folder, Sum sum, Fields to) {
    to.text("folder", folder);
    counts(sum, to);
  }

  private static void counts(Sum sum, Fields to) {
    to.number("workloads", sum.workloads.size());
    to.number("rows", sum.all());
    for (Verdict verdict : Verdict.values()) {
      to.number(verdict.key(), sum.of(verdict));
    }
  }

  private void fields(Fields to) {
    counts(all, to);
    to.list("folders", folders.entrySet(), (e, one) -> sum(e.getKey(), e.getValue(), one));
    to.list(
        "refusals",
        refusals,
        (refusal, one) -> {
          one.text("reason", refusal.reason());
          one.number("rows", refusal.rows()[0]);
          one.texts("workloads", List.copyOf(refusal.workloads()));
          one.texts("devices", List.copyOf(refusal.devices()));
        });
    to.list(
        "complaints",
        bad,
        (one, complaint) -> {
          complaint.text("verdict", one.verdict().key());
          complaint.text("workload", one.file().toString());
          complaint.text("device", one.row().device());
          complaint.text("message", one.row().message());
        });
  }

  private String table(Screen screen) {
    List<String> header = new ArrayList<>(List.of("folder", ">workloads", ">rows"));
    for (Verdict verdict : Verdict.values()) {
      header.add(">" + verdict.key().replace('_', ' '));
    }
    Table table = new Table(header);
    folders.forEach((name, sum) -> row(table, name, sum));
    if (folders.size() > 1) {
      row(table, ALL, all);
    }
    StringBuilder text = new StringBuilder(table.render(screen));
    if (!refusals.isEmpty()) {
      Table reasons = new Table(List.of(">refused", "reason", "devices", "workloads"));
      for (Refusal refusal : refusals) {
        reasons.row(
            Table.Emphasis.NONE,
            List.of(
                "" + refusal.rows()[0],
                refusal.reason(),
                named(refusal.devices()),
                named(refusal.workloads())));
      }
      text.append('\n').append(reasons.render(screen));
    }
    for (Bad one : bad) {
      text.append('\n')
          .append(one.verdict().words().toUpperCase(Locale.ROOT))
          .append(": ")
          .append(one.file())
          .append(" on ")
          .append(one.row().device())
          .append(": ")
          .append(one.row().message());
    }
    return bad.isEmpty() ? text.toString() : text.append('\n').toString();
  }

  private static String named(Set<String> names) {
    List<String> all = new ArrayList<>(names);
    int more = all.size() - MOST_NAMED;
    return String.join(", ", all.subList(0, Math.min(MOST_NAMED, all.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static void row(Table table, String name, Sum sum) {
    List<String> cells = new ArrayList<>(List.of(name, "" + sum.workloads.size(), "" + sum.all()));
    for (Verdict verdict : Verdict.values()) {
      cells.add("" + sum.of(verdict));
    }
    table.row(Table.Emphasis.NONE, cells);
  }
}
