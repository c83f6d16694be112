package io.lockstep.parts.spec;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A device as data: immutable, printable, validated against its family's {@link SpecSchema},
 * overridable by path. Made by {@link SpecReader}. Thread-safe.
 */
public final class DeviceSpec {
  private final String id;
  private final String name;
  private final SpecSchema schema;
  private final String file;
  private final SortedMap<String, Figure> figures;
  private final SortedMap<String, String> sources;
  private final SortedMap<String, String> overrides;

  DeviceSpec(
      String id,
      String name,
      SpecSchema schema,
      String file,
      Map<String, Figure> figures,
      Map<String, String> sources,
      Map<String, String> overrides) {
    this.id = id;
    this.name = name;
    this.schema = schema;
    this.file = file;
    this.figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
    this.sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    this.overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
  }

  /** Short id, for example {@code hd5870}. */
  public String id() {
    return id;
  }

  /** The name people know. */
  public String name() {
    return name;
  }

  /** Family of the model behind it. */
  public String family() {
    return schema.family();
  }

  /** The schema it conforms to. */
  public SpecSchema schema() {
    return schema;
  }

  /** File it was read from. */
  public String file() {
    return file;
  }

  /** All figures in order of their paths. */
  public Collection<Figure> figures() {
    return figures.values();
  }

  /** Sources by the key that figures cite. */
  public SortedMap<String, String> sources() {
    return sources;
  }

  /** Overrides of this run, path to text. */
  public SortedMap<String, String> overrides() {
    return overrides;
  }

  /** Whether the device has a figure. */
  public boolean has(String path) {
    return figures.containsKey(path);
  }

  /** A figure; a path outside the schema is a defect of the model. */
  public Figure figure(String path) {
    Figure figure = figures.get(path);
    if (figure == null) {
      throw new IllegalArgumentException(
          (schema.key(path) == null ? "schema of " + family() : id) + " has no figure " + path);
    }
    return figure;
  }

  /** A figure's value in canonical units ({@link Dimension}). */
  public long value(String path) {
    return figure(path).value();
  }

  /** A figure's value as an int. */
  public int integer(String path) {
    return Math.toIntExact(value(path));
  }

  /** An optional figure's value. */
  public OptionalLong optional(String path) {
    return has(path) ? OptionalLong.of(value(path)) : OptionalLong.empty();
  }

  /** A flag. */
  public boolean flag(String path) {
    return value(path) != 0;
  }

  /** The name of a choice. */
  public String choice(String path) {
    return schema.key(path).choices().get(integer(path));
  }

  /**
   * This specification with one figure replaced.
   *
   * @param path figure
   * @param text value with its unit
   * @throws InputException where the device has no such figure or the value is impossible
   */
  public DeviceSpec with(String path, String text) {
    String where = "--set " + path + "=" + text;
    SpecSchema.Key key = schema.key(path);
    if (key == null) {
      throw new InputException(
          where,
          id
              + " has no figure '"
              + path
              + "'"
              + Suggestions.nearest(path, schema.keys().stream().map(SpecSchema.Key::path).toList())
                  .map(n -> "; did you mean '" + n + "'?")
                  .orElse("; 'lockstep devices " + id + "' lists them"));
    }
    Figure figure = SpecReader.figure(key, text, Provenance.USER, "", "", "", where);
    SortedMap<String, Figure> changed = new TreeMap<>(figures);
    changed.put(path, figure);
    SortedMap<String, String> all = new TreeMap<>(overrides);
    all.put(path, text);
    return new DeviceSpec(id, name, schema, file, changed, sources, all);
  }

  /** SHA-256 of the family and all values in canonical units, as 64 hexadecimal digits. */
  public String hash() {
    StringBuilder text = new StringBuilder(family()).append('\n');
    for (Figure f : figures.values()) {
      text.append(f.path()).append('=').append(f.value()).append('\n');
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
