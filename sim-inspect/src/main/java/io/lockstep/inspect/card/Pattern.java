package io.lockstep.inspect.card;

import java.util.Locale;

/** How the addresses of a wavefront's active lanes lie. */
public enum Pattern {
  /** All lanes at one address, or a single active lane. */
  UNIFORM,
  /** Lane after lane, without gaps. */
  UNIT_STRIDE,
  /** A constant distance from lane to lane that is not the size of the access. */
  STRIDED,
  /** Linear in the work-item's x, y and z in its group, not in the lane. */
  TWO_D,
  /** No regular pattern. */
  SCATTERED;

  /** {@return the name that tables and documents use, for example {@code 2-D}} */
  public String text() {
    return this == TWO_D ? "2-D" : name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
