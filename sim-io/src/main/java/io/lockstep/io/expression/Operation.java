// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.expression;

import static io.lockstep.io.expression.Operation.Operands.ALIKE;
import static io.lockstep.io.expression.Operation.Operands.ANY_KIND;
import static io.lockstep.io.expression.Operation.Operands.NUMBERS;
import static io.lockstep.io.expression.Operation.Operands.TRUTHS;
import static io.lockstep.io.expression.Operation.Operands.WHOLES;

import io.lockstep.io.InputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Operators and functions of expressions: their names, precedence, numbers of arguments, kinds of
 * operands and results, and computations. Whole numbers are exact in 64 bits, real numbers are IEEE
 * 754 doubles, and elementary functions are computed by {@link StrictMath}.
 *
 * <p>Both computations take two operands. A unary operation ignores the second operand; an
 * operation with more than two operands (min, max) is applied from the left.
 */
public enum Operation {
  /** Power, which binds more tightly than prefixes and is right-associative. */
  POWER("^", 0, Wholes::power, StrictMath::pow),
  MULTIPLY("*", 10, Wholes::multiply, (a, b) -> a * b),
  /** Division; whole numbers are rounded towards zero. */
  DIVIDE("/", 10, Wholes::divide, (a, b) -> a / b),
  /** Remainder, with the sign of the dividend. */
  REMAINDER("%", 10, WHOLES, Wholes::remainder),
  ADD("+", 9, Wholes::add, (a, b) -> a + b),
  SUBTRACT("-", 9, Wholes::subtract, (a, b) -> a - b),
  SHIFT_LEFT("<<", 8, WHOLES, Wholes::shiftLeft),
  /** Arithmetic shift right. */
  SHIFT_RIGHT(">>", 8, WHOLES, Wholes::shiftRight),
  AT_MOST("<=", 7, NUMBERS, (a, b) -> bit(a <= b), (a, b) -> bit(a <= b)),
  AT_LEAST(">=", 7, NUMBERS, (a, b) -> bit(a >= b), (a, b) -> bit(a >= b)),
  LESS("<", 7, NUMBERS, (a, b) -> bit(a < b), (a, b) -> bit(a < b)),
  MORE(">", 7, NUMBERS, (a, b) -> bit(a > b), (a, b) -> bit(a > b)),
  EQUAL("==", 6, ALIKE, (a, b) -> bit(a == b), (a, b) -> bit(a == b)),
  UNEQUAL("!=", 6, ALIKE, (a, b) -> bit(a != b), (a, b) -> bit(a != b)),
  BITS_AND("&", 5, WHOLES, (a, b) -> a & b),
  BITS_XOR("xor", 4, WHOLES, (a, b) -> a ^ b),
  BITS_OR("|", 3, WHOLES, (a, b) -> a | b),
  /** Logical and; the second operand is evaluated only if the first holds. */
  BOTH("&&", 2, TRUTHS, (a, b) -> a & b),
  /** Logical or; the second operand is evaluated only if the first does not hold. */
  EITHER("||", 1, TRUTHS, (a, b) -> a | b),

  NEGATE("-", 0, (a, x) -> Wholes.subtract(0, a), (a, x) -> -a),
  COMPLEMENT("~", 0, WHOLES, (a, x) -> ~a),
  NOT("!", 0, TRUTHS, (a, x) -> 1 - a),

  ABS(1, 1, Wholes::absolute, (a, x) -> Math.abs(a)),
  /** The smallest of several numbers, or of the elements of a buffer. */
  MIN(2, Integer.MAX_VALUE, Math::min, Math::min),
  /** The largest of several numbers, or of the elements of a buffer. */
  MAX(2, Integer.MAX_VALUE, Math::max, Math::max),
  /** Binary logarithm. A whole operand must be a power of two. */
  LOG2(1, 1, Wholes::log2, (a, x) -> Reals.log2(a)),
  SQRT(1, 1, null, (a, x) -> StrictMath.sqrt(a)),
  EXP(1, 1, null, (a, x) -> StrictMath.exp(a)),
  LOG(1, 1, null, (a, x) -> StrictMath.log(a)),
  SIN(1, 1, null, (a, x) -> StrictMath.sin(a)),
  COS(1, 1, null, (a, x) -> StrictMath.cos(a)),
  POW(2, 2, null, StrictMath::pow),
  /** Conversion to a real number. */
  REAL(1, 1, null, (a, x) -> a),
  /** Rounding to single precision. */
  F32(1, 1, null, (a, x) -> (float) a),
  FLOOR((a, x) -> Reals.whole("floor", a, StrictMath.floor(a))),
  CEIL((a, x) -> Reals.whole("ceil", a, StrictMath.ceil(a))),
  /** Rounds to the nearest whole number, halves away from zero. */
  ROUND((a, x) -> Reals.whole("round", a, Reals.round(a))),
  TRUNC((a, x) -> Reals.whole("trunc", a, Reals.truncate(a))),
  /** The hash of {@link Mix}. */
  MIX(ValueKind.WHOLE, Mix::of),
  /** A real number from 0 (inclusive) to 1 (exclusive), from the upper 24 bits of {@link Mix}. */
  UNIFORM(ValueKind.REAL, (a, b) -> Double.doubleToRawLongBits((Mix.of(a, b) >>> 8) * 0x1p-24)),
  /** The function form of the conditional operator. */
  SELECT(3, 3),

  SUM(1, 2),
  /** The number of nonzero elements of a buffer. */
  COUNT(1, 2),
  /** Whether any element of a buffer is nonzero. */
  ANY(1, 2),
  /** Whether all elements of a buffer are nonzero. */
  ALL(1, 2);

  /** A computation on two real numbers, which may throw an ArithmeticException. */
  @FunctionalInterface
  public interface OfReals {
    /** {@return the bits of the result} */
    long apply(double a, double b);
  }

  enum Operands {
    WHOLES,
    NUMBERS,
    /** Two numbers, two comparisons or two texts. */
    ALIKE,
    TRUTHS,
    /** Any operands; other classes check them. */
    ANY_KIND
  }

  static final int LOWEST = 1;
  static final List<Operation> PREFIXES = List.of(NEGATE, COMPLEMENT, NOT);

  /** Functions by name, including reductions of buffers. */
  static final Map<String, Operation> FUNCTIONS = functions();

  private static final int PREFIX = 0;
  private static final int FUNCTION = -1;

  /** Infix operators, the longest symbols first. */
  private static final List<Operation> INFIXES = infixes();

  private final String symbol;
  private final int precedence;
  private final int fewest;
  private final int most;
  private final Operands operands;
  private final ValueKind result; // null if the result has the kind of the operands
  private final LongBinaryOperator wholes; // null if the operation applies to real numbers only
  private final OfReals reals; // null if the operation applies to whole numbers or comparisons only

  /** Creates a function; {@code wholes} is null if the result is always real. */
  Operation(int fewest, int most, LongBinaryOperator wholes, DoubleBinaryOperator reals) {
    this(null, FUNCTION, fewest, most, NUMBERS, null, wholes, bits(reals));
  }

  /** Creates a rounding function. */
  Operation(OfReals reals) {
    this(null, FUNCTION, 1, 1, NUMBERS, ValueKind.WHOLE, (a, x) -> a, reals);
  }

  Operation(ValueKind result, LongBinaryOperator wholes) {
    this(null, FUNCTION, 2, 2, WHOLES, result, wholes, null);
  }

  /** Creates a function that evaluators implement. */
  Operation(int fewest, int most) {
    this(null, FUNCTION, fewest, most, ANY_KIND, null, null, null);
  }

  /** Creates an arithmetic operation, whose result has the kind of the operands. */
  Operation(String symbol, int precedence, LongBinaryOperator wholes, DoubleBinaryOperator reals) {
    this(symbol, precedence, 2, 2, NUMBERS, null, wholes, bits(reals));
  }

  Operation(String symbol, int precedence, Operands operands, LongBinaryOperator wholes) {
    this(symbol, precedence, 2, 2, operands, null, wholes, null);
  }

  Operation(
      String symbol, int precedence, Operands operands, LongBinaryOperator wholes, OfReals reals) {
    this(symbol, precedence, 2, 2, operands, ValueKind.TRUTH, wholes, reals);
  }

  Operation(
      String symbol,
      int precedence,
      int fewest,
      int most,
      Operands operands,
      ValueKind result,
      LongBinaryOperator wholes,
      OfReals reals) {
    this.symbol = symbol == null ? name().toLowerCase(Locale.ROOT) : symbol;
    this.precedence = precedence;
    this.fewest = fewest;
    this.most = most;
    this.operands = operands;
    this.result = result;
    this.wholes = wholes;
    this.reals = reals;
  }

  private static OfReals bits(DoubleBinaryOperator operation) {
    return (a, b) -> Double.doubleToRawLongBits(operation.applyAsDouble(a, b));
  }

  private static long bit(boolean holds) {
    return holds ? 1 : 0;
  }

  private static Map<String, Operation> functions() {
    Map<String, Operation> functions = new TreeMap<>();
    for (Operation operation : values()) {
      if (operation.precedence == FUNCTION) {
        functions.put(operation.symbol, operation);
      }
    }
    return Collections.unmodifiableMap(functions);
  }

  private static List<Operation> infixes() {
    List<Operation> infixes = new ArrayList<>();
    for (Operation operation : values()) {
      if (operation.precedence >= LOWEST) {
        infixes.add(operation);
      }
    }
    infixes.sort(Comparator.comparingInt(operation -> -operation.symbol.length()));
    return List.copyOf(infixes);
  }

  /** Returns the next infix operator in a text, or null. */
  static Operation infix(ExpressionLexer text) {
    for (Operation operation : INFIXES) {
      if (text.isNextOperator(operation.symbol)) {
        return operation;
      }
    }
    return null;
  }

  int precedence() {
    return precedence;
  }

  public String symbol() {
    return symbol;
  }

  /** {@return whether the operation reduces a buffer and has no other use} */
  public boolean isReduction() {
    return this == SUM || this == COUNT || this == ANY || this == ALL;
  }

  /**
   * Checks the number of arguments of a call.
   *
   * @param at position of the call
   * @throws InputException if the number is wrong
   */
  public void checkCount(ExpressionText text, int at, int found) {
    if (precedence == FUNCTION && (found < fewest || found > most)) {
      String more = most == Integer.MAX_VALUE ? " or more" : most > fewest ? " or " + most : "";
      throw text.error(
          at,
          "%s takes %s%s%s, found %s"
              .formatted(symbol, fewest, more, most == 1 ? " argument" : " arguments", found));
    }
  }

  /**
   * {@return the kind to which both operands are converted}
   *
   * @param at position of the first operand
   * @param a kind of the first operand
   * @param atSecond position of the second operand
   * @param b kind of the second operand; for a unary operation, kind of the only operand
   * @throws InputException if the operation does not accept the operands
   */
  public ValueKind operands(ExpressionText text, int at, ValueKind a, int atSecond, ValueKind b) {
    switch (operands) {
      case TRUTHS:
        a.requireTruth(text, at);
        b.requireTruth(text, atSecond);
        return a;
      case WHOLES:
        a.requireWhole(text, at);
        b.requireWhole(text, atSecond);
        return a;
      case ALIKE:
        if (a == b && !a.isNumber()) {
          return a;
        }
        if (!a.isNumber() || !b.isNumber()) {
          throw text.error(at, "cannot compare " + a.words() + " with " + b.words());
        }
        break;
      default:
        a.requireNumber(text, at);
        b.requireNumber(text, atSecond);
    }
    boolean isWhole = a == ValueKind.WHOLE && b == ValueKind.WHOLE && wholes != null;
    return isWhole ? ValueKind.WHOLE : ValueKind.REAL;
  }

  /**
   * {@return the kind of the result}
   *
   * @param converted kind returned by {@link #operands}
   */
  public ValueKind result(ValueKind converted) {
    return result == null ? converted : result;
  }

  /** {@return the kind of the result if it does not depend on the operands, otherwise null} */
  ValueKind result() {
    if (result != null) {
      return result;
    }
    return operands == WHOLES
        ? ValueKind.WHOLE
        : operands == TRUTHS ? ValueKind.TRUTH : wholes == null ? ValueKind.REAL : null;
  }

  /** {@return the computation on whole numbers and on the bits of comparisons} */
  public LongBinaryOperator wholes() {
    return wholes;
  }

  /** {@return the computation on real numbers} */
  public OfReals reals() {
    return reals;
  }
}
