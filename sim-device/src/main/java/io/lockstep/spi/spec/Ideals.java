// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.trace.change.AccessChange;
import io.lockstep.trace.change.Rewrite;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ideal elements of a simulation: parts of the device, memory accesses of source lines, and
 * rewrites of the program. Immutable and thread-safe.
 */
public final class Ideals {
  /** Name of the setting: {@code --set ideal=caches+lanes}. */
  public static final String SETTING = "ideal";

  /** No ideal parts. */
  public static final Ideals NONE = new Ideals(Set.of(), Set.of(), Set.of());

  /** Separator of keys in a setting; commas are accepted, but separate the points of a sweep. */
  public static final char AND = '+';

  private static final String NOTHING = "none";

  private final Set<Ideal> parts;
  private final SortedSet<AccessChange> changes;
  private final SortedSet<Rewrite> rewrites;

  private Ideals(
      Collection<Ideal> parts, Collection<AccessChange> changes, Collection<Rewrite> rewrites) {
    this.rewrites = Collections.unmodifiableSortedSet(new TreeSet<>(rewrites));
    this.changes = Collections.unmodifiableSortedSet(new TreeSet<>(changes));
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
    return of(parts, Set.of());
  }

  /**
   * {@return ideal parts of a device together with changed accesses of source lines}
   *
   * @param parts the ideal parts
   * @param changes changes of the program's accesses
   */
  public static Ideals of(Collection<Ideal> parts, Collection<AccessChange> changes) {
    return of(parts, changes, Set.of());
  }

  /**
   * {@return ideal parts of a device together with changes of the program}
   *
   * @param parts the ideal parts
   * @param changes changes of the program's accesses
   * @param rewrites rewrites of the whole program
   */
  public static Ideals of(
      Collection<Ideal> parts, Collection<AccessChange> changes, Collection<Rewrite> rewrites) {
    return parts.isEmpty() && changes.isEmpty() && rewrites.isEmpty()
        ? NONE
        : new Ideals(parts, changes, rewrites);
  }

  /**
   * {@return the ideals of a setting}
   *
   * @param text keys of parts, accesses and rewrites with commas or pluses between, or {@code none}
   * @param where position of the setting, for messages
   * @throws InputException if a key is unknown, or an access does not name a line
   */
  public static Ideals of(String text, String where) {
    Set<Ideal> all = EnumSet.noneOf(Ideal.class);
    Set<AccessChange> changes = new TreeSet<>();
    Set<Rewrite> rewrites = new TreeSet<>();
    for (String word : text.equals(NOTHING) ? new String[0] : text.split("[,+]", -1)) {
      if (Rewrite.named(word.strip()).isPresent()) {
        rewrites.add(Rewrite.of(word.strip(), where));
        continue;
      }
      if (AccessChange.isMeant(word.strip())) {
        changes.add(AccessChange.of(word.strip(), where));
        continue;
      }
      all.add(
          Arrays.stream(Ideal.values())
              .filter(i -> i.key().equals(word.strip()))
              .findFirst()
              .orElseThrow(() -> unknown(word.strip(), where)));
    }
    return of(all, changes, rewrites);
  }

  private static InputException unknown(String word, String where) {
    List<String> keys =
        Stream.concat(Arrays.stream(Ideal.values()).map(Ideal::key), Rewrite.keys().stream())
            .toList();
    return new InputException(
        where,
        "'"
            + word
            + "' is nothing that can be ideal"
            + Suggestions.nearHint(word, keys, "; expected " + String.join(", ", keys)));
  }

  /**
   * {@return whether a part is ideal}
   *
   * @param part any part
   */
  public boolean has(Ideal part) {
    return parts.contains(part);
  }

  /** {@return whether nothing is ideal} */
  public boolean isNone() {
    return parts.isEmpty() && changes.isEmpty() && rewrites.isEmpty();
  }

  /** {@return the parts, in the order of their declaration} */
  public Set<Ideal> parts() {
    return parts;
  }

  /** {@return the changes of the program's accesses, sorted} */
  public SortedSet<AccessChange> changes() {
    return changes;
  }

  /** {@return the changes of the whole program, in the order in which they are applied} */
  public SortedSet<Rewrite> rewrites() {
    return rewrites;
  }

  /** {@return whether the program is changed, not only the device} */
  public boolean isOfProgram() {
    return !changes.isEmpty() || !rewrites.isEmpty();
  }

  /** {@return the keys separated by pluses, as a setting accepts them} */
  @Override
  public String toString() {
    return isNone()
        ? NOTHING
        : Stream.of(
                parts.stream().map(Ideal::key),
                changes.stream().map(AccessChange::toString),
                rewrites.stream().map(Rewrite::toString))
            .flatMap(s -> s)
            .collect(Collectors.joining(String.valueOf(AND)));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ideals ideals
        && parts.equals(ideals.parts)
        && changes.equals(ideals.changes)
        && rewrites.equals(ideals.rewrites);
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }
}
