package io.lockstep.run;

import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramSource;

/** What is known of a trace once it has been drained. */
interface TraceSummary {
  /** Its identity. */
  String identity();

  /** What came of the program. */
  Outcome outcome();

  /** Of a trace that was drained before. */
  record Known(String identity, Outcome outcome) implements TraceSummary {}

  /** Of a program that is executed while it is simulated. */
  record Executed(ProgramSource source, TraceDigest digest) implements TraceSummary {
    @Override
    public String identity() {
      return digest.identity();
    }

    @Override
    public Outcome outcome() {
      return source.outcome();
    }
  }
}
