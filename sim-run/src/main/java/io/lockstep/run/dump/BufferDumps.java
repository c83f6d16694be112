// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.dump;

import io.lockstep.io.InputException;
import io.lockstep.io.ShellWord;
import io.lockstep.io.output.OutputFile;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.WorkloadExecution;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Buffers to be written to files after the execution of a workload, even if the result is wrong or
 * every device refuses it.
 *
 * <p>For one execution: {@link #open}, {@link #write}, {@link #close}. Not thread-safe.
 */
public final class BufferDumps implements AutoCloseable {
  private final List<BufferDump> wanted;
  private final List<OutputFile> files = new ArrayList<>();
  private WorkloadExecution execution;

  public boolean areWanted() {
    return !wanted.isEmpty();
  }

  /**
   * @param wanted requested dumps; one buffer may be written in several formats
   */
  public BufferDumps(List<BufferDump> wanted) {
    this.wanted = List.copyOf(wanted);
  }

  public static BufferDumps none() {
    return new BufferDumps(List.of());
  }

  /**
   * Rejects a trace, which contains no buffer contents.
   *
   * @throws InputException if a dump is requested
   */
  public void refuseTrace(Path trace) {
    if (!wanted.isEmpty()) {
      throw new InputException(
          trace.toString(),
          ("a recorded trace holds no contents of buffers; take them from the workload:"
                  + " lockstep record WORKLOAD -o FILE --dump %s=%s")
              .formatted(wanted.get(0).buffer(), ShellWord.of(wanted.get(0).file())));
    }
  }

  /**
   * Rejects a program that is executed in several texts, because each has its own results.
   *
   * @throws InputException if a dump is requested
   */
  public void refuseSeveral(Optional<Path> workload, Collection<TextTarget> texts) {
    if (!wanted.isEmpty()) {
      throw new InputException(
          workload.map(Path::toString).orElse("the workload"),
          "the devices run texts for "
              + texts.stream()
                  .map(TextTarget::toString)
                  .sorted()
                  .collect(Collectors.joining(" or "))
              + ", and each has results of its own; write buffers of devices of one text at a time");
    }
  }

  /**
   * Opens the files before the execution, to detect wrong names and files that cannot be written.
   *
   * @throws InputException if the workload has no such buffer
   */
  public void open(WorkloadExecution of) {
    execution = of;
    for (BufferDump dump : wanted) {
      of.contents(dump.where(), dump.buffer());
    }
    for (BufferDump dump : wanted) {
      files.add(new OutputFile(dump.file()));
    }
  }

  /** Writes all files, executing the program to its end if necessary. */
  public void write() {
    if (wanted.isEmpty()) {
      return;
    }
    ProgramItem item = execution.next();
    while (item != ProgramItem.END) {
      item = execution.next();
    }
    for (int i = 0; i < files.size(); i++) {
      BufferDump dump = wanted.get(i);
      dump.format().write(execution.contents(dump.where(), dump.buffer()), files.get(i));
      files.get(i).commit();
    }
  }

  /** Deletes incomplete files. */
  @Override
  public void close() {
    files.forEach(OutputFile::close);
    files.clear();
  }
}
