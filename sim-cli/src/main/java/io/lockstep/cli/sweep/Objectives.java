// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.sweep;

import io.lockstep.cli.terminal.UsageException;
import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Goals.Objective;
import java.util.ArrayList;
import java.util.List;

/** Parses the objectives that commands minimise or maximise. */
public final class Objectives {
  private static final String LARGE = "max:";
  private static final String SMALL = "min:";

  private Objectives() {}

  /** Parses expressions separated by commas, each with an optional {@code max:} or {@code min:}. */
  static List<Objective> of(String option, String text, boolean minimise) {
    List<Objective> all = new ArrayList<>();
    for (String part : parts(text)) {
      boolean directed = part.startsWith(LARGE) || part.startsWith(SMALL);
      String expression = directed ? part.substring(LARGE.length()) : part;
      if (expression.isBlank()) {
        throw new UsageException(option + ": expected an expression, found '" + part + "'");
      }
      boolean small = directed ? part.startsWith(SMALL) : minimise;
      all.add(new Objective(small, Expression.of(option, expression.strip())));
    }
    return all;
  }

  /** Splits at commas outside parentheses and quotation marks. */
  static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    char quote = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(' || c == ')') {
        depth += c == '(' ? 1 : -1;
      } else if (c == ',' && depth == 0) {
        parts.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.add(text.substring(from).strip());
    return parts;
  }
}
