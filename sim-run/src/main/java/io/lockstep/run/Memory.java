// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

/** Messages about insufficient memory. */
public final class Memory {
  private static final long LEAST = 256; // MiB: a smaller limit is not worth a second try

  private Memory() {}

  /** {@return a message with the heap's limit and the option that raises it} */
  public static String exhausted(Throwable e) {
    long mebibytes = Math.max(1, Runtime.getRuntime().maxMemory() >> 20);
    return ("out of memory (%s): the heap's limit is %s MiB; LOCKSTEP_OPTS=-Xmx%sm sets a higher"
            + " one")
        .formatted(e.getMessage(), mebibytes, Math.max(LEAST, 2 * mebibytes));
  }
}
