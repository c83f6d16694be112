// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.stream;

import io.lockstep.io.Suggestions;
import io.lockstep.observe.Glob;
import io.lockstep.run.RunResult;
import io.lockstep.run.Verdict;
import io.lockstep.run.answer.Fields;
import io.lockstep.run.answer.JsonDocument;
import io.lockstep.run.result.ResultFields;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Writes the answers of points as lines of JSON, in one of two orders. Thread-safe. */
final class AnswerLines {
  private static final int ASCII = 0x7f;

  private final PointOrder order;
  private final List<Glob> kept;
  private final Predicate<String> sink;
  private final Runnable passed;
  private final Map<Long, String> early = new TreeMap<>(); // answers that wait for earlier ones
  private final Map<Verdict, Long> results = new EnumMap<>(Verdict.class);
  private long wrong; // lines that are no points
  private long next; // index of the next answer in the order of input
  private long written;
  private boolean isClosed;

  /**
   * @param kept patterns of the statistics to write; empty for all
   * @param sink receives each line with its end, one at a time; returns false if the reader is gone
   * @param passed called for each answer that no longer waits for earlier ones
   */
  AnswerLines(PointOrder order, List<String> kept, Predicate<String> sink, Runnable passed) {
    this.order = order;
    this.kept = kept.stream().map(Glob::new).toList();
    this.sink = sink;
    this.passed = passed;
  }

  /**
   * Answers a line with its result.
   *
   * @param index index of the line among all answered lines
   */
  void result(long index, PointLine line, RunResult result) {
    RunResult shown =
        kept.isEmpty()
            ? result
            : result.keeping(name -> kept.stream().anyMatch(p -> p.matches(name)));
    String text = text(line, fields -> ResultFields.ANSWER.write(shown, fields));
    synchronized (this) {
      results.merge(result.verdict(), 1L, Long::sum);
      add(index, text);
    }
  }

  /** Answers a line that is no point, or whose workload is wrong. */
  void error(long index, PointLine line, String message) {
    String text =
        text(
            line,
            fields ->
                fields.group(
                    "error",
                    error -> {
                      error.text("message", message);
                      Suggestions.suggested(message).ifPresent(n -> error.text("nearest", n));
                    }));
    synchronized (this) {
      wrong++;
      add(index, text);
    }
  }

  private static String text(PointLine line, Consumer<Fields> body) {
    return ascii(
        JsonDocument.line(
            fields -> {
              if (line.id() != null && line.id().isTextual()) {
                fields.text("id", line.id().asText());
              } else if (line.id() != null) {
                fields.number("id", line.id().decimalValue());
              }
              fields.number("line", line.number());
              body.accept(fields);
            }));
  }

  /**
   * Escapes other characters than ASCII's, which only texts have, so that any locale keeps them.
   */
  private static String ascii(String json) {
    if (json.chars().allMatch(c -> c < ASCII)) {
      return json;
    }
    StringBuilder text = new StringBuilder();
    json.chars()
        .forEach(
            c -> {
              if (c < ASCII) {
                text.append((char) c);
              } else {
                text.append(String.format("\\u%04x", c));
              }
            });
    return text.toString();
  }

  private void add(long index, String text) {
    if (order == PointOrder.DONE) {
      write(text);
      return;
    }
    early.put(index, text);
    for (String ready = early.remove(next); ready != null; ready = early.remove(next)) {
      next++;
      write(ready);
    }
  }

  private void write(String text) {
    if (!isClosed) {
      written++;
      isClosed = !sink.test(text);
    }
    passed.run();
  }

  /** Writes nothing more; an answer that is being written is completed first. */
  synchronized void close() {
    isClosed = true;
  }

  /** Returns whether the answers are no longer read. */
  synchronized boolean isClosed() {
    return isClosed;
  }

  synchronized StreamCount count() {
    return new StreamCount(results, wrong, written);
  }
}
