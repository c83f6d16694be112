package io.lockstep.trace.record;

/**
 * What is known of a launch only after its last work-group was executed.
 *
 * @param minimumWidth smallest aligned width that contains every unsynchronised conflict inside a
 *     group; 1 where there is none, 0 where it was not computed
 * @param flags as in {@link HostStep.Launch}, with those that execution found
 */
public record LaunchEnd(int minimumWidth, int flags) implements ProgramItem {
  @Override
  public void tell(ProgramSink sink) {
    sink.launchEnd(this);
  }

  /** What the launch itself declares, where execution found nothing more. */
  public static LaunchEnd of(HostStep.Launch launch) {
    return new LaunchEnd(launch.minimumWidth(), launch.flags());
  }
}
