// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import io.lockstep.spi.policy.Policy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
   * @param legal the legal values
   * @param required whether every specification must have the key
   * @param usual default value; null for none
   */
  public record Key(
      String path,
      Dimension dimension,
      String definition,
      Legal legal,
      boolean required,
      Usual usual) {
    /** {@return smallest legal canonical value} */
    public long low() {
      return legal.bounds.low();
    }

    /** {@return largest legal canonical value} */
    public long high() {
      return legal.bounds.high();
    }

    /** {@return whether only powers of two are legal} */
    public boolean powerOfTwo() {
      return legal.bounds.powerOfTwo();
    }

    /** {@return names of a CHOICE, otherwise empty} */
    public List<String> choices() {
      return legal.choices;
    }

    /** {@return the interface of a POLICY, otherwise null} */
    public Class<? extends Policy> policy() {
      return legal.policy;
    }

    /** {@return whether a device may lack the figure} */
    public boolean isOptional() {
      return !required && (usual == null || !usual.isComputed());
    }
  }

  /**
   * The legal values of a key.
   *
   * @param bounds bounds of canonical values
   * @param choices names of a CHOICE, otherwise empty
   * @param policy the interface of a POLICY, otherwise null
   */
  public record Legal(Bounds bounds, List<String> choices, Class<? extends Policy> policy) {
    Legal with(Bounds others) {
      return new Legal(others, choices, policy);
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

  /**
   * {@return how to leave out the step of the compiler that a name of section {@code compiler} is,
   * for messages; empty for other names}
   *
   * @param name a name that is no figure of the family
   */
  public Optional<String> stepHint(String name) {
    String step = name.substring(name.indexOf('.') + 1);
    return name.equals("compiler." + step) && steps.contains(step)
        ? Optional.of("; the setting '" + DeviceSpec.WITHOUT + "=" + step + "' leaves it out")
        : Optional.empty();
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
    private Key last; // refined by qualifiers
    private boolean isOwn; // whether the last key was declared here, not by a part

    private Builder(String family) {
      this.family = family;
    }

    /**
     * {@return this builder with a required key, which the next qualifiers refine: {@link
     * #between}, {@link #powerOfTwo}, {@link #oneOf}, {@link #policy}, {@link #optional}, {@link
     * #usually}}
     *
     * @param path for example {@code l1.size}
     * @param dimension quantity that it measures; values of a quantity are not negative
     * @param definition one sentence for people
     */
    public Builder key(String path, Dimension dimension, String definition) {
      long high = dimension == Dimension.FLAG ? 1 : Long.MAX_VALUE;
      Key key =
          new Key(
              path,
              dimension,
              definition,
              new Legal(Bounds.of(0, high), List.of(), null),
              true,
              null);
      if (keys.put(path, key) != null) {
        throw new IllegalArgumentException("key " + path + " defined twice");
      }
      last = key;
      isOwn = true;
      return this;
    }

    /**
     * {@return this builder, whose next qualifiers refine a key that was declared before, for
     * example by a part}
     *
     * @param path the key
     */
    public Builder key(String path) {
      last = declared(path);
      isOwn = false;
      return this;
    }

    /**
     * {@return this builder with bounds of the last key, which may only be narrowed if a part has
     * declared the key}
     *
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder between(long low, long high) {
      if (!isOwn && (low < last.low() || high > last.high())) {
        throw new IllegalArgumentException(last.path() + " is wider than its part has it");
      }
      return replace(last.legal().with(new Bounds(low, high, last.powerOfTwo())));
    }

    /**
     * {@return this builder with bounds of a key that was declared before, which the next
     * qualifiers refine}
     *
     * @param path the key
     * @param low smallest legal value, canonical
     * @param high largest legal value, canonical
     */
    public Builder between(String path, long low, long high) {
      return key(path).between(low, high);
    }

    /** Returns the dimension of the last key. */
    Dimension dimension() {
      return last.dimension();
    }

    /** {@return this builder, of whose last key only powers of two are legal} */
    public Builder powerOfTwo() {
      return replace(last.legal().with(new Bounds(last.low(), last.high(), true)));
    }

    /**
     * {@return this builder with the choices of the last key, a CHOICE}
     *
     * @param names the choices
     */
    public Builder oneOf(String... names) {
      return replace(new Legal(Bounds.of(0, names.length - 1L), List.of(names), null));
    }

    /** {@return this builder, whose last key a device may lack} */
    public Builder optional() {
      return replace(last.legal(), false, last.usual());
    }

    /**
     * {@return this builder with the interface and the default of the last key, whose dimension
     * must be POLICY}
     *
     * @param kind the interface of the policies that may be named
     * @param own name of the family's default policy
     */
    public Builder policy(Class<? extends Policy> kind, String own) {
      Legal legal = new Legal(last.legal().bounds(), last.choices(), kind);
      return replace(legal, last.required(), new Usual(own, "", "", "", null));
    }

    /**
     * {@return this builder with a default of the last key and its range, so that files older than
     * the key load}
     *
     * @param text the value with its unit
     * @param low smallest plausible value, with its unit
     * @param high largest plausible value, with its unit
     */
    public Builder usually(String text, String low, String high) {
      return replace(last.legal(), last.required(), new Usual(text, low, high, "", null));
    }

    /**
     * {@return this builder with a default of a key that was declared before and its range}
     *
     * @param path the key, which the next qualifiers refine
     * @param text the value with its unit
     * @param low smallest plausible value, with its unit
     * @param high largest plausible value, with its unit
     */
    public Builder usually(String path, String text, String low, String high) {
      return key(path).usually(text, low, high);
    }

    /**
     * {@return this builder with a computed default of a key that was declared before}
     *
     * @param path the key, which the next qualifiers refine
     * @param rule computes the key's canonical value
     */
    public Builder usually(String path, ToLongFunction<Figures> rule) {
      return key(path).usually(rule);
    }

    /**
     * {@return this builder with a default of the last key that is computed from other figures}
     *
     * @param rule computes the key's canonical value
     */
    public Builder usually(ToLongFunction<Figures> rule) {
      return replace(last.legal(), last.required(), new Usual("", "", "", "", rule));
    }

    /**
     * {@return this builder, whose last key's default applies only to devices with another figure;
     * devices without it lack a policy}
     *
     * @param other a figure that only devices with an optional part have
     */
    public Builder beside(String other) {
      Usual u = last.usual();
      return replace(
          last.legal(),
          last.required() && last.policy() == null,
          new Usual(u.text(), u.low(), u.high(), other, u.rule()));
    }

    private Builder replace(Legal legal) {
      return replace(legal, last.required(), last.usual());
    }

    private Builder replace(Legal legal, boolean required, Usual usual) {
      return replace(
          new Key(last.path(), last.dimension(), last.definition(), legal, required, usual));
    }

    private Builder replace(Key key) {
      keys.put(key.path(), key);
      last = key;
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
