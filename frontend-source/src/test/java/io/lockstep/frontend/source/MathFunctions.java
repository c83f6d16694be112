// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static io.lockstep.frontend.source.Decimals.of;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The mathematical functions of OpenCL C 1.2 (6.12.2, 6.12.4) with their limits of error (7.4) and
 * what they are: exact values where these are special (7.5.1), else decimals of many digits.
 */
final class MathFunctions {
  /** What a function is. */
  interface Reference {
    /**
     * Its value, null where the standard leaves it open.
     *
     * @param x arguments, exact in the format
     * @param single whether the format is float
     */
    MathValue of(double[] x, boolean single);
  }

  /**
   * A function.
   *
   * @param call how it is called: x, y and z are arguments, W is y as whole numbers, p and k are
   *     variables of the type and of ints, r is the result; NUMBER converts to the type, BITS is
   *     the unsigned number of the same bits
   * @param single limit of error of floats, in units of the last place; NaN if it has none
   * @param twice that of doubles
   */
  record Function(
      String name, String call, int arguments, double single, double twice, Reference reference) {}

  private final List<Function> all = new ArrayList<>();

  static List<Function> all() {
    MathFunctions table = new MathFunctions();
    ExponentialFunctions.addTo(table);
    AngleFunctions.addTo(table);
    PowerFunctions.addTo(table);
    ExactFunctions.addTo(table);
    CommonFunctions.addTo(table);
    ApproximateFunctions.addTo(table);
    return table.all;
  }

  void add(Function function) {
    all.add(function);
  }

  void one(String name, double limit, Reference reference) {
    all.add(new Function(name, name + "(x)", 1, limit, limit, reference));
  }

  void two(String name, double limit, Reference reference) {
    all.add(new Function(name, name + "(x, y)", 2, limit, limit, reference));
  }

  /** References of the functions so far, by name. */
  Map<String, Reference> references() {
    Map<String, Reference> references = new TreeMap<>();
    all.forEach(f -> references.put(f.name(), f.reference()));
    return references;
  }

  /**
   * A function that keeps zeros and NaNs.
   *
   * @param infinite its value at infinity, which has its sign
   */
  static Reference odd(double infinite, UnaryOperator<BigDecimal> f) {
    return (x, single) ->
        x[0] == 0 || x[0] != x[0]
            ? MathValue.exactly(x[0])
            : Double.isInfinite(x[0])
                ? MathValue.exactly(Math.copySign(infinite, x[0]))
                : MathValue.real(f.apply(of(x[0])));
  }

  static Reference even(double zero, double infinite, UnaryOperator<BigDecimal> f) {
    return (x, single) ->
        x[0] != x[0]
            ? MathValue.NAN
            : x[0] == 0
                ? MathValue.exactly(zero)
                : Double.isInfinite(x[0])
                    ? MathValue.exactly(infinite)
                    : MathValue.real(f.apply(of(x[0])));
  }

  /** A function of numbers from low to high, others of which give NaN. */
  static Reference within(double low, double high, Reference f) {
    return (x, single) -> x[0] >= low && x[0] <= high ? f.of(x, single) : MathValue.NAN;
  }

  /** A function with a value of its own at a place. */
  static Reference at(double place, double value, Reference f) {
    return (x, single) -> x[0] == place ? MathValue.exactly(value) : f.of(x, single);
  }
}
