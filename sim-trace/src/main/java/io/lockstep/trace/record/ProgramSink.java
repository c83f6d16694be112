package io.lockstep.trace.record;

/**
 * Takes a host program as it is executed: the mirror image of {@link ProgramSource}.
 *
 * <p>Protocol: steps in order, after a {@link HostStep.Launch} its work-groups in id order and,
 * where execution found something, {@link #launchEnd}; at the end {@link #finish}. What a sink does
 * not listen to is passed over. One thread.
 */
public interface ProgramSink {
  /** The next step of the host program. */
  default void step(HostStep step) {}

  /** The next work-group of the launch that the last step is. */
  default void group(WorkGroupRecord group) {}

  /** What became known of the launch; optional, after its last work-group. */
  default void launchEnd(LaunchEnd end) {}

  /** How the execution came out; the last call. */
  default void finish(Outcome outcome) {}

  /**
   * Pulls a source to its end and passes everything on. The source is not closed.
   *
   * @throws IllegalStateException if the source is starved: nothing else runs that could feed it
   */
  static void drain(ProgramSource source, ProgramSink sink) {
    ProgramItem item = source.next();
    while (item != ProgramItem.END) {
      if (item == ProgramItem.STARVED) {
        throw new IllegalStateException("a starved source cannot be drained on one thread");
      }
      item.tell(sink);
      item = source.next();
    }
    sink.finish(source.outcome());
  }
}
