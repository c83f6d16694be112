// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.format;

import io.lockstep.observe.line.PlacedRow;
import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * A row of a CSV table by line.
 *
 * @param line null for a row of everything outside of launches
 * @param amounts what the line took
 */
record LineCell<A>(RunResult result, Scope scope, PlacedRow line, A amounts) {
  /**
   * The part of a program that a row is about.
   *
   * @param of kind of the part
   * @param kernel name of the kernel; null for the whole program
   * @param launch number of the launch; null for all launches
   */
  record Scope(String of, String kernel, Long launch) {
    static final Scope PROGRAM = new Scope("program", null, null);

    static Scope kernel(String name) {
      return new Scope("kernel", name, null);
    }

    static Scope launch(String kernel, long number) {
      return new Scope("launch", kernel, number);
    }
  }

  /** Declares the place of a row. */
  static final Answer<PlacedRow> PLACE =
      Answer.<PlacedRow>part()
          .text("file", "", r -> r.place().isLine() ? r.place().file() : null)
          .orNull()
          .integer("line", "", r -> r.place().isLine(), r -> r.place().line())
          .text(
              "text",
              "Empty where the file cannot be read.",
              r -> r.place().isLine() ? r.place().text() : null)
          .orNull()
          .word(
              "what",
              "Label of a row without a line.",
              List.of("no wavefront", "not attributed", "no instruction", "no line known"),
              r -> r.place().isLine() ? null : r.what())
          .orNull();

  /** Declares the columns. Scripts may rely on their numbers; new columns are the last. */
  static <A> Answer<LineCell<A>> columns(Answer<A> amounts) {
    return Answer.<LineCell<A>>part()
        .text("workload", "", c -> c.result.workload())
        .text("device", "", c -> c.result.device())
        .text("of", "", c -> c.scope.of)
        .text("kernel", "", c -> c.scope.kernel)
        .integer("launch", "", c -> c.scope.launch != null, c -> c.scope.launch)
        .includeOrNull(PLACE, LineCell::line)
        .include(amounts, LineCell::amounts);
  }
}
