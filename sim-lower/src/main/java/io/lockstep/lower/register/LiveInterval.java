// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.register;

import java.util.List;

/**
 * The positions at which values that share a register occupy it, from the first to the last.
 *
 * @param values the values, ascending; one if the register is not shared
 * @param from first position
 * @param to last position
 * @param parts parts of the register that the values occupy, such as channels of a vector: bit p
 *     for part p
 */
public record LiveInterval(List<Integer> values, int from, int to, int parts) {
  /** {@return the number of parts that the values occupy} */
  public int width() {
    return Integer.bitCount(parts);
  }
}
