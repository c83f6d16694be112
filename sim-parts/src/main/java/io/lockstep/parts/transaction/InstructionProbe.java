// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

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

  /** Begins an instruction, to which the following transactions belong until {@link #given}. */
  void begins(int token) {}

  /** Counts an instruction that has no token. */
  void counts() {}

  /** Ends the transactions of the current instruction. */
  void given() {}

  /** Called when an instruction is complete, with the tick at which its data is available. */
  void ends(int token, int owner, long tick) {}

  /** Returns the path to an instruction's data; null if unknown or without a request. */
  Path data(int token) {
    return null;
  }

  /** Returns the path to the current event; null if unknown. */
  Path cause() {
    return null;
  }

  /** Called when a transaction of the current instruction or of none enters, possibly after now. */
  void transaction(int kind, long tick, int bytes) {}

  void enters() {}

  /** Called when a line finds no room and is parked. */
  void parks() {}

  void triesAgain() {}

  void unparked() {}

  /** Called when a line hits, with the tick at which its data is available. */
  void hit(int token, long tick) {}

  /** Called for a request that may leave from a tick on, and is new or extends the previous one. */
  void asks(boolean isNew, long depart) {}

  /** Called when a request, possibly without an instruction, is queued behind all earlier ones. */
  void sends(int token, long tick) {}

  /** Called when a fence is queued behind the last request. */
  void asksForEnd(long tick) {}

  void leaves(long depart) {}

  /** Called when a response arrives whose data is available at a later tick. */
  void answered(long tick, long there) {}

  void credited(long tick, long latency) {}

  /** Called when the current response completes a part of an instruction. */
  void part(int token) {}

  /** Called when all responses of the event are processed. */
  void handled() {}

  void over() {}

  void flush() {}

  /** Called when the unit receives a drain request; {@code path} leads to the request. */
  void drains(Path path) {}

  void isDrained() {}

  /** Returns the path to the end of the drain; null if the unit was quiet. */
  Path drained() {
    return null;
  }
}
