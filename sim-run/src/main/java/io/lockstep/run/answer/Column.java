// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import java.util.function.Function;

/**
 * A column of an answer's table, on the terminal and on pages.
 *
 * @param <T> what a row shows
 * @param heading short text above the column
 * @param isNumber whether the cells are numbers, which are aligned at the right
 * @param meaning sentence that explains the column; may be empty
 * @param cell text of a row's cell; empty if the row has no value
 */
public record Column<T>(
    String heading, boolean isNumber, String meaning, Function<T, String> cell) {}
