// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.schedule;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The number of live vector registers while a block is scheduled. A register is live from its
 * definition, or from the block's start if it is live-in, to its last reader, or to the block's end
 * if it is live-out. Instructions are known by their places in the block.
 */
final class RegisterPressure {
  private final int[][] operands; // each register once, as a place in the block's registers
  private final int[][] results;
  private final int[] allReaders; // of each register, a later block as one
  private final boolean[] isVector; // the others are predicates
  private final boolean[] liveIn;
  private final int liveAtStart; // also those that the block does not access
  private final int[] readers; // that have not issued
  private final boolean[] live;
  private int registers;

  /**
   * @param liveIn registers that are live at the start of the block, of all files
   * @param liveOut registers that are live at its end
   */
  RegisterPressure(List<SassOp> block, VirtualRegisters registers, BitSet liveIn, BitSet liveOut) {
    int n = block.size();
    operands = new int[n][];
    results = new int[n][];
    BitSet accessed = new BitSet();
    for (int k = 0; k < n; k++) {
      operands[k] = registers(block.get(k).sources);
      results[k] = registers(block.get(k).results);
      set(accessed, operands[k]);
      set(accessed, results[k]);
    }
    int[] numbers = accessed.stream().toArray();
    allReaders = new int[numbers.length];
    isVector = new boolean[numbers.length];
    this.liveIn = new boolean[numbers.length];
    for (int r = 0; r < numbers.length; r++) {
      allReaders[r] = liveOut.get(numbers[r]) ? 1 : 0;
      isVector[r] = registers.file(numbers[r]) == Kind.VECTOR;
      this.liveIn[r] = liveIn.get(numbers[r]);
    }
    int count = 0;
    for (int r = liveIn.nextSetBit(0); r >= 0; r = liveIn.nextSetBit(r + 1)) {
      count += registers.file(r) == Kind.VECTOR ? 1 : 0;
    }
    liveAtStart = count;
    for (int k = 0; k < n; k++) {
      place(operands[k], numbers);
      place(results[k], numbers);
      for (int r : operands[k]) {
        allReaders[r]++;
      }
    }
    readers = new int[numbers.length];
    live = new boolean[numbers.length];
    restart();
  }

  /** Goes back to the start of the block. */
  void restart() {
    System.arraycopy(allReaders, 0, readers, 0, readers.length);
    System.arraycopy(liveIn, 0, live, 0, live.length);
    registers = liveAtStart;
  }

  private static int[] registers(List<Value> values) {
    int[] numbers = new int[2 * values.size()];
    int count = 0;
    for (Value v : values) {
      if (v.kind() == Kind.VECTOR || v.kind() == Kind.PREDICATE) {
        for (Value part = v; part != null; part = part.high()) {
          boolean known = !part.isRegister();
          for (int k = 0; k < count && !known; k++) {
            known = numbers[k] == part.number();
          }
          if (!known) {
            numbers = count == numbers.length ? Arrays.copyOf(numbers, 2 * count) : numbers;
            numbers[count++] = part.number();
          }
        }
      }
    }
    return Arrays.copyOf(numbers, count);
  }

  private static void set(BitSet set, int[] numbers) {
    for (int r : numbers) {
      set.set(r);
    }
  }

  private static void place(int[] registers, int[] numbers) {
    for (int k = 0; k < registers.length; k++) {
      registers[k] = Arrays.binarySearch(numbers, registers[k]);
    }
  }

  /** Returns the number of live vector registers. */
  int registers() {
    return registers;
  }

  /**
   * Returns by how much the number of live registers changes if an instruction issues next.
   *
   * @param predicates whether predicates count: there are few, and those that have no register of
   *     their own are kept in vector registers
   */
  int added(int place, boolean predicates) {
    int added = 0;
    for (int r : results[place]) {
      added += !live[r] && (predicates || isVector[r]) ? 1 : 0;
    }
    for (int r : operands[place]) {
      added -= (predicates || isVector[r]) && endsAt(place, r) ? 1 : 0;
    }
    return added;
  }

  /** Whether a register is dead after an instruction, which is its last reader. */
  private boolean endsAt(int place, int register) {
    if (readers[register] != 1) {
      return false;
    }
    for (int r : results[place]) {
      if (r == register) {
        return false;
      }
    }
    return true;
  }

  /** Updates the live registers for an instruction that issues. */
  void issue(int place) {
    for (int r : operands[place]) {
      set(r, !endsAt(place, r));
      readers[r]--;
    }
    for (int r : results[place]) {
      set(r, true);
    }
  }

  private void set(int register, boolean isLive) {
    if (live[register] != isLive) {
      live[register] = isLive;
      registers += !isVector[register] ? 0 : isLive ? 1 : -1;
    }
  }
}
