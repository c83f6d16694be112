// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An instruction set. Immutable and thread-safe by convention.
 *
 * @param name target name of compilers
 * @param features what it has
 * @param spellings names that differ from those of the line's selection table
 */
public record InstructionSet(String name, Set<Feature> features, Map<String, String> spellings) {
  private static final Pattern LINE = Pattern.compile("(\\w+)(?: +(\\w+))? *= *(.*)");

  /**
   * {@return the instruction sets of a family by name, from its table, which is closed}
   *
   * <p>{@code #} begins a comment, and an indented line continues the previous one. {@code NAME =
   * FEATURE …} declares an instruction set, {@code NAME MNEMONIC = OTHER} the name that it has for
   * an instruction.
   *
   * @param table text of the table, a resource of the family's module
   * @throws IllegalArgumentException for an error in the table
   */
  public static Map<String, InstructionSet> read(InputStream table) {
    Map<String, InstructionSet> sets = new LinkedHashMap<>();
    for (String line : lines(table)) {
      Matcher words = LINE.matcher(line);
      boolean spells = words.matches() && words.group(2) != null;
      if (!words.matches() || spells != sets.containsKey(words.group(1))) {
        throw new IllegalArgumentException(
            "expected ISA = FEATURE …, or ISA MNEMONIC = OTHER behind it: " + line);
      }
      String name = words.group(1);
      if (spells) {
        sets.get(name).spellings.put(words.group(2), words.group(3));
      } else {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        Pattern.compile("\\w+")
            .matcher(words.group(3))
            .results()
            .forEach(f -> features.add(Feature.valueOf(f.group().toUpperCase(Locale.ROOT))));
        sets.put(name, new InstructionSet(name, features, new TreeMap<>()));
      }
    }
    return sets;
  }

  private static List<String> lines(InputStream table) {
    try (table) {
      String text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
      return text.replaceAll(" *#.*", "")
          .replaceAll("\n +", " ")
          .lines()
          .filter(l -> !l.isBlank())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return whether it has a feature} */
  public boolean has(Feature feature) {
    return features.contains(feature);
  }

  /**
   * {@return its name for an instruction}
   *
   * @param mnemonic name in the line's selection table
   */
  public String spelling(String mnemonic) {
    return spellings.getOrDefault(mnemonic, mnemonic);
  }
}
