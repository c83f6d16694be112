package io.lockstep.run.plugin;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Lets somebody else's code run for a limited time: on a thread of its own, which is left behind
 * where it does not come back. Stateless.
 */
final class Guard {
  private Guard() {}

  /** What came out of a call: a value, what it threw, or where it hangs. */
  record Outcome<T>(T value, Throwable thrown, StackTraceElement[] stuck) {}

  static <T> Outcome<T> call(String name, Duration limit, Callable<T> body) {
    Object[] came = new Object[2];
    Thread thread =
        new Thread(
            () -> {
              try {
                came[0] = body.call();
              } catch (Throwable e) {
                came[1] = e;
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    try {
      thread.join(limit.toMillis());
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) { // what it does from now on is nobody's
      return new Outcome<>(null, null, thread.getStackTrace());
    }
    return new Outcome<>(as(came[0]), (Throwable) came[1], null);
  }

  @SuppressWarnings("unchecked")
  private static <T> T as(Object value) {
    return (T) value;
  }
}
