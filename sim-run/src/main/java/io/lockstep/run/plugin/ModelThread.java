package io.lockstep.run.plugin;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A thread in which models are called: a daemon, so that one that never comes back does not keep
 * the process. What it starts belongs to its group.
 */
public class ModelThread extends Thread {
  private static final ThreadGroup GROUP = new ThreadGroup("lockstep-models");

  /** Threads of this process that never came back. */
  private static final AtomicInteger ABANDONED = new AtomicInteger();

  /**
   * A thread that is not started yet.
   *
   * @param work what calls the models
   * @param name as thread dumps show it
   */
  public ModelThread(Runnable work, String name) {
    super(GROUP, work, name);
    setDaemon(true);
  }

  /** Somebody has given it up. */
  public static void abandoned() {
    ABANDONED.incrementAndGet();
  }

  /**
   * {@return whether a thread was given up that may never end, or end the process in its own way:
   * then the process is halted}
   */
  public static boolean anyAbandoned() {
    return ABANDONED.get() > 0;
  }

  /**
   * {@return whether a thread calls models, or was started by one}
   *
   * @param thread of any kind
   */
  public static boolean isOne(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    while (group != null && group != GROUP) {
      group = group.getParent();
    }
    return group != null;
  }
}
