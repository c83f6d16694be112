// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.file.TraceSpool;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * What a process did with the device, after its end.
 *
 * @param compared the comparison with another implementation
 * @param ending what went wrong
 */
record LiveTrace(
    LiveProcess process,
    TraceSpool spool,
    Supplier<List<Kernel>> kernels,
    Supplier<SortedMap<String, String>> sources,
    Supplier<List<BufferInfo>> buffers,
    Supplier<ProgramStreams> streams,
    Counts counts,
    List<String> printed,
    Compared compared,
    Ending ending)
    implements AutoCloseable {
  /**
   * What the process asked for.
   *
   * @param calls messages
   * @param launched launches of kernels
   * @param launches launches that were recorded
   * @param instructions work-item instructions of the recorded launches
   */
  record Counts(long calls, long launched, long launches, long instructions) {}

  /**
   * The comparison of the launches with another implementation.
   *
   * @param difference the first difference, or empty
   * @param agreed launches with the same results
   */
  record Compared(String difference, long agreed) {}

  /**
   * What went wrong in a process.
   *
   * @param fault the error that ended the use of the device, or empty
   * @param refusal the first call that is not supported, and why; or empty
   * @param wentOn whether other work followed that call
   * @param broken error of the server itself
   */
  record Ending(String fault, String refusal, boolean wentOn, Optional<RuntimeException> broken) {}

  /** Writes the trace and returns its identity. */
  String write(Path target, SortedMap<String, String> parameters, Verdict verdict) {
    Program program =
        new Program(
            process.name(),
            kernels.get(),
            buffers.get(),
            parameters,
            0,
            Program.Timing.REGION,
            streams.get());
    Outcome outcome =
        new Outcome(
            verdict.verified(), verdict.message(), printed, counts.instructions(), verdict.by());
    return spool.write(target, program, outcome, sources.get());
  }

  @Override
  public void close() {
    spool.close();
  }
}
