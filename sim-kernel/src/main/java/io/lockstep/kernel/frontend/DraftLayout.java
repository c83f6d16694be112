// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
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
   * Joins each block with its only successor if that has no other predecessor, and removes
   * unreachable blocks. Labels that no branch names, as around inlined functions in clang's line
   * tables, then split no block.
   *
   * @param blocks blocks of the kernel; modified
   */
  public static void join(List<Draft> blocks) {
    Draft entry = blocks.get(0);
    Map<Draft, Integer> ways = waysFrom(entry);
    blocks.retainAll(ways.keySet());
    Set<Draft> joined = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Draft draft : blocks) {
      while (!joined.contains(draft) && successors(draft).size() == 1) {
        Draft next = draft.successors().get(0);
        boolean alone = next != draft && next != entry && ways.get(next) == 1;
        if (!alone || waits(next) || !goesOn(draft)) {
          break;
        }
        draft.code().addAll(next.code());
        draft.close(next.successors());
        joined.add(next);
      }
    }
    blocks.removeAll(joined);
  }

  /** Returns the reachable blocks, and the number of edges to each. */
  private static Map<Draft, Integer> waysFrom(Draft entry) {
    Map<Draft, Integer> ways = new IdentityHashMap<>(Map.of(entry, 0)); // never iterated
    Deque<Draft> open = new ArrayDeque<>(List.of(entry));
    while (!open.isEmpty()) {
      for (Draft to : successors(open.pop())) {
        if (ways.merge(to, 1, Integer::sum) == 1 && to != entry) {
          open.push(to);
        }
      }
    }
    return ways;
  }

  private static List<Draft> successors(Draft draft) {
    return draft.successors() == null ? List.of() : draft.successors();
  }

  /** Whether work-items may wait before a block, which the executor lets them do at its start. */
  private static boolean waits(Draft draft) {
    List<Instruction> code = draft.code();
    return !code.isEmpty() && code.get(0).atomic() == AtomicOp.BARRIER_TEST;
  }

  /** Whether instructions may follow in a block, which drops its jump; none follow a barrier. */
  private static boolean goesOn(Draft draft) {
    List<Instruction> code = draft.code();
    Op last = code.isEmpty() ? Op.MOVE : code.get(code.size() - 1).op();
    if (last == Op.JUMP) {
      code.remove(code.size() - 1);
    }
    return last == Op.JUMP || last != Op.BARRIER && !last.isTerminator();
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
