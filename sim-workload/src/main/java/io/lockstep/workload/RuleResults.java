// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.workload.element.LittleEndian;
import io.lockstep.workload.step.Expectation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Results of one workload that is executed by several rules of matrix units: it counts the elements
 * of a further execution whose bits differ from those of the first one. Thread-safe.
 */
public final class RuleResults {
  private static final long MOST = 64L << 20; // bytes that are kept

  private final List<Image> first = new ArrayList<>();
  private String by; // null until results are kept
  private boolean isSettled;

  /** Creates a comparison without results. */
  public RuleResults() {}

  /** The final contents of a buffer. */
  private record Image(String name, byte[] bytes) {}

  /**
   * Keeps the results of the first execution, and compares those of others. After each execution
   * {@link #settle} follows.
   *
   * @param name what executed it, for the remark
   * @return how many elements differ from the first execution's; empty for the first one, or if
   *     buffers are larger than 64 MiB together
   */
  synchronized String remark(String name, BoundWorkload bound, DeviceState device) {
    List<String> buffers = buffers(bound);
    long bytes = 0;
    for (String buffer : buffers) {
      bytes += device.memory().bytes(device.buffer(buffer));
    }
    if (bytes > MOST) {
      return "";
    }
    if (by == null) {
      by = name;
      buffers.forEach(b -> first.add(new Image(b, contents(device, b))));
      return "";
    }
    List<String> differences = new ArrayList<>();
    for (Image image : first) {
      int width = device.type(device.buffer(image.name)).bytes();
      long differing = differing(image.bytes, contents(device, image.name), width);
      if (differing > 0) {
        differences.add(
            "%,d of %,d elements of %s"
                .formatted(differing, image.bytes.length / width, image.name));
      }
    }
    return differences.isEmpty()
        ? "the same bits as on " + by
        : "other bits than on %s: %s".formatted(by, String.join(", ", differences));
  }

  /**
   * Ends an execution, after the devices that it was made for: if all of them refused the program,
   * its results are not what others are compared with.
   *
   * @param ran name of the first of these devices that did not refuse the program, or empty
   */
  public synchronized void settle(Optional<String> ran) {
    if (isSettled || by == null) {
      return;
    }
    isSettled = ran.isPresent();
    by = ran.orElse(null);
    if (!isSettled) {
      first.clear();
    }
  }

  /** The buffers with expectations, or all if none has. */
  private static List<String> buffers(BoundWorkload bound) {
    List<String> expected =
        bound.workload().expectations().stream().map(Expectation::buffer).distinct().toList();
    return expected.isEmpty()
        ? bound.buffers().stream().map(b -> b.declaration().name()).toList()
        : expected;
  }

  private static byte[] contents(DeviceState device, String name) {
    DeviceMemory memory = device.memory();
    int buffer = device.buffer(name);
    byte[] bytes = new byte[(int) memory.bytes(buffer)];
    memory.read(buffer, 0, bytes, 0, bytes.length);
    return bytes;
  }

  private static long differing(byte[] a, byte[] b, int width) {
    long count = 0;
    for (int at = 0; at + width <= Math.min(a.length, b.length); at += width) {
      if (LittleEndian.get(a, at, width) != LittleEndian.get(b, at, width)) {
        count++;
      }
    }
    return count;
  }
}
