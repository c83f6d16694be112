// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.address;

import java.util.List;
import java.util.Optional;

/**
 * An input of an {@link AddressKind}.
 *
 * @param name key on the command line
 * @param meaning definition, with its unit
 * @param fallback default value; empty if the input is required
 * @param unit a word that may follow the number and replaces the key, as in {@code 64 lanes}; empty
 *     for none
 * @param words the legal values of an input that is not a number; they need no key
 */
public record AddressInput(
    String name, String meaning, Optional<String> fallback, String unit, List<String> words) {
  /**
   * {@return a required number}
   *
   * @param name key on the command line
   * @param meaning definition
   */
  public static AddressInput required(String name, String meaning) {
    return new AddressInput(name, meaning, Optional.empty(), "", List.of());
  }

  /**
   * {@return a number with a default}
   *
   * @param name key on the command line
   * @param meaning definition
   * @param fallback default value
   */
  public static AddressInput optional(String name, String meaning, String fallback) {
    return new AddressInput(name, meaning, Optional.of(fallback), "", List.of());
  }

  /**
   * {@return an input with a few legal words, of which the first is the default}
   *
   * @param name key on the command line
   * @param meaning definition
   * @param words the legal values
   */
  public static AddressInput oneOf(String name, String meaning, String... words) {
    return new AddressInput(name, meaning, Optional.of(words[0]), "", List.of(words));
  }

  /**
   * {@return a copy whose number may be followed by a unit}
   *
   * @param word the unit
   */
  public AddressInput in(String word) {
    return new AddressInput(name, meaning, fallback, word, words);
  }
}
