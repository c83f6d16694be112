// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

/**
 * The figures of one hardware part, declared once for every family that has the part: keys with
 * unit, range and definition, and constraints between them. A family's schema includes it with
 * {@link SpecSchema.Builder#part} and may omit, narrow or preset figures. The part's configuration
 * reads the figures by name. Stateless and thread-safe.
 */
public interface Part {
  /**
   * Declares the part's keys.
   *
   * @param keys builder of the schema
   */
  void declare(SpecSchema.Builder keys);

  /**
   * Checks combinations of figures that no {@link Constraint} expresses.
   *
   * @param together checker of a specification whose schema has the part
   */
  default void check(CrossCheck together) {}
}
