package io.lockstep.parts.unit;

/** Is notified when instructions of a memory unit complete. */
public interface CompletionListener {
  /**
   * An instruction is complete.
   *
   * @param owner as given when it began
   * @param token now free
   * @param tick when its data is available; now or later
   */
  void completed(int owner, int token, long tick);
}
