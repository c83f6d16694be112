package io.lockstep.parts.unit;

import io.lockstep.spi.path.Path;

/**
 * Observes the instructions of a memory unit and the requests that they send. This class ignores
 * them all, and is all that is loaded where nothing is observed, so its calls cost nothing; {@link
 * InstructionPaths} and {@link InstructionTimeline} record what they are for.
 */
class InstructionProbe {
  /** Observes nothing. */
  static final InstructionProbe NONE = new InstructionProbe();

  // ------------------------------------------------------------------ instructions

  /** The critical path to the issue of the following instructions; null if unknown. */
  void issuer(Path path) {}

  /** Opens an instruction, to which transactions belong until {@link #given}. */
  void begins(int token) {}

  /** Counts an instruction that has no token. */
  void counts() {}

  /** Ends the transactions of the open instruction. */
  void given() {}

  /** An instruction is complete: its data is there at a tick. */
  void ends(int token, int owner, long tick) {}

  /** Returns the path to an instruction's data; null if nothing was requested or known. */
  Path data(int token) {
    return null;
  }

  /** Returns the path to what the current event brought; null if unknown. */
  Path cause() {
    return null;
  }

  // ------------------------------------------------------------------ entering

  /**
   * A transaction of the open instruction, or an unacknowledged write outside of one.
   *
   * @param kind a kind of message
   * @param tick of entry, possibly later than now
   */
  void transaction(int kind, long tick, int bytes) {}

  /** Lines of the open instruction enter. */
  void enters() {}

  /** A line finds no room. */
  void parks() {}

  /** The line that was parked first tries again. */
  void triesAgain() {}

  /** The line that was parked first has entered. */
  void unparked() {}

  /** A line's bytes are held, and there at a tick. */
  void hit(int token, long tick) {}

  // ------------------------------------------------------------------ requests

  /** A request may leave from a tick on; as one of its own or as a part of the one before. */
  void asks(boolean isNew, long depart) {}

  /** A request of an instruction, or of none, is to leave after all earlier ones. */
  void sends(int token, long tick) {}

  /** A question for the end of all writes may leave behind the last request. */
  void asksForEnd(long tick) {}

  /** The oldest request leaves at a tick. */
  void leaves(long depart) {}

  // ------------------------------------------------------------------ events

  /** A response has come; what it brings is there at a later tick. */
  void answered(long tick, long there) {}

  /** A credit has come. */
  void credited(long tick, long latency) {}

  /** A part of an instruction has its data, by the current response. */
  void part(int token) {}

  /** No more responses: what follows comes of them. */
  void handled() {}

  /** The event is over. */
  void over() {}

  /** Writes open intervals. */
  void flush() {}

  // ------------------------------------------------------------------ the end

  /** The unit is asked to drain, for a reason with a path. */
  void drains(Path path) {}

  /** The unit has drained. */
  void isDrained() {}

  /** Returns the path to what was done last; null if nothing had to be waited for. */
  Path drained() {
    return null;
  }
}
