package io.lockstep.parts.device;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which instructions of the portable kernel each row of a device's code came from. What a row is
 * the device decides: a machine instruction, a bundle, a clause. A row that came from several
 * shares its time among them by weights; one that came from none is the device's own. Immutable,
 * thread-safe.
 */
public final class CodeOrigins {
  /** {@link Share}: the row came from no instruction. */
  public static final int OWN = -1;

  /** Takes the shares of a row. */
  @FunctionalInterface
  public interface Share {
    /**
     * A part of a row's time.
     *
     * @param instruction number of an instruction of the portable kernel, counted through its
     *     blocks in their order; or {@link #OWN}
     * @param ticks its part
     */
    void take(int instruction, long ticks);
  }

  private final int instructions;
  private final int[] start; // by row, one more at the end
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
   * @param kernel whose instructions are meant
   */
  public static Builder of(Kernel kernel) {
    return new Builder(kernel);
  }

  /** {@return rows of the code} */
  public int rows() {
    return start.length - 1;
  }

  /** {@return instructions of the portable kernel} */
  public int instructions() {
    return instructions;
  }

  /**
   * Splits a row's time among the instructions it came from: by weights, in whole ticks, which add
   * up to all of them.
   *
   * @param row from 0 on
   * @param ticks its time
   * @param out takes the parts
   */
  public void split(int row, long ticks, Share out) {
    int first = start[row];
    int end = start[row + 1];
    if (first == end) {
      out.take(OWN, ticks);
      return;
    }
    long all = 0;
    for (int k = first; k < end; k++) {
      all += weight[k];
    }
    long whole = ticks / all; // in two parts: their product may be beyond 64 bits
    long rest = ticks % all;
    long before = 0;
    long given = 0;
    for (int k = first; k < end; k++) {
      before += weight[k];
      long until = whole * before + rest * before / all;
      out.take(origin[k], until - given);
      given = until;
    }
  }

  /** Collects rows in their order. Not thread-safe. */
  public static final class Builder {
    private final Map<Instruction, Integer> numbers = new IdentityHashMap<>(); // never walked
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
     * Begins the next row, which has come from nothing so far.
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
     * Says what the row that was begun last came from, too.
     *
     * @param instruction of the portable kernel; one that is not in it, or null, changes nothing
     * @param share its weight among those of the row, at least 1
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
     * The next row, which came from these instructions, to equal parts.
     *
     * @param instructions of the portable kernel; empty for a row of the device's own
     * @return this builder
     */
    public Builder row(List<Instruction> instructions) {
      row();
      instructions.forEach(i -> from(i, 1));
      return this;
    }

    /** {@return what was collected} */
    public CodeOrigins build() {
      return new CodeOrigins(
          count,
          Arrays.copyOf(start, rows + 1),
          Arrays.copyOf(origin, entries),
          Arrays.copyOf(weight, entries));
    }
  }
}
