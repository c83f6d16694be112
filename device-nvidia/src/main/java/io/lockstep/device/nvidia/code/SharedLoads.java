// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins loads of adjacent words of shared memory to loads of 64 or 128 bits where the address is
 * certainly aligned, as ptxas does.
 */
final class SharedLoads {
  private static final int WIDEST = 16;
  private static final int NARROWEST = 4;

  /**
   * The address without its offset, equal for loads between two places that loads must not pass.
   *
   * @param place number of the last of these places
   */
  private record Base(Value address, int scale, int place) {}

  private SharedLoads() {}

  static void join(List<SassOp> ops, VirtualRegisters registers) {
    for (int bytes = 2 * NARROWEST; bytes <= WIDEST; bytes *= 2) {
      for (List<SassOp> loads : candidates(ops, bytes / 2, registers)) {
        loads.sort(Comparator.comparingLong(op -> op.offset));
        for (int k = 0; k + 1 < loads.size(); k++) {
          SassOp low = loads.get(k);
          SassOp high = loads.get(k + 1);
          boolean aligned = low.aligned >= bytes && low.offset % bytes == 0;
          if (aligned && high.offset - low.offset == bytes / 2 && replace(ops, low, high, bytes)) {
            k++;
          }
        }
      }
    }
  }

  private static List<List<SassOp>> candidates(
      List<SassOp> ops, int bytes, VirtualRegisters registers) {
    Map<Base, List<SassOp>> loads = new LinkedHashMap<>();
    int place = 0;
    for (SassOp op : ops) {
      boolean load = op.is("LDS") && op.access.kind() == AccessKind.LOAD && op.guard == null;
      if (!load && isBorder(op)) {
        place++;
      } else if (load && op.access.bytes() == bytes && isPlain(op, registers)) {
        Base base = new Base(op.sources.get(0), op.scale, place);
        loads.computeIfAbsent(base, any -> new ArrayList<>()).add(op);
      }
    }
    return List.copyOf(loads.values());
  }

  private static boolean isBorder(SassOp op) {
    return switch (op.pipe) {
      case BRANCH, BARRIER, SHUFFLE -> true;
      default ->
          op.fixed || op.readsClock() || op.isMemory() && op.access.kind() != AccessKind.LOAD;
    };
  }

  /** Whether the address and the results are the same everywhere, and are not volatile. */
  private static boolean isPlain(SassOp load, VirtualRegisters registers) {
    boolean[] once = {true};
    load.reads(r -> once[0] &= registers.isDefinedOnce(r));
    load.writes(r -> once[0] &= registers.isDefinedOnce(r));
    return once[0] && load.from.stream().noneMatch(i -> i.memory().isVolatile());
  }

  /** Puts the joined load where the first of two is, unless the former value is read behind it. */
  private static boolean replace(List<SassOp> ops, SassOp low, SassOp high, int bytes) {
    int first = Math.min(ops.indexOf(low), ops.indexOf(high));
    int second = Math.max(ops.indexOf(low), ops.indexOf(high));
    BitSet written = new BitSet();
    ops.get(second).writes(written::set);
    boolean[] reads = new boolean[1];
    ops.subList(first, second).forEach(op -> op.reads(r -> reads[0] |= written.get(r)));
    if (reads[0]) {
      return false;
    }
    SassOp both = low.replaced("LDS." + 8 * bytes, Pipe.SHARED, low.sources);
    both.results.addAll(high.results);
    both.from = new ArrayList<>(low.from);
    both.from.addAll(high.from);
    both.access = low.access.with(high.access);
    ops.set(first, both);
    ops.remove(second);
    return true;
  }
}
