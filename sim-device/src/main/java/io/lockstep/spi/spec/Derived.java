// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A figure that is computed from others. Setting it changes others: {@code dram.bandwidth} sets
 * {@code dram.clock}.
 *
 * @param key name, unit and definition
 * @param writes figures that it sets
 * @param value computes the figure's value
 * @param writing computes the figures of {@code writes} from the value
 */
public record Derived(
    SpecSchema.Key key, List<String> writes, ToLongFunction<Figures> value, Writing writing) {
  /** Computes the figures that a derived one sets. */
  @FunctionalInterface
  public interface Writing {
    /**
     * {@return canonical values in the order of {@code writes}}
     *
     * @param value the derived figure's value, in its canonical unit
     * @param others the specification's other figures, without derived ones
     * @throws ArithmeticException if no whole number fits
     */
    long[] figures(long value, Figures others);
  }

  /**
   * {@return a figure that can be read and written}
   *
   * @param path name of the derived figure
   * @param dimension quantity that it measures
   * @param definition one sentence for people
   * @param value computes the figure from others
   * @param writes the figure that it sets
   * @param writing computes that figure's value
   */
  public static Derived of(
      String path,
      Dimension dimension,
      String definition,
      ToLongFunction<Figures> value,
      String writes,
      Writing writing) {
    return new Derived(key(path, dimension, definition), List.of(writes), value, writing);
  }

  /**
   * {@return an exact quotient}
   *
   * @param value the dividend
   * @param divisor not zero
   * @throws ArithmeticException if the quotient is not a whole number
   */
  public static long exactly(long value, long divisor) {
    if (value % divisor != 0) {
      throw new ArithmeticException(value + " is not a multiple of " + divisor);
    }
    return value / divisor;
  }

  private static SpecSchema.Key key(String path, Dimension dimension, String definition) {
    return new SpecSchema.Key(
        path,
        dimension,
        definition,
        new SpecSchema.Legal(Bounds.atLeast(0), List.of(), null),
        false,
        null);
  }
}
