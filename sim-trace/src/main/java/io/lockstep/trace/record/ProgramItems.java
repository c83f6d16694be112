package io.lockstep.trace.record;

/**
 * A program source as one flat sequence of items: steps, and after a launch its work-groups and its
 * end; at last {@link #END}. The other way round is {@link ItemCursor}. One thread.
 */
public final class ProgramItems {
  /** What comes after the last item. */
  public static final Object END =
      new Object() {
        @Override
        public String toString() {
          return "end of program";
        }
      };

  /** Bytes that a step or the end of a launch is charged with. */
  private static final int SMALL = 64;

  private final ProgramSource source;
  private boolean inLaunch;

  /**
   * @param source the program, at its beginning
   */
  public ProgramItems(ProgramSource source) {
    this.source = source;
  }

  /** The next item, or null where the source is starved. */
  public Object next() {
    return inLaunch ? group() : step();
  }

  private Object step() {
    switch (source.next()) {
      case STARVED:
        return null;
      case END:
        return END;
      default:
        inLaunch = source.step() instanceof HostStep.Launch;
        return source.step();
    }
  }

  private Object group() {
    switch (source.groups().next()) {
      case STARVED:
        return null;
      case END:
        inLaunch = false;
        return source.launchEnd();
      default:
        return source.groups().record();
    }
  }

  /** Approximate bytes that an item holds. */
  public static long bytes(Object item) {
    return item instanceof WorkGroupRecord record ? record.bytes() : SMALL;
  }
}
