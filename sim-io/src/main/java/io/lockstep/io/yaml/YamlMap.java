// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.yaml;

import io.lockstep.io.InputException;
import io.lockstep.io.Placed;
import io.lockstep.io.Suggestions;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A YAML map in the file's order, with unique keys. Immutable and thread-safe.
 *
 * <p>All errors are {@link InputException}s with a position.
 */
public final class YamlMap implements Placed {
  /** A key with its position and value. */
  public record Entry(String key, String where, YamlNode value) implements Placed {}

  private final String where;
  private final List<Entry> entries;
  private final Map<String, Entry> byKey = new LinkedHashMap<>();

  YamlMap(String where, List<Entry> entries) {
    this.where = where;
    this.entries = List.copyOf(entries);
    for (Entry entry : entries) {
      Entry before = byKey.putIfAbsent(entry.key(), entry);
      if (before != null) {
        throw entry.wrong(
            "duplicate key '" + entry.key() + "'; it stands at " + shortWhere(before) + " already");
      }
    }
  }

  private static String shortWhere(Entry entry) {
    String[] parts = entry.where().split(":");
    return "line " + parts[parts.length - 2];
  }

  @Override
  public String where() {
    return where;
  }

  /** {@return all entries in the file's order} */
  public List<Entry> entries() {
    return entries;
  }

  /** {@return all keys in the file's order} */
  public Collection<String> keys() {
    return java.util.Collections.unmodifiableSet(byKey.keySet());
  }

  public boolean has(String key) {
    return byKey.containsKey(key);
  }

  public Optional<YamlNode> get(String key) {
    return Optional.ofNullable(byKey.get(key)).map(Entry::value);
  }

  /** {@return the items of a key's list; empty if the key is absent} */
  public List<YamlNode> list(String key) {
    return get(key).map(YamlNode::asList).orElse(List.of());
  }

  public Optional<Entry> entry(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /**
   * {@return the value of a required key}
   *
   * @throws InputException if the key is missing
   */
  public YamlNode require(String key) {
    Entry entry = byKey.get(key);
    if (entry == null) {
      throw new InputException(where, "the key '" + key + "' is missing");
    }
    return entry.value();
  }

  /**
   * {@return the only entry of a map that must have exactly one, such as {@code {uniform: {…}}}}
   *
   * @param what description of the expected entry, for the message
   */
  public Entry single(String what) {
    if (entries.size() != 1) {
      throw new InputException(
          where, "expected " + what + " as a map of one key, found " + entries.size() + " keys");
    }
    return entries.get(0);
  }

  /**
   * Checks that all keys are allowed.
   *
   * @throws InputException for a key that is not allowed, with the most similar allowed key
   */
  public void allowOnly(Collection<String> allowed) {
    for (Entry entry : entries) {
      if (!allowed.contains(entry.key())) {
        throw entry.wrong(
            "unknown key '" + entry.key() + "'" + Suggestions.hint(entry.key(), allowed));
      }
    }
  }

  public void allowOnly(String... allowed) {
    allowOnly(List.of(allowed));
  }
}
