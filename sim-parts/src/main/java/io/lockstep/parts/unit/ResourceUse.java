package io.lockstep.parts.unit;

/**
 * What was used of a resource's peak.
 *
 * @param used lines or bytes
 * @param peak lines or bytes that could have been used while kernels ran
 */
record ResourceUse(long used, long peak) {
  static final ResourceUse NONE = new ResourceUse(0, 0);

  ResourceUse and(ResourceUse other) {
    return new ResourceUse(used + other.used, peak + other.peak);
  }

  /** The one of which the larger share was used; this one if the shares are equal. */
  ResourceUse orMore(ResourceUse other) {
    return (double) other.used * peak > (double) used * other.peak || peak == 0 ? other : this;
  }
}
