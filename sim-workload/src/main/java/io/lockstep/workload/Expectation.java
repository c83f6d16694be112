package io.lockstep.workload;

import io.lockstep.io.Placed;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The expected final contents of a buffer.
 *
 * @param where position of the entry
 * @param buffer its current name at the end
 * @param file raw bytes, or empty
 * @param hash FNV-1a of 64 bits over the raw bytes, or empty
 * @param expression of an element's number, parameters and initial contents, or empty
 * @param relative relative tolerance
 * @param absolute absolute tolerance
 * @param tolerant whether a tolerance is given; otherwise bits are compared
 * @param count elements compared, or null for all
 * @param sorted whether elements are compared as multisets
 * @param only values of parameters for which it holds, or null for the file's own
 * @param oracle source of the expectation with its version; for people, and in the message of a
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
