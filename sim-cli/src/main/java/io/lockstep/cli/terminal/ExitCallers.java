// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.run.plugin.ModelStack;
import java.util.Map;

/**
 * The threads whose stacks show a call that ends the process.
 *
 * @param signal the thread that handles a signal, or null
 * @param other a caller of {@code System.exit}, or null
 */
record ExitCallers(Thread signal, Thread other) {
  private static final String SIGNAL_THREAD = "SIG[A-Z]+ handler";

  /**
   * @param command the thread that ends the process because its command is done, or null; it is
   *     never reported
   */
  static ExitCallers of(Map<Thread, StackTraceElement[]> stacks, Thread command) {
    Thread signal = null;
    Thread other = null;
    for (Map.Entry<Thread, StackTraceElement[]> e : stacks.entrySet()) {
      if (e.getKey() != command && ModelStack.isExit(e.getValue())) {
        boolean isSignal = e.getKey().getName().matches(SIGNAL_THREAD);
        signal = isSignal ? e.getKey() : signal;
        other = isSignal ? other : e.getKey();
      }
    }
    return new ExitCallers(signal, other);
  }
}
