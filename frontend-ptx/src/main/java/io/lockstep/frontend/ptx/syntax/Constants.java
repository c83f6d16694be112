// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import io.lockstep.frontend.ptx.syntax.Syntax.Literal;
import io.lockstep.kernel.frontend.Token;
import io.lockstep.kernel.frontend.TokenCursor;
import java.util.regex.Pattern;

/** Parses constant expressions: numbers, unary and binary operators, parentheses. */
final class Constants {
  /** Maximum nesting depth, to bound the recursion. */
  private static final int MAX_DEPTH = 64;

  private static final Pattern DECIMAL =
      Pattern.compile("[0-9]+\\.[0-9]+([eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+");

  private final TokenCursor cursor;
  private int depth;

  Constants(TokenCursor cursor) {
    this.cursor = cursor;
  }

  boolean looking() {
    Token t = cursor.peek();
    return t.kind() == Token.Kind.NUMBER || t.is("-") || t.is("+") || t.is("~") || t.is("(");
  }

  int count(String what, long low, long high) {
    Token at = cursor.peek();
    long v = integer(what);
    if (v < low || v > high) {
      throw cursor.error(at, what + " must lie between " + low + " and " + high + ", found " + v);
    }
    return (int) v;
  }

  long integer(String what) {
    Token at = cursor.peek();
    Literal literal = expression(what);
    if (!literal.isWhole()) {
      throw cursor.error(at, "expected " + what + " as a whole number, found " + at.shown());
    }
    return literal.bits();
  }

  Literal expression(String what) {
    return binary(what, 0);
  }

  private static int precedence(Token t) {
    if (t.kind() != Token.Kind.PUNCTUATION) {
      return -1;
    }
    return switch (t.text()) {
      case "|" -> 1;
      case "^" -> 2;
      case "&" -> 3;
      case "<<", ">>" -> 4;
      case "+", "-" -> 5;
      case "*", "/" -> 6;
      default -> -1;
    };
  }

  private Literal binary(String what, int lowest) {
    Literal left = unary(what);
    while (precedence(cursor.peek()) > lowest) {
      Token op = cursor.next();
      Literal right = binary(what, precedence(op));
      if (!left.isWhole() || !right.isWhole()) {
        throw cursor.error(op, "'" + op.text() + "' joins whole numbers only");
      }
      long a = left.bits();
      long b = right.bits();
      if (op.is("/") && b == 0) {
        throw cursor.error(op, "division by zero in a constant");
      }
      long v =
          switch (op.text()) {
            case "|" -> a | b;
            case "^" -> a ^ b;
            case "&" -> a & b;
            case "<<" -> b >= 64 || b < 0 ? 0 : a << b;
            case ">>" -> b >= 64 || b < 0 ? 0 : a >> b;
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            default -> a / b;
          };
      left = whole(left.at(), v);
    }
    return left;
  }

  private Literal unary(String what) {
    Token t = cursor.peek();
    if (++depth > MAX_DEPTH) {
      throw cursor.error("constant is nested more than " + MAX_DEPTH + " deep");
    }
    try {
      if (cursor.accept("-")) {
        Literal v = unary(what);
        long bits =
            switch (v.notation()) {
              case WHOLE -> -v.bits();
              case SINGLE_BITS -> v.bits() ^ 0x80000000L;
              case DECIMAL, DOUBLE_BITS -> v.bits() ^ Long.MIN_VALUE;
            };
        return new Literal(t, v.notation(), bits);
      }
      if (cursor.accept("+")) {
        return unary(what);
      }
      if (cursor.accept("~")) {
        Literal v = unary(what);
        if (!v.isWhole()) {
          throw cursor.error(t, "'~' takes a whole number");
        }
        return whole(t, ~v.bits());
      }
      if (cursor.accept("(")) {
        // (.s64) and (.u64) are casts.
        if (cursor.peek().kind() == Token.Kind.DOTTED) {
          cursor.next();
          cursor.expect(")", "after a cast");
          return unary(what);
        }
        Literal v = binary(what, 0);
        cursor.expect(")", "after a constant");
        return v;
      }
      return number(cursor.expect(Token.Kind.NUMBER, what));
    } finally {
      depth--;
    }
  }

  private Literal number(Token t) {
    String s = t.text();
    try {
      if (s.startsWith("0f") || s.startsWith("0F")) {
        return raw(t, 8, Syntax.Notation.SINGLE_BITS);
      }
      if (s.startsWith("0d") || s.startsWith("0D")) {
        return raw(t, 16, Syntax.Notation.DOUBLE_BITS);
      }
      String digits = s.endsWith("U") ? s.substring(0, s.length() - 1) : s;
      if (digits.startsWith("0x") || digits.startsWith("0X")) {
        return whole(t, Long.parseUnsignedLong(digits.substring(2), 16));
      }
      if (digits.startsWith("0b") || digits.startsWith("0B")) {
        return whole(t, Long.parseUnsignedLong(digits.substring(2), 2));
      }
      if (DECIMAL.matcher(s).matches()) {
        return new Literal(
            t, Syntax.Notation.DECIMAL, Double.doubleToRawLongBits(Double.parseDouble(s)));
      }
      if (digits.length() > 1 && digits.startsWith("0")) {
        return whole(t, Long.parseUnsignedLong(digits.substring(1), 8));
      }
      return whole(t, Long.parseUnsignedLong(digits, 10));
    } catch (NumberFormatException e) {
      boolean digitsOnly = s.matches("-?(0[xX][0-9a-fA-F]+|[0-9]+)[uU]?");
      throw cursor.error(
          t,
          digitsOnly
              ? "the number " + t.shown() + " does not fit 64 bits"
              : "malformed number " + t.shown());
    }
  }

  private static Literal whole(Token t, long bits) {
    return new Literal(t, Syntax.Notation.WHOLE, bits);
  }

  private Literal raw(Token t, int digits, Syntax.Notation notation) {
    if (t.text().length() != digits + 2) {
      throw cursor.error(
          t,
          "malformed number %s; expected %s hexadecimal digits after '%s'"
              .formatted(t.shown(), digits, t.text().substring(0, 2)));
    }
    return new Literal(t, notation, Long.parseUnsignedLong(t.text().substring(2), 16));
  }
}
