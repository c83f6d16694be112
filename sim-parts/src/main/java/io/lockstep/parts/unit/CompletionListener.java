package io.lockstep.parts.unit;

/** Who waits for instructions of a memory unit to be complete. */
public interface CompletionListener {
  /**
   * An instruction is complete.
   *
   * @param owner as given when it began
   * @param token which is free again
   * @param tick when its data is there; now or later
   */
  void completed(int owner, int token, long tick);
}
