package io.lockstep.parts.spec;

/**
 * The figures of one hardware part, declared once for every family that has the part: keys with
 * unit, range and definition, and what they must be together. A family's schema takes it with
 * {@link SpecSchema.Builder#part}, leaves out, narrows or pre-sets what its hardware has otherwise,
 * and the part's configuration reads the figures by name. Stateless and thread-safe.
 */
public interface Part {
  /** Declares the part's keys. */
  void declare(SpecSchema.Builder keys);

  /**
   * Checks figures of the part that are possible one by one.
   *
   * @param together of a specification whose schema has the part
   */
  default void check(CrossCheck together) {}
}
