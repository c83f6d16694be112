// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static io.lockstep.spi.spec.Dimension.BYTES;

import io.lockstep.spi.spec.Constraint;
import io.lockstep.spi.spec.CrossCheck;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;

/**
 * Declares the figures of one of the {@link MiddleLevels}. A device specifies all of them or none.
 *
 * @param prefix prefix of the figures, for example {@code constant.l2_}
 * @param what description of the cache, for definitions
 * @param before path of the line size of the previous level, at most this level's line size
 */
public record MiddleLevelSpec(String prefix, String what, String before) implements Part {
  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.key(prefix + "size", BYTES, "bytes of " + what).between(64, 1L << 30).optional();
    keys.part(CacheSpec.FIGURES.section("middle level", prefix))
        .together(Constraint.wholeSets(prefix + "size", prefix + "line", prefix + "ways"))
        .together(Constraint.atMost(before, prefix + "line").saying("lines that contain " + before))
        .together(
            Constraint.of(
                "lines of at most eight " + before, // a line has eight valid bits
                v -> v[0] <= 8 * v[1],
                prefix + "line",
                before));
  }

  @Override
  public void check(CrossCheck together) {
    together.allOrNone(what, prefix + "size", prefix + "line", prefix + "ways", prefix + "latency");
  }
}
