// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.spi.policy.Policies;
import io.lockstep.spi.policy.Policy;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * A device as data, validated against its family's {@link SpecSchema}, overridable by path. Made by
 * {@link SpecReader}. Immutable and thread-safe.
 */
public final class DeviceSpec implements Figures {
  /**
   * Name of the setting that omits compiler steps, such as {@code spills+if_conversion}; not
   * allowed in files.
   */
  public static final String WITHOUT = "compiler.without";

  /** Value of a setting that removes an optional figure, or a section of optional figures. */
  public static final String ABSENT = "absent";

  /** Prefix of the position of a figure that was set on the command line. */
  static final String SET = "--set ";

  private final Head head;
  private final SpecSchema schema;
  private final SortedMap<String, Figure> figures;
  private final SortedMap<String, String> sources;
  private final SortedMap<String, String> overrides;
  private final Policies policies;
  private final SortedMap<String, Claim> claims;
  private final Ideals ideals;
  private final SortedSet<String> omitted; // omitted compiler steps
  private String hash; // null until computed

  /**
   * The part of a specification that no override changes.
   *
   * @param isImaginary whether the device does not exist
   * @param origins device whose file has the value, by path of each inherited figure
   */
  record Head(
      String id,
      String name,
      Product product,
      boolean isImaginary,
      SpecSchema schema,
      String file,
      Map<String, String> origins) {}

  DeviceSpec(
      Head head,
      Map<String, Figure> figures,
      Map<String, String> sources,
      Map<String, String> overrides,
      Policies policies,
      Map<String, Claim> claims) {
    this.head = head;
    schema = head.schema;
    this.policies = policies;
    this.claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
    this.figures = Collections.unmodifiableSortedMap(named(figures));
    this.sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    this.overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    ideals = Ideals.of(this.overrides.getOrDefault(Ideals.SETTING, "none"), SET + Ideals.SETTING);
    omitted = CompilerSteps.of(this.overrides.getOrDefault(WITHOUT, ""));
  }

  /** Creates a specification with the figures of another. */
  private DeviceSpec(
      DeviceSpec like, SortedMap<String, String> overrides, SortedMap<String, Claim> claims) {
    head = like.head;
    schema = like.schema;
    figures = like.figures;
    sources = like.sources;
    policies = like.policies;
    this.claims = Collections.unmodifiableSortedMap(claims);
    this.overrides = Collections.unmodifiableSortedMap(overrides);
    ideals = Ideals.of(this.overrides.getOrDefault(Ideals.SETTING, "none"), SET + Ideals.SETTING);
    omitted = CompilerSteps.of(this.overrides.getOrDefault(WITHOUT, ""));
  }

  /** Replaces alternative names of policies by primary ones; refuses unknown policies. */
  private SortedMap<String, Figure> named(Map<String, Figure> given) {
    SortedMap<String, Figure> all = new TreeMap<>(given);
    for (SpecSchema.Key key : schema.keys()) {
      Figure figure = key.policy() == null ? null : all.get(key.path());
      if (figure != null && !figure.text().equals(key.usual().text())) {
        String name = policies.find(key.policy(), figure.text(), key.path(), figure.where()).name();
        if (!name.equals(figure.text())) {
          all.put(key.path(), figure.naming(name, Policies.number(name)));
        }
      }
    }
    return all;
  }

  /**
   * {@return this specification, or a copy that may name policies of plug-ins}
   *
   * @param offered built-in policies and those of plug-ins
   */
  public DeviceSpec offered(Policies offered) {
    return offered == policies
        ? this
        : new DeviceSpec(head, figures, sources, overrides, offered, claims);
  }

  /** {@return short id, for example {@code hd5870}} */
  public String id() {
    return head.id;
  }

  /** {@return the device's name, for people} */
  public String name() {
    return head.name;
  }

  /** {@return vendor, generation and date, as far as the device's file states them} */
  public Product product() {
    return head.product;
  }

  /**
   * {@return whether the device does not exist: its file says {@code imaginary: true}} What its
   * figures and claims promise and its model does not reach is then a warning.
   */
  public boolean isImaginary() {
    return head.isImaginary;
  }

  /** {@return the model family} */
  public String family() {
    return schema.family();
  }

  /** {@return the schema of the device's family} */
  public SpecSchema schema() {
    return schema;
  }

  /** {@return the name of the device's file, for messages} */
  public String file() {
    return head.file;
  }

  /** {@return all figures in order of their paths} */
  public Collection<Figure> figures() {
    return figures.values();
  }

  /** {@return all figures, including derived figures, in order of their paths} */
  public Collection<Figure> shown() {
    SortedMap<String, Figure> all = new TreeMap<>(figures);
    schema.derived().keySet().forEach(p -> derived(p).ifPresent(f -> all.put(p, f)));
    return all.values();
  }

  private Optional<Figure> derived(String path) {
    Derived d = schema.derived().get(path);
    if (d == null) {
      return Optional.empty();
    }
    long value = d.value().applyAsLong(this);
    Dimension unit = d.key().dimension();
    String text = unit.readable(value);
    return Optional.of(new Figure(path, unit, value, text, Provenance.DERIVED, "", "", "", ""));
  }

  /**
   * {@return the id of the device whose file has a figure's value; empty if that is this device's
   * file or the value was set for this run}
   *
   * @param path for example {@code l1.size}
   */
  public Optional<String> inheritedFrom(String path) {
    Figure figure = figures.get(path);
    return figure == null || figure.where().startsWith(SET)
        ? Optional.empty()
        : Optional.ofNullable(head.origins.get(path));
  }

  /** {@return sources by the key that figures cite} */
  public SortedMap<String, String> sources() {
    return sources;
  }

  /** {@return published values of the device, by the name of the check that measures each} */
  public SortedMap<String, Claim> claims() {
    return claims;
  }

  /** {@return a copy without claims, as models receive it} */
  public DeviceSpec withoutClaims() {
    return claims.isEmpty() ? this : new DeviceSpec(this, overrides, Collections.emptySortedMap());
  }

  /** {@return overrides of this run: text by path} */
  public SortedMap<String, String> overrides() {
    return overrides;
  }

  /**
   * {@return whether the device has a figure}
   *
   * @param path for example {@code l1.size}
   */
  @Override
  public boolean has(String path) {
    return figures.containsKey(path);
  }

  /**
   * {@return a figure with value, source and position}
   *
   * @param path for example {@code l1.size}; an unknown one is a bug in the model
   */
  public Figure figure(String path) {
    Figure figure = figures.get(path);
    if (figure == null) {
      Optional<Figure> computed = derived(path);
      if (computed.isPresent()) {
        return computed.get();
      }
      throw new IllegalArgumentException(
          (schema.key(path) == null ? "schema of " + family() : id()) + " has no figure " + path);
    }
    return figure;
  }

  @Override
  public long value(String path) {
    return figure(path).value();
  }

  /**
   * {@return an optional figure's value in canonical units; empty if the device lacks it}
   *
   * @param path for example {@code l1.size}
   */
  @Override
  public OptionalLong optional(String path) {
    return has(path) ? OptionalLong.of(value(path)) : OptionalLong.empty();
  }

  /**
   * {@return the value of a declared or derived figure; empty if the device has neither}
   *
   * @param path for example {@code dram.bandwidth}
   */
  public OptionalLong known(String path) {
    return has(path) || derived(path).isPresent()
        ? OptionalLong.of(value(path))
        : OptionalLong.empty();
  }

  /**
   * {@return whether a flag is set}
   *
   * @param path a key that is a flag
   */
  public boolean flag(String path) {
    return value(path) != 0;
  }

  /** {@return the ideal parts of the device; none for a real one} */
  @Override
  public Ideals ideals() {
    return ideals;
  }

  @Override
  public boolean omits(String step) {
    return omitted.contains(step);
  }

  private CompilerSteps steps() {
    return new CompilerSteps(id(), schema.steps());
  }

  private DeviceSpec without(Setting setting) {
    SortedMap<String, String> all = new TreeMap<>(overrides);
    all.remove(WITHOUT);
    String steps = steps().checked(setting.text(), setting.ifThere(), setting.where());
    if (!steps.isEmpty()) {
      all.put(WITHOUT, steps);
    }
    return new DeviceSpec(this, all, claims);
  }

  /**
   * {@return a copy with exactly these ideal parts}
   *
   * @param wanted the ideal parts
   */
  public DeviceSpec ideally(Ideals wanted) {
    SortedMap<String, String> all = new TreeMap<>(overrides);
    all.remove(Ideals.SETTING);
    if (!wanted.isNone()) {
      all.put(Ideals.SETTING, wanted.toString());
    }
    return new DeviceSpec(this, all, claims);
  }

  @Override
  public <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
    Figure figure = figures.get(path);
    return figure == null || figure.text().equals(own)
        ? Optional.empty()
        : Optional.of(policies.find(kind, figure.text(), path, figure.where()));
  }

  /**
   * {@return the chosen name of a choice}
   *
   * @param path a key that is a choice
   */
  public String choice(String path) {
    return schema.key(path).choices().get(integer(path));
  }

  /**
   * {@return a copy with one figure changed, see {@link #with(Map)}}
   *
   * @param name figure or derived figure
   * @param text value with its unit, or a factor
   */
  public DeviceSpec with(String name, String text) {
    return with(Map.of(name, text));
  }

  /**
   * {@return a copy with figures changed}
   *
   * @param settings by name: {@code l1.size} to {@code 16KiB}; {@code *2} multiplies the present
   *     value; a name that ends in a question mark has no effect on a device without the figure;
   *     {@link #ABSENT} removes an optional figure, or a section of optional figures; {@link
   *     Ideals#SETTING} selects ideal parts; {@link #WITHOUT} names steps of the compiler to leave
   *     out, with pluses between
   * @throws InputException if the device has no such figure, the value is illegal, or a figure is
   *     set twice
   */
  public DeviceSpec with(Map<String, String> settings) {
    if (settings.containsKey(Ideals.SETTING)) {
      Map<String, String> rest = new TreeMap<>(settings);
      String wanted = rest.remove(Ideals.SETTING);
      return with(rest).ideally(Ideals.of(wanted, SET + Ideals.SETTING));
    }
    for (String written : List.of(WITHOUT, WITHOUT + "?")) {
      if (settings.containsKey(written)) {
        Map<String, String> rest = new TreeMap<>(settings);
        Setting steps = Setting.of(written, rest.remove(written));
        return with(rest).without(steps);
      }
    }
    SortedMap<String, Figure> changed = new TreeMap<>(figures);
    SortedMap<String, String> all = new TreeMap<>(overrides);
    GivenFigures given = new GivenFigures(schema, changed);
    for (Map.Entry<String, String> e : settings.entrySet()) {
      Setting setting = Setting.of(e.getKey(), e.getValue());
      if (setting.isAbsent()) {
        List<String> taken = setting.taken(schema, this::unknown);
        boolean has = taken.stream().anyMatch(figures::containsKey);
        given.take(setting, taken, Setting.beside(schema, taken)).forEach(all::remove);
        if (has) {
          all.put(setting.name(), ABSENT);
        }
        continue;
      }
      SpecSchema.Key key = schema.named(setting.name());
      if (setting.ifThere() && (key == null || !holds(key.path()))) {
        continue;
      }
      if (key == null) {
        throw new InputException(setting.where(), unknown(setting.name()));
      }
      Derived derived = schema.derived().get(key.path());
      String text =
          setting.value(
              key, Optional.ofNullable(figures.get(key.path())).or(() -> derived(key.path())));
      Figure figure = SpecReader.figure(key, text, Provenance.USER, "", "", "", setting.where());
      if (setting.isFactor()) {
        figure = figure.showing(key.dimension().show(figure.value(), figure(key.path()).text()));
      }
      given.give(setting.name(), setting.where(), figure);
      if (derived != null) {
        derived.writes().forEach(all::remove);
      }
      all.put(key.path(), setting.text());
    }
    given.complete(id());
    changed.values().stream()
        .filter(f -> f.where().startsWith(SET) && !all.containsKey(f.path()))
        .filter(
            f ->
                schema.derived().values().stream()
                    .noneMatch(
                        d -> d.writes().contains(f.path()) && all.containsKey(d.key().path())))
        .forEach(f -> all.put(f.path(), f.text()));
    return new DeviceSpec(head, changed, sources, all, policies, claims);
  }

  /**
   * Requires that the family of at least one of several devices has the figure of each setting that
   * is marked with a question mark.
   *
   * @param settings by name, as for {@link #with(Map)}
   * @param devices the devices with these settings
   * @throws InputException if no family has such a figure
   */
  public static void requireKnown(Map<String, String> settings, Collection<DeviceSpec> devices) {
    settings.forEach(
        (name, text) -> {
          Setting s = Setting.of(name, text);
          if (s.ifThere() && s.name().equals(WITHOUT)) {
            requireSteps(s.text(), s.where(), devices);
          } else if (s.ifThere() && devices.stream().noneMatch(d -> d.schema.knows(s.name()))) {
            throw new InputException(s.where(), devices.iterator().next().unknown(s.name()));
          }
        });
  }

  /**
   * Requires that the compiler of at least one of several devices has each step of {@link
   * #WITHOUT}.
   *
   * @param text names with pluses between
   * @param where position of the setting, for messages
   * @param devices the devices
   * @throws InputException if no device has a step
   */
  public static void requireSteps(String text, String where, Collection<DeviceSpec> devices) {
    for (String step : CompilerSteps.of(text)) {
      if (devices.stream().noneMatch(d -> d.schema.steps().contains(step))) {
        throw devices.iterator().next().steps().unknown(step, where);
      }
    }
  }

  /** Returns whether the device has a figure, or all figures that a derived figure sets. */
  private boolean holds(String path) {
    Derived d = schema.derived().get(path);
    return d == null ? has(path) : d.writes().stream().allMatch(this::has);
  }

  private String unknown(String figure) {
    return id()
        + " has no figure '"
        + figure
        + "'"
        + schema
            .stepHint(figure)
            .orElseGet(
                () ->
                    Suggestions.nearHint(
                        figure, schema.names(), "; 'lockstep devices " + id() + "' lists them"));
  }

  /**
   * {@return SHA-256 of the family, the values in canonical units, the ideal parts and the omitted
   * compiler steps, as 64 hexadecimal digits}
   */
  public String hash() {
    if (hash == null) { // a benign race: all threads compute the same value
      hash = computeHash();
    }
    return hash;
  }

  private String computeHash() {
    StringBuilder text = new StringBuilder(family()).append('\n');
    for (Figure f : figures.values()) {
      text.append(f.path()).append('=').append(f.value()).append('\n');
    }
    if (!ideals.isNone()) {
      text.append("ideal=").append(ideals).append('\n');
    }
    if (!omitted.isEmpty()) {
      text.append(WITHOUT).append('=').append(overrides.get(WITHOUT)).append('\n');
    }
    return Digests.sha256(text.toString());
  }
}
