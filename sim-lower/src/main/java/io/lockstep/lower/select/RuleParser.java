// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import java.util.ArrayList;
import java.util.List;

/** Parses the tokens of one rule; errors name the file and line. */
final class RuleParser {
  /** Resolves the name of a call. */
  interface Calls {
    Term.Call of(String name, int times, List<Term> arguments);
  }

  private final Calls calls;
  private final String place;
  private final List<String> tokens = new ArrayList<>();
  private final List<String> variables = new ArrayList<>();
  private int at;

  RuleParser(Calls calls, String place, String text) {
    this.calls = calls;
    this.place = place;
    for (int from = 0; from < text.length(); ) {
      char c = text.charAt(from);
      int to = from + 1;
      if (c == '"') {
        to = text.indexOf('"', to) + 1;
        if (to == 0) {
          throw problem("a quotation does not end");
        }
      } else if (isWord(c) || c == '-') {
        while (to < text.length() && (isWord(text.charAt(to)) || isExponent(text, from, to))) {
          to++;
        }
      } else if (text.startsWith(":=", from)) {
        to++;
      }
      if (c != ' ') {
        tokens.add(text.substring(from, to));
      }
      from = to;
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '{' || c == '}';
  }

  /** Whether a character is the sign of a number's exponent. */
  private static boolean isExponent(String text, int from, int at) {
    return text.charAt(at) == '-' && text.charAt(at - 1) == 'p' && isNumber(text.substring(from));
  }

  private static boolean isNumber(String token) {
    return Character.isDigit(token.charAt(token.startsWith("-") && token.length() > 1 ? 1 : 0));
  }

  IllegalArgumentException problem(String what) {
    return new IllegalArgumentException(place + ": " + what);
  }

  /** The next token, which is consumed. */
  String next() {
    if (at == tokens.size()) {
      throw problem("the rule is incomplete");
    }
    return tokens.get(at++);
  }

  /** Whether the next token is the given one, which is then consumed. */
  boolean accept(String token) {
    boolean is = at < tokens.size() && tokens.get(at).equals(token);
    at += is ? 1 : 0;
    return is;
  }

  private void expect(String token) {
    if (!accept(token)) {
      throw problem(
          "expected " + token + (at < tokens.size() ? " before " + tokens.get(at) : " at the end"));
    }
  }

  /** Reads the parameters of a definition; false if the head is no definition. */
  boolean parameters() {
    if (!accept("(")) {
      return false;
    }
    while (!accept(")")) {
      variables.add(next());
      accept(",");
    }
    return true;
  }

  /** Reads the conditions and the body. */
  Term.Rule rule() {
    List<Term.Rule.Condition> conditions = new ArrayList<>();
    while (!accept("=")) {
      List<Term.Rule.Test> alternatives = new ArrayList<>();
      do {
        alternatives.add(test());
      } while (accept("|"));
      conditions.add(new Term.Rule.Condition(alternatives));
    }
    List<Term.Rule.Step> steps = new ArrayList<>();
    String refusal = null;
    if (accept("refuse")) {
      refusal = next().replace("\"", "");
    } else {
      do {
        steps.add(step());
      } while (accept(";"));
    }
    if (at < tokens.size()) {
      throw problem("unexpected " + tokens.get(at));
    }
    return new Term.Rule(place, List.copyOf(conditions), variables.size(), steps, refusal);
  }

  private Term.Rule.Test test() {
    boolean negated = accept("!");
    String name = next();
    List<Term> arguments = accept("(") ? terms(")") : List.of();
    return new Term.Rule.Test(negated, Property.named(name), name, arguments);
  }

  private Term.Rule.Step step() {
    if (at + 1 < tokens.size() && tokens.get(at + 1).equals(":=")) {
      String name = next();
      at++;
      Term term = term();
      if (!variables.contains(name)) {
        variables.add(name);
      }
      return new Term.Rule.Step(variables.indexOf(name), term);
    }
    return new Term.Rule.Step(-1, term());
  }

  private List<Term> terms(String end) {
    List<Term> terms = new ArrayList<>();
    while (!accept(end)) {
      terms.add(term());
      if (!accept(",")) {
        expect(end);
        break;
      }
    }
    return terms;
  }

  private Term term() {
    if (accept("[")) {
      return calls.of("pair", 1, terms("]"));
    }
    String token = next();
    if (isNumber(token)) {
      return accept("*") ? call(number(token), next()) : new Term.Number(number(token));
    }
    if (at < tokens.size() && tokens.get(at).equals("(")) {
      return call(1, token);
    }
    if (token.startsWith("\"")) {
      return new Term.Name(token.replace("\"", ""));
    }
    int dot = token.indexOf('.', 1);
    Term name = name(dot < 0 ? token : token.substring(0, dot));
    return dot < 0 ? name : calls.of(token.substring(dot + 1), 1, List.of(name));
  }

  private Term name(String token) {
    if (!Character.isLetter(token.charAt(0))) {
      throw problem("unexpected " + token);
    }
    int slot = variables.indexOf(token);
    return slot < 0 ? new Term.Name(token) : new Term.Variable(slot);
  }

  private Term call(int times, String name) {
    expect("(");
    return calls.of(name.replace("\"", ""), times, terms(")"));
  }

  private int number(String token) {
    try {
      return token.endsWith("f") && (token.contains(".") || token.contains("p"))
          ? Float.floatToIntBits(Float.parseFloat(token))
          : (int) (long) Long.decode(token);
    } catch (NumberFormatException e) {
      throw problem("not a number: " + token);
    }
  }
}
