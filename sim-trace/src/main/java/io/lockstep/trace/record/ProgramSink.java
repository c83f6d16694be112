package io.lockstep.trace.record;

/**
 * Takes a host program as it is executed: the mirror image of {@link ProgramSource}.
 *
 * <p>Protocol: steps in order, after a {@link HostStep.Launch} its work-groups in id order and,
 * where execution found something, {@link #launchEnd}; at the end {@link #finish}. One thread.
 */
public interface ProgramSink {
  /** The next step of the host program. */
  void step(HostStep step);

  /** The next work-group of the launch that the last step is. */
  void group(WorkGroupRecord group);

  /** What became known of the launch; optional, after its last work-group. */
  void launchEnd(LaunchEnd end);

  /** How the execution came out; the last call. */
  void finish(Outcome outcome);

  /**
   * Pulls a source to its end and passes everything on. The source is not closed.
   *
   * @throws IllegalStateException if the source is starved: nothing else runs that could feed it
   */
  static void drain(ProgramSource source, ProgramSink sink) {
    while (advances(source.next())) {
      HostStep step = source.step();
      sink.step(step);
      if (step instanceof HostStep.Launch) {
        WorkGroupSource groups = source.groups();
        while (advances(groups.next())) {
          sink.group(groups.record());
        }
        sink.launchEnd(source.launchEnd());
      }
    }
    sink.finish(source.outcome());
  }

  private static boolean advances(WorkGroupSource.Status status) {
    if (status == WorkGroupSource.Status.STARVED) {
      throw new IllegalStateException("a starved source cannot be drained on one thread");
    }
    return status == WorkGroupSource.Status.RECORD;
  }
}
