// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.memory.DeviceMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Atomic operations of a chunk of work-groups on device memory, in the order of their execution.
 * Applied to memory in the order of chunks, they have the results of an execution in order. Reused.
 */
public final class UpdateLog {
  private static final int UPDATE_BYTES = Integer.BYTES + Long.BYTES;

  /** An atomic operation whose old values nothing reads. */
  public interface Update {
    /** Returns the operand of a work-item. */
    long operand(int item);

    /** Applies the operands {@code from} to {@code to - 1} to a page, at the given positions. */
    void apply(byte[] page, int[] positions, long[] operands, int from, int to);
  }

  // By the work-items of one execution that access one page.
  private final List<Update> updates = new ArrayList<>();
  private long[] pages = new long[8];
  private int[] ends = new int[8];

  // By work-item.
  private int[] positions = new int[8];
  private long[] operands = new long[8];
  private int size;

  void clear() {
    updates.clear();
    size = 0;
  }

  long bytes() {
    return (long) size * UPDATE_BYTES;
  }

  void add(Update update, long page, int[] at, int start, int low, int high) {
    int batch = updates.size();
    int end = size + high - low;
    if (batch == pages.length) {
      pages = Arrays.copyOf(pages, 2 * batch);
      ends = Arrays.copyOf(ends, 2 * batch);
    }
    if (end > positions.length) {
      positions = Arrays.copyOf(positions, 2 * end);
      operands = Arrays.copyOf(operands, 2 * end);
    }
    updates.add(update);
    pages[batch] = page;
    ends[batch] = end;
    for (int i = low; i < high; i++) {
      positions[size] = start + at[i];
      operands[size++] = update.operand(i);
    }
  }

  /** Applies all operations. */
  public void apply(DeviceMemory memory) {
    int from = 0;
    for (int batch = 0; batch < updates.size(); batch++) {
      byte[] page = memory.pageForWrite(pages[batch] + positions[from], 1);
      updates.get(batch).apply(page, positions, operands, from, ends[batch]);
      from = ends[batch];
    }
  }
}
