package io.lockstep.parts.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Which parts of a device are ideal. Immutable and thread-safe. */
public final class Ideals {
  /** Name under which specifications and settings have them: {@code --set ideal=caches+lanes}. */
  public static final String SETTING = "ideal";

  /** All parts are as they are. */
  public static final Ideals NONE = new Ideals(Set.of());

  /** What stands between keys of a setting: a comma does too, but lists points of a sweep. */
  public static final char AND = '+';

  private static final String NOTHING = "none";

  private final Set<Ideal> parts;

  private Ideals(Collection<Ideal> parts) {
    this.parts =
        Collections.unmodifiableSet(
            parts.isEmpty() ? EnumSet.noneOf(Ideal.class) : EnumSet.copyOf(parts));
  }

  /**
   * {@return some ideals}
   *
   * @param parts those that are ideal
   */
  public static Ideals of(Collection<Ideal> parts) {
    return parts.isEmpty() ? NONE : new Ideals(parts);
  }

  /**
   * {@return what a setting names}
   *
   * @param text keys with commas or pluses between, or {@code none}
   * @param where it stands, for messages
   * @throws InputException where one is unknown
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
   * @param part asked for
   */
  public boolean has(Ideal part) {
    return parts.contains(part);
  }

  /** {@return whether all parts are as they are} */
  public boolean isNone() {
    return parts.isEmpty();
  }

  /** {@return the parts, in the order of their declaration} */
  public Set<Ideal> parts() {
    return parts;
  }

  /** {@return keys with pluses between, as a setting takes them} */
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
