// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.shadow;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.CheckedAccess;
import io.lockstep.execute.check.CheckedAccess.Kind;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.check.ExecutionFinding;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Variable;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a launch's checks. Each pair of instructions and place has one entry, with its
 * first example and the number of its occurrences.
 */
public final class AccessFindings {
  /** Place number of local memory; all other place numbers are buffers. */
  static final int LOCAL = -1;

  private static final int MOST_INSTRUCTIONS = 0xFFFF;

  /**
   * Two instructions that conflict in either order, or (0, n) if instruction n reads unwritten
   * bytes.
   */
  private record Pair(int first, int second, int place, boolean betweenGroups) {}

  /** The first example of a pair, and a summary of all its occurrences. */
  private static final class Sum {
    final CheckedAccess first;
    final CheckedAccess second;
    final String place;
    final long offset;
    int spread;
    long count;

    Sum(CheckedAccess first, CheckedAccess second, String place, long offset) {
      this.first = first;
      this.second = second;
      this.place = place;
      this.offset = offset;
    }
  }

  private final Kernel kernel;
  private final Geometry geometry;
  private final DeviceMemory memory;
  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<Pair, Sum> found = new LinkedHashMap<>();
  private Pair lastPair;
  private Sum lastSum;
  private long group;

  AccessFindings(Kernel kernel, Geometry geometry, DeviceMemory memory) {
    this.kernel = kernel;
    this.geometry = geometry;
    this.memory = memory;
  }

  /** Assigns a number to a memory operation, from 1. */
  int number(Instruction in) {
    if (instructions.size() == MOST_INSTRUCTIONS) {
      throw new InputException(
          kernel.source(),
          kernel.name() + ": checks are for kernels of up to 65,535 memory operations");
    }
    instructions.add(in);
    return instructions.size();
  }

  void begin(long id) {
    group = id;
  }

  /**
   * Records an access that conflicts with an access of the same group.
   *
   * @param partner other access: work-item in the upper 16 bits, instruction number in the lower 16
   *     bits
   * @param spread bits in which the numbers of conflicting work-items differ
   * @param place number of a buffer, or {@link #LOCAL}
   */
  void inside(int partner, int spread, int lane, int number, int place, long offset) {
    Pair pair = pair(partner, number, place, false);
    Sum sum = sum(pair, partner, group, lane, number, offset);
    sum.spread |= spread;
    sum.count++;
  }

  /** Records an access that conflicts with an access of another group. */
  void between(int partner, long partnerGroup, int lane, int number, int place, long offset) {
    Pair pair = pair(partner, number, place, true);
    sum(pair, partner, partnerGroup, lane, number, offset).count++;
  }

  private static Pair pair(int partner, int number, int place, boolean between) {
    int other = partner & 0xFFFF;
    return new Pair(Math.min(other, number), Math.max(other, number), place, between);
  }

  private Sum sum(Pair pair, int partner, long partnerGroup, int lane, int number, long offset) {
    if (pair.equals(lastPair)) {
      return lastSum;
    }
    lastPair = pair;
    lastSum = found.get(pair);
    if (lastSum == null) {
      lastSum =
          new Sum(
              access(partner & 0xFFFF, partnerGroup, partner >>> 16),
              access(number, group, lane),
              placeOf(pair.place(), offset),
              offset);
      found.put(pair, lastSum);
    }
    return lastSum;
  }

  /**
   * Records an access to local memory that the group has not written; atomic stores are ignored.
   *
   * @param first the first unwritten byte
   */
  void unwritten(int lane, int number, int first) {
    if (instructions.get(number - 1).op() == Op.STORE) {
      return;
    }
    Pair pair = new Pair(0, number, LOCAL, false);
    Sum sum = found.get(pair);
    if (sum == null) {
      sum = new Sum(null, access(number, group, lane), placeOf(LOCAL, first), first);
      found.put(pair, sum);
    }
    sum.count++;
  }

  private CheckedAccess access(int number, long ofGroup, int workItem) {
    Instruction in = instructions.get(number - 1);
    return new CheckedAccess(kind(in), in.line(), ofGroup, workItem, geometry);
  }

  /** Returns how an operation accesses memory; any compare-and-swap counts as one that stores. */
  public static Kind kind(Instruction in) {
    boolean atomic = !in.memory().order().equals(MemoryOrder.UNSAID);
    return switch (in.op()) {
      case LOAD -> atomic ? Kind.ATOMIC_READ : Kind.READ;
      case STORE -> atomic ? Kind.ATOMIC : Kind.WRITE;
      default -> Kind.ATOMIC;
    };
  }

  private String placeOf(int place, long offset) {
    if (place != LOCAL) {
      return "buffer " + memory.name(place);
    }
    for (Variable v : kernel.variables()) {
      if (v.space() == Space.LOCAL && offset >= v.offset() && offset < v.offset() + v.bytes()) {
        return "local memory (" + v.name() + ")";
      }
    }
    return "local memory";
  }

  boolean hasRaces() {
    return found.values().stream().anyMatch(s -> s.first != null);
  }

  /**
   * Reports the findings to a log; races are omitted if they are allowed.
   *
   * @param source name of the kernel's file in results
   */
  void report(CheckLog log, boolean racesAllowed, String source) {
    found.forEach(
        (pair, s) -> {
          if (s.first == null || !racesAllowed) {
            int width =
                s.first == null || pair.betweenGroups()
                    ? 0
                    : 2 * Integer.highestOneBit(Math.max(s.spread, 1));
            log.add(
                new ExecutionFinding(
                    s.first == null ? ExecutionCheck.UNINITIALISED : ExecutionCheck.RACES,
                    new ExecutionFinding.Location(kernel.name(), source, s.place, s.offset),
                    new ExecutionFinding.Accesses(s.first, s.second, pair.betweenGroups()),
                    width,
                    s.count));
          }
        });
  }
}
