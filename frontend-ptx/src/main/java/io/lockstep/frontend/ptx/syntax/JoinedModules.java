// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.kernel.frontend.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Links modules that follow each other in one text: each {@code .version} begins a module. Symbols
 * that only their own module sees get a name of their own if another module has the same name.
 */
final class JoinedModules {
  private static final Set<String> LINKED =
      Set.of(".visible", ".extern", ".weak", ".common", ".entry");
  private static final Set<String> DECLARED = Set.of(".global", ".const", ".shared", ".func");

  private final List<Token> tokens;

  /** The number of modules that declare a name. */
  private final Map<String, Integer> declared = new HashMap<>();

  private JoinedModules(List<Token> tokens) {
    this.tokens = tokens;
  }

  /** Returns the tokens, in which no two modules have a local symbol of the same name. */
  static List<Token> linked(List<Token> tokens) {
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).is(".version")) {
        starts.add(i);
      }
    }
    return starts.size() < 2 ? tokens : new JoinedModules(tokens).renamed(starts);
  }

  private List<Token> renamed(List<Integer> starts) {
    starts.set(0, 0);
    starts.add(tokens.size());
    List<Set<String>> local = new ArrayList<>();
    for (int m = 0; m + 1 < starts.size(); m++) {
      local.add(local(starts.get(m), starts.get(m + 1)));
    }
    List<Token> out = new ArrayList<>(tokens.size());
    for (int m = 0; m < local.size(); m++) {
      for (Token t : tokens.subList(starts.get(m), starts.get(m + 1))) {
        boolean renamed =
            t.kind() == Token.Kind.WORD
                && local.get(m).contains(t.text())
                && declared.get(t.text()) > 1;
        out.add(
            renamed
                ? new Token(
                    t.kind(),
                    t.text() + "$module" + (m + 1),
                    t.line(),
                    t.column(),
                    t.start(),
                    t.end())
                : t);
      }
    }
    return out;
  }

  /** Counts the names that a module declares, and returns those that only the module sees. */
  private Set<String> local(int from, int to) {
    Set<String> all = new HashSet<>();
    Set<String> local = new HashSet<>();
    int depth = 0;
    boolean linked = false;
    boolean inside = false;
    for (int i = from; i < to; i++) {
      Token t = tokens.get(i);
      if (t.is("{") || t.is("(") || t.is("[")) {
        depth++;
      } else if (t.is("}") || t.is(")") || t.is("]")) {
        depth--;
      } else if (depth == 0 && LINKED.contains(t.text())) {
        linked = true;
        inside = t.is(".entry");
      } else if (depth == 0 && DECLARED.contains(t.text())) {
        inside = true;
      } else if (depth == 0 && inside && t.kind() == Token.Kind.WORD) {
        Token before = tokens.get(i - 1);
        if (before.kind() == Token.Kind.DOTTED || before.is(",") || before.is(")")) {
          all.add(t.text());
          if (!linked) {
            local.add(t.text());
          }
        }
      }
      if (depth == 0 && (t.is(";") || t.is("}") && !tokens.get(Math.min(i + 1, to - 1)).is(";"))) {
        linked = false;
        inside = false;
      }
    }
    all.forEach(name -> declared.merge(name, 1, Integer::sum));
    return local;
  }
}
