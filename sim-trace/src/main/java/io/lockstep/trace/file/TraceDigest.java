// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.Digests;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;

/**
 * Computes a trace's identity without writing a file: the SHA-256 of its canonical columns. A
 * program has the same identity whether it is executed directly, written to a file or replayed from
 * one.
 */
public final class TraceDigest implements ProgramSink {
  private final TraceEncoder encoder;
  private String identity;

  public TraceDigest(Program program) {
    encoder = new TraceEncoder(program);
  }

  /** Returns the SHA-256 of a program's static tables, as 64 hexadecimal digits. */
  public static String of(Program program) {
    return new TraceEncoder(program).programIdentity();
  }

  @Override
  public void step(HostStep step) {
    endLaunch();
    encoder.step(step);
    encoder.clear();
  }

  @Override
  public void group(WorkGroupRecord group) {
    encoder.group(group);
    for (Segment segment : group.segments()) {
      encoder.segment(segment);
      encoder.clear();
    }
    encoder.clear();
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    encoder.launchEnd(end);
    encoder.clear();
  }

  @Override
  public void finish(Outcome outcome) {
    endLaunch();
    identity = Digests.hex(encoder.finish(outcome));
  }

  private void endLaunch() {
    LaunchEnd end = encoder.openEnd();
    if (end != null) {
      launchEnd(end);
    }
  }

  /** Returns the identity, 64 hexadecimal digits; only after {@link #finish}. */
  public String identity() {
    if (identity == null) {
      throw new IllegalStateException("the program has not ended");
    }
    return identity;
  }
}
