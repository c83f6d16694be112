// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A daemon thread for calls of models, so that a call that never returns does not keep the process
 * alive. Threads that such a thread starts belong to the same group.
 */
public class ModelThread extends Thread {
  private static final ThreadGroup GROUP = new ThreadGroup("lockstep-models");

  /** Number of threads that were abandoned because their call had not returned. */
  private static final AtomicInteger ABANDONED = new AtomicInteger();

  public ModelThread(Runnable work, String name) {
    super(GROUP, work, name);
    setDaemon(true);
  }

  /** Counts a thread that was abandoned. */
  public static void abandoned() {
    ABANDONED.incrementAndGet();
  }

  /** {@return whether a thread was abandoned; it may never end, so the process must be halted} */
  public static boolean anyAbandoned() {
    return ABANDONED.get() > 0;
  }

  /** {@return whether a thread is a model thread or was started by a model thread} */
  public static boolean isOne(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    while (group != null && group != GROUP) {
      group = group.getParent();
    }
    return group != null;
  }
}
