// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.cli.terminal.Version;
import io.lockstep.run.format.StatisticsJson;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.util.List;

/** Lists all statistics with their producing parts, and issue ports with stall reasons. */
public final class StatisticsListing {
  private final List<Statistic> shared;
  private final List<FamilyStatistics> families;

  /**
   * @param shared statistics common to all families, listed with the families' counters
   */
  public StatisticsListing(List<Statistic> shared, List<FamilyStatistics> families) {
    this.shared = FamilyStatistics.counted(shared, families);
    this.families = families;
  }

  public String text(Format format, Screen screen) {
    return switch (format) {
      case JSON -> StatisticsJson.write(Version.text(), shared, families);
      case CSV -> statistics().csv();
      case TABLE -> table(screen);
    };
  }

  private FieldTable statistics() {
    FieldTable table =
        new FieldTable()
            .text("statistic", "statistic")
            .text("kind", "kind")
            .text("unit", "unit")
            .text("part", "part")
            .text("family", "family")
            .text("common cause", "common")
            .text("counter", "counter")
            .text("meaning", "meaning")
            .text("formula", "formula")
            .dropping("counter", "kind", "part", "common cause", "formula");
    shared.forEach(s -> row(table, s, "", ""));
    for (FamilyStatistics f : families) {
      f.own().forEach(s -> row(table, s, f.family(), ""));
      for (IssueScheme i : f.issue().stream().toList()) {
        for (IssueCause c : i.causes()) {
          row(table, i.declared().get(c.ordinal()), f.family(), c.common().label());
        }
        i.use().forEach(s -> row(table, s, f.family(), ""));
      }
    }
    return table;
  }

  private static void row(FieldTable table, Statistic s, String family, String cause) {
    table.row(
        to -> {
          StatisticsJson.statistic(s, to);
          to.text("family", family);
          to.text("common", cause);
        });
  }

  private String table(Screen screen) {
    Table ports = new Table(List.of("family", "issue port", "each unit", "what issues there"));
    for (FamilyStatistics f : families) {
      for (IssuePort p : f.issue().map(IssueScheme::ports).orElse(List.of())) {
        ports.row(Table.Emphasis.NONE, List.of(f.family(), p.name(), p.each(), p.meaning()));
      }
    }
    return statistics().render("--format csv shows all", screen) + "\n" + ports.render(screen);
  }
}
