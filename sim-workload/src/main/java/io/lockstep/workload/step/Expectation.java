// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.io.Placed;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.ParameterValue;
import io.lockstep.workload.expression.TypedExpression;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The expected final contents of a buffer.
 *
 * @param where position of the entry
 * @param buffer name of the buffer at the program's end
 * @param contents the expected contents
 * @param comparison how they are compared
 * @param only values of parameters for which the expectation applies, or null for the file's own
 *     values
 * @param oracle source of the expectation with its version, for users and for the message of a
 *     mismatch
 */
public record Expectation(
    String where,
    String buffer,
    Contents contents,
    Comparison comparison,
    Map<String, List<ParameterValue>> only,
    Optional<String> oracle)
    implements Placed {
  /**
   * The expected contents, of which exactly one is given.
   *
   * @param file file with the expected raw bytes, or empty
   * @param hash 64-bit FNV-1a of the raw bytes, or empty
   * @param expression expected value of an element, from its index, parameters and initial
   *     contents, or empty
   */
  public record Contents(
      Optional<FileName> file, Optional<Long> hash, Optional<TypedExpression> expression) {}

  /**
   * The comparison with the expected contents.
   *
   * @param tolerance permitted differences; if empty, bits are compared
   * @param count number of elements compared, or null for all
   * @param sorted whether elements are compared as multisets
   */
  public record Comparison(
      Optional<Tolerance> tolerance, IntegerExpression count, boolean sorted) {}

  /**
   * The permitted difference of two numbers.
   *
   * @param relative part of the expected number's magnitude
   * @param absolute added to the relative part
   */
  public record Tolerance(double relative, double absolute) {
    public boolean permits(double got, double want) {
      return Math.abs(got - want) <= absolute + relative * Math.abs(want);
    }
  }

  /** {@return file with the expected raw bytes, or empty} */
  public Optional<FileName> file() {
    return contents.file;
  }
}
