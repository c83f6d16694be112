// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

/**
 * A range of indices of points.
 *
 * @param first first index, from 0
 * @param last last index, inclusive
 */
public record Range(long first, long last) {
  public Range {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException("points " + first + " to " + last);
    }
  }
}
