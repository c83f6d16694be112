// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Origin;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.run.result.ResultFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The document of {@code --format json}, with the names of statistics stored once for all results,
 * which reduces the size to a third. docs/report.md shows how to restore the full form.
 */
final class CompactResults {
  private static final String STATISTICS = "statistics";

  private CompactResults() {}

  static String json(Origin origin, ComparedResults c) {
    List<RunResult> results = c.results();
    TreeSet<String> names = new TreeSet<>();
    results.forEach(r -> names.addAll(r.statistics().keySet()));
    return JsonDocument.of(
        origin.version(),
        json -> {
          json.texts(STATISTICS, names);
          json.list(
              "results", results, (r, to) -> ResultFields.ANSWER.write(r, new Compact(to, names)));
        });
  }

  /** Forwards all fields, but writes the statistics as one string of comma-separated values. */
  private record Compact(Fields to, Collection<String> names) implements Fields {
    @Override
    public void text(String name, String value) {
      to.text(name, value);
    }

    @Override
    public void number(String name, BigDecimal value) {
      to.number(name, value);
    }

    @Override
    public void flag(String name, Boolean value) {
      to.flag(name, value);
    }

    @Override
    public void typed(String name, Map<String, String> values) {
      to.typed(name, values);
    }

    @Override
    public void figures(String name, Map<String, BigDecimal> values) {
      List<String> all = new ArrayList<>();
      for (String n : names) {
        BigDecimal value = values.get(n);
        all.add(value == null ? "" : value.toPlainString());
      }
      to.text(name, String.join(",", all));
    }

    @Override
    public void group(String name, Consumer<Fields> shown) {
      to.group(name, shown);
    }

    @Override
    public <T> void list(String name, Iterable<T> items, BiConsumer<T, Fields> shown) {
      to.list(name, items, shown);
    }

    @Override
    public Fields when(boolean present) {
      return new Compact(to.when(present), names);
    }
  }
}
