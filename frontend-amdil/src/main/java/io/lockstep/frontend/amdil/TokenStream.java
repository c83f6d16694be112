// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.statement.IlText;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import java.util.ArrayList;
import java.util.List;

/** The tokens of AMD IL, in which blanks and parentheses are significant. */
final class TokenStream extends TokenCursor {
  TokenStream(IlText source) {
    super(source, new IlScanner(source).tokens());
  }

  /** Returns whether the next token follows the previous one without a blank. */
  boolean glued() {
    return peek().start() == previous().end();
  }

  /** Parses arguments in parentheses, such as {@code (a,b)}. */
  List<String> arguments() {
    Token open = next();
    List<String> list = new ArrayList<>();
    StringBuilder one = new StringBuilder();
    while (!peek().is(")")) {
      if (atEnd()) {
        throw error(open, "this parenthesis has no end; expected ')'");
      }
      Token t = next();
      if (t.is(",")) {
        list.add(one.toString());
        one.setLength(0);
      } else {
        one.append(t.text());
      }
    }
    next();
    list.add(one.toString());
    return List.copyOf(list);
  }
}
