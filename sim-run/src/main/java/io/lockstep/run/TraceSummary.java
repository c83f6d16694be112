package io.lockstep.run;

import io.lockstep.trace.record.Outcome;

/** What is known of a trace once it has been drained. */
interface TraceSummary {
  /** Its identity. */
  String identity();

  /** What came of the program. */
  Outcome outcome();
}
