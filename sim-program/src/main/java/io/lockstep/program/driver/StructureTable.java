// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The structures, unions, enumerations and flag words that programs pass to the interfaces, as
 * {@code structures.txt} lists them: each member works, is refused or has no effect.
 *
 * @param entries in the order of the table
 */
record StructureTable(List<Entry> entries) {
  /** What an entry describes. */
  enum Kind {
    ENUM,
    FLAGS,
    STRUCT,
    UNION
  }

  /** What happens to a member that a program sets. */
  enum Effect {
    /** It has its effect; the text names a test. */
    WORKS,
    /** A call with it fails; the text is the error, and what is said besides. */
    REFUSED,
    /** It is accepted; the text says why it cannot matter here. */
    WITHOUT
  }

  /**
   * A field, an enumerator or a bit.
   *
   * @param declaration a field as C declares it, or a name and its number
   * @param effect what happens
   * @param text the test, the error, or the reason
   */
  record Member(String declaration, Effect effect, String text) {
    /** The last word without an array's size: a field's name. For others, the first word. */
    String name(Kind kind) {
      String[] words = declaration.split("[\\s*]+");
      boolean first = kind == Kind.ENUM || kind == Kind.FLAGS;
      return words[first ? 0 : words.length - 1].replaceAll("\\[.*", "");
    }

    /** The number of an enumerator or a bit. */
    String number() {
      return declaration.split("\\s+")[1];
    }
  }

  /**
   * A structure, union, enumeration or flag word.
   *
   * @param interfaceName the interface whose programs pass it
   * @param kind what it is
   * @param name its name in our C sources; empty if these have none, since no function reads it
   * @param vendors its names in the public headers, or the parameter that it is
   * @param other the error for numbers that are not listed, or a structure's bytes; may be empty
   * @param members its members
   */
  record Entry(
      String interfaceName,
      Kind kind,
      String name,
      List<String> vendors,
      String other,
      List<Member> members) {}

  /** Reads the table. */
  static StructureTable of(String text) {
    List<Entry> entries = new ArrayList<>();
    String interfaceName = "";
    for (String line : text.lines().filter(l -> !l.isBlank() && !l.startsWith("#")).toList()) {
      if (line.startsWith(" ")) {
        entries.get(entries.size() - 1).members().addAll(members(line));
      } else if (line.startsWith("interface ")) {
        interfaceName = line.substring(line.indexOf(' ') + 1);
      } else {
        entries.add(entry(interfaceName, line));
      }
    }
    return new StructureTable(entries);
  }

  private static Entry entry(String interfaceName, String line) {
    String[] sides = line.split(" = ", 2);
    String[] head = sides[0].split(" ");
    String[] tail = (sides.length > 1 ? sides[1] : "").split(" : ", 2);
    return new Entry(
        interfaceName,
        Kind.valueOf(head[0].toUpperCase(Locale.ROOT)),
        head[1].equals("-") ? "" : head[1],
        List.of(tail[0].split(" ")),
        tail.length > 1 ? tail[1] : "",
        new ArrayList<>());
  }

  /** Reads a line: members with commas between them, which have the same effect. */
  private static List<Member> members(String line) {
    String[] sides = line.trim().split(" \\| ", 2);
    if (sides.length < 2 || sides[1].indexOf(' ') < 0) {
      throw new IllegalArgumentException("an effect and its text are missing: " + line);
    }
    int space = sides[1].indexOf(' ');
    Effect effect = Effect.valueOf(sides[1].substring(0, space).toUpperCase(Locale.ROOT));
    String text = sides[1].substring(space + 1);
    List<Member> members = new ArrayList<>();
    for (String declaration : sides[0].split(", ")) {
      members.add(new Member(declaration, effect, text));
    }
    return members;
  }

  /** Returns how many members of each interface have each effect. */
  Map<String, int[]> counts() {
    Map<String, int[]> counts = new LinkedHashMap<>();
    for (Entry entry : entries) {
      int[] count =
          counts.computeIfAbsent(entry.interfaceName(), i -> new int[Effect.values().length]);
      entry.members().forEach(member -> count[member.effect().ordinal()]++);
    }
    return counts;
  }
}
