// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.statement.IlText;
import io.lockstep.frontend.amdil.statement.NumberLiterals;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Field;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Index;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Literal;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Name;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Operand;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Register;
import io.lockstep.kernel.frontend.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class OperandParser {
  private static final Pattern REGISTER = Pattern.compile("([A-Za-z][A-Za-z]*?)(\\d*)");
  private static final Pattern COMPONENTS = Pattern.compile("[xyzwrgba01_]{1,4}");
  private static final int MAX_NUMBER = 65535;

  private final IlText source;
  private final TokenStream p;
  private boolean warned;

  OperandParser(IlText source, TokenStream tokens) {
    this.source = source;
    this.p = tokens;
  }

  /** Returns whether an operand can start here, for statements with optional operands. */
  boolean isOperand() {
    Token t = p.peek();
    return t.kind() == Token.Kind.NUMBER || t.kind() == Token.Kind.WORD && isRegister(t.text());
  }

  private static boolean isRegister(String text) {
    return text.matches("[rlox]\\d+.*") || text.matches("cb\\d*") || text.equals("g");
  }

  Operand operand() {
    Token t = p.peek();
    if (t.kind() == Token.Kind.NUMBER || t.is("-") || t.is("+")) {
      return number();
    }
    if (t.kind() != Token.Kind.WORD) {
      throw p.error(t, "expected a register or a number, found " + t.shown());
    }
    p.next();
    if (t.text().startsWith("_")) {
      return new Name(t, t.text());
    }
    return register(t);
  }

  private Literal number() {
    Token sign = p.peek();
    boolean negative = p.accept("-");
    if (!negative) {
      p.accept("+");
    }
    Token digits = p.peek();
    if (digits.kind() != Token.Kind.NUMBER) {
      throw p.error(digits, "expected a number, found " + digits.shown());
    }
    p.next();
    return NumberLiterals.parse(source, sign, digits.text(), negative);
  }

  private Register register(Token t) {
    List<Field> modifiers = new ArrayList<>();
    int cut = t.text().indexOf('_');
    String base = cut < 0 ? t.text() : t.text().substring(0, cut);
    Matcher m = REGISTER.matcher(base);
    if (!m.matches()) {
      throw p.error(t, "expected a register, found " + t.shown());
    }
    String file = m.group(1);
    int number = number(t, m.group(2));
    if (cut >= 0) {
      pieces(t, t.text().substring(cut + 1), modifiers);
    }
    Index index = null;
    boolean loose = false;
    if (p.peek().is("[")) {
      index = index();
      if (file.equals("cb") && number < 0) {
        // cb[i] reads constant buffer 0; cb[b][i] reads buffer b.
        loose = true;
        number = 0;
        if (!warned && !p.peek().is("[")) {
          warned = true;
          source.warn(t, "'cb[…]' is read as cb0[…]");
        }
        if (p.peek().is("[")) {
          if (index.base() != null) {
            throw p.error(t, "the number of a constant buffer must be constant");
          }
          number = (int) Math.min(MAX_NUMBER, Math.max(0, index.offset()));
          index = index();
        }
      }
    }
    Token componentsAt = null;
    String components = null;
    if (p.peek().kind() == Token.Kind.DOTTED && p.glued()) {
      componentsAt = p.next();
      components = components(componentsAt, modifiers);
    }
    moreModifiers(modifiers);
    return new Register(
        t, file, number, index, componentsAt, components, List.copyOf(modifiers), loose);
  }

  private int number(Token t, String digits) {
    if (digits.isEmpty()) {
      return -1;
    }
    if (digits.length() > 5 || Integer.parseInt(digits) > MAX_NUMBER) {
      throw p.error(t, "register numbers end at " + MAX_NUMBER + ", found " + t.shown());
    }
    return Integer.parseInt(digits);
  }

  /** Parses components and modifiers joined by underscores, as in {@code x_neg}. */
  private String components(Token t, List<Field> modifiers) {
    String text = t.name();
    if (COMPONENTS.matcher(text).matches()) {
      return text;
    }
    int cut = text.indexOf('_');
    String letters = cut < 0 ? text : text.substring(0, cut);
    if (!COMPONENTS.matcher(letters).matches()) {
      throw p.error(
          t, "expected one to four of x, y, z, w, 0, 1 (and _ in masks), found '." + text + "'");
    }
    if (cut >= 0) {
      pieces(t, text.substring(cut + 1), modifiers);
    }
    return letters;
  }

  private static void pieces(Token t, String text, List<Field> modifiers) {
    for (String piece : text.split("_", -1)) {
      modifiers.add(new Field(t, piece, List.of()));
    }
  }

  private void moreModifiers(List<Field> modifiers) {
    while (p.glued()) {
      if (p.peek().is("(") && !modifiers.isEmpty()) {
        Field last = modifiers.remove(modifiers.size() - 1);
        modifiers.add(new Field(last.at(), last.name(), p.arguments()));
      } else if (p.peek().kind() == Token.Kind.WORD
          && p.peek().text().startsWith("_")
          && !modifiers.isEmpty()) {
        Token t = p.next();
        pieces(t, t.text().substring(1), modifiers);
      } else {
        return;
      }
    }
  }

  private Index index() {
    Token open = p.next();
    Register base = null;
    long offset = 0;
    boolean negative = false;
    boolean first = true;
    while (true) {
      Token t = p.peek();
      if (t.kind() == Token.Kind.NUMBER || first && (t.is("-") || t.is("+"))) {
        Literal literal = number();
        if (literal.floating()) {
          throw p.error(literal.at(), "an index is a whole number");
        }
        offset += negative ? -literal.value() : literal.value();
      } else if (t.kind() == Token.Kind.WORD && base == null && !negative) {
        p.next();
        base = register(t);
        if (base.index() != null || !base.modifiers().isEmpty()) {
          throw p.error(t, "an index is a plain register component, as in g[r0.x+1]");
        }
      } else {
        throw p.error(
            t,
            "expected an index such as [3] or [r0.x+1], found " + t.shown() + " in the brackets");
      }
      first = false;
      if (p.accept("]")) {
        return new Index(open, base, offset);
      }
      negative = p.peek().is("-");
      if (!p.accept("+") && !p.accept("-")) {
        throw p.error(p.peek(), "expected ']' after the index, found " + p.peek().shown());
      }
    }
  }
}
