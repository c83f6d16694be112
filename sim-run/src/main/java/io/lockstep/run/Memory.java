package io.lockstep.run;

/** Messages about insufficient memory. */
public final class Memory {
  private static final long LEAST = 256; // MiB: less is not worth a second try

  private Memory() {}

  /**
   * {@return one line with the amount of memory and the option that increases it}
   *
   * @param e an error of the heap or of direct memory, by its message
   */
  public static String exhausted(Throwable e) {
    long mebibytes = Math.max(1, Runtime.getRuntime().maxMemory() >> 20);
    return ("out of memory (%s): the heap's limit is %s MiB; LOCKSTEP_OPTS=-Xmx%sm sets a higher"
            + " one")
        .formatted(e.getMessage(), mebibytes, Math.max(LEAST, 2 * mebibytes));
  }
}
