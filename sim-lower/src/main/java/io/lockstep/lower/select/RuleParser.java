// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the tokens of one rule; errors name the file and line. */
final class RuleParser {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(\"[^\"]*\"|-?0x[0-9a-fA-F.]+p-?\\d+f?|-?\\d+\\.\\d+f|-?0x[0-9a-fA-F]+|-?\\d+"
              + "|[\\w{}.]+|:=|\\S)|$)");

  private final String place;
  private final List<String> tokens = new ArrayList<>();
  private final List<String> variables = new ArrayList<>();
  private int at;

  RuleParser(String place, String text) {
    this.place = place;
    Matcher m = TOKEN.matcher(text);
    while (m.lookingAt() && m.group(1) != null) {
      tokens.add(m.group(1));
      m.region(m.end(), text.length());
    }
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
  Rule rule() {
    List<Rule.Condition> conditions = new ArrayList<>();
    while (!accept("=")) {
      List<Rule.Test> alternatives = new ArrayList<>();
      do {
        alternatives.add(test());
      } while (accept("|"));
      conditions.add(new Rule.Condition(alternatives));
    }
    List<Rule.Step> steps = new ArrayList<>();
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
    return new Rule(place, List.copyOf(conditions), variables.size(), steps, refusal);
  }

  private Rule.Test test() {
    boolean negated = accept("!");
    String name = next();
    List<Term> arguments = accept("(") ? terms(")") : List.of();
    return new Rule.Test(negated, Conditions.of(name), name, arguments);
  }

  private Rule.Step step() {
    if (at + 1 < tokens.size() && tokens.get(at + 1).equals(":=")) {
      String name = next();
      at++;
      Term term = term();
      if (!variables.contains(name)) {
        variables.add(name);
      }
      return new Rule.Step(variables.indexOf(name), term);
    }
    return new Rule.Step(-1, term());
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
      return new Term.Call("pair", terms("]"), 1);
    }
    String token = next();
    if (token.matches("-?\\d.*")) {
      return accept("*") ? call(next(), number(token)) : new Term.Number(number(token));
    }
    if (at < tokens.size() && tokens.get(at).equals("(")) {
      return call(token, 1);
    }
    if (token.startsWith("\"")) {
      return new Term.Name(token.replace("\"", ""));
    }
    int dot = token.indexOf('.');
    Term name = name(dot < 0 ? token : token.substring(0, dot));
    return dot < 0 ? name : new Term.Call(token.substring(dot + 1), List.of(name), 1);
  }

  private Term name(String token) {
    if (!token.matches("\\w+")) {
      throw problem("unexpected " + token);
    }
    int slot = variables.indexOf(token);
    return slot < 0 ? new Term.Name(token) : new Term.Variable(slot);
  }

  private Term call(String name, int times) {
    expect("(");
    return new Term.Call(name.replace("\"", ""), terms(")"), times);
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
