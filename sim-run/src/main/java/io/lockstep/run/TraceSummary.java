// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.file.TraceDigest;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramSource;

/** Identity and outcome of a trace, available once the trace has been drained. */
interface TraceSummary {
  String identity();

  Outcome outcome();

  /** The summary of a program that is executed while it is simulated. */
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
