// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.page;

import io.lockstep.cli.table.Format;
import io.lockstep.cli.table.Table;
import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Version;
import io.lockstep.run.RunResult;
import io.lockstep.run.Verdict;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.format.VerdictCounts;
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

  /** Counts of the results of one folder, or of all folders. */
  private static final class Sum {
    static final Answer<Sum> COUNTS =
        Answer.<Sum>part()
            .integer("workloads", "Number of workload files.", s -> s.workloads.size())
            .integer("rows", "Number of results.", Sum::all)
            .include(VerdictCounts.ANSWER, s -> s::of);
    static final Answer<Sum> ANSWER = answer();

    final String folder;
    final Set<String> workloads = new LinkedHashSet<>();
    final Map<Verdict, Long> rows = new EnumMap<>(Verdict.class);

    Sum(String folder) {
      this.folder = folder;
    }

    private static Answer<Sum> answer() {
      Answer<Sum> answer =
          Answer.<Sum>part()
              .text("folder", "Folder of the workload files.", s -> s.folder)
              .include(COUNTS, s -> s)
              .column("folder", s -> s.folder)
              .column(">workloads", s -> Integer.toString(s.workloads.size()))
              .column(">rows", s -> Long.toString(s.all()));
      for (Verdict v : Verdict.values()) {
        answer.column(">" + v.key().replace('_', ' '), s -> Long.toString(s.of(v)));
      }
      return answer;
    }

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

  private record Refusal(String reason, Set<String> workloads, Set<String> devices, int[] rows) {
    static final Answer<Refusal> ANSWER =
        Answer.<Refusal>part()
            .text("reason", "", Refusal::reason)
            .integer("rows", "Number of refused results.", r -> r.rows[0])
            .texts("workloads", "", Refusal::workloads)
            .texts("devices", "", Refusal::devices)
            .column(">refused", r -> Integer.toString(r.rows[0]))
            .column("reason", Refusal::reason)
            .column("devices", r -> named(r.devices))
            .column("workloads", r -> named(r.workloads));
  }

  private record Bad(Verdict verdict, Path file, RunResult row) {
    static final Answer<Bad> ANSWER =
        Answer.<Bad>part()
            .word("verdict", "", List.of("wrong", "failed"), b -> b.verdict.key())
            .text("workload", "", b -> b.file.toString())
            .text("device", "", b -> b.row.device())
            .text("message", "", b -> b.row.message());
  }

  /** Declares the document. */
  public static final Answer<ResultSummary> ANSWER =
      Answer.<ResultSummary>of("Summary", "Output of compare --summary with --format json.")
          .include(Sum.COUNTS, s -> s.all)
          .list("folders", "Sums by folder.", s -> s.folders.values(), Sum.ANSWER)
          .list("refusals", "By reason, most frequent first.", s -> s.refusals, Refusal.ANSWER)
          .list("complaints", "Results that are wrong or failed.", s -> s.bad, Bad.ANSWER);

  private final Map<String, Sum> folders = new LinkedHashMap<>();
  private final Sum all = new Sum(ALL);
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
      folders.computeIfAbsent(name, Sum::new).add(file.toString(), verdict);
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
      case JSON -> ANSWER.json(Version.text(), this);
      case CSV -> Sum.ANSWER.csv(folders.values());
    };
  }

  private String table(Screen screen) {
    List<Sum> sums = new ArrayList<>(folders.values());
    if (sums.size() > 1) {
      sums.add(all);
    }
    StringBuilder text = new StringBuilder(Table.of(Sum.ANSWER, sums).render(screen));
    if (!refusals.isEmpty()) {
      text.append('\n').append(Table.of(Refusal.ANSWER, refusals).render(screen));
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
}
