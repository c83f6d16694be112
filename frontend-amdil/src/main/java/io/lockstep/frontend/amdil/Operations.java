package io.lockstep.frontend.amdil;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every operation by name: the one table that parsing, lowering and documentation use. */
final class Operations {
  private static final Map<String, Operation> ALL = table();

  private final Map<String, Operation> table = new LinkedHashMap<>();
  private String family = "";

  private Operations() {}

  private static Map<String, Operation> table() {
    Operations t = new Operations();
    Declarations.register(t);
    Floats.register(t);
    Functions.register(t);
    Integers.register(t);
    Bits.register(t);
    Conversions.register(t);
    Control.register(t);
    Sampling.register(t);
    LocalShare.register(t);
    Views.register(t);
    Refused.register(t);
    return Collections.unmodifiableMap(t.table);
  }

  /** Heading of the operations that follow. */
  void family(String name) {
    family = name;
  }

  /** Adds a supported operation. */
  void add(String name, int minimum, int maximum, String meaning, Operation.Decoder decoder) {
    Operation before =
        table.put(name, new Operation(name, family, minimum, maximum, meaning, decoder));
    if (before != null) {
      throw new IllegalStateException("'" + name + "' stands in the table twice");
    }
  }

  void add(String name, int operands, String meaning, Operation.Decoder decoder) {
    add(name, operands, operands, meaning, decoder);
  }

  /** Adds names that are known and refused. */
  void refuse(String reason, String... names) {
    for (String name : names) {
      add(name, 0, 8, reason, null);
    }
  }

  /** The table in order. */
  static Collection<Operation> all() {
    return ALL.values();
  }

  static Operation named(String name) {
    return ALL.get(name);
  }

  /** Supported names, for suggestions. */
  static List<String> supported() {
    return ALL.values().stream().filter(o -> !o.isRefused()).map(Operation::name).toList();
  }

  /** How many of the pieces of a word between underscores make the longest name; 0 for none. */
  static int longest(List<String> pieces) {
    for (int n = pieces.size(); n > 0; n--) {
      if (ALL.containsKey(String.join("_", pieces.subList(0, n)))) {
        return n;
      }
    }
    return 0;
  }

  /** The operation that a word begins with, parentheses included, or null. */
  static Operation ofHead(String word) {
    int end = word.indexOf('(');
    List<String> pieces = Arrays.asList((end < 0 ? word : word.substring(0, end)).split("_"));
    int n = longest(pieces);
    return n == 0 ? null : ALL.get(String.join("_", pieces.subList(0, n)));
  }
}
