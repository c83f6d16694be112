// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.isa;

import io.lockstep.io.Resources;
import java.io.InputStream;
import java.util.ArrayList;
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
 * @param waits its wait counters, in the order of the operands of its wait instructions
 */
public record InstructionSet(
    String name, Set<Feature> features, Map<String, String> spellings, List<WaitCounter> waits) {
  private static final Pattern LINE = Pattern.compile("(\\w+)(?: +(\\w+))? *= *(.*)");
  private static final Pattern WAIT =
      Pattern.compile("(\\w+) +(\\w+) +(\\w+) +(\\d\\d?) +counts +(.*)");

  /**
   * {@return the instruction sets of a family by name, from its table, which is closed}
   *
   * <p>{@code #} begins a comment, and an indented line continues the previous one. {@code NAME =
   * FEATURE …} declares an instruction set, {@code NAME MNEMONIC = OTHER} the name that it has for
   * an instruction, {@code NAME INSTRUCTION COUNTER MOST counts CLASS …} a wait counter, with the
   * names of classes of memory instructions or of their issue port.
   *
   * @param table text of the table, a resource of the family's module
   * @throws IllegalArgumentException for an error in the table
   */
  public static Map<String, InstructionSet> read(InputStream table) {
    Map<String, InstructionSet> sets = new LinkedHashMap<>();
    for (String line : lines(table)) {
      Matcher wait = WAIT.matcher(line);
      if (wait.matches() && sets.containsKey(wait.group(1))) {
        sets.get(wait.group(1)).count(wait);
        continue;
      }
      Matcher words = LINE.matcher(line);
      boolean spells = words.matches() && words.group(2) != null;
      if (!words.matches() || spells != sets.containsKey(words.group(1))) {
        throw new IllegalArgumentException(
            "expected ISA = FEATURE …, or behind it ISA MNEMONIC = OTHER or ISA INSTRUCTION COUNTER"
                + " MOST counts CLASS …: "
                + line);
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
        sets.put(name, new InstructionSet(name, features, new TreeMap<>(), new ArrayList<>()));
      }
    }
    sets.values().forEach(InstructionSet::requireCounters);
    return sets;
  }

  private void count(Matcher line) {
    Set<GcnClass> classes = EnumSet.noneOf(GcnClass.class);
    for (String word : line.group(5).split(" +")) {
      Set<GcnClass> named = GcnClass.named(word);
      boolean counted = named.stream().anyMatch(c -> classes.contains(c) || counter(c) >= 0);
      if (named.isEmpty() || counted) {
        throw new IllegalArgumentException(
            "%s: expected classes of memory instructions, each of one counter: %s"
                .formatted(name, line.group()));
      }
      classes.addAll(named);
    }
    int most = Integer.parseInt(line.group(4));
    if (most < 1 || most > WaitCounter.MOST) {
      throw new IllegalArgumentException(
          "%s: expected a count from 1 to %s: %s".formatted(name, WaitCounter.MOST, line.group()));
    }
    waits.add(new WaitCounter(line.group(3), line.group(2), most, classes));
  }

  private void requireCounters() {
    for (GcnClass cls : GcnClass.values()) {
      if (cls.isCounted() && counter(cls) < 0) {
        throw new IllegalArgumentException(name + ": no wait counter for " + cls);
      }
    }
  }

  /** {@return the position in {@link #waits} of the counter of an instruction; -1 if none} */
  public int counter(GcnClass cls) {
    for (int k = 0; k < waits.size(); k++) {
      if (waits.get(k).counts(cls)) {
        return k;
      }
    }
    return -1;
  }

  private static List<String> lines(InputStream table) {
    String text = Resources.text(table).replaceAll(" *#.*", "").replaceAll("\n +", " ");
    return text.lines().filter(l -> !l.isBlank()).toList();
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
