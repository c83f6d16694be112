package io.lockstep.workload;

import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/**
 * Arithmetic of real numbers: IEEE 754 doubles, elementary functions by {@link StrictMath}, so that
 * results are the same on every machine and Java version. Stateless.
 */
final class RealOperations {
  /** Functions of one real number that answer one. */
  static final Map<String, DoubleUnaryOperator> FUNCTIONS =
      Map.of(
          "sqrt", StrictMath::sqrt,
          "exp", StrictMath::exp,
          "log", StrictMath::log,
          "sin", StrictMath::sin,
          "cos", StrictMath::cos,
          "f32", a -> (float) a);

  /** Functions of one real number that answer a whole one. */
  static final Map<String, DoubleUnaryOperator> ROUNDINGS =
      Map.of(
          "floor", StrictMath::floor,
          "ceil", StrictMath::ceil,
          "round", RealOperations::round,
          "trunc", RealOperations::trunc);

  private RealOperations() {}

  static ExpressionNode.Operation of(DoubleBinaryOperator operation) {
    return (a, b) ->
        Double.doubleToRawLongBits(
            operation.applyAsDouble(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
  }

  static ExpressionNode.Unary of(DoubleUnaryOperator operation) {
    return a -> Double.doubleToRawLongBits(operation.applyAsDouble(Double.longBitsToDouble(a)));
  }

  /** A rounding whose result must be a whole number of 64 bits. */
  static ExpressionNode.Unary toWhole(String name, DoubleUnaryOperator rounding) {
    return a -> {
      double value = Double.longBitsToDouble(a);
      double whole = rounding.applyAsDouble(value);
      if (!(whole >= -0x1p63 && whole < 0x1p63)) {
        throw new ArithmeticException(
            name + " of " + ElementType.F64.show(a) + " does not fit 64 bits");
      }
      return (long) whole;
    };
  }

  /** To the nearest whole number, halves away from zero, as C's round. */
  private static double round(double a) {
    double down = StrictMath.floor(Math.abs(a));
    double up = Math.abs(a) - down >= 0.5 ? down + 1 : down;
    return a < 0 ? -up : up;
  }

  private static double trunc(double a) {
    return a < 0 ? StrictMath.ceil(a) : StrictMath.floor(a);
  }

  /** u in [0, 1): 24 bits of mix(i, s). */
  static long uniform(long i, long s) {
    return Double.doubleToRawLongBits((Mix.of(i, s) >>> 8) * 0x1p-24);
  }
}
