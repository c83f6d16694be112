// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import java.util.Locale;

/** The pattern of the addresses of a wavefront's active lanes. */
public enum Pattern {
  /** All lanes access one address, or only one lane is active. */
  UNIFORM,
  /** Lanes access consecutive addresses without gaps. */
  UNIT_STRIDE,
  /** The distance from lane to lane is constant and differs from the size of the access. */
  STRIDED,
  /** The address is affine in the x, y and z of the work-item in its group, but not in the lane. */
  TWO_D,
  /** The addresses have no regular pattern. */
  SCATTERED;

  /** Returns the name used in tables and documents, for example {@code 2-D}. */
  public String text() {
    return this == TWO_D ? "2-D" : name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
