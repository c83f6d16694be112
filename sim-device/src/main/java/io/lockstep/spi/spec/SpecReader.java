// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.spec;

import io.lockstep.io.Bounds;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.spi.policy.Policies;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads specifications from YAML. Unknown keys, wrong units and illegal values are errors with line
 * and column.
 *
 * <p>The layout is that of the shipped files: {@code device}, {@code name}, {@code vendor}, {@code
 * generation} and {@code released} ({@link Product}), {@code family} (or {@code extends} another
 * device), {@code imaginary: true} for a device that does not exist, {@code sources}, then figures
 * in nested sections. A figure is {@code {value, from, source, range, error, unit}}; a bare value
 * counts as set by the user, and {@code absent} removes an optional figure or a section of optional
 * figures. A measured figure may state an error instead of a range, {@code 5%} or {@code 3cycles}.
 * Section {@code claims} holds published values of this device that no model reads: {@link Claim};
 * they are not inherited.
 */
public final class SpecReader {
  private static final List<String> HEAD =
      List.of(
          "device",
          "name",
          "vendor",
          "generation",
          "released",
          "family",
          "extends",
          "imaginary",
          "sources",
          "claims");

  private SpecReader() {}

  private static <T> T known(YamlNode name, Function<String, T> all) {
    try {
      return all.apply(name.asText());
    } catch (NoSuchElementException e) {
      throw new InputException(name.where(), e.getMessage());
    }
  }

  /**
   * {@return a specification shipped with a module}
   *
   * @param name the resource's name, for messages
   * @param in the resource, opened by the module that contains it (other modules cannot), closed
   *     here; null if missing
   * @param schema schema of the module's family
   */
  public static DeviceSpec resource(String name, InputStream in, SpecSchema schema) {
    return resource(name, in, schema, id -> null);
  }

  /**
   * {@return a specification shipped with a module, which may extend another of the module}
   *
   * @param name the resource's name, for messages
   * @param in the resource, opened by the module that contains it, closed here; null if missing
   * @param schema schema of the module's family
   * @param devices device by id, for {@code extends}; null or an exception if unknown
   */
  public static DeviceSpec resource(
      String name, InputStream in, SpecSchema schema, Function<String, DeviceSpec> devices) {
    if (in == null) {
      throw new InputException(name, "no such resource");
    }
    try (in) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return read(name, text, family -> schema, devices);
    } catch (IOException e) {
      throw new InputException(name, "cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * {@return a specification read from YAML}
   *
   * @param file name for messages
   * @param text YAML
   * @param families schema by family name; null, or a {@link NoSuchElementException} with an
   *     explanation, if unknown
   * @param devices device by id, for {@code extends}; null or an exception as for {@code families}
   */
  public static DeviceSpec read(
      String file,
      String text,
      Function<String, SpecSchema> families,
      Function<String, DeviceSpec> devices) {
    return read(file, text, families, devices, Policies.BUILT_IN);
  }

  /**
   * {@return a specification that may name policies of plug-ins}
   *
   * @param file name for messages
   * @param text YAML
   * @param families schema by family name; null, or a {@link NoSuchElementException} with an
   *     explanation, if unknown
   * @param devices device by id, for {@code extends}; null or an exception as for {@code families}
   * @param policies the available policies
   */
  public static DeviceSpec read(
      String file,
      String text,
      Function<String, SpecSchema> families,
      Function<String, DeviceSpec> devices,
      Policies policies) {
    YamlMap root = YamlFile.read(file, text).asMap();
    YamlNode idNode = root.require("device");
    String id = idNode.asText();
    if (!id.matches("[a-z0-9][a-z0-9_.-]*")) {
      throw new InputException(
          idNode.where(),
          "a device's id is lower-case letters, digits, '-', '_', '.': '" + id + "'");
    }
    DeviceSpec base = null;
    SpecSchema schema;
    if (root.has("extends")) {
      YamlNode node = root.require("extends");
      base = known(node, devices);
      if (base == null) {
        throw new InputException(node.where(), "unknown device '" + node.asText() + "'");
      }
      schema = base.schema();
      if (root.has("family") && !root.require("family").asText().equals(schema.family())) {
        throw new InputException(
            root.require("family").where(),
            "expected family '" + schema.family() + "', that of " + base.id());
      }
    } else {
      YamlNode node = root.require("family");
      schema = known(node, families);
      if (schema == null) {
        throw new InputException(node.where(), "unknown family '" + node.asText() + "'");
      }
    }
    SortedMap<String, String> sources = new TreeMap<>();
    SortedMap<String, Figure> figures = new TreeMap<>();
    SortedMap<String, Claim> claims = new TreeMap<>();
    if (base != null) {
      sources.putAll(base.sources());
      base.figures().forEach(f -> figures.put(f.path(), f));
    }
    root.get("sources")
        .ifPresent(s -> s.asMap().entries().forEach(e -> sources.put(e.key(), e.value().asText())));
    GivenFigures given = new GivenFigures(schema, figures);
    for (YamlMap.Entry entry : root.entries()) {
      if (!HEAD.contains(entry.key())) {
        section(schema, sources, entry.key(), entry, given);
      }
    }
    given.complete(root.where());
    root.get("claims").ifPresent(c -> ClaimReader.read(c, sources, claims));
    String name = root.get("name").map(YamlNode::asText).orElse(base != null ? base.name() : id);
    Product product = product(root, base == null ? Product.UNKNOWN : base.product());
    DeviceSpec.Head head =
        new DeviceSpec.Head(
            id, name, product, isImaginary(root, base), schema, file, origins(base, figures));
    return new DeviceSpec(head, figures, sources, Map.of(), policies, claims);
  }

  /** A file inherits it. */
  private static boolean isImaginary(YamlMap root, DeviceSpec base) {
    return root.get("imaginary")
        .map(YamlNode::asBoolean)
        .orElse(base != null && base.isImaginary());
  }

  /** Returns the device whose file has the value, by path of each figure that a file inherits. */
  private static Map<String, String> origins(DeviceSpec base, Map<String, Figure> figures) {
    Map<String, String> origins = new TreeMap<>();
    if (base != null) {
      for (Figure f : base.figures()) {
        if (f.equals(figures.get(f.path()))) {
          origins.put(f.path(), base.inheritedFrom(f.path()).orElse(base.id()));
        }
      }
    }
    return origins;
  }

  private static Product product(YamlMap root, Product base) {
    Optional<YamlNode> released = root.get("released");
    if (released.isPresent() && !released.get().raw().matches("\\d{4}(-(0[1-9]|1[0-2]))?")) {
      throw new InputException(
          released.get().where(), "expected a year or a month, for example 2009-09");
    }
    return new Product(
        root.get("vendor").map(YamlNode::asText).orElse(base.vendor()),
        root.get("generation").map(YamlNode::asText).orElse(base.generation()),
        released.map(YamlNode::raw).orElse(base.released()));
  }

  private static void section(
      SpecSchema schema,
      SortedMap<String, String> sources,
      String path,
      YamlMap.Entry entry,
      GivenFigures out) {
    if (isAbsent(entry.value())) {
      Setting absent = Setting.absent(path, entry.where());
      List<String> taken = absent.taken(schema, p -> unknown(schema, p));
      out.take(absent, taken, Setting.beside(schema, taken));
      return;
    }
    SpecSchema.Key key = schema.named(path);
    if (key != null) {
      out.give(path, entry.where(), figure(key, entry.value(), sources));
      return;
    }
    if (!entry.value().isMap() || entry.value().asMap().has("value") || !schema.hasSection(path)) {
      throw new InputException(entry.where(), unknown(schema, path));
    }
    for (YamlMap.Entry inner : entry.value().asMap().entries()) {
      section(schema, sources, path + "." + inner.key(), inner, out);
    }
  }

  private static boolean isAbsent(YamlNode node) {
    return !node.isMap() && !node.isList() && node.raw().equals(DeviceSpec.ABSENT);
  }

  private static String unknown(SpecSchema schema, String path) {
    return "unknown figure '%s' of family %s".formatted(path, schema.family())
        + schema.stepHint(path).orElseGet(() -> Suggestions.nearHint(path, schema.names()));
  }

  private static Figure figure(
      SpecSchema.Key key, YamlNode node, SortedMap<String, String> sources) {
    if (!node.isMap()) {
      return figure(key, scalar(node), Provenance.USER, "", "", "", node.where());
    }
    YamlMap map = node.asMap();
    map.allowOnly("value", "from", "source", "range", "error", "unit");
    YamlNode fromNode = map.require("from");
    Provenance from = provenance(fromNode);
    String source = map.get("source").map(YamlNode::asText).orElse("");
    if (!source.isEmpty() && !sources.containsKey(source)) {
      throw new InputException(
          map.require("source").where(),
          "source '" + source + "' is not listed" + Suggestions.hint(source, sources.keySet()));
    }
    if (source.isEmpty() && (from == Provenance.DATASHEET || from == Provenance.MEASURED)) {
      throw new InputException(
          fromNode.where(), "a " + fromNode.asText() + " figure names its source");
    }
    String low = "";
    String high = "";
    if (map.has("range")) {
      YamlNode range = map.require("range");
      List<YamlNode> ends = range.asList();
      if (ends.size() != 2) {
        throw new InputException(range.where(), "a range is [lowest, highest]");
      }
      low = scalar(ends.get(0));
      high = scalar(ends.get(1));
      if (key.dimension() != Dimension.POLICY
          && parse(key, low, ends.get(0).where()) > parse(key, high, ends.get(1).where())) {
        throw new InputException(range.where(), "a range is [lowest, highest]");
      }
    } else if (from == Provenance.GUESSED || from == Provenance.FITTED) {
      throw new InputException(
          fromNode.where(),
          "a " + fromNode.asText() + " figure carries a range: [lowest, highest]");
    }
    YamlNode value = map.require("value");
    if (map.has("error")) {
      YamlNode error = map.require("error");
      if (from != Provenance.MEASURED || map.has("range")) {
        throw new InputException(
            error.where(),
            "an error is what a measured figure has instead of a range; "
                + (map.has("range") ? "this one has a range" : "this one is " + fromNode.asText()));
      }
      long at = parse(key, scalar(value), value.where());
      Bounds legal = Bounds.of(key.low(), key.high());
      StatedError off =
          StatedError.of(key.dimension(), legal, at, scalar(value), scalar(error), error.where());
      low = off.low();
      high = off.high();
    }
    return figure(key, scalar(value), from, source, low, high, value.where());
  }

  private static String scalar(YamlNode node) {
    if (node.isMap() || node.isList()) {
      throw new InputException(node.where(), "expected a value with its unit");
    }
    return node.raw();
  }

  private static Provenance provenance(YamlNode node) {
    String text = node.asText();
    for (Provenance p : Provenance.values()) {
      if (p.name().toLowerCase(Locale.ROOT).equals(text)) {
        return p;
      }
    }
    throw new InputException(
        node.where(),
        "expected datasheet, measured, derived, fitted or guessed, found '"
            + text
            + "'"
            + Suggestions.nearHint(
                text, List.of("datasheet", "measured", "derived", "fitted", "guessed")));
  }

  static Figure figure(
      SpecSchema.Key key,
      String text,
      Provenance from,
      String source,
      String low,
      String high,
      String where) {
    long value = parse(key, text, where);
    return new Figure(key.path(), key.dimension(), value, text, from, source, low, high, where);
  }

  /**
   * Parses a value of a figure and checks its bounds.
   *
   * @param key the figure
   * @param text a value with its unit
   * @param where position, for messages
   * @return the value in the canonical unit; for a choice its index
   * @throws InputException if the text is not a value or out of bounds; the message names the
   *     nearest legal value
   */
  public static long parse(SpecSchema.Key key, String text, String where) {
    return switch (key.dimension()) {
      case FLAG -> {
        if (!text.equals("true") && !text.equals("false")) {
          throw new InputException(
              where, "'" + key.path() + "': expected true or false, found '" + text + "'");
        }
        yield text.equals("true") ? 1 : 0;
      }
      case CHOICE -> {
        int index = key.choices().indexOf(text);
        if (index < 0) {
          throw new InputException(
              where,
              "'%s': unknown choice '%s'%s"
                  .formatted(key.path(), text, Suggestions.hint(text, key.choices())));
        }
        yield index;
      }
      case POLICY -> Policies.number(text);
      default -> number(key, text, where);
    };
  }

  private static long number(SpecSchema.Key key, String text, String where) {
    Bounds bounds = key.legal().bounds();
    BigDecimal exact;
    try {
      exact = key.dimension().exact(text);
    } catch (IllegalArgumentException e) {
      throw new InputException(where, "'" + key.path() + "': " + e.getMessage(), e);
    }
    long value;
    try {
      value = key.dimension().whole(exact, text);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          where, "'" + key.path() + "': " + e.getMessage() + nearest(key, exact, text), e);
    }
    if (!bounds.contain(value)) {
      throw new InputException(
          where,
          "'%s': %s is impossible; expected %s%s%s"
              .formatted(
                  key.path(),
                  text,
                  bounds.expected(),
                  key.dimension().canonicalUnit().isEmpty()
                      ? ""
                      : " " + key.dimension().canonicalUnit(),
                  nearest(key, exact, text)));
    }
    if (!bounds.allow(value)) {
      throw new InputException(
          where,
          "'" + key.path() + "': " + text + " is not a power of two" + nearest(key, exact, text));
    }
    return value;
  }

  private static String nearest(SpecSchema.Key key, BigDecimal exact, String text) {
    return Bounds.hint(key.dimension().show(key.legal().bounds().nearest(exact), text));
  }
}
