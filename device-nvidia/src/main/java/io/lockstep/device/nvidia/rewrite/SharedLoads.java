// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.sm.code.AccessKind;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads of shared memory as ptxas makes them of a kernel's: what was loaded before is not loaded
 * again, two adjacent halves that become a word are one load, and adjacent words are loads of 64 or
 * 128 bits where the address is certainly aligned.
 */
public final class SharedLoads {
  private static final int WIDEST = 16;
  private static final int NARROWEST = 4;
  private static final int HALF = 2;

  /**
   * The address without its offset, equal for loads between two places that loads must not pass.
   *
   * @param place number of the last of these places
   */
  private record Base(Value address, int scale, int place) {}

  private SharedLoads() {}

  public static void join(List<List<SassOp>> blocks, VirtualRegisters registers) {
    for (List<SassOp> ops : blocks) {
      for (int bytes = 1; bytes <= WIDEST; bytes *= 2) {
        candidates(ops, bytes, registers).forEach(loads -> dropRepeated(loads, ops, blocks));
      }
      candidates(ops, HALF, registers).forEach(loads -> joinHalves(loads, ops, blocks, registers));
      dropRepeatedPacks(ops, blocks, registers);
      for (int bytes = 2 * NARROWEST; bytes <= WIDEST; bytes *= 2) {
        for (List<SassOp> loads : candidates(ops, bytes / 2, registers)) {
          joinWords(loads, ops, bytes);
        }
      }
    }
  }

  private static void joinWords(List<SassOp> loads, List<SassOp> ops, int bytes) {
    loads.sort(Comparator.comparingLong(op -> op.offset));
    for (int k = 0; k + 1 < loads.size(); k++) {
      SassOp low = loads.get(k);
      SassOp high = loads.get(k + 1);
      if (areAdjacent(low, high, bytes) && replace(ops, low, high, bytes)) {
        k++;
      }
    }
  }

  private static boolean areAdjacent(SassOp low, SassOp high, int bytes) {
    return low.aligned >= bytes && low.offset % bytes == 0 && high.offset - low.offset == bytes / 2;
  }

  /** Lets the readers of a repeated load read what the first one has loaded. */
  private static void dropRepeated(
      List<SassOp> loads, List<SassOp> ops, List<List<SassOp>> blocks) {
    Map<Long, SassOp> first = new LinkedHashMap<>();
    for (SassOp load : loads) {
      SassOp before = first.putIfAbsent(load.offset, load);
      if (before != null
          && before.name.equals(load.name)
          && isSingle(before)
          && isSingle(load)
          && !readsBetween(ops, ops.indexOf(before), ops.indexOf(load), load)) {
        drop(load, before, ops, blocks);
      }
    }
  }

  /** Removes an instruction; its readers read the result of another one. */
  private static void drop(
      SassOp repeated, SassOp first, List<SassOp> ops, List<List<SassOp>> blocks) {
    Value kept = first.results.get(0);
    int dropped = repeated.results.get(0).number();
    ops.remove(repeated);
    blocks.forEach(all -> all.forEach(op -> op.renameReads(r -> r.number() == dropped ? kept : r)));
  }

  /** Drops what packs the same two values once more. */
  private static void dropRepeatedPacks(
      List<SassOp> ops, List<List<SassOp>> blocks, VirtualRegisters registers) {
    Map<List<Value>, SassOp> first = new LinkedHashMap<>();
    for (SassOp pack : List.copyOf(ops)) {
      boolean[] once = {pack.packsHalves()};
      pack.reads(r -> once[0] &= registers.isDefinedOnce(r));
      pack.writes(r -> once[0] &= registers.isDefinedOnce(r));
      SassOp before = once[0] ? first.putIfAbsent(List.copyOf(pack.sources), pack) : null;
      if (before != null && !readsBetween(ops, ops.indexOf(before), ops.indexOf(pack), pack)) {
        drop(pack, before, ops, blocks);
      }
    }
  }

  private static boolean isSingle(SassOp load) {
    return load.results.size() == 1 && load.results.get(0).high() == null;
  }

  /** Whether code from a place to another reads the results of an instruction. */
  private static boolean readsBetween(List<SassOp> ops, int from, int to, SassOp results) {
    BitSet written = new BitSet();
    results.writes(written::set);
    boolean[] reads = new boolean[1];
    ops.subList(from, to).forEach(op -> op.reads(r -> reads[0] |= written.get(r)));
    return reads[0];
  }

  /** Replaces two loads of halves, and what packs them, by a load of a word. */
  private static void joinHalves(
      List<SassOp> loads, List<SassOp> ops, List<List<SassOp>> blocks, VirtualRegisters registers) {
    Map<Integer, SassOp> loaded = new LinkedHashMap<>();
    loads.stream().filter(SharedLoads::isSingle).forEach(op -> loaded.put(result(op), op));
    for (SassOp pack : List.copyOf(ops)) {
      boolean packs = pack.packsHalves() && registers.isDefinedOnce(pack.results.get(0).number());
      SassOp low = packs ? loaded.get(pack.sources.get(0).number()) : null;
      SassOp high = packs ? loaded.get(pack.sources.get(2).number()) : null;
      if (low == null
          || high == null
          || !areAdjacent(low, high, 2 * HALF)
          || reads(blocks, result(low)) != 1
          || reads(blocks, result(high)) != 1) {
        continue;
      }
      int first = Math.min(ops.indexOf(low), ops.indexOf(high));
      if (!readsBetween(ops, first, ops.indexOf(pack), pack)) {
        SassOp both = low.replaced("LDS", Pipe.SHARED, low.sources);
        both.results.clear();
        both.results.addAll(pack.results);
        both.from = new ArrayList<>(low.from);
        both.from.addAll(high.from);
        both.access = low.access.with(high.access);
        ops.set(first, both);
        ops.removeAll(List.of(low, high, pack));
      }
    }
  }

  private static int result(SassOp load) {
    return load.results.get(0).number();
  }

  private static int reads(List<List<SassOp>> blocks, int register) {
    int[] count = {0};
    blocks.forEach(ops -> ops.forEach(op -> op.reads(r -> count[0] += r == register ? 1 : 0)));
    return count[0];
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
    if (readsBetween(ops, first, second, ops.get(second))) {
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
