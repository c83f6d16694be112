// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The traces of a program's processes.
 *
 * @param all in the order of the connections
 */
record LiveTraces(List<LiveTrace> all) implements AutoCloseable {
  /** Throws the first error of the server itself. */
  void rethrow() {
    Optional<RuntimeException> broken =
        all.stream().flatMap(trace -> trace.ending().broken().stream()).findFirst();
    if (broken.isPresent()) {
      throw broken.get();
    }
  }

  /** Returns the first error after which a process had no device, or an empty text. */
  String fault() {
    return all.stream()
        .map(trace -> trace.ending().fault())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the first call of a process that is not supported and may have ended it, or an empty
   * text. A process that crashed after other work did so for another reason.
   */
  String refusal(boolean crashed) {
    return all.stream()
        .filter(trace -> !crashed || !trace.ending().wentOn())
        .map(trace -> trace.ending().refusal())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the first difference from another implementation, or an empty text. */
  String difference() {
    return all.stream()
        .map(trace -> trace.compared().difference())
        .filter(text -> !text.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** Returns the number of launches with the same results as another implementation's. */
  String agreed() {
    long agreed = all.stream().mapToLong(trace -> trace.compared().agreed()).sum();
    long launched = all.stream().mapToLong(trace -> trace.counts().launched()).sum();
    return "%,d of %,d launches".formatted(agreed, launched);
  }

  /** Returns the largest number of launches of a process, recorded or not. */
  long mostLaunches() {
    return all.stream().mapToLong(t -> t.counts().launched()).max().orElse(0);
  }

  /** Writes a trace for each process that has recorded launches. */
  List<RecordedTrace> write(Path target, SortedMap<String, String> parameters, Verdict verdict) {
    List<LiveTrace> launched = all.stream().filter(t -> t.counts().launches() > 0).toList();
    List<RecordedTrace> written = new ArrayList<>();
    for (LiveTrace trace : launched) {
      Path file = launched.size() == 1 ? target : of(target, trace.process().pid());
      String identity = trace.write(file, parameters, verdict);
      LiveTrace.Counts counts = trace.counts();
      written.add(
          new RecordedTrace(
              file,
              identity,
              verdict.text(),
              counts.calls(),
              counts.launches(),
              counts.instructions()));
    }
    return written;
  }

  private static Path of(Path target, int pid) {
    String name = target.getFileName().toString().replaceFirst("\\.lkt$", "");
    return target.resolveSibling(name + "." + pid + ".lkt");
  }

  @Override
  public void close() {
    all.forEach(LiveTrace::close);
  }
}
