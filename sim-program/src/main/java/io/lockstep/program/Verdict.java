// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

/**
 * What is said of a program's results.
 *
 * @param message description of a failure, or empty
 * @param by what judged the results, for example {@code by the program (exit 0)}
 */
record Verdict(String message, String by) {}
