package io.lockstep.frontend.ptx;

import io.lockstep.io.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is supported in which forms, and what is refused, as {@code instructions.txt} lists it: the
 * documentation's table and the tests' source. Stateless.
 */
final class InstructionSet {
  /**
   * One instruction.
   *
   * @param family heading in the documentation
   * @param name first field of the opcode
   * @param meaning one line for people; of a refused instruction the reason
   * @param forms empty where refused; the head of the file says how they are written
   * @param modifiers all that occur in the forms, without their dots
   */
  record Entry(
      String family, String name, String meaning, List<String> forms, Set<String> modifiers) {
    boolean isRefused() {
      return forms.isEmpty();
    }

    /** Whether a form has a modifier, or another integer type of the same width. */
    boolean has(String modifier) {
      PtxType t = PtxType.named(modifier);
      if (modifiers.contains(modifier) || t == null || !t.isInteger()) {
        return modifiers.contains(modifier);
      }
      return modifiers.contains("b" + t.bits())
          || modifiers.contains("u" + t.bits())
          || modifiers.contains("s" + t.bits());
    }
  }

  private static final Map<String, Entry> ALL = InstructionReader.read();

  private InstructionSet() {}

  static List<Entry> entries() {
    return List.copyOf(ALL.values());
  }

  /** Why an instruction is refused, or null. */
  static String refusal(String name) {
    Entry e = ALL.get(name);
    return e != null && e.isRefused() ? e.meaning() : null;
  }

  /** Refuses a decoded instruction with a modifier that none of its forms has. */
  static void check(Syntax.Instruction i, SourceText source) {
    Entry e = ALL.get(i.opcode().text());
    for (Token t : i.modifiers()) {
      if (!e.has(t.name())) {
        throw source.error(
            t,
            "unknown modifier '"
                + t.text()
                + "' of '"
                + e.name()
                + "'"
                + Suggestions.nearest(t.name(), e.modifiers())
                    .map(n -> "; did you mean '." + n + "'?")
                    .orElse(""));
      }
    }
  }
}
