// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.skeleton;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a draft with one stream per kernel. A kernel's data are transferred in its stream,
 * and a kernel waits for earlier kernels that write a buffer it uses or use a buffer it writes.
 */
final class StreamDraft {
  private static final String DONE = "_done"; // suffix of events after launches
  private static final String THERE = "_there"; // suffix of events after uploads

  private final List<String> kernels; // in launch order
  private final List<String> streams = new ArrayList<>(); // stream of each kernel
  private final Map<String, DraftBuffer> buffers; // with the uses of all kernels

  StreamDraft(String file, List<Kernel> launched, Map<String, DraftBuffer> buffers) {
    if (launched.size() > ProgramStreams.MOST) {
      throw new InputException(
          file,
          "%s kernels; a workload has at most %s streams: choose kernels with --kernel"
              .formatted(launched.size(), ProgramStreams.MOST));
    }
    kernels = launched.stream().map(Kernel::name).toList();
    for (String kernel : kernels) {
      boolean name = kernel.matches("[A-Za-z_]\\w*") && !kernel.equals("default");
      streams.add(name && !streams.contains(kernel) ? kernel : "stream_" + streams.size());
    }
    this.buffers = buffers;
  }

  String declaration() {
    return "streams: [" + String.join(", ", streams) + "]\n";
  }

  /** Returns all steps; {@code launches} are the launch steps without streams. */
  List<String> steps(List<String> launches) {
    List<String> steps = new ArrayList<>();
    Map<String, Integer> first = new HashMap<>(); // first kernel that uses a buffer; lookup only
    for (int k = 0; k < launches.size(); k++) {
      String stream = ", stream: " + streams.get(k);
      List<String> after = new ArrayList<>();
      for (int other = 0; other < k; other++) {
        if (conflict(other, k)) {
          after.add(streams.get(other) + DONE);
        }
      }
      for (Map.Entry<String, DraftBuffer> entry : buffers.entrySet()) {
        String buffer = entry.getKey();
        Integer user = uses(entry.getValue(), k) ? first.putIfAbsent(buffer, k) : null;
        if (user != null && isBrought(entry.getValue(), user) && !conflict(user, k)) {
          after.add(buffer + THERE);
        } else if (first.getOrDefault(buffer, -1) == k && isBrought(entry.getValue(), k)) {
          String event = isAwaited(entry.getValue(), k) ? ", event: " + buffer + THERE : "";
          steps.add("{upload: {buffer: " + buffer + ", pinned: true}" + stream + event + "}");
        }
      }
      String launch = launches.get(k).substring(0, launches.get(k).length() - 1) + stream;
      steps.add(launch + (after.isEmpty() ? "" : ", after: " + after) + event(k) + "}");
    }
    buffers.forEach((name, buffer) -> download(name, buffer, steps));
    steps.add("synchronize");
    return steps;
  }

  private void download(String name, DraftBuffer buffer, List<String> steps) {
    for (int k = kernels.size() - 1; k >= 0; k--) {
      if (buffer.writers().contains(kernels.get(k))) {
        steps.add(
            "{download: {buffer: " + name + ", pinned: true}, stream: " + streams.get(k) + "}");
        return;
      }
    }
  }

  /** Returns the event after a launch, if another kernel waits for it. */
  private String event(int kernel) {
    for (int other = kernel + 1; other < kernels.size(); other++) {
      if (conflict(kernel, other)) {
        return ", event: " + streams.get(kernel) + DONE;
      }
    }
    return "";
  }

  /** Returns whether the first kernel that uses a buffer needs its contents from the host. */
  private boolean isBrought(DraftBuffer buffer, int first) {
    return buffer.readers().contains(kernels.get(first));
  }

  /**
   * Returns whether another kernel waits only for the upload of a buffer, and not for the kernel in
   * whose stream it is uploaded.
   */
  private boolean isAwaited(DraftBuffer buffer, int first) {
    for (int other = first + 1; other < kernels.size(); other++) {
      if (uses(buffer, other) && !conflict(first, other)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether two kernels use a buffer that one of them writes. */
  private boolean conflict(int one, int other) {
    return buffers.values().stream()
        .anyMatch(
            b ->
                uses(b, one)
                    && uses(b, other)
                    && (b.writers().contains(kernels.get(one))
                        || b.writers().contains(kernels.get(other))));
  }

  private boolean uses(DraftBuffer buffer, int kernel) {
    return buffer.readers().contains(kernels.get(kernel))
        || buffer.writers().contains(kernels.get(kernel));
  }
}
