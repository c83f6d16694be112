// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * Determines which values may derive from a pointer into local or private memory, by any operation
 * and through any memory. Any other address is null or was passed by the host, and is then global.
 * Unlike {@link GenericAddresses}, this does not need to distinguish numbers from pointers, so it
 * works if both have 32 bits.
 */
final class WindowOrigins {
  private final Predicate<Operand> windowed;
  private final Predicate<Instruction> isPrivate;
  private final BitSet registers = new BitSet();
  private boolean inPrivate;
  private boolean inOthers;

  /** Propagates the known windowed values to a fixed point. */
  WindowOrigins(List<Draft> blocks, Predicate<Operand> windowed, Predicate<Instruction> isPrivate) {
    this.windowed = windowed;
    this.isPrivate = isPrivate;
    int before;
    do {
      before = size();
      for (Draft draft : blocks) {
        draft.code().forEach(this::follow);
      }
    } while (size() > before);
  }

  private int size() {
    return registers.cardinality() + (inPrivate ? 1 : 0) + (inOthers ? 1 : 0);
  }

  boolean hasWindow(Operand s) {
    return windowed.test(s) || s.isRegister() && registers.get(s.register());
  }

  private void follow(Instruction i) {
    boolean memory = i.op().isAddressed();
    List<Operand> values = memory ? i.sources().subList(1, i.sources().size()) : i.sources();
    boolean from = i.op() != Op.COMPARE && values.stream().anyMatch(this::hasWindow);
    if (memory && i.op().writes()) {
      inPrivate |= from && mayBePrivate(i);
      inOthers |= from && !isPrivate.test(i);
    }
    if (memory && i.memory().space() != Space.PARAMETER) {
      from = inPrivate && mayBePrivate(i) || inOthers && !isPrivate.test(i);
    }
    if (from) {
      i.destinations().stream().filter(r -> r >= 0).forEach(registers::set);
    }
  }

  private boolean mayBePrivate(Instruction i) {
    return isPrivate.test(i) || i.memory().space() == Space.GENERIC;
  }
}
