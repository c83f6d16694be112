// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.table;

import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.frontend.Token;
import java.util.List;
import java.util.Map;

/** The supported forms and refused instructions that {@code instructions.txt} lists. */
public final class InstructionSet {
  private static final Map<String, InstructionEntry> ALL = InstructionReader.read();

  private InstructionSet() {}

  public static List<InstructionEntry> entries() {
    return List.copyOf(ALL.values());
  }

  /** Returns the reason why an instruction is refused, or null. */
  public static String refusal(String name) {
    InstructionEntry e = ALL.get(name);
    return e != null && e.isRefused() ? e.meaning() : null;
  }

  /** Refuses a decoded instruction with a modifier that none of its forms has. */
  public static void check(Syntax.Instruction i, PtxText source) {
    InstructionEntry e = ALL.get(i.opcode().text());
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
