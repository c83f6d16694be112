package io.lockstep.cli;

import io.lockstep.parts.stats.IssueCause;
import io.lockstep.parts.stats.IssuePort;
import io.lockstep.parts.stats.IssueScheme;
import io.lockstep.parts.stats.Statistic;
import io.lockstep.run.format.Csv;
import io.lockstep.run.format.StatisticsJson;
import io.lockstep.run.plugin.FamilyStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Every statistic that results may hold, with who produces it; issue ports and their causes. */
final class StatisticsListing {
  private final List<Statistic> shared;
  private final List<FamilyStatistics> families;

  /**
   * @param shared statistics that any family may have
   * @param families what is each family's own
   */
  StatisticsListing(List<Statistic> shared, List<FamilyStatistics> families) {
    this.shared = shared;
    this.families = families;
  }

  String text(Format format, Screen screen) {
    return switch (format) {
      case JSON -> StatisticsJson.write(Version.text(), shared, families);
      case CSV -> csv();
      case TABLE -> table(screen);
    };
  }

  /** A statistic a line; causes with the one that all families share. */
  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    shared.forEach(s -> rows.add(row(s, "", "")));
    for (FamilyStatistics f : families) {
      f.own().forEach(s -> rows.add(row(s, f.family(), "")));
      for (IssueScheme i : f.issue().stream().toList()) {
        for (IssueCause c : i.causes()) {
          rows.add(row(i.declared().get(c.ordinal()), f.family(), c.common().label()));
        }
      }
    }
    return rows;
  }

  private static List<String> row(Statistic s, String family, String cause) {
    String kind = s.kind().name().toLowerCase(Locale.ROOT);
    return List.of(s.name(), kind, s.unit(), s.part(), family, cause, s.counter(), s.definition());
  }

  private static List<String> header() {
    return List.of(
        "statistic", "kind", "unit", "part", "family", "common cause", "counter", "meaning");
  }

  private String csv() {
    StringBuilder out = new StringBuilder(Csv.line(header()));
    rows().forEach(r -> out.append(Csv.line(r)));
    return out.toString();
  }

  private String table(Screen screen) {
    Table statistics =
        new Table(header())
            .dropping("--format csv shows all", List.of("counter", "kind", "part", "common cause"));
    rows().forEach(r -> statistics.row(Table.Emphasis.NONE, r));
    Table ports = new Table(List.of("family", "issue port", "each unit", "what issues there"));
    for (FamilyStatistics f : families) {
      for (IssuePort p : f.issue().map(IssueScheme::ports).orElse(List.of())) {
        ports.row(Table.Emphasis.NONE, List.of(f.family(), p.name(), p.each(), p.meaning()));
      }
    }
    return statistics.render(screen) + "\n" + ports.render(screen);
  }
}
