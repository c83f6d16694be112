package io.lockstep.parts.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.parts.policy.Policies;
import io.lockstep.parts.policy.Policy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A device as data: immutable, printable, validated against its family's {@link SpecSchema},
 * overridable by path. Made by {@link SpecReader}. Thread-safe.
 */
public final class DeviceSpec implements Figures {
  /** Setting of an optional figure, or of a section of such, that the device is to lack. */
  public static final String ABSENT = "absent";

  /** What the place of a figure begins with that the command line sets. */
  static final String SET = "--set ";

  private final String id;
  private final String name;
  private final SpecSchema schema;
  private final String file;
  private final SortedMap<String, Figure> figures;
  private final SortedMap<String, String> sources;
  private final SortedMap<String, String> overrides;
  private final Policies policies;
  private final SortedMap<String, Claim> claims;
  private final Ideals ideals;

  DeviceSpec(
      String id,
      String name,
      SpecSchema schema,
      String file,
      Map<String, Figure> figures,
      Map<String, String> sources,
      Map<String, String> overrides,
      Policies policies,
      Map<String, Claim> claims) {
    this.id = id;
    this.name = name;
    this.schema = schema;
    this.file = file;
    this.policies = policies;
    this.claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
    this.figures = Collections.unmodifiableSortedMap(named(figures));
    this.sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    this.overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    ideals = Ideals.of(this.overrides.getOrDefault(Ideals.SETTING, "none"), SET + Ideals.SETTING);
  }

  /** Figures with policies under their first names, each of which must be offered. */
  private SortedMap<String, Figure> named(Map<String, Figure> given) {
    SortedMap<String, Figure> all = new TreeMap<>(given);
    for (SpecSchema.Key key : schema.keys()) {
      Figure figure = key.policy() == null ? null : all.get(key.path());
      if (figure != null && !figure.text().equals(key.usual().text())) { // that one is built in
        String name = policies.find(key.policy(), figure.text(), key.path(), figure.where()).name();
        if (!name.equals(figure.text())) {
          all.put(key.path(), figure.naming(name, Policies.number(name)));
        }
      }
    }
    return all;
  }

  /**
   * {@return this specification, which may name policies of plug-ins from now on}
   *
   * @param offered built-in ones and those of plug-ins
   */
  public DeviceSpec offered(Policies offered) {
    return new DeviceSpec(id, name, schema, file, figures, sources, overrides, offered, claims);
  }

  /** {@return short id, for example {@code hd5870}} */
  public String id() {
    return id;
  }

  /**
   * The name people know.
   *
   * @return the name as people know it
   */
  public String name() {
    return name;
  }

  /**
   * Family of the model behind it.
   *
   * @return the family of the model behind it
   */
  public String family() {
    return schema.family();
  }

  /** {@return the schema it conforms to} */
  public SpecSchema schema() {
    return schema;
  }

  /**
   * File it was read from.
   *
   * @return name of the file, for messages
   */
  public String file() {
    return file;
  }

  /** {@return all figures in order of their paths} */
  public Collection<Figure> figures() {
    return figures.values();
  }

  /** {@return all figures and those that are computed from them, in order of their paths} */
  public Collection<Figure> shown() {
    SortedMap<String, Figure> all = new TreeMap<>(figures);
    schema.derived().keySet().forEach(p -> derived(p).ifPresent(f -> all.put(p, f)));
    return all.values();
  }

  private Optional<Figure> derived(String path) {
    Derived d = schema.derived().get(path);
    if (d == null || d.isOldName()) {
      return Optional.empty();
    }
    long value = d.value().applyAsLong(this);
    Dimension unit = d.key().dimension();
    String text = unit.readable(value);
    return Optional.of(new Figure(path, unit, value, text, Provenance.DERIVED, "", "", "", ""));
  }

  /** {@return sources by the key that figures cite} */
  public SortedMap<String, String> sources() {
    return sources;
  }

  /** {@return what is published of the device, by the name of the check that shows it} */
  public SortedMap<String, Claim> claims() {
    return claims;
  }

  /** {@return the same figures without claims, which is all that a model is given} */
  public DeviceSpec withoutClaims() {
    return claims.isEmpty()
        ? this
        : new DeviceSpec(id, name, schema, file, figures, sources, overrides, policies, Map.of());
  }

  /** {@return overrides of this run, path to text} */
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
   * A figure; a path outside the schema is a defect of the model.
   *
   * @param path for example {@code l1.size}
   * @return the figure, with value, source and position
   */
  public Figure figure(String path) {
    Figure figure = figures.get(path);
    if (figure == null) {
      Optional<Figure> computed = derived(path);
      if (computed.isPresent()) {
        return computed.get();
      }
      throw new IllegalArgumentException(
          (schema.key(path) == null ? "schema of " + family() : id) + " has no figure " + path);
    }
    return figure;
  }

  @Override
  public long value(String path) {
    return figure(path).value();
  }

  /**
   * An optional figure's value.
   *
   * @param path for example {@code l1.size}
   * @return the value in canonical units; empty where the device lacks the figure
   */
  @Override
  public OptionalLong optional(String path) {
    return has(path) ? OptionalLong.of(value(path)) : OptionalLong.empty();
  }

  /**
   * A flag.
   *
   * @param path a key that is a flag
   * @return whether it is set
   */
  public boolean flag(String path) {
    return value(path) != 0;
  }

  /** {@return what is ideal of it: of a device that one can buy, nothing} */
  @Override
  public Ideals ideals() {
    return ideals;
  }

  /**
   * {@return this specification with some parts ideal, and no others}
   *
   * @param wanted those parts
   */
  public DeviceSpec ideally(Ideals wanted) {
    SortedMap<String, String> all = new TreeMap<>(overrides);
    all.remove(Ideals.SETTING);
    if (!wanted.isNone()) {
      all.put(Ideals.SETTING, wanted.toString());
    }
    return new DeviceSpec(id, name, schema, file, figures, sources, all, policies, claims);
  }

  @Override
  public <P extends Policy> Optional<P> policy(String path, Class<P> kind, String own) {
    Figure figure = figures.get(path);
    return figure == null || figure.text().equals(own)
        ? Optional.empty()
        : Optional.of(policies.find(kind, figure.text(), path, figure.where()));
  }

  /**
   * The name of a choice.
   *
   * @param path a key that is a choice
   * @return the chosen name
   */
  public String choice(String path) {
    return schema.key(path).choices().get(integer(path));
  }

  /**
   * This specification with one figure changed: {@link #with(Map)}.
   *
   * @param name figure, an old name or a derived figure
   * @param text value with its unit, or a factor
   * @return a specification of its own; this one stays as it is
   */
  public DeviceSpec with(String name, String text) {
    return with(Map.of(name, text));
  }

  /**
   * This specification with figures changed.
   *
   * @param settings by name: {@code l1.size} to {@code 16KiB}; a factor of what the device has is
   *     {@code *2}; a name that ends in a question mark leaves a device without the figure alone;
   *     {@link #ABSENT} takes an optional figure, or a section of such, from the device; {@link
   *     Ideals#SETTING} is no figure, and says what is ideal
   * @return a specification of its own; this one stays as it is
   * @throws InputException where the device has no such figure, the value is impossible, or a
   *     figure is set twice
   */
  public DeviceSpec with(Map<String, String> settings) {
    if (settings.containsKey(Ideals.SETTING)) {
      Map<String, String> rest = new TreeMap<>(settings);
      String wanted = rest.remove(Ideals.SETTING);
      return with(rest).ideally(Ideals.of(wanted, SET + Ideals.SETTING));
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
      boolean old = derived != null && derived.isOldName();
      if (old && setting.isFactor()) {
        throw new InputException(
            setting.where(),
            "'"
                + setting.name()
                + "' is an old name; expected a factor of "
                + String.join(", ", derived.writes()));
      }
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
      if (!old) {
        all.put(key.path(), setting.text());
      }
    }
    given.complete(id);
    changed.values().stream()
        .filter(f -> f.where().startsWith(SET) && !all.containsKey(f.path()))
        .filter(f -> !setByDerived(f, all))
        .forEach(f -> all.put(f.path(), f.text()));
    return new DeviceSpec(id, name, schema, file, changed, sources, all, policies, claims);
  }

  /**
   * Requires that a setting of {@link #with(Map)} means something to one of several devices.
   *
   * @param settings by name, as for {@link #with(Map)}
   * @param devices the devices that they are for
   * @throws InputException where it is for devices that have a figure, and no family knows it
   */
  public static void requireKnown(Map<String, String> settings, Collection<DeviceSpec> devices) {
    settings.forEach(
        (name, text) -> {
          Setting s = Setting.of(name, text);
          if (s.ifThere() && devices.stream().noneMatch(d -> d.schema.knows(s.name()))) {
            throw new InputException(s.where(), devices.iterator().next().unknown(s.name()));
          }
        });
  }

  /** Whether the device has a figure, or all that an old or derived one is about. */
  private boolean holds(String path) {
    Derived d = schema.derived().get(path);
    return d == null ? has(path) : d.writes().stream().allMatch(this::has);
  }

  private boolean setByDerived(Figure figure, Map<String, String> all) {
    return schema.derived().values().stream()
        .anyMatch(d -> d.writes().contains(figure.path()) && all.containsKey(d.key().path()));
  }

  private String unknown(String figure) {
    return id
        + " has no figure '"
        + figure
        + "'"
        + Suggestions.nearest(figure, schema.names())
            .map(n -> "; did you mean '" + n + "'?")
            .orElse("; 'lockstep devices " + id + "' lists them");
  }

  /** {@return SHA-256 of the family and all values in canonical units, as 64 hexadecimal digits} */
  public String hash() {
    StringBuilder text = new StringBuilder(family()).append('\n');
    for (Figure f : figures.values()) {
      text.append(f.path()).append('=').append(f.value()).append('\n');
    }
    if (!ideals.isNone()) {
      text.append("ideal=").append(ideals).append('\n');
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has SHA-256
    }
  }
}
