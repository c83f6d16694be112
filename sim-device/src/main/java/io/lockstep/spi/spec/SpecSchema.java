// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.spi.policy.Policy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** All keys that specifications of a family may contain. Immutable; created by {@link Builder}. */
public final class SpecSchema {
  /**
   * One key.
   *
   * @param path for example {@code l1.size}
   * @param dimension quantity that it measures
   * @param definition one sentence for people
   * @param low smallest legal canonical value
   * @param high largest legal canonical value
   * @param required whether every specification must have the key
   * @param powerOfTwo whether only powers of two are legal
   * @param choices names of a CHOICE, otherwise empty
   * @param usual default value; null for none
   * @param policy the interface of a POLICY, otherwise null
   */
  public record Key(
      String path,
      Dimension dimension,
      String definition,
      long low,
      long high,
      boolean required,
      boolean powerOfTwo,
      List<String> choices,
      Usual usual,
      Class<? extends Policy> policy) {
    /** {@return whether a device may lack the figure} */
    public boolean isOptional() {
      return !required && (usual == null || !usual.isComputed());
    }
  }

  /**
   * The default of a figure that older files do not contain: a guess of the family, or a value
   * computed from other figures.
   *
   * @param text the value; empty if a rule computes it
   * @param low smallest plausible value
   * @param high largest plausible value
   * @param beside the default applies only to devices with this figure; empty: to all devices
   * @param rule computes the value; null if {@code text} states it
   */
  public record Usual(
      String text, String low, String high, String beside, ToLongFunction<Figures> rule) {
    boolean isComputed() {
      return rule != null;
    }
  }

  private final String family;
  private final Map<String, Key> keys;
  private final Map<String, Derived> derived;
  private final List<Part> parts;
  private final List<Constraint> constraints;
  private final List<String> steps;

  private SpecSchema(Builder b) {
    family = b.family;
    keys = new LinkedHashMap<>(b.keys);
    derived = new TreeMap<>(b.derived);
    parts = List.copyOf(b.parts);
    constraints = List.copyOf(b.constraints);
    steps = List.copyOf(b.steps);
  }

  /**
   * {@return a builder without keys}
   *
   * @param family name of the family
   */
  public static Builder builder(String family) {
    return new Builder(family);
  }

  /** {@return name of the family} */
  public String family() {
    return family;
  }

  /**
   * {@return a key by its path, or null}
   *
   * @param path for example {@code l1.size}
   */
  public Key key(String path) {
    return keys.get(path);
  }

  /** {@return all keys in order of definition} */
  public Collection<Key> keys() {
    return keys.values();
  }

  /** {@return the parts that have declared keys and checks, in order} */
  public List<Part> parts() {
    return parts;
  }

  /** {@return the constraints, in the order in which they are checked} */
  public List<Constraint> constraints() {
    return constraints;
  }

  /** {@return steps of the compiler that {@link DeviceSpec#WITHOUT} may name} */
  public List<String> steps() {
    return steps;
  }

  /** {@return derived figures by path} */
  public Map<String, Derived> derived() {
    return Collections.unmodifiableMap(derived);
  }

  /**
   * {@return the key of a figure or of a derived figure, or null}
   *
   * @param name as written in a file or command line
   */
  public Key named(String name) {
    Key key = keys.get(name);
    return key == null && derived.containsKey(name) ? derived.get(name).key() : key;
  }

  /**
   * {@return whether a figure or a derived figure has the name}
   *
   * @param name as written in a file or command line
   */
  public boolean knows(String name) {
    return named(name) != null;
  }

  /**
   * {@return whether a section contains any figure or derived figure}
   *
   * @param path for example {@code mall}
   */
  public boolean hasSection(String path) {
    String prefix = path + ".";
    return Stream.of(keys.keySet(), derived.keySet())
        .anyMatch(names -> names.stream().anyMatch(n -> n.startsWith(prefix)));
  }

  /** {@return names of keys, then of derived figures} */
  public List<String> names() {
    return Stream.concat(keys.keySet().stream(), derived.keySet().stream()).toList();
  }

  /**
   * {@return the definition of a figure, derived ones included}
   *
   * @param path path of a key or a derived figure
   */
  public String definition(String path) {
    return named(path).definition();
  }

  /** Collects keys. Not thread-safe. */
  public static final class Builder {
    private final String family;
    private final Map<String, Key> keys = new LinkedHashMap<>();
    private final Map<String, Derived> derived = new TreeMap<>();
    private final List<Part> parts = new ArrayList<>();
    private final List<Constraint> constraints = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private final Set<String> left = new TreeSet<>(); // keys removed by without()

    private Builder(String family) {
      this.family = family;
    }

    /**
     * {@return this builder with a required figure of any non-negative value}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures
     * @param definition one sentence for people
     */
    public Builder figure(String path, Dimension dimension, String definition) {
      return add(path, dimension, definition, 0, Long.MAX_VALUE, true, false, List.of());
    }

    /**
     * {@return this builder with a required figure within bounds}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures
     * @param definition one sentence for people
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder figure(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, true, false, List.of());
    }

    /**
     * {@return this builder with a required figure that must be a power of two}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures
     * @param definition one sentence for people
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder powerOfTwo(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, true, true, List.of());
    }

    /**
     * {@return this builder with a figure that a device may lack}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures
     * @param definition one sentence for people
     */
    public Builder optional(String path, Dimension dimension, String definition) {
      return add(path, dimension, definition, 0, Long.MAX_VALUE, false, false, List.of());
    }

    /**
     * {@return this builder with a figure within bounds that a device may lack}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures
     * @param definition one sentence for people
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder optional(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, false, false, List.of());
    }

    /**
     * {@return this builder with a power of two that a device may lack}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures
     * @param definition one sentence for people
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder optionalPowerOfTwo(
        String path, Dimension dimension, String definition, long low, long high) {
      return add(path, dimension, definition, low, high, false, true, List.of());
    }

    /**
     * {@return this builder with a required choice among names}
     *
     * @param path for example {@code l2.write}
     * @param definition one sentence for people
     * @param names the choices
     */
    public Builder choice(String path, String definition, String... names) {
      return add(
          path, Dimension.CHOICE, definition, 0, names.length - 1L, true, false, List.of(names));
    }

    /**
     * {@return this builder with a choice among names that a device may lack}
     *
     * @param path for example {@code l2.write}
     * @param definition one sentence for people
     * @param names the choices
     */
    public Builder optionalChoice(String path, String definition, String... names) {
      return add(
          path, Dimension.CHOICE, definition, 0, names.length - 1L, false, false, List.of(names));
    }

    /**
     * {@return this builder with a required flag}
     *
     * @param path for example {@code dispatch.overlap}
     * @param definition one sentence for people
     */
    public Builder flag(String path, String definition) {
      return add(path, Dimension.FLAG, definition, 0, 1, true, false, List.of());
    }

    /**
     * {@return this builder with a policy figure}
     *
     * @param path for example {@code issue.policy}
     * @param definition one sentence for people
     * @param kind the interface of the policies that may be named
     * @param own name of the family's default policy
     */
    public Builder policy(
        String path, String definition, Class<? extends Policy> kind, String own) {
      return policyBeside("", path, definition, kind, own);
    }

    /**
     * {@return this builder with a policy figure of an optional part}
     *
     * @param beside a figure that only devices with the part have
     * @param path for example {@code mall.replacement}
     * @param definition one sentence for people
     * @param kind the interface of the policies that may be named
     * @param own name of the family's default policy
     */
    public Builder policyBeside(
        String beside, String path, String definition, Class<? extends Policy> kind, String own) {
      Usual usual = new Usual(own, "", "", beside, null);
      Key key =
          new Key(
              path,
              Dimension.POLICY,
              definition,
              0,
              Long.MAX_VALUE,
              beside.isEmpty(),
              false,
              List.of(),
              usual,
              kind);
      if (keys.put(path, key) != null) {
        throw new IllegalArgumentException("key " + path + " defined twice");
      }
      return this;
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
      Key key =
          new Key(
              path, dimension, definition, low, high, required, powerOfTwo, choices, null, null);
      if (keys.put(path, key) != null) {
        throw new IllegalArgumentException("key " + path + " defined twice");
      }
      return this;
    }

    /**
     * {@return this builder with the keys and checks of a part}
     *
     * @param part the part that declares them
     */
    public Builder part(Part part) {
      part.declare(this);
      parts.add(part);
      return this;
    }

    /**
     * {@return this builder with constraints; a constraint is ignored if the family omits one of
     * its figures or the device lacks it}
     *
     * @param all constraints on keys that are declared when the schema is built
     */
    public Builder together(Constraint... all) {
      constraints.addAll(List.of(all));
      return this;
    }

    /**
     * {@return this builder without keys that the family's hardware or model does not have}
     *
     * @param paths keys that parts have declared before
     */
    public Builder without(String... paths) {
      for (String path : paths) {
        declared(path);
        keys.remove(path);
        left.add(path);
      }
      return this;
    }

    /**
     * {@return this builder with narrower bounds of a part's key}
     *
     * @param path a key that a part has declared before
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder limit(String path, long low, long high) {
      return limit(path, low, high, declared(path).powerOfTwo());
    }

    /**
     * {@return this builder with narrower bounds of a part's key, and only powers of two}
     *
     * @param path a key that a part has declared before
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder limitPowerOfTwo(String path, long low, long high) {
      return limit(path, low, high, true);
    }

    private Builder limit(String path, long low, long high, boolean powerOfTwo) {
      Key k = declared(path);
      if (low < k.low() || high > k.high()) {
        throw new IllegalArgumentException(path + " is wider than its part has it");
      }
      return replace(k, low, high, powerOfTwo, k.usual());
    }

    /**
     * {@return this builder with a default and its range, so that files older than the figure load}
     *
     * @param path a key that was declared before
     * @param text the value with its unit
     * @param low smallest plausible value, with its unit
     * @param high largest plausible value, with its unit
     */
    public Builder usually(String path, String text, String low, String high) {
      return usuallyBeside("", path, text, low, high);
    }

    /**
     * {@return this builder with a default that applies only to devices with another figure}
     *
     * @param beside the other figure
     * @param path a key that was declared before
     * @param text the value with its unit
     * @param low smallest plausible value, with its unit
     * @param high largest plausible value, with its unit
     */
    public Builder usuallyBeside(String beside, String path, String text, String low, String high) {
      return usually(path, new Usual(text, low, high, beside, null));
    }

    /**
     * {@return this builder with a default that is computed from other figures}
     *
     * @param path a key that was declared before
     * @param rule computes the key's canonical value
     */
    public Builder usually(String path, ToLongFunction<Figures> rule) {
      return usually(path, new Usual("", "", "", "", rule));
    }

    private Builder usually(String path, Usual usual) {
      Key k = declared(path);
      return replace(k, k.low(), k.high(), k.powerOfTwo(), usual);
    }

    private Builder replace(Key k, long low, long high, boolean powerOfTwo, Usual usual) {
      keys.put(
          k.path(),
          new Key(
              k.path(),
              k.dimension(),
              k.definition(),
              low,
              high,
              k.required(),
              powerOfTwo,
              k.choices(),
              usual,
              k.policy()));
      return this;
    }

    private Key declared(String path) {
      Key key = keys.get(path);
      if (key == null) {
        throw new IllegalArgumentException("no key " + path);
      }
      return key;
    }

    /**
     * {@return this builder with steps of the compiler that an experiment can leave out}
     *
     * @param names names of steps, as passed to {@link Figures#omits}
     */
    public Builder steps(Collection<String> names) {
      steps.addAll(names);
      return this;
    }

    /**
     * {@return this builder with a derived figure}
     *
     * @param figure computed from keys of this schema
     */
    public Builder derived(Derived figure) {
      derived.put(figure.key().path(), figure);
      return this;
    }

    /** {@return the finished schema} */
    public SpecSchema build() {
      derived.values().forEach(d -> d.writes().forEach(this::declared));
      for (Constraint constraint : constraints) {
        constraint.named().stream().filter(p -> !left.contains(p)).forEach(this::declared);
      }
      for (String name : List.copyOf(keys.keySet())) {
        if (derived.containsKey(name)) {
          throw new IllegalArgumentException(name + " is a key and another's name");
        }
      }
      return new SpecSchema(this);
    }
  }
}
