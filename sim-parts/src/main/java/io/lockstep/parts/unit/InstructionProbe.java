// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;

/**
 * Observes the instructions of a memory unit. Without observers no subclass is loaded, so that the
 * JIT compiler removes the calls. {@link InstructionPaths} and {@link InstructionTimeline} record
 * the instructions.
 */
class InstructionProbe {
  static final InstructionProbe NONE = new InstructionProbe();

  /** Sets the critical path to the issue of the following instructions; null if unknown. */
  void issuer(Path path) {}

  /** Opens an instruction; following transactions belong to it until {@link #given}. */
  void begins(int token) {}

  /** Counts an instruction that has no token. */
  void counts() {}

  /** Ends the transactions of the open instruction. */
  void given() {}

  /** An instruction is complete; its data is available at a tick. */
  void ends(int token, int owner, long tick) {}

  /** Returns the path to an instruction's data; null if unknown or without a request. */
  Path data(int token) {
    return null;
  }

  /** Returns the path to the current event; null if unknown. */
  Path cause() {
    return null;
  }

  /** A transaction enters, possibly later than now, for the open instruction or for none. */
  void transaction(int kind, long tick, int bytes) {}

  void enters() {}

  /** A line finds no room and is parked. */
  void parks() {}

  void triesAgain() {}

  void unparked() {}

  /** A line hits; its data is available at a tick. */
  void hit(int token, long tick) {}

  /** A request may leave from a tick on; it is new or extends the previous one. */
  void asks(boolean isNew, long depart) {}

  /** A request, possibly without an instruction, is queued behind all earlier ones. */
  void sends(int token, long tick) {}

  /** A fence is queued behind the last request. */
  void asksForEnd(long tick) {}

  void leaves(long depart) {}

  /** A response arrives; its data is available at a later tick. */
  void answered(long tick, long there) {}

  void credited(long tick, long latency) {}

  /** The current response completes a part of an instruction. */
  void part(int token) {}

  /** All responses of the event are processed. */
  void handled() {}

  void over() {}

  void flush() {}

  /** The unit receives a drain request, to which the path leads. */
  void drains(Path path) {}

  void isDrained() {}

  /** Returns the path to the end of draining; null if the unit was quiet. */
  Path drained() {
    return null;
  }
}
