// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Maps each row of a device's code to the instructions of the portable kernel that it was compiled
 * from. The device defines the rows, for example as machine instructions, bundles or clauses. The
 * time of a row is divided among its instructions by weight; a row without instructions was
 * inserted by the device. Immutable, thread-safe.
 */
public final class CodeOrigins {
  /**
   * Instruction number passed to {@link Share} for time that belongs to no portable instruction.
   */
  public static final int OWN = -1;

  /** Receives the shares of a row's time. */
  @FunctionalInterface
  public interface Share {
    /**
     * Receives one share.
     *
     * @param instruction number of an instruction of the portable kernel, counted through its
     *     blocks in order; or {@link #OWN}
     * @param ticks the instruction's share
     */
    void take(int instruction, long ticks);
  }

  private final int instructions;
  private final int[] start; // first entry of each row, then the number of entries
  private final int[] origin;
  private final int[] weight;

  private CodeOrigins(int instructions, int[] start, int[] origin, int[] weight) {
    this.instructions = instructions;
    this.start = start;
    this.origin = origin;
    this.weight = weight;
  }

  /**
   * {@return a builder without rows}
   *
   * @param kernel the portable kernel
   */
  public static Builder of(Kernel kernel) {
    return new Builder(kernel);
  }

  /** {@return the number of rows} */
  public int rows() {
    return start.length - 1;
  }

  /** {@return the number of instructions of the portable kernel} */
  public int instructions() {
    return instructions;
  }

  /**
   * Divides a row's time among its instructions by weight, in whole ticks that add up to it.
   *
   * @param row from 0
   * @param ticks the row's time
   * @param out receives the shares
   */
  public void split(int row, long ticks, Share out) {
    split(row, ticks, i -> true, out);
  }

  /**
   * Divides an amount among selected instructions of a row, as {@link #split(int, long, Share)}. If
   * none is selected, {@link #OWN} receives all.
   *
   * @param row from 0
   * @param amount the amount to divide, for example bytes of the row's accesses
   * @param among selects instructions of the portable kernel by number
   * @param out receives the shares
   */
  public void split(int row, long amount, IntPredicate among, Share out) {
    int first = start[row];
    int end = start[row + 1];
    long all = 0;
    for (int k = first; k < end; k++) {
      all += among.test(origin[k]) ? weight[k] : 0;
    }
    if (all == 0) {
      out.take(OWN, amount);
      return;
    }
    long whole = amount / all; // in two steps: the product may exceed 64 bits
    long rest = amount % all;
    long before = 0;
    long given = 0;
    for (int k = first; k < end; k++) {
      if (!among.test(origin[k])) {
        continue;
      }
      before += weight[k];
      long until = whole * before + rest * before / all;
      out.take(origin[k], until - given);
      given = until;
    }
  }

  /** Collects rows in order. Not thread-safe. */
  public static final class Builder {
    private final Map<Instruction, Integer> numbers = new IdentityHashMap<>(); // never iterated
    private int count;
    private int[] start = new int[64];
    private int rows;
    private int[] origin = new int[64];
    private int[] weight = new int[64];
    private int entries;

    private Builder(Kernel kernel) {
      for (Block block : kernel.blocks()) {
        for (Instruction i : block.instructions()) {
          numbers.put(i, count++);
        }
      }
    }

    /**
     * Begins the next row.
     *
     * @return this builder
     */
    public Builder row() {
      if (rows + 1 >= start.length) {
        start = Arrays.copyOf(start, 2 * start.length);
      }
      start[++rows] = entries;
      return this;
    }

    /**
     * Adds an instruction to the current row.
     *
     * @param instruction instruction of the portable kernel; null or an unknown one is ignored
     * @param share weight of the instruction within the row, at least 1
     * @return this builder
     */
    public Builder from(Instruction instruction, int share) {
      Integer number = numbers.get(instruction);
      if (number == null) {
        return this;
      }
      for (int k = start[rows - 1]; k < entries; k++) {
        if (origin[k] == number) {
          weight[k] += share;
          return this;
        }
      }
      if (entries == origin.length) {
        origin = Arrays.copyOf(origin, 2 * entries);
        weight = Arrays.copyOf(weight, 2 * entries);
      }
      origin[entries] = number;
      weight[entries++] = share;
      start[rows] = entries;
      return this;
    }

    /**
     * Adds a row with equal shares of these instructions.
     *
     * @param instructions instructions of the portable kernel; empty for a row that the device
     *     inserted
     * @return this builder
     */
    public Builder row(List<Instruction> instructions) {
      row();
      instructions.forEach(i -> from(i, 1));
      return this;
    }

    /** {@return the map} */
    public CodeOrigins build() {
      return new CodeOrigins(
          count,
          Arrays.copyOf(start, rows + 1),
          Arrays.copyOf(origin, entries),
          Arrays.copyOf(weight, entries));
    }
  }
}
