package io.lockstep.spi.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The set of ideal parts of a device. Immutable and thread-safe. */
public final class Ideals {
  /** Name of the setting: {@code --set ideal=caches+lanes}. */
  public static final String SETTING = "ideal";

  /** No ideal parts. */
  public static final Ideals NONE = new Ideals(Set.of());

  /**
   * Separator of keys in a setting; a comma is accepted too, but separates the points of a sweep.
   */
  public static final char AND = '+';

  private static final String NOTHING = "none";

  private final Set<Ideal> parts;

  private Ideals(Collection<Ideal> parts) {
    this.parts =
        Collections.unmodifiableSet(
            parts.isEmpty() ? EnumSet.noneOf(Ideal.class) : EnumSet.copyOf(parts));
  }

  /**
   * {@return a set of ideal parts}
   *
   * @param parts the ideal parts
   */
  public static Ideals of(Collection<Ideal> parts) {
    return parts.isEmpty() ? NONE : new Ideals(parts);
  }

  /**
   * {@return the ideal parts of a setting}
   *
   * @param text keys with commas or pluses between, or {@code none}
   * @param where its position, for messages
   * @throws InputException if a key is unknown
   */
  public static Ideals of(String text, String where) {
    Set<Ideal> all = EnumSet.noneOf(Ideal.class);
    for (String word : text.equals(NOTHING) ? new String[0] : text.split("[,+]", -1)) {
      all.add(
          Arrays.stream(Ideal.values())
              .filter(i -> i.key().equals(word.strip()))
              .findFirst()
              .orElseThrow(() -> unknown(word.strip(), where)));
    }
    return of(all);
  }

  private static InputException unknown(String word, String where) {
    List<String> keys = Arrays.stream(Ideal.values()).map(Ideal::key).toList();
    return new InputException(
        where,
        "'"
            + word
            + "' is nothing that can be ideal"
            + Suggestions.nearest(word, keys)
                .map(n -> "; did you mean '" + n + "'?")
                .orElse("; expected " + String.join(", ", keys)));
  }

  /**
   * {@return whether a part is ideal}
   *
   * @param part that may be ideal
   */
  public boolean has(Ideal part) {
    return parts.contains(part);
  }

  /** {@return whether no part is ideal} */
  public boolean isNone() {
    return parts.isEmpty();
  }

  /** {@return the parts, in the order of their declaration} */
  public Set<Ideal> parts() {
    return parts;
  }

  /** {@return the keys separated by pluses, as a setting accepts them} */
  @Override
  public String toString() {
    return parts.isEmpty()
        ? NOTHING
        : parts.stream().map(Ideal::key).collect(Collectors.joining(String.valueOf(AND)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ideals ideals && parts.equals(ideals.parts);
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }
}
