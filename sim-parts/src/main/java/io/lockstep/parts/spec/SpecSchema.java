package io.lockstep.parts.spec;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every key that a specification of one family may hold. Immutable; made by {@link Builder}. */
public final class SpecSchema {
  /**
   * One key.
   *
   * @param path for example {@code l1.size}
   * @param dimension what it measures
   * @param definition one sentence for people
   * @param low smallest legal canonical value
   * @param high largest legal canonical value
   * @param required whether every specification must have it
   * @param powerOfTwo whether only powers of two are possible
   * @param choices names of a CHOICE, otherwise empty
   */
  public record Key(
      String path,
      Dimension dimension,
      String definition,
      long low,
      long high,
      boolean required,
      boolean powerOfTwo,
      List<String> choices) {}

  private final String family;
  private final Map<String, Key> keys;

  private SpecSchema(String family, Map<String, Key> keys) {
    this.family = family;
    this.keys = keys;
  }

  /** Starts a schema. */
  public static Builder builder(String family) {
    return new Builder(family);
  }

  /** The family it is for. */
  public String family() {
    return family;
  }

  /** A key by its path, or null. */
  public Key key(String path) {
    return keys.get(path);
  }

  /** All keys in order of definition. */
  public Collection<Key> keys() {
    return keys.values();
  }

  /** Collects keys; every method returns the builder. Not thread-safe. */
  public static final class Builder {
    private final String family;
    private final Map<String, Key> keys = new LinkedHashMap<>();

    private Builder(String family) {
      this.family = family;
    }

    /** A required figure of any positive or zero value. */
    public Builder figure(String path, Dimension dimension, String definition) {
      return add(path, dimension, definition, 0, Long.MAX_VALUE, true, false, List.of());
    }

    /** A required figure within bounds (canonical units). */
    public Builder figure(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, true, false, List.of());
    }

    /** A required figure that must be a power of two. */
    public Builder powerOfTwo(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, true, true, List.of());
    }

    /** A figure that a device may lack. */
    public Builder optional(String path, Dimension dimension, String definition) {
      return add(path, dimension, definition, 0, Long.MAX_VALUE, false, false, List.of());
    }

    /** A figure within bounds that a device may lack. */
    public Builder optional(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, false, false, List.of());
    }

    /** A power of two that a device may lack. */
    public Builder optionalPowerOfTwo(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, false, true, List.of());
    }

    /** A required choice among names. */
    public Builder choice(String path, String definition, String... names) {
      return add(
          path, Dimension.CHOICE, definition, 0, names.length - 1L, true, false, List.of(names));
    }

    /** A choice among names that a device may lack. */
    public Builder optionalChoice(String path, String definition, String... names) {
      return add(
          path, Dimension.CHOICE, definition, 0, names.length - 1L, false, false, List.of(names));
    }

    /** A required flag. */
    public Builder flag(String path, String definition) {
      return add(path, Dimension.FLAG, definition, 0, 1, true, false, List.of());
    }

    private Builder add(
        String path,
        Dimension dimension,
        String definition,
        long low,
        long high,
        boolean required,
        boolean powerOfTwo,
        List<String> choices) {
      Key key = new Key(path, dimension, definition, low, high, required, powerOfTwo, choices);
      if (keys.put(path, key) != null) {
        throw new IllegalArgumentException("key " + path + " defined twice");
      }
      return this;
    }

    /** The finished schema. */
    public SpecSchema build() {
      return new SpecSchema(family, new LinkedHashMap<>(keys));
    }
  }
}
