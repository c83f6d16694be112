// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.KernelVerifier;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The last steps of a front-end: removes empty blocks and numbers the others. */
public final class DraftLayout {
  private DraftLayout() {}

  /**
   * Redirects every edge past empty blocks and removes these blocks; the first block stays.
   *
   * @param blocks blocks of the kernel; modified
   */
  public static void skipEmpty(List<Draft> blocks) {
    for (Draft draft : blocks) {
      if (draft.successors() != null) {
        draft.close(draft.successors().stream().map(DraftLayout::target).toList());
      }
    }
    Draft entry = blocks.get(0);
    blocks.removeIf(d -> d != entry && isEmpty(d) && target(d) != d);
  }

  private static boolean isEmpty(Draft draft) {
    return draft.code().isEmpty() && draft.successors() != null && draft.successors().size() == 1;
  }

  /** Returns the first block with code from a block on; a cycle of empty blocks stays. */
  private static Draft target(Draft draft) {
    Set<Draft> seen = new HashSet<>();
    Draft at = draft;
    while (isEmpty(at)) {
      if (!seen.add(at)) {
        return draft;
      }
      at = at.successors().get(0);
    }
    return at;
  }

  /**
   * {@return the kernel of a builder with these blocks, in order} Registers that are read but never
   * written (compilers leave values undefined, programs clear a register by r ^ r) are set to zero
   * at the kernel's start.
   *
   * @param blocks at least one block; the first is the entry
   * @param builder holds all parts of the kernel except the blocks
   */
  public static Kernel build(List<Draft> blocks, KernelBuilder builder) {
    Map<Draft, Integer> numbers = new HashMap<>(); // looked up only, never iterated
    for (Draft draft : blocks) {
      numbers.put(draft, builder.block());
    }
    for (Draft draft : blocks) {
      int n = numbers.get(draft);
      draft.code().forEach(i -> builder.add(n, i));
      // A block after the last return is unreachable and was never closed.
      builder.successors(
          n,
          draft.successors() == null
              ? List.of()
              : draft.successors().stream().map(numbers::get).toList());
    }
    Kernel kernel = builder.build();
    List<Integer> undefined = KernelVerifier.neverDefined(kernel);
    if (undefined.isEmpty()) {
      return kernel;
    }
    List<Instruction> first = new ArrayList<>();
    for (int register : undefined) {
      first.add(
          InstructionBuilder.of(Op.MOVE, builder.typeOf(register))
              .from(Operand.immediate(0))
              .to(register)
              .text("(undefined in the text)")
              .build());
    }
    first.addAll(builder.instructions(0));
    builder.replace(0, first);
    return builder.build();
  }
}
