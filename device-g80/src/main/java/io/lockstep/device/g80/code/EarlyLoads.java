// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.PollLoops;
import io.lockstep.kernel.ir.Space;
import io.lockstep.lower.pass.PortableCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Moves loads from global memory and texel fetches, with their address computations, before the
 * first reader of an earlier load of their block, so that several loads are outstanding at once.
 *
 * <p>A load never passes a barrier, a store to global memory, or another access that may alias it.
 */
final class EarlyLoads {
  private EarlyLoads() {}

  /**
   * @param ahead loads outstanding besides the one whose value is read first
   */
  static Kernel of(Kernel kernel, int ahead) {
    return PollLoops.of(kernel).isEmpty()
        ? kernel.withBlocks(kernel.blocks().stream().map(b -> moved(b, ahead)).toList())
        : kernel; // polls are repeated in their order
  }

  private static Block moved(Block block, int ahead) {
    List<Instruction> code = new ArrayList<>(block.instructions());
    List<Instruction> loads = code.stream().filter(EarlyLoads::isLoad).toList();
    for (int j = 1; j < loads.size(); j++) {
      int k = code.indexOf(loads.get(j));
      int to = k;
      for (int before = Math.max(0, j - ahead); before < j; before++) {
        to = Math.min(to, firstReader(code, loads.get(before)));
      }
      move(code, k, to);
    }
    return PortableCode.with(block, code);
  }

  private static boolean isLoad(Instruction i) {
    boolean global =
        i.op() == Op.LOAD && i.memory().space() == Space.GLOBAL && !i.memory().isVolatile();
    return (global || i.op() == Op.TEXTURE) && i.guard() < 0;
  }

  private static int firstReader(List<Instruction> code, Instruction load) {
    for (int k = code.indexOf(load) + 1; k < code.size(); k++) {
      if (!Collections.disjoint(code.get(k).reads(), load.writes())) {
        return k;
      }
    }
    return code.size();
  }

  /** Moves an instruction up, together with the instructions in between on which it depends. */
  private static void move(List<Instruction> code, int from, int to) {
    if (to >= from) {
      return;
    }
    TreeSet<Integer> with = new TreeSet<>(Set.of(from));
    Set<Integer> wanted = new HashSet<>(code.get(from).reads());
    for (int k = from - 1; k >= to; k--) {
      Instruction i = code.get(k);
      if (!Collections.disjoint(i.writes(), wanted)) {
        if (!isMovable(i)) {
          return;
        }
        with.add(k);
        wanted.addAll(i.reads());
      } else if (stops(i)) {
        return;
      }
    }
    for (int k = to; k < from; k++) {
      if (!with.contains(k) && !isBehind(code, k, with.tailSet(k))) {
        return; // it uses a value from the previous iteration, or overwrites one of the group's
      }
    }
    List<Instruction> group = with.stream().map(code::get).toList();
    code.removeAll(group);
    code.addAll(to, group);
  }

  /** Whether none of some instructions writes a register that another one accesses. */
  private static boolean isBehind(List<Instruction> code, int at, Set<Integer> others) {
    List<Integer> accessed = new ArrayList<>(code.get(at).reads());
    accessed.addAll(code.get(at).writes());
    return others.stream().allMatch(k -> Collections.disjoint(accessed, code.get(k).writes()));
  }

  /** Whether an instruction only computes values and may be executed earlier. */
  static boolean isMovable(Instruction i) {
    return i.guard() < 0 && PortableCode.isPure(i);
  }

  private static boolean stops(Instruction i) {
    return switch (i.op()) {
      case STORE -> i.memory().space() != Space.LOCAL && i.memory().space() != Space.PRIVATE;
      case LOAD -> i.memory().isVolatile();
      case TEXTURE -> false;
      default -> !i.op().isComputation();
    };
  }
}
