// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Executes kernels whose groups wait: arguments are buffers of words. Not thread-safe. */
public final class Waiting {
  final Kernel kernel;
  final DeviceMemory memory = new DeviceMemory();
  final List<Long> arguments = new ArrayList<>();
  final List<WorkGroupRecord> records = new ArrayList<>();
  GroupExecutor executor;

  public Waiting(String text) {
    kernel = kernel(text);
  }

  public Waiting(Kernel kernel) {
    this.kernel = kernel;
  }

  static Kernel kernel(String text) {
    return new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults()).get(0);
  }

  /** A buffer of words as the next argument. */
  public Waiting buffer(String name, int... words) {
    int number = memory.allocate(name, Type.I32, 4L * words.length, null);
    for (int i = 0; i < words.length; i++) {
      memory.storeInt(Address.of(number, 4L * i), words[i]);
    }
    arguments.add(Address.of(number, 0));
    return this;
  }

  Waiting number(long value) {
    arguments.add(value);
    return this;
  }

  public Waiting run(int groups, int size) {
    return run(groups, size, ExecutionOptions.defaults().withInstructionBudget(1 << 20));
  }

  Waiting run(int groups, int size, ExecutionOptions options) {
    Geometry geometry = new Geometry(groups, 1, 1, size, 1, 1);
    executor = new GroupExecutor(kernel, geometry, arguments, 0, memory, new int[16], options);
    for (int g = 0; g < groups; g++) {
      records.add(executor.execute(g));
    }
    return this;
  }

  public int[] words(int buffer) {
    int[] words = new int[(int) memory.bytes(buffer) / 4];
    Arrays.setAll(words, i -> memory.loadInt(Address.of(buffer, 4L * i)));
    return words;
  }

  /** Changes that the waits of all records need, one for each. */
  List<Integer> needs() {
    List<Integer> needs = new ArrayList<>();
    for (WorkGroupRecord record : records) {
      for (Segment segment : record.segments()) {
        for (int e = 0; e < segment.waits().size(); e++) {
          if (segment.waits().needed(e) > 0) {
            needs.add(segment.waits().needed(e));
          }
        }
      }
    }
    return needs;
  }

  /**
   * Goes through the records as a device might that holds some groups at once: each group as far as
   * its waits allow, in an order that depends on a seed. Changes count for waits of the same
   * segment.
   *
   * @return what is wrong: groups that never end, or null
   */
  String replay(int resident, long seed) {
    java.util.Random random = new java.util.Random(seed);
    int[] performed = new int[1 << 12];
    int[] at = new int[records.size()];
    List<Integer> live = new ArrayList<>();
    int next = 0;
    while (true) {
      while (live.size() < resident && next < records.size()) {
        live.add(next++);
      }
      if (live.isEmpty()) {
        return null;
      }
      boolean moved = false;
      int from = random.nextInt(live.size());
      for (int k = 0; k < live.size() && !moved; k++) {
        int g = live.get((from + k) % live.size());
        moved = step(records.get(g), at, g, performed);
        if (at[g] == records.get(g).segments().size()) {
          live.remove((Integer) g);
        }
      }
      if (!moved) {
        return "groups " + live + " wait for ever";
      }
    }
  }

  private static boolean step(WorkGroupRecord record, int[] at, int g, int[] performed) {
    if (at[g] == record.segments().size()) {
      return true;
    }
    Segment segment = record.segments().get(at[g]);
    Waits waits = segment.waits();
    int[] after = performed.clone();
    for (int e = 0; e < waits.size(); e++) {
      for (int i = waits.firstItem(e); i < waits.endItem(e); i++) {
        after[waits.word(e, i)] += waits.isChange(e) ? 1 : 0;
      }
    }
    for (int e = 0; e < waits.size(); e++) {
      for (int i = waits.firstItem(e); i < waits.endItem(e); i++) {
        if (after[waits.word(e, i)] < waits.needed(e)) {
          return false;
        }
      }
    }
    System.arraycopy(after, 0, performed, 0, after.length);
    at[g]++;
    return true;
  }
}
