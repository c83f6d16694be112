// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.table;

import io.lockstep.frontend.ptx.syntax.PtxType;
import java.util.List;
import java.util.Set;

/**
 * An instruction of the table.
 *
 * @param family heading in the documentation
 * @param name first field of the opcode
 * @param meaning one-line description or, for a refused instruction, the reason
 * @param forms supported forms, empty if refused; the head of instructions.txt describes the
 *     notation
 * @param modifiers all modifiers of the forms, without dots
 */
public record InstructionEntry(
    String family, String name, String meaning, List<String> forms, Set<String> modifiers) {
  public boolean isRefused() {
    return forms.isEmpty();
  }

  /** Returns whether a form has a modifier, or another integer type of the same width. */
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
