// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.ValueKind;
import java.math.BigInteger;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random expressions, printed as text, have the same value evaluated singly, compiled for a batch
 * of elements, and computed here while they are made; or all of them refuse it.
 */
class OneLanguageTest {
  private static final Map<String, Object> VALUES =
      Map.of("n", 10L, "m", -3L, "x", 2.5, "y", -0.75);
  private static final Scope SCOPE =
      new Scope(Map.of("n", 10L, "m", -3L), Map.of("x", 2.5, "y", -0.75));
  private static final Names NAMES = new Names(Set.of("n", "m"), Set.of("x", "y"));

  /**
   * A text and its value: a Long, a Double, a Boolean, or null where it must be refused.
   *
   * @param isReal whether it is a real number, which is known of refused ones, too
   */
  private record Made(String text, boolean isReal, Object value) {
    Made(String text, Object value) {
      this(text, value instanceof Double, value);
    }

    double real() {
      return ((Number) value).doubleValue();
    }
  }

  @Property(tries = 3000)
  void textsHaveOneValueHoweverTheyAreEvaluated(@ForAll long seed) {
    Random random = new Random(seed);
    Made made = random.nextInt(4) == 0 ? truth(random, 4) : number(random, 4);
    Object single = single(made.text());
    assertThat(single).as(made.text()).isEqualTo(made.value());
    assertThat(compiled(made.text())).as(made.text()).isEqualTo(single);
  }

  private static Object single(String text) {
    try {
      Expression expression = Expression.of("e", text);
      Object[] value = new Object[1];
      try {
        value[0] = expression.value(VALUES::get);
      } catch (InputException e) {
        if (!e.getMessage().contains("the result is")) {
          throw e;
        }
        value[0] = expression.real(VALUES::get);
      }
      return value[0];
    } catch (InputException e) {
      return null;
    }
  }

  private static Object compiled(String text) {
    try {
      TypedExpression expression = TypedExpression.parse("e", text, NAMES);
      long[] out = new long[3];
      expression.evaluate(ElementBatch.range(SCOPE, null, 0, 3), out);
      assertThat(out[1]).isEqualTo(out[0]);
      assertThat(out[2]).isEqualTo(out[0]);
      assertThat(expression.kind()).isNotEqualTo(ValueKind.TEXT);
      return expression.kind().value(out[0]);
    } catch (InputException e) {
      return null;
    }
  }

  private static Made number(Random random, int depth) {
    if (depth == 0 || random.nextInt(6) == 0) {
      return leaf(random);
    }
    Made a = number(random, depth - 1);
    switch (random.nextInt(12)) {
      case 0:
        return chosen(random, a, depth);
      case 1:
        return unary(random, a);
      case 2:
        return rounded(random, a);
      case 3, 4:
        return ofBits(random, whole(random, a), whole(random, number(random, depth - 1)));
      default:
        return binary(random, a, number(random, depth - 1));
    }
  }

  private static Made leaf(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> new Made("n", 10L);
      case 1 -> new Made("m", -3L);
      case 2 -> new Made("x", 2.5);
      case 3 -> new Made("y", -0.75);
      case 4 -> new Made("0x1f", 31L);
      case 5 -> new Made("9223372036854775807", Long.MAX_VALUE);
      case 6 -> real(random.nextInt(100) / 8.0);
      default -> whole(random.nextInt(12));
    };
  }

  private static Made real(double value) {
    return new Made(Double.toString(value), value);
  }

  private static Made whole(long value) {
    return new Made(Long.toString(value), value);
  }

  private static Made chosen(Random random, Made a, int depth) {
    Made condition = truth(random, depth - 1);
    Made b = number(random, depth - 1);
    String text =
        random.nextBoolean()
            ? "(" + condition.text() + " ? " + a.text() + " : " + b.text() + ")"
            : "select(" + condition.text() + ", " + a.text() + ", " + b.text() + ")";
    boolean isReal = a.isReal() || b.isReal();
    Object value =
        condition.value() == null ? null : (boolean) condition.value() ? a.value() : b.value();
    return new Made(
        text, isReal, value instanceof Long whole && isReal ? (Object) (double) whole : value);
  }

  private static Made unary(Random random, Made a) {
    boolean minus = random.nextBoolean();
    String text = minus ? "-" + a.text() : "abs(" + a.text() + ")";
    if (minus && a.text().startsWith("-")) {
      text = "-(" + a.text() + ")";
    }
    if (a.value() == null || a.isReal()) {
      Object value = a.value() == null ? null : (Object) (minus ? -a.real() : Math.abs(a.real()));
      return new Made(text, a.isReal(), value);
    }
    BigInteger exact = BigInteger.valueOf((long) a.value());
    return new Made(text, false, fitting(minus ? exact.negate() : exact.abs()));
  }

  private static Made rounded(Random random, Made a) {
    String[] names = {"floor", "ceil", "trunc"};
    String name = names[random.nextInt(3)];
    Object value = a.value();
    if (value instanceof Double real) {
      double whole =
          switch (name) {
            case "floor" -> Math.floor(real);
            case "ceil" -> Math.ceil(real);
            default -> real < 0 ? Math.ceil(real) : Math.floor(real);
          };
      value = Math.abs(whole) < 0x1p63 || whole == -0x1p63 ? (Object) (long) whole : null;
    }
    return new Made(name + "(" + a.text() + ")", false, value);
  }

  private static Made whole(Random random, Made a) {
    return a.isReal() ? rounded(random, a) : a;
  }

  private static Made ofBits(Random random, Made a, Made b) {
    String[] symbols = {"%", "&", "|", "xor", "<<", ">>"};
    String symbol = symbols[random.nextInt(symbols.length)];
    String text = "(" + a.text() + " " + symbol + " " + b.text() + ")";
    if (a.value() == null || b.value() == null) {
      return new Made(text, false, null);
    }
    BigInteger x = BigInteger.valueOf((long) a.value());
    BigInteger y = BigInteger.valueOf((long) b.value());
    boolean isShift = symbol.equals("<<") || symbol.equals(">>");
    if (isShift && (y.signum() < 0 || y.bitLength() > 6) || symbol.equals("%") && y.signum() == 0) {
      return new Made(text, false, null);
    }
    return new Made(
        text,
        false,
        fitting(
            switch (symbol) {
              case "%" -> x.remainder(y);
              case "&" -> x.and(y);
              case "|" -> x.or(y);
              case "xor" -> x.xor(y);
              case "<<" -> x.shiftLeft(y.intValue());
              default -> x.shiftRight(y.intValue());
            }));
  }

  private static Made binary(Random random, Made a, Made b) {
    String[] symbols = {"+", "-", "*", "/", "^", "min", "max"};
    String symbol = symbols[random.nextInt(symbols.length)];
    String text =
        symbol.length() > 1
            ? symbol + "(" + a.text() + ", " + b.text() + ")"
            : "((" + a.text() + ") " + symbol + " " + b.text() + ")"; // -1 ^ 2 is -(1 ^ 2)
    boolean isReal = a.isReal() || b.isReal();
    if (a.value() == null || b.value() == null) {
      return new Made(text, isReal, null);
    }
    return new Made(
        text, isReal, isReal ? reals(symbol, a.real(), b.real()) : wholes(symbol, a, b));
  }

  private static Object reals(String symbol, double a, double b) {
    return switch (symbol) {
      case "+" -> a + b;
      case "-" -> a - b;
      case "*" -> a * b;
      case "/" -> a / b;
      case "^" -> StrictMath.pow(a, b);
      case "min" -> Math.min(a, b);
      default -> Math.max(a, b);
    };
  }

  private static Object wholes(String symbol, Made a, Made b) {
    BigInteger x = BigInteger.valueOf((long) a.value());
    BigInteger y = BigInteger.valueOf((long) b.value());
    if (symbol.equals("/") && y.signum() == 0 || symbol.equals("^") && y.signum() < 0) {
      return null;
    }
    return fitting(
        switch (symbol) {
          case "+" -> x.add(y);
          case "-" -> x.subtract(y);
          case "*" -> x.multiply(y);
          case "/" -> x.divide(y);
          case "^" ->
              x.abs().bitLength() < 2
                  ? x.pow(2 * y.signum() - (y.testBit(0) ? 1 : 0))
                  : x.pow(y.min(BigInteger.valueOf(64)).intValue());
          case "min" -> x.min(y);
          default -> x.max(y);
        });
  }

  private static Object fitting(BigInteger value) {
    return value.bitLength() < 64 ? (Object) value.longValue() : null;
  }

  private static Made truth(Random random, int depth) {
    if (depth == 0) {
      boolean value = random.nextBoolean();
      return new Made(Boolean.toString(value), value);
    }
    if (random.nextBoolean()) {
      return compared(random, number(random, depth - 1), number(random, depth - 1));
    }
    Made a = truth(random, depth - 1);
    Made b = truth(random, depth - 1);
    switch (random.nextInt(3)) {
      case 0:
        return new Made(
            "!" + "(" + a.text() + ")", a.value() == null ? null : !(boolean) a.value());
      case 1:
        return new Made(
            "(" + a.text() + " && " + b.text() + ")",
            a.value() == null || !(boolean) a.value() ? a.value() : b.value());
      default:
        return new Made(
            "(" + a.text() + " || " + b.text() + ")",
            a.value() == null || (boolean) a.value() ? a.value() : b.value());
    }
  }

  private static Made compared(Random random, Made a, Made b) {
    String[] symbols = {"<", "<=", ">", ">=", "==", "!="};
    String symbol = symbols[random.nextInt(symbols.length)];
    String text = "(" + a.text() + " " + symbol + " " + b.text() + ")";
    if (a.value() == null || b.value() == null) {
      return new Made(text, null);
    }
    boolean isReal = a.isReal() || b.isReal();
    int order = isReal ? 0 : Long.compare((long) a.value(), (long) b.value());
    double x = isReal ? a.real() : order;
    double y = isReal ? b.real() : 0;
    return new Made(
        text,
        switch (symbol) {
          case "<" -> x < y;
          case "<=" -> x <= y;
          case ">" -> x > y;
          case ">=" -> x >= y;
          case "==" -> x == y;
          default -> x != y;
        });
  }
}
