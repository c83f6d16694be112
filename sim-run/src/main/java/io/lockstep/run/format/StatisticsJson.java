// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.util.List;

/** Declared statistics as JSON. */
public final class StatisticsJson {
  private StatisticsJson() {}

  /** {@return a document of the statistics that all families share and of each family's own} */
  public static String write(
      String version, List<Statistic> shared, List<FamilyStatistics> families) {
    return JsonDocument.of(
        version,
        json -> {
          json.list("statistics", shared, StatisticsJson::statistic);
          json.list("families", families, StatisticsJson::family);
        });
  }

  private static void family(FamilyStatistics f, Fields to) {
    to.text("family", f.family());
    to.list("statistics", f.own(), StatisticsJson::statistic);
    to.list(
        "port_statistics",
        f.issue().map(IssueScheme::use).orElse(List.of()),
        StatisticsJson::statistic);
    to.list("ports", f.issue().map(IssueScheme::ports).orElse(List.of()), StatisticsJson::port);
    to.list("causes", f.causes(), StatisticsJson::cause);
  }

  public static void statistic(Statistic s, Fields to) {
    to.text("statistic", s.name());
    to.word("kind", s.kind());
    to.text("unit", s.unit());
    to.text("part", s.part());
    to.text("counter", s.counter());
    to.text("formula", s.formula().map(Formula::toString).orElse(""));
    to.text("meaning", s.definition());
  }

  private static void port(IssuePort p, Fields to) {
    to.text("port", p.name());
    to.text("each", p.each());
    to.text("meaning", p.meaning());
  }

  private static void cause(IssueCause c, Fields to) {
    to.text("statistic", c.statistic());
    to.text("common", c.common().key());
    to.text("meaning", c.meaning());
  }
}
