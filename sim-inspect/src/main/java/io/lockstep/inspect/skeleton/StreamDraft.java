package io.lockstep.inspect.skeleton;

import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.ProgramStreams;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a draft whose kernels have a stream each: a kernel's data are transferred in its
 * stream, and a kernel waits for those before it that write what it uses, or use what it writes.
 * Not thread-safe.
 */
final class StreamDraft {
  private static final String DONE = "_done"; // events behind launches
  private static final String THERE = "_there"; // and behind uploads

  private final List<String> kernels; // in the order of their launches
  private final List<String> streams = new ArrayList<>(); // of the same kernels
  private final Map<String, DraftBuffer> buffers; // with all their uses

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

  /** What the workload declares. */
  String declaration() {
    return "streams: [" + String.join(", ", streams) + "]\n";
  }

  /**
   * All steps.
   *
   * @param launches of the kernels, without streams
   */
  List<String> steps(List<String> launches) {
    List<String> steps = new ArrayList<>();
    Map<String, Integer> first = new HashMap<>(); // kernel that uses a buffer first; looked up only
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

  /** The event behind a launch that others wait for. */
  private String event(int kernel) {
    for (int other = kernel + 1; other < kernels.size(); other++) {
      if (conflict(kernel, other)) {
        return ", event: " + streams.get(kernel) + DONE;
      }
    }
    return "";
  }

  /** Whether the kernel that uses a buffer first needs its contents from the host. */
  private boolean isBrought(DraftBuffer buffer, int first) {
    return buffer.readers().contains(kernels.get(first));
  }

  /** Whether a kernel waits for a buffer and for nothing else of the kernel that brings it. */
  private boolean isAwaited(DraftBuffer buffer, int first) {
    for (int other = first + 1; other < kernels.size(); other++) {
      if (uses(buffer, other) && !conflict(first, other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether two kernels use a buffer that one of them writes. */
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
