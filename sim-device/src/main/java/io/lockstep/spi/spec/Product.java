// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import java.util.Comparator;

/**
 * The product that a device models: its vendor, the generation of its architecture, and its release
 * date.
 *
 * @param vendor for example {@code AMD}; empty if not stated
 * @param generation for example {@code TeraScale 2}; empty if not stated
 * @param released year and month, for example {@code 2009-09}; empty if not stated
 */
public record Product(String vendor, String generation, String released) {
  /** A product without stated properties. */
  public static final Product UNKNOWN = new Product("", "", "");

  /** Orders products by vendor, then by release date; unstated values come last. */
  public static final Comparator<Product> ORDER =
      Comparator.comparing((Product p) -> p.vendor.isEmpty())
          .thenComparing(Product::vendor)
          .thenComparing(p -> p.released.isEmpty())
          .thenComparing(Product::released);

  /**
   * {@return whether two products are of the same generation; false if the generation is not
   * stated}
   *
   * @param other the other product
   */
  public boolean isOfSameGeneration(Product other) {
    return !generation.isEmpty()
        && generation.equals(other.generation)
        && vendor.equals(other.vendor);
  }
}
