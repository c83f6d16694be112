// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

/**
 * One figure of a specification.
 *
 * @param path name of the figure, for example {@code l1.size}
 * @param dimension quantity that it measures
 * @param value whole number of the canonical unit
 * @param text the value as written, with its unit
 * @param from provenance
 * @param source the source; empty if {@code from} is GUESSED or USER
 * @param low smallest plausible value as written, or empty
 * @param high largest plausible value as written, or empty
 * @param where position in the file, for messages
 */
public record Figure(
    String path,
    Dimension dimension,
    long value,
    String text,
    Provenance from,
    String source,
    String low,
    String high,
    String where) {
  /**
   * {@return another value of the figure as {@code --set} accepts it, in the unit of this one if
   * that is concise}
   *
   * @param other whole number of the canonical unit
   */
  public String written(long other) {
    return dimension.show(other, text);
  }

  /** {@return the value in readable form} */
  public String readable() {
    return dimension.isNumber() ? Dimension.readable(text) : text;
  }

  /** {@return the range in readable form; empty if there is none} */
  public String range() {
    return low.isEmpty()
        ? ""
        : dimension.isNumber()
            ? Dimension.readable(low) + " … " + Dimension.readable(high)
            : low + " … " + high;
  }

  Figure naming(String name, long number) {
    return new Figure(path, dimension, number, name, from, source, low, high, where);
  }

  Figure showing(String other) {
    return new Figure(path, dimension, value, other, from, source, low, high, where);
  }
}
