// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.answer;

import java.util.function.Function;

/**
 * A column of an answer's table, on the terminal and on pages.
 *
 * @param <T> what a row shows
 * @param heading name and meaning of the column
 * @param cell text of a row's cell; empty if the row has no value
 */
public record Column<T>(Heading heading, Function<T, String> cell) {}
