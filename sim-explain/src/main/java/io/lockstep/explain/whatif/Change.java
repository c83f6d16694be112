// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.whatif;

/**
 * A requested change.
 *
 * @param figure name in the syntax of {@code --set}
 * @param value value in the syntax of {@code --set}: a value, a factor such as {@code *2}, or
 *     {@code absent}
 */
public record Change(String figure, String value) {}
