// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The answer to a question about addresses.
 *
 * @param result values of the result, in the order of the listing
 * @param steps steps of the computation, in order
 * @param layout layout of the bytes, for a diagram; empty if there is none
 */
public record AddressAnswer(List<Value> result, List<Step> steps, Optional<AddressLayout> layout) {
  /**
   * A named value of the result.
   *
   * @param name key in machine-readable output
   * @param text hexadecimal for addresses, decimal for other numbers, or words
   * @param isNumber whether the text is a decimal number
   */
  public record Value(String name, String text, boolean isNumber) {}

  /**
   * A step of the computation.
   *
   * @param term name of the computed term
   * @param formula formula in terms of inputs and earlier terms
   * @param value the term's value
   * @param source a document and its section
   */
  public record Step(String term, String formula, String value, String source) {}

  /**
   * Makes unmodifiable copies.
   *
   * @param result values of the result, in the order of the listing
   * @param steps steps of the computation, in order
   * @param layout layout of the bytes
   */
  public AddressAnswer {
    result = List.copyOf(result);
    steps = List.copyOf(steps);
  }

  static String hexadecimal(long value) {
    return "0x" + Long.toHexString(value);
  }

  /** Collects an answer. Not thread-safe. */
  public static final class Builder {
    private final List<Value> result = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private Optional<AddressLayout> layout = Optional.empty();

    /** Creates an answer without result and steps. */
    public Builder() {}

    /**
     * Adds a step whose value is a byte address or offset.
     *
     * @param term name of the computed term
     * @param formula formula in terms of inputs and earlier terms
     * @param value printed in hexadecimal
     * @param source a document and its section
     * @return the value
     */
    public long address(String term, String formula, long value, String source) {
      steps.add(new Step(term, formula, hexadecimal(value), source));
      return value;
    }

    /**
     * Adds a step whose value is a count.
     *
     * @param term name of the computed term
     * @param formula formula in terms of inputs and earlier terms
     * @param value printed in decimal
     * @param source a document and its section
     * @return the value
     */
    public long count(String term, String formula, long value, String source) {
      steps.add(new Step(term, formula, Long.toString(value), source));
      return value;
    }

    /**
     * Adds a step whose value is a word.
     *
     * @param term name of the decision
     * @param formula the rule that decides
     * @param value the decision
     * @param source a document and its section
     */
    public void word(String term, String formula, String value, String source) {
      steps.add(new Step(term, formula, value, source));
    }

    /**
     * Adds steps that another answer computed.
     *
     * @param all the steps in order
     */
    public void steps(List<Step> all) {
      steps.addAll(all);
    }

    /**
     * Adds a value to the result.
     *
     * @param value a value of another answer
     */
    public void result(Value value) {
      result.add(value);
    }

    /**
     * {@return this builder with an address added to the result}
     *
     * @param name key of the value
     * @param value printed in hexadecimal
     */
    public Builder resultAddress(String name, long value) {
      result.add(new Value(name, hexadecimal(value), false));
      return this;
    }

    /**
     * {@return this builder with a number added to the result}
     *
     * @param name key of the value
     * @param value printed in decimal
     */
    public Builder result(String name, long value) {
      result.add(new Value(name, Long.toString(value), true));
      return this;
    }

    /**
     * {@return this builder with words added to the result}
     *
     * @param name key of the value
     * @param value any text
     */
    public Builder result(String name, String value) {
      result.add(new Value(name, value, false));
      return this;
    }

    /**
     * {@return this builder with a diagram}
     *
     * @param drawn layout of the bytes
     */
    public Builder layout(AddressLayout drawn) {
      layout = Optional.of(drawn);
      return this;
    }

    /** {@return the answer} */
    public AddressAnswer build() {
      return new AddressAnswer(result, steps, layout);
    }
  }
}
