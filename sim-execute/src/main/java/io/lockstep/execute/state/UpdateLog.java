// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.memory.DeviceMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Atomic operations of a chunk of work-groups on device memory, in the order of their execution.
 * Applied to memory in the order of chunks, they have the results of an execution in order. Reused.
 */
public final class UpdateLog {
  /** An atomic operation whose old values nothing reads. */
  public interface Update {
    /** Returns the operand of a work-item. */
    long operand(int item);

    /** Returns the number of bytes of a value. */
    int bytes();

    /** Applies the operation to the values at a position of a page. */
    void apply(byte[] page, int position, long operand);
  }

  // By batch: operations of one instruction, with one operand for all if it is equal.
  private final List<Update> updates = new ArrayList<>();
  private int[] ends = new int[8];
  private int[] operandEnds = new int[8];
  private boolean equal; // whether the last batch has one operand

  private int[] places = new int[8]; // page's index and position, by operation
  private int size;

  private long[] operands = new long[8];
  private int operandCount;

  void clear() {
    updates.clear();
    size = 0;
    operandCount = 0;
  }

  long bytes() {
    return (long) size * Integer.BYTES + (long) operandCount * Long.BYTES;
  }

  /** Adds operations of work-items {@code low} to {@code high - 1} on the page with an index. */
  void add(Update update, int page, int[] positions, int start, int low, int high) {
    int count = high - low;
    if (size + count > places.length) {
      places = Arrays.copyOf(places, 2 * (size + count));
    }
    if (operandCount + count > operands.length) {
      operands = Arrays.copyOf(operands, 2 * (operandCount + count));
    }
    int base = (page << DeviceMemory.PAGE_BITS) + start;
    for (int i = low; i < high; i++) {
      places[size + i - low] = base + positions[i];
    }
    size += count;
    int last = updates.size() - 1;
    boolean continues = last >= 0 && updates.get(last) == update;
    long first = continues && equal ? operands[operandCount - 1] : update.operand(low);
    long differences = 0;
    for (int i = low; i < high; i++) {
      long operand = update.operand(i);
      operands[operandCount + i - low] = operand;
      differences |= operand ^ first;
    }
    boolean same = differences == 0 && (count > 1 || !continues || equal);
    if (continues && equal && same) {
      ends[last] = size;
      return;
    }
    if (!continues || equal || same) {
      last = begin(update);
      equal = same;
    }
    operandCount += same ? 1 : count;
    ends[last] = size;
    operandEnds[last] = operandCount;
  }

  private int begin(Update update) {
    int batch = updates.size();
    updates.add(update);
    if (batch == ends.length) {
      ends = Arrays.copyOf(ends, 2 * batch);
      operandEnds = Arrays.copyOf(operandEnds, 2 * batch);
    }
    return batch;
  }

  /**
   * Applies all operations.
   *
   * @param count number of pages
   * @param addresses functional address of the page with an index
   */
  public void apply(DeviceMemory memory, int count, IntToLongFunction addresses) {
    byte[][] pages = new byte[count][];
    int departures = memory.departures();
    int at = 0;
    int operand = 0;
    for (int batch = 0; batch < updates.size(); batch++) {
      Update update = updates.get(batch);
      int step = operandEnds[batch] - operand > 1 ? 1 : 0;
      for (; at < ends[batch]; at++, operand += step) {
        int index = places[at] >>> DeviceMemory.PAGE_BITS;
        int position = places[at] & DeviceMemory.PAGE_MASK;
        byte[] page = pages[index];
        if (page == null) {
          page = memory.pageForWrite(addresses.applyAsLong(index) + position, update.bytes());
          if (departures != memory.departures()) {
            departures = memory.departures();
            Arrays.fill(pages, null);
          }
          pages[index] = page;
        }
        update.apply(page, position, operands[operand]);
      }
      operand = operandEnds[batch];
    }
  }

  /** Receives the bytes of operations. */
  interface Marker {
    /**
     * Marks bytes of the page with an index: {@code mask} has a bit for each from a position on.
     */
    void mark(int index, int position, long mask);
  }

  /** Marks the bytes of all operations. */
  void mark(Marker marker) {
    int at = 0;
    for (int batch = 0; batch < updates.size(); batch++) {
      long mask = (1L << updates.get(batch).bytes()) - 1;
      for (; at < ends[batch]; at++) {
        int place = places[at];
        marker.mark(place >>> DeviceMemory.PAGE_BITS, place & DeviceMemory.PAGE_MASK, mask);
      }
    }
  }
}
