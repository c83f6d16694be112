// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes enum constants by name: the first use of a constant writes its name, later uses write its
 * number, so that a later version may reorder the enum and still read the file. One object either
 * writes or reads.
 */
final class EnumNames {
  private final Map<Class<?>, Map<Enum<?>, Integer>> numbers = new HashMap<>();
  private final Map<Class<?>, List<Enum<?>>> constants = new HashMap<>();

  /** Appends a constant, or null. */
  void write(Enum<?> constant, ByteColumn codes, ByteColumn names) {
    if (constant == null) {
      codes.add(0);
      return;
    }
    Map<Enum<?>, Integer> known =
        numbers.computeIfAbsent(constant.getDeclaringClass(), c -> new HashMap<>());
    Integer number = known.get(constant);
    if (number == null) {
      number = known.size();
      known.put(constant, number);
      names.addText(constant.name());
    }
    codes.add(number + 1);
  }

  /** Reads a constant, or null. */
  <E extends Enum<E>> E read(Class<E> type, ColumnCursor codes, ColumnCursor names) {
    List<Enum<?>> known = constants.computeIfAbsent(type, c -> new ArrayList<>());
    int code = codes.upTo(known.size() + 1);
    if (code == 0) {
      return null;
    }
    if (code > known.size()) {
      String name = names.readText();
      try {
        known.add(Enum.valueOf(type, name));
      } catch (IllegalArgumentException e) {
        throw names.bad("a name of " + type.getSimpleName() + " was expected, found " + name);
      }
    }
    return type.cast(known.get(code - 1));
  }

  <E extends Enum<E>> E require(Class<E> type, ColumnCursor codes, ColumnCursor names) {
    E constant = read(type, codes, names);
    if (constant == null) {
      throw codes.bad("a value of " + type.getSimpleName() + " was expected, found none");
    }
    return constant;
  }
}
