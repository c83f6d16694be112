// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** The structure of generated programs: fields of all widths, an array, padding in between. */
final class Records {
  /** Elements of the kernel's private array. */
  static final int COUNT = 4;

  static final String TYPE =
      """
      typedef struct {
        uchar b;
        double d;
        short s[3];
        uint u;
        char c;
        long l;
        float f;
        ushort h;
      } R;

      """;

  private static final Map<CType, List<String>> FIELDS = new LinkedHashMap<>();

  static {
    FIELDS.put(CType.integer(1, 1), List.of("b"));
    FIELDS.put(CType.DOUBLE, List.of("d"));
    FIELDS.put(CType.integer(2, 1), List.of("s[0]", "s[1]", "s[2]"));
    FIELDS.put(CType.UINT, List.of("u"));
    FIELDS.put(CType.integer(0, 1), List.of("c"));
    FIELDS.put(CType.integer(6, 1), List.of("l"));
    FIELDS.put(CType.FLOAT, List.of("f"));
    FIELDS.put(CType.integer(3, 1), List.of("h"));
  }

  private Records() {}

  static List<CType> types() {
    return List.copyOf(FIELDS.keySet());
  }

  static List<String> fields(CType type) {
    return FIELDS.get(type);
  }

  static CType type(SplittableRandom random) {
    return types().get(random.nextInt(FIELDS.size()));
  }

  /** A field of a type, or null. */
  static String field(CType type, SplittableRandom random) {
    List<String> fitting = FIELDS.get(type);
    return fitting == null ? null : fitting.get(random.nextInt(fitting.size()));
  }

  /** Assignments to all fields of an element from the private words, by its number {@code i}. */
  static List<String> initialisers() {
    List<String> all = new ArrayList<>();
    int word = 0;
    for (Map.Entry<CType, List<String>> entry : FIELDS.entrySet()) {
      for (String field : entry.getValue()) {
        String from = "scratch[(i * 5u + " + word++ + "u) & 15u]";
        CType type = entry.getKey();
        String value =
            type.equals(CType.FLOAT)
                ? "ff(" + from + ")"
                : type.equals(CType.DOUBLE)
                    ? "fd((ulong)" + from + " << 32 | i)"
                    : "(" + type.text() + ")" + from;
        all.add(field + " = " + value + ";");
      }
    }
    return all;
  }
}
