package io.lockstep.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a buffer must hold at the end.
 *
 * @param where position of the entry
 * @param buffer its current name at the end
 * @param file raw bytes, or empty
 * @param hash FNV-1a of 64 bits over the raw bytes, or empty
 * @param expression of an element's number, parameters and initial contents, or empty
 * @param relative share of the expected value that may be missed by
 * @param absolute what may be missed by in any case
 * @param tolerant whether a tolerance is given at all; without one, bits are compared
 * @param count elements compared, or null for all
 * @param sorted whether elements are compared as multisets
 * @param only values of parameters that it holds for, or null for the file's own
 * @param oracle who says so, with its version; for people, and in the message of a miss
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
    Optional<String> oracle) {}
