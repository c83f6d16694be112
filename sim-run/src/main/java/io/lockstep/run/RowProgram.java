// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.trace.file.Recording;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.ProgramSource;
import java.util.function.Supplier;

/**
 * The program of one device's simulation: a recording, or an execution of the work-groups that the
 * device simulates.
 *
 * @param replay starts a pass, which the caller closes
 * @param identity identity of the trace, once a pass has been read to its end
 * @param outcome outcome of the execution, once a pass has been read to its end
 */
record RowProgram(
    Supplier<ProgramSource> replay, Supplier<String> identity, Supplier<Outcome> outcome) {
  static RowProgram of(Recording recording) {
    return new RowProgram(recording::replay, recording::identity, recording::outcome);
  }
}
