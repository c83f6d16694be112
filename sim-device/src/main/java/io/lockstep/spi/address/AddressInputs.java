// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.address;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.io.expression.Expression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of all inputs of one question, given by the user or by default. Numbers are
 * hexadecimal with {@code 0x} (64 bits) or expressions with a whole value, {@code 2^48 + 16};
 * addresses by lane are expressions of {@code lane}. Immutable.
 */
public final class AddressInputs {
  private static final Pattern HEXADECIMAL = Pattern.compile("0[xX]([0-9a-fA-F]{1,16})");
  private static final Pattern COUNTED = Pattern.compile("([0-9]+) ([a-z ]+)");

  private final String kind;
  private final List<AddressInput> inputs;
  private final Map<String, String> values = new LinkedHashMap<>(); // in the kind's order

  private AddressInputs(String kind, List<AddressInput> inputs) {
    this.kind = kind;
    this.inputs = inputs;
  }

  /**
   * {@return the inputs of a command line}
   *
   * @param kind name of the question, for messages
   * @param inputs the inputs that the question takes
   * @param words each {@code KEY=VALUE}, or a value whose unit or word belongs to one key: {@code
   *     64 lanes}
   * @throws InputException if a key is unknown, given twice or missing
   */
  public static AddressInputs of(String kind, List<AddressInput> inputs, List<String> words) {
    AddressInputs all = new AddressInputs(kind, inputs);
    Map<String, String> given = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      AddressInput input =
          equals < 0 ? all.bare(word.trim()) : all.named(word.substring(0, equals));
      if (given.put(input.name(), word.substring(equals + 1).trim()) != null) {
        throw all.wrong(input.name() + " is given twice");
      }
    }
    for (AddressInput input : inputs) {
      String value = given.get(input.name());
      if (value == null) {
        value = input.fallback().orElseThrow(() -> all.missing(input));
      }
      all.values.put(input.name(), value);
    }
    return all;
  }

  private AddressInput named(String key) {
    return inputs.stream()
        .filter(i -> i.name().equals(key.trim()))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    "unknown input '"
                        + key
                        + "'"
                        + Suggestions.hint(key, inputs.stream().map(AddressInput::name).toList())));
  }

  private AddressInput bare(String word) {
    Matcher counted = COUNTED.matcher(word);
    String unit = counted.matches() ? counted.group(2) : "";
    return inputs.stream()
        .filter(i -> !unit.isEmpty() && i.unit().equals(unit) || i.words().contains(word))
        .findFirst()
        .orElseThrow(() -> wrong("expected KEY=VALUE, found '" + word + "'"));
  }

  private InputException missing(AddressInput input) {
    return wrong(
        "%s is missing: %s; 'lockstep address %s' lists all inputs"
            .formatted(input.name(), input.meaning(), kind));
  }

  /**
   * {@return an exception about these inputs}
   *
   * @param what field and reason
   */
  public InputException wrong(String what) {
    return new InputException("address " + kind, what);
  }

  /** {@return all inputs by name, as written, in the kind's order} */
  public Map<String, String> all() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * {@return an input as a word}
   *
   * @param name name of an input with a list of words
   * @throws InputException if the value is not in the list
   */
  public String word(String name) {
    List<String> words = named(name).words();
    String value = values.get(name);
    if (!words.contains(value)) {
      throw wrong(name + ": unknown value '" + value + "'" + Suggestions.hint(value, words));
    }
    return value;
  }

  /**
   * {@return an input as 64 bits}
   *
   * @param name name of a numeric input
   * @throws InputException if the value is not a whole number
   */
  public long number(String name) {
    return number(name, values.get(name));
  }

  /**
   * {@return an input within bounds}
   *
   * @param name name of a numeric input
   * @param least smallest legal value
   * @param most largest legal value
   * @throws InputException if the value is out of bounds
   */
  public long number(String name, long least, long most) {
    long value = number(name);
    if (value < least || value > most) {
      throw wrong(
          "%s must be from %s to %s, found %s".formatted(name, least, most, values.get(name)));
    }
    return value;
  }

  /**
   * {@return an input that has a few legal numbers}
   *
   * @param name name of a numeric input
   * @param valid the legal numbers, ascending
   * @throws InputException if the value is not legal
   */
  public long oneOf(String name, List<Long> valid) {
    long value = number(name);
    if (!valid.contains(value)) {
      throw wrong(name + " must be one of " + valid + ", found " + values.get(name));
    }
    return value;
  }

  /**
   * {@return an unsigned input of a given width}
   *
   * @param name name of a numeric input
   * @param bits width, at most 48
   * @throws InputException if the value does not fit
   */
  public long bits(String name, int bits) {
    return number(name, 0, (1L << bits) - 1);
  }

  /**
   * {@return a list of numbers}
   *
   * @param name name of an input of comma-separated numbers
   * @param count expected number of numbers
   * @throws InputException if the count differs
   */
  public long[] numbers(String name, int count) {
    String[] parts = values.get(name).split(",", -1);
    if (parts.length != count) {
      throw wrong("%s: expected %s numbers, found %s".formatted(name, count, parts.length));
    }
    long[] all = new long[count];
    for (int i = 0; i < count; i++) {
      all[i] = number(name, parts[i].trim());
    }
    return all;
  }

  /**
   * {@return an address for each lane}
   *
   * @param name name of an expression of {@code lane}
   * @param lanes number of lanes, counted from 0
   * @throws InputException if the expression has another name or a negative value
   */
  public List<Long> byLane(String name, int lanes) {
    Expression expression = Expression.of("address " + kind + ", " + name, values.get(name));
    List<Long> all = new ArrayList<>();
    for (long lane = 0; lane < lanes; lane++) {
      long n = lane;
      Object value =
          expression.value(
              x -> {
                if (x.equals("lane")) {
                  return n;
                }
                throw wrong(name + ": unknown name '" + x + "'; valid: lane");
              });
      if (!(value instanceof Long address) || address < 0) {
        throw wrong(
            "%s is %s for lane %s; an address is a whole number from 0".formatted(name, value, n));
      }
      all.add(address);
    }
    return List.copyOf(all);
  }

  private long number(String name, String text) {
    Matcher hexadecimal = HEXADECIMAL.matcher(text);
    if (hexadecimal.matches()) {
      return Long.parseUnsignedLong(hexadecimal.group(1), 16);
    }
    Matcher counted = COUNTED.matcher(text);
    AddressInput input = named(name);
    boolean unit = counted.matches() && counted.group(2).equals(input.unit());
    String plain = unit ? counted.group(1) : text;
    Expression expression = Expression.of("address " + kind + ", " + name, plain);
    if (!expression.names().isEmpty()) {
      throw wrong(name + ": expected a number, found '" + text + "'");
    }
    if (expression.value(x -> 0L) instanceof Long value) {
      return value;
    }
    throw wrong(name + ": expected a whole number, found '" + text + "'");
  }
}
