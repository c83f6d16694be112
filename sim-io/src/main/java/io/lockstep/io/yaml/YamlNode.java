// SPDX-License-Identifier: Apache-2.0
package io.lockstep.io.yaml;

import io.lockstep.io.InputException;
import io.lockstep.io.Placed;
import io.lockstep.io.Suggestions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A value of a YAML file with its position. Immutable and thread-safe.
 *
 * <p>The type of a plain scalar follows from the core schema of YAML 1.2.2 (section 10.3.2): {@code
 * 12}, {@code 0x1f} and {@code 0o17} are integers, {@code 1e-5} and {@code .inf} reals, {@code on},
 * {@code no} and {@code 12:30} text. Conversions are strict: a real is not an integer, a number is
 * not text. A failed conversion throws an {@link InputException} with the position.
 */
public final class YamlNode implements Placed {
  public enum Kind {
    MAP("a map"),
    LIST("a list"),
    TEXT("text"),
    INTEGER("integer"),
    /** A number with a decimal point or exponent, an infinity or not-a-number. */
    REAL("real number"),
    BOOLEAN("boolean"),
    NULL("nothing");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+");
  private static final Pattern REAL =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final Pattern INFINITY = Pattern.compile("[-+]?\\.(inf|Inf|INF)");
  private static final Pattern NAN = Pattern.compile("\\.(nan|NaN|NAN)");
  private static final Pattern BOOLEAN = Pattern.compile("true|True|TRUE|false|False|FALSE");
  private static final Pattern NULL = Pattern.compile("null|Null|NULL|~|");

  /** First characters of plain scalars that are not text. */
  private static final String BEGINNINGS = "+-.0123456789nNtTfF~";

  private static final int MAX_DIGITS = 400;
  private static final Pattern BARE = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");
  private static final Pattern OLD_BOOLEAN = Pattern.compile("(?i)yes|no|on|off"); // YAML 1.1

  private final String where;
  private final Kind kind;
  private final String text;
  private final List<YamlNode> items;
  private final YamlMap map;

  private YamlNode(String where, Kind kind, String text, List<YamlNode> items, YamlMap map) {
    this.where = where;
    this.kind = kind;
    this.text = text;
    this.items = items;
    this.map = map;
  }

  static YamlNode ofMap(String where, YamlMap map) {
    return new YamlNode(where, Kind.MAP, null, null, map);
  }

  static YamlNode ofList(String where, List<YamlNode> items) {
    return new YamlNode(where, Kind.LIST, null, List.copyOf(items), null);
  }

  static YamlNode ofScalar(String where, String text, boolean plain) {
    return new YamlNode(where, plain ? resolve(text) : Kind.TEXT, text, null, null);
  }

  /**
   * {@return a scalar from a source other than YAML, for example {@code --set} or {@code --param}
   * on the command line, with the type of a plain scalar}
   *
   * @param where position for messages
   */
  public static YamlNode scalar(String where, String text) {
    return ofScalar(where, text, true);
  }

  /** {@return a text in YAML syntax, quoted if necessary} */
  public static String quoted(String text) {
    return BARE.matcher(text).matches()
            && resolve(text) == Kind.TEXT
            && !OLD_BOOLEAN.matcher(text).matches()
        ? text
        : inQuotes(text);
  }

  /** {@return a text in quotation marks, in YAML syntax} */
  public static String inQuotes(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (c < ' ' || c == 0x7f || c > 0x7f && !Character.isLetterOrDigit(c)) {
                quoted.append(String.format(Locale.ROOT, "\\U%08x", c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }

  private static Kind resolve(String text) {
    if (!text.isEmpty() && BEGINNINGS.indexOf(text.charAt(0)) < 0) {
      return Kind.TEXT; // most, without six expressions
    }
    if (NULL.matcher(text).matches()) {
      return Kind.NULL;
    }
    if (BOOLEAN.matcher(text).matches()) {
      return Kind.BOOLEAN;
    }
    if (text.length() > MAX_DIGITS) {
      return Kind.TEXT;
    }
    if (INTEGER.matcher(text).matches()) {
      return Kind.INTEGER;
    }
    boolean real =
        REAL.matcher(text).matches()
            || INFINITY.matcher(text).matches()
            || NAN.matcher(text).matches();
    return real ? Kind.REAL : Kind.TEXT;
  }

  @Override
  public String where() {
    return where;
  }

  public Kind kind() {
    return kind;
  }

  public boolean isText() {
    return kind == Kind.TEXT;
  }

  public boolean isInteger() {
    return kind == Kind.INTEGER;
  }

  public boolean isReal() {
    return kind == Kind.REAL;
  }

  public boolean isNumber() {
    return kind == Kind.INTEGER || kind == Kind.REAL;
  }

  public boolean isMap() {
    return kind == Kind.MAP;
  }

  public boolean isList() {
    return kind == Kind.LIST;
  }

  /** {@return whether the value is null: {@code null}, {@code ~} or empty} */
  public boolean isNull() {
    return kind == Kind.NULL;
  }

  /**
   * {@return the text of a scalar of any type, exactly as written}
   *
   * @throws InputException for a map or a list
   */
  public String raw() {
    if (kind == Kind.MAP || kind == Kind.LIST) {
      throw expected("a single value");
    }
    return text;
  }

  public YamlMap asMap() {
    if (kind != Kind.MAP) {
      throw expected("a map");
    }
    return map;
  }

  public List<YamlNode> asList() {
    if (kind != Kind.LIST) {
      throw expected("a list");
    }
    return items;
  }

  /** {@return the text; an unquoted number or boolean is not a text} */
  public String asText() {
    if (kind != Kind.TEXT) {
      throw expected("text");
    }
    return text;
  }

  public boolean asBoolean() {
    if (kind != Kind.BOOLEAN) {
      throw expected("true or false");
    }
    return Character.toLowerCase(text.charAt(0)) == 't';
  }

  public BigInteger asBigInteger() {
    if (kind != Kind.INTEGER) {
      throw expected("an integer");
    }
    if (text.startsWith("0x")) {
      return new BigInteger(text.substring(2), 16);
    }
    if (text.startsWith("0o")) {
      return new BigInteger(text.substring(2), 8);
    }
    return new BigInteger(text);
  }

  public long asLong() {
    return asLong(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** {@return the value as a whole number within bounds, both inclusive} */
  public long asLong(long low, long high) {
    BigInteger value = asBigInteger();
    if (value.compareTo(BigInteger.valueOf(low)) < 0
        || value.compareTo(BigInteger.valueOf(high)) > 0) {
      throw new InputException(
          where, "expected an integer from " + low + " to " + high + ", found " + text);
    }
    return value.longValueExact();
  }

  /** {@return the value as a whole number within bounds, both inclusive} */
  public int asInt(int low, int high) {
    return (int) asLong(low, high);
  }

  /** {@return the value as a double; integers are accepted} */
  public double asDouble() {
    if (kind == Kind.INTEGER) {
      return asBigInteger().doubleValue();
    }
    if (kind != Kind.REAL) {
      throw expected("a number");
    }
    if (NAN.matcher(text).matches()) {
      return Double.NaN;
    }
    if (INFINITY.matcher(text).matches()) {
      return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Double.parseDouble(text);
  }

  /**
   * {@return the value as an exact decimal}
   *
   * @throws InputException for infinities, NaN, and numbers beyond the range of a double
   */
  public BigDecimal asDecimal() {
    double rounded = asDouble();
    if (Double.isNaN(rounded) || Double.isInfinite(rounded)) {
      throw new InputException(where, "expected a finite number, found " + text);
    }
    return kind == Kind.INTEGER ? new BigDecimal(asBigInteger()) : new BigDecimal(text);
  }

  /** {@return a description for messages: {@code text 'abc'}, {@code integer 5}, {@code a map}} */
  public String describe() {
    switch (kind) {
      case TEXT:
        String shown = text.length() > 60 ? text.substring(0, 57) + "..." : text;
        return "text '" + shown.replaceAll("\\s+", " ") + "'";
      case INTEGER:
      case REAL:
      case BOOLEAN:
        return kind.words + " " + text;
      default:
        return kind.words;
    }
  }

  /**
   * {@return the value that corresponds to the node's text}
   *
   * @throws InputException if no choice has this text
   */
  public <T> T choice(Map<String, T> choices) {
    T chosen = choices.get(asText());
    if (chosen == null) {
      throw wrong("unknown value '" + text + "'" + Suggestions.hint(text, choices.keySet()));
    }
    return chosen;
  }

  /**
   * {@return an exception for an unexpected value, to be thrown}
   *
   * @param what the expectation, for example {@code a list}
   */
  public InputException expected(String what) {
    return new InputException(where, "expected " + what + ", found " + describe());
  }

  @Override
  public String toString() {
    return describe() + " at " + where;
  }
}
