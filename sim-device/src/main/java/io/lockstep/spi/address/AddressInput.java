package io.lockstep.spi.address;

import java.util.List;
import java.util.Optional;

/**
 * An input of an {@link AddressKind}.
 *
 * @param name its key
 * @param meaning what it is, with its unit
 * @param fallback its value where it is not given; empty if it must be given
 * @param unit a word that may stand behind the number, and then instead of the key: {@code 64
 *     lanes}; empty for none
 * @param words the values that it may have, for an input that is no number; a word may stand
 *     without its key
 */
public record AddressInput(
    String name, String meaning, Optional<String> fallback, String unit, List<String> words) {
  /**
   * {@return a number that must be given}
   *
   * @param name its key
   * @param meaning what it is
   */
  public static AddressInput required(String name, String meaning) {
    return new AddressInput(name, meaning, Optional.empty(), "", List.of());
  }

  /**
   * {@return a number with a default}
   *
   * @param name its key
   * @param meaning what it is
   * @param fallback its value where it is not given
   */
  public static AddressInput optional(String name, String meaning, String fallback) {
    return new AddressInput(name, meaning, Optional.of(fallback), "", List.of());
  }

  /**
   * {@return one of a few words; the first one where none is given}
   *
   * @param name its key
   * @param meaning what it is
   * @param words its values
   */
  public static AddressInput oneOf(String name, String meaning, String... words) {
    return new AddressInput(name, meaning, Optional.of(words[0]), "", List.of(words));
  }

  /**
   * {@return the same input, whose number may stand with a word}
   *
   * @param word behind the number
   */
  public AddressInput in(String word) {
    return new AddressInput(name, meaning, fallback, word, words);
  }
}
