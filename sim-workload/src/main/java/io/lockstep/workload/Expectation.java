// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.Placed;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The expected final contents of a buffer.
 *
 * @param where position of the entry
 * @param buffer name of the buffer at the program's end
 * @param file file with the expected raw bytes, or empty
 * @param hash 64-bit FNV-1a of the raw bytes, or empty
 * @param expression expected value of an element, from its index, parameters and initial contents,
 *     or empty
 * @param tolerant whether a tolerance is given; otherwise bits are compared
 * @param count number of elements compared, or null for all
 * @param sorted whether elements are compared as multisets
 * @param only values of parameters for which the expectation applies, or null for the file's own
 *     values
 * @param oracle source of the expectation with its version, for users and for the message of a
 *     mismatch
 */
public record Expectation(
    String where,
    String buffer,
    Optional<FileName> file,
    Optional<Long> hash,
    Optional<TypedExpression> expression,
    double relative,
    double absolute,
    boolean tolerant,
    IntegerExpression count,
    boolean sorted,
    Map<String, List<ParameterValue>> only,
    Optional<String> oracle)
    implements Placed {}
