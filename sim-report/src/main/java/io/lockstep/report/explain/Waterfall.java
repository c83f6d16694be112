// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.explain;

import io.lockstep.explain.Explanation;
import io.lockstep.explain.Reason;
import io.lockstep.explain.Specification;
import io.lockstep.explain.Together;
import io.lockstep.explain.roof.FactorRange;
import io.lockstep.explain.roof.MovedLine;
import io.lockstep.explain.roof.RoofComparison;
import io.lockstep.report.page.Element;
import io.lockstep.report.page.ForkScale;
import io.lockstep.report.page.HtmlTable;
import io.lockstep.report.page.Lengths;
import io.lockstep.run.answer.Heading;
import io.lockstep.spi.spec.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The tables and sentences of one explanation. A page may contain several.
 *
 * @param suffix of the tables' ids
 */
record Waterfall(Explanation e, String suffix) {
  private static final double LEAST = 0.001; // minimum deviation from 1 to be listed

  String lead() {
    return e.workload()
        + (e.parameters().isEmpty() ? "" : " " + parameters())
        + ": "
        + Lengths.micros(e.first().picos())
        + " µs"
        + e.estimates().map(s -> " " + s.fromWords()).orElse("")
        + " on "
        + e.from()
        + ", "
        + Lengths.micros(e.second().picos())
        + " µs"
        + e.estimates().map(s -> " " + s.toWords()).orElse("")
        + " on "
        + e.to()
        + e.estimates().map(s -> ", estimated with --sample " + s.request()).orElse("")
        + (e.subject().kernels() ? ", kernel time only" : "")
        + ". "
        + e.to()
        + (e.ratio() < 1
            ? " is " + Lengths.ratio(1 / e.ratio()) + " times as fast as "
            : " takes " + Lengths.ratio(e.ratio()) + " times as long as ")
        + e.from()
        + ".";
  }

  void write(Element page) {
    page.p(
        "Each reason is a factor of the time, found by simulation; the product of all is the"
            + " ratio of the times. A bar begins where the previous one ends; right is slower,"
            + " left (striped) is faster. Thin line: two standard errors. ",
        Element.of("i", "First"),
        " and ",
        Element.of("i", "last"),
        ": changed before or after all others; if they differ, reasons interact.");
    List<Double> ends = new ArrayList<>();
    double at = 1;
    for (Reason r : e.reasons()) {
      at *= r.factor();
      ends.add(at);
      if (!Double.isNaN(r.error())) {
        ends.add(at * StrictMath.exp(r.error()));
        ends.add(at * StrictMath.exp(-r.error()));
      }
    }
    ForkScale scale = new ForkScale(ends);
    HtmlTable table =
        new HtmlTable(
                page,
                "waterfall" + suffix,
                of() + ("time of " + e.to() + " / time of " + e.from()) + ", logarithmic scale",
                Heading.all(
                    "reason",
                    ">factor",
                    Heading.figures("by ranges")
                        .meaning(
                            "The factor within the ranges of uncertain parameters; ? if only a"
                                + " simulation could tell."),
                    Heading.figures("± %").meaning("Two standard errors over launch phases."),
                    "faster ← 1 → slower",
                    ">first",
                    ">last"))
            .classed("forks");
    table.row(e.from(), 1, "", "", scale.cell(), "", "");
    at = 1;
    for (Reason r : e.reasons()) {
      double to = at * r.factor();
      table.row(
          r.name(),
          Lengths.fixed(r.factor(), 3),
          r.shownRange().map(FactorRange::ends).orElse(""),
          percent(r.error()),
          scale.cell(scale.bar(at, to), scale.error(to, r.error())),
          factor(r.first()),
          factor(r.last()));
      at = to;
    }
    table.foot();
    Element whole = scale.cell(scale.bar(1, e.ratio()));
    table.row(e.to() + " / " + e.from(), Lengths.fixed(e.ratio(), 3), "", "", whole, "", "");
    table.row("scale", "", "", "", scale.axis(), "", "");
    e.simulations().notes().forEach(page::note);
  }

  private String of() {
    return e.workload() + (suffix.isEmpty() ? "" : " " + parameters()) + ": ";
  }

  private String parameters() {
    return e.parameters().entrySet().stream()
        .map(p -> p.getKey() + "=" + p.getValue())
        .collect(Collectors.joining(" "));
  }

  boolean hasSentences() {
    return !e.findings().isEmpty()
        || e.reasons().stream()
            .anyMatch(r -> !r.sentence().isEmpty() || r.shownRange().isPresent());
  }

  /** Whether any reason comes with differing figures; false for explanations by roofs. */
  boolean hasChanges() {
    return e.reasons().stream().anyMatch(r -> !r.changes().isEmpty());
  }

  private static String factor(double factor) {
    return Double.isNaN(factor) ? "" : Lengths.fixed(factor, 3);
  }

  private static String percent(double error) {
    return Double.isNaN(error) ? "?" : Lengths.fixed(100 * (StrictMath.exp(error) - 1), 1);
  }

  void sentences(Element page) {
    Element list = page.child("ul");
    e.findings().forEach(finding -> list.child("li", finding));
    for (Reason r : e.reasons()) {
      if (!r.sentence().isEmpty()) {
        String name = r.sentence().startsWith(r.name() + ": ") ? r.name() : "";
        list.child("li", Element.of("b", name), r.sentence().substring(name.length()));
      }
    }
    for (Reason r : e.reasons()) {
      r.shownRange().ifPresent(range -> list.child("li", range.sentence(r.name())));
    }
    if (e.reasons().stream().anyMatch(r -> r.shownRange().isPresent())) {
      page.note(FactorRange.TEST);
    }
  }

  /** Whether work moved between source lines of two kernels. */
  boolean hasMoved() {
    return e.roofs().filter(r -> !r.comparison().moved().isEmpty()).isPresent();
  }

  void moved(Element page) {
    RoofComparison comparison = e.roofs().orElseThrow().comparison();
    HtmlTable table =
        new HtmlTable(
            page,
            "moved" + suffix,
            of() + "work that moved between source lines, " + comparison.movedWords(),
            Heading.all(
                Heading.words(e.from()),
                Heading.figures(e.from() + ", amount"),
                Heading.figures("% of work").meaning("Share of all work of " + e.from() + "."),
                Heading.words(e.to()),
                Heading.figures(e.to() + ", amount"),
                Heading.figures("% of work").meaning("Share of all work of " + e.to() + "."),
                "source"));
    for (MovedLine line : comparison.moved()) {
      table.row(
          line.where(line.from()),
          Lengths.fixed(line.from().amount(), 0),
          Lengths.fixed(100 * line.from().share(), 1),
          line.where(line.to()),
          Lengths.fixed(line.to().amount(), 0),
          Lengths.fixed(100 * line.to().share(), 1),
          line.text());
    }
  }

  /** Whether any two reasons interact. */
  boolean hasTogether() {
    return e.factors().together().stream().anyMatch(t -> Math.abs(t.factor() - 1) >= LEAST);
  }

  void together(Element page) {
    HtmlTable table =
        new HtmlTable(
            page,
            "pairs" + suffix,
            of() + "pairs of reasons by joint effect / product of their single effects",
            Heading.all("reason", "with", ">factor"));
    int omitted = 0;
    for (Together t : e.factors().together()) {
      if (Math.abs(t.factor() - 1) < LEAST) {
        omitted++;
      } else {
        table.row(t.one(), t.other(), Lengths.fixed(t.factor(), 3));
      }
    }
    if (omitted > 0) {
      page.note(
          omitted
              + (omitted == 1 ? " pair" : " pairs")
              + " without an effect omitted (below 0.1 %).");
    }
  }

  void changes(Element page) {
    HtmlTable table =
        new HtmlTable(
            page,
            "set" + suffix,
            of() + "parameters that differ, by reason",
            Heading.all("reason", "parameter", Heading.words(e.from()), Heading.words(e.to())));
    for (Reason r : e.reasons()) {
      r.changes()
          .forEach(
              (path, change) ->
                  table.row(
                      r.name(),
                      path,
                      Dimension.readable(change.from()),
                      Dimension.readable(change.to())));
    }
  }

  void simulated(Element page) {
    String again = "lockstep run W --device … --set … --first-phase k";
    page.p("To simulate one again: ", Element.of("code", again));
    HtmlTable table =
        new HtmlTable(
            page.details("Simulated specifications"),
            "specifications" + suffix,
            of() + "simulated specifications, times at launch phase 0",
            Heading.all(
                "device",
                Heading.words("parameters of " + e.to()),
                ">µs",
                ">kernels µs",
                "overrides",
                "specification"));
    for (Specification s : e.simulations().specifications()) {
      table.row(
          s.variant().device(),
          String.join(", ", s.groups()),
          Lengths.micros(s.picos().get(0)),
          Lengths.micros(s.kernelPicos().get(0)),
          s.variant().set().entrySet().stream()
              .map(set -> set.getKey() + "=" + set.getValue())
              .collect(Collectors.joining(" ")),
          s.variant().spec().hash());
    }
  }
}
