// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.run.answer.Answer;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.Formula;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import java.util.ArrayList;
import java.util.List;

/**
 * Declares the output of {@code devices --statistics}.
 *
 * @param shared statistics common to all families, with the families' counters
 */
public record StatisticsAnswer(List<Statistic> shared, List<FamilyStatistics> families) {
  /**
   * A row of the table of statistics.
   *
   * @param family family of the statistic, or empty
   * @param common common stall reason of the statistic, or empty
   */
  public record Row(Statistic of, String family, String common) {}

  /** An issue port of a family. */
  public record Port(String family, IssuePort of) {}

  private static final Answer<Statistic> STATISTIC =
      Answer.<Statistic>part()
          .text("statistic", "Name in results.", Statistic::name)
          .word("kind", "", Statistic.Kind.class, Statistic::kind)
          .text("unit", "", Statistic::unit)
          .text("part", "The part of the device that produces it.", Statistic::part)
          .text("counter", "Counter of the vendor's profiler, or empty.", Statistic::counter)
          .text(
              "formula",
              "Definition of a ratio by statistics of the same result; otherwise empty.",
              s -> s.formula().map(Formula::toString).orElse(""))
          .text("meaning", "", Statistic::definition);

  /** A row of the table of statistics. */
  public static final Answer<Row> ROW =
      Answer.<Row>part()
          .include(STATISTIC, Row::of)
          .columnsOf("statistic", "kind", "unit", "part")
          .column("family", Row::family)
          .column("common cause", Row::common)
          .columnsOf("counter", "meaning", "formula")
          .lessImportant("counter", "kind", "part", "common cause", "formula");

  private static final Answer<IssuePort> ISSUE_PORT =
      Answer.<IssuePort>part()
          .text("port", "", IssuePort::name)
          .text("each", "Number of such ports in a compute unit.", IssuePort::each)
          .text("meaning", "", IssuePort::meaning);

  /** Declares a row of the table of issue ports. */
  public static final Answer<Port> PORT =
      Answer.<Port>part()
          .include(ISSUE_PORT, Port::of)
          .column("family", Port::family)
          .columnsOf("issue port=port", "each unit=each", "what issues there=meaning");

  private static final Answer<FamilyStatistics> FAMILY =
      Answer.<FamilyStatistics>part()
          .text("family", "", FamilyStatistics::family)
          .list("statistics", "Statistics of this family.", FamilyStatistics::own, STATISTIC)
          .list("port_statistics", "Statistics of issue ports.", StatisticsAnswer::use, STATISTIC)
          .list("ports", "Kinds of issue ports.", StatisticsAnswer::ports, ISSUE_PORT)
          .list(
              "causes",
              "Issue and stall reasons.",
              FamilyStatistics::causes,
              Answer.<IssueCause>part()
                  .text("statistic", "Name in results.", IssueCause::statistic)
                  .word(
                      "common",
                      "The common reason that includes this reason.",
                      CommonCause.class,
                      IssueCause::common)
                  .text("counter", "Counter of the vendor's profiler.", IssueCause::counter)
                  .when(c -> !c.counter().isEmpty())
                  .text("meaning", "", IssueCause::meaning));

  /** Declares the document. */
  public static final Answer<StatisticsAnswer> ANSWER =
      Answer.<StatisticsAnswer>of(
              "Statistics", "Output of devices --statistics with --format json.")
          .list("statistics", "Shared by all families.", StatisticsAnswer::shared, STATISTIC)
          .list("families", "", StatisticsAnswer::families, FAMILY);

  public StatisticsAnswer {
    shared = FamilyStatistics.counted(shared, families);
  }

  private static List<Statistic> use(FamilyStatistics family) {
    return family.issue().map(IssueScheme::use).orElse(List.of());
  }

  private static List<IssuePort> ports(FamilyStatistics family) {
    return family.issue().map(IssueScheme::ports).orElse(List.of());
  }

  /** {@return all statistics, and each stall reason as a statistic} */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    shared.forEach(s -> rows.add(new Row(s, "", "")));
    for (FamilyStatistics f : families) {
      f.own().forEach(s -> rows.add(new Row(s, f.family(), "")));
      for (IssueScheme i : f.issue().stream().toList()) {
        for (IssueCause c : i.causes()) {
          rows.add(new Row(i.declared().get(c.ordinal()), f.family(), c.common().label()));
        }
        i.use().forEach(s -> rows.add(new Row(s, f.family(), "")));
      }
    }
    return rows;
  }

  /** {@return the kinds of issue ports of all families} */
  public List<Port> ports() {
    return families.stream()
        .flatMap(f -> ports(f).stream().map(p -> new Port(f.family(), p)))
        .toList();
  }
}
