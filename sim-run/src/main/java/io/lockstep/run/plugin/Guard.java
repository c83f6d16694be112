// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs a plug-in's code on a separate thread for a limited time. The thread is abandoned if the
 * call does not return or would end the process.
 */
final class Guard {
  /** Milliseconds between checks whether the call is ending the process. */
  private static final long POLL_MILLIS = 200;

  private Guard() {}

  /**
   * The outcome of a call.
   *
   * @param value null unless the call has returned
   * @param thrown null unless the call has thrown an exception
   * @param stuck stack of a call that has not returned, or null
   */
  record Outcome<T>(T value, Throwable thrown, StackTraceElement[] stuck) {}

  static <T> Outcome<T> call(String name, Duration limit, Callable<T> body) {
    Call<T> call = new Call<>(body);
    Thread thread = new ModelThread(call, name);
    thread.start();
    long end = System.nanoTime() + limit.toNanos();
    while (true) {
      boolean interrupted = false;
      try {
        if (call.done.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          return new Outcome<>(call.value, call.thrown, null);
        }
      } catch (InterruptedException e) {
        interrupted = true;
        Thread.currentThread().interrupt();
      }
      StackTraceElement[] stack = thread.getStackTrace();
      if (interrupted || System.nanoTime() >= end || ModelStack.isExit(stack)) {
        ModelThread.abandoned();
        return new Outcome<>(null, null, stack);
      }
    }
  }

  private static final class Call<T> implements Runnable {
    private final Callable<T> body;
    private final CountDownLatch done = new CountDownLatch(1);
    private T value;
    private Throwable thrown;

    Call(Callable<T> body) {
      this.body = body;
    }

    @Override
    public void run() {
      try {
        value = body.call();
      } catch (Throwable e) { // a plug-in may throw anything
        thrown = e;
      }
      done.countDown();
    }
  }
}
