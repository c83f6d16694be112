// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain;

import io.lockstep.explain.figures.FigureGroup.Change;
import io.lockstep.explain.ladder.Cost;
import io.lockstep.explain.ladder.Ladder;
import io.lockstep.explain.ladder.LadderStep;
import io.lockstep.explain.roof.MovedLine;
import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.RoofComparison;
import io.lockstep.explain.roof.Subject;
import io.lockstep.run.Numbers;
import io.lockstep.run.format.CsvRows;
import io.lockstep.run.format.Fields;
import io.lockstep.run.format.JsonDocument;
import io.lockstep.spi.spec.Ideal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Writes explanations as JSON and CSV. Later versions only add fields. */
public final class ExplanationFields {
  private static final int DIGITS = 9;

  private ExplanationFields() {}

  /** {@return the complete JSON document} */
  public static String json(String version, Explanation e) {
    return JsonDocument.of(
        version,
        json -> {
          json.text("from", e.roofs().map(r -> r.devices().from()).orElse(e.from()));
          json.text("to", e.roofs().map(r -> r.devices().to()).orElse(e.to()));
          json.text("from_name", e.from());
          json.text("to_name", e.to());
          json.number("ratio", number(e.ratio()));
          json.text("workload", e.workload());
          json.typed("parameters", e.parameters());
          json.text("to_workload", e.roofs().map(RoofAnswer::toWorkload).orElse(e.workload()));
          json.typed(
              "to_parameters", e.roofs().map(RoofAnswer::toParameters).orElse(e.parameters()));
          json.text("timing", e.kernels() ? "kernels" : "workload");
          json.number("from_seconds", Numbers.seconds(e.fromPicos()));
          json.number("to_seconds", Numbers.seconds(e.toPicos()));
          json.number("phases", e.phases());
          json.number("orders", e.orders() == 0 ? null : BigDecimal.valueOf(e.orders()));
          json.list("reasons", e.reasons(), ExplanationFields::reason);
          json.list(
              "together",
              e.together(),
              (pair, to) -> {
                to.text("one", pair.one());
                to.text("other", pair.other());
                to.number("factor", number(pair.factor()));
              });
          json.list("specifications", e.specifications(), ExplanationFields::specification);
          json.list(
              "ladder", e.ladder().map(Ladder::steps).orElse(List.of()), ExplanationFields::step);
          json.texts("findings", e.findings());
          json.group(
              "roofs",
              roofs -> {
                roofs.list("from", roofs(e, RoofComparison::from), ExplanationFields::roof);
                roofs.list("to", roofs(e, RoofComparison::to), ExplanationFields::roof);
              });
          json.text(
              "moved_amounts",
              e.roofs()
                  .map(r -> r.comparison().movedWords())
                  .filter(words -> !words.isEmpty())
                  .orElse(null));
          json.list(
              "moved",
              e.roofs().map(r -> r.comparison().moved()).orElse(List.of()),
              ExplanationFields::moved);
          json.text("unfinished", e.unfinished().isEmpty() ? null : e.unfinished());
          json.texts("notes", e.notes());
        });
  }

  /** {@return CSV text with a line for each factor} */
  public static String csv(Explanation e) {
    CsvRows csv =
        CsvRows.of(
            List.of("name", "factor", "error", "first", "last", "sentence", "kind", "from", "to"));
    e.reasons().forEach(reason -> csv.row(to -> plain(reason, to)));
    return csv.text();
  }

  private static void plain(Reason reason, Fields to) {
    to.text("name", reason.name());
    to.number("factor", number(reason.factor()));
    to.number("error", number(reason.error()));
    to.number("first", number(reason.first()));
    to.number("last", number(reason.last()));
    to.text("sentence", reason.sentence().isEmpty() ? null : reason.sentence());
    to.text("kind", reason.kind().key());
    to.text("from", reason.sides().from().isEmpty() ? null : reason.sides().from());
    to.text("to", reason.sides().to().isEmpty() ? null : reason.sides().to());
  }

  private static List<Roof> roofs(Explanation e, Function<RoofComparison, Subject> side) {
    return e.roofs().map(r -> side.apply(r.comparison()).roofs().all()).orElse(List.of());
  }

  private static void roof(Roof roof, Fields to) {
    to.text("resource", roof.resource().name().toLowerCase(Locale.ROOT));
    to.text("name", roof.name());
    to.number("share", number(roof.share()));
    to.number("seconds", Numbers.seconds(Math.round(roof.picos())));
  }

  private static void moved(MovedLine line, Fields to) {
    to.text("text", line.text());
    to.text("kind", line.kind().name().toLowerCase(Locale.ROOT));
    side("from", line.from(), to);
    side("to", line.to(), to);
  }

  private static void side(String name, MovedLine.Side side, Fields to) {
    to.text(name, side.place().isEmpty() ? null : side.place());
    to.number(name + "_amount", number(side.amount()));
    to.number(name + "_share", number(side.share()));
  }

  private static void reason(Reason reason, Fields to) {
    plain(reason, to);
    texts("set", texts(reason, Change::to), to);
    texts("was", texts(reason, Change::from), to);
  }

  /** Writes values as text, not as numbers, since a value such as 1.0 may be a name. */
  private static void texts(String name, Map<String, String> values, Fields to) {
    to.group(name, all -> values.forEach(all::text));
  }

  private static Map<String, String> texts(Reason reason, Function<Change, String> side) {
    Map<String, String> texts = new TreeMap<>();
    reason.changes().forEach((path, change) -> texts.put(path, side.apply(change)));
    return texts;
  }

  private static void step(LadderStep step, Fields to) {
    to.text("name", step.name());
    to.text("ideal", step.ideal().map(Ideal::key).orElse(null));
    to.text("unit", step.isTime() ? "us" : null);
    cost("from", step.from(), to);
    cost("to", step.to(), to);
  }

  private static void cost(String name, Cost cost, Fields to) {
    to.group(
        name,
        in -> {
          in.number("cost", number(cost.factor()));
          in.number("error", number(cost.error()));
          in.number("first", number(cost.first()));
          in.number("last", number(cost.last()));
        });
  }

  private static void specification(Specification s, Fields to) {
    to.texts("groups", s.groups());
    to.text("device", s.recipe().device());
    texts("set", s.recipe().set(), to);
    to.text("device_sha256", s.recipe().spec().hash());
    to.numbers("picoseconds", s.picos().stream().mapToLong(p -> p).toArray());
    to.numbers("kernel_picoseconds", s.kernelPicos().stream().mapToLong(p -> p).toArray());
  }

  private static BigDecimal number(double value) {
    return Double.isNaN(value)
        ? null
        : new BigDecimal(value).setScale(DIGITS, RoundingMode.HALF_UP);
  }
}
