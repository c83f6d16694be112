// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

/**
 * Use of a resource while kernels ran, and its maximum in that time.
 *
 * @param used lines or bytes
 * @param peak lines or bytes that the resource could have carried; 0 without a limit
 */
public record ResourceUse(long used, long peak) {
  /** A resource without a limit. */
  public static final ResourceUse NONE = new ResourceUse(0, 0);

  /**
   * {@return the sum of both resources}
   *
   * @param other resource of the same unit
   */
  public ResourceUse and(ResourceUse other) {
    return new ResourceUse(used + other.used, peak + other.peak);
  }

  /**
   * {@return the resource with the larger share in use, this one if both are equal}
   *
   * @param other any resource
   */
  public ResourceUse orMore(ResourceUse other) {
    return (double) other.used * peak > (double) used * other.peak || peak == 0 ? other : this;
  }
}
