// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

/** Use of a resource while kernels ran, in lines or bytes, and its maximum in that time. */
record ResourceUse(long used, long peak) {
  static final ResourceUse NONE = new ResourceUse(0, 0);

  ResourceUse and(ResourceUse other) {
    return new ResourceUse(used + other.used, peak + other.peak);
  }

  ResourceUse orMore(ResourceUse other) {
    return (double) other.used * peak > (double) used * other.peak || peak == 0 ? other : this;
  }
}
