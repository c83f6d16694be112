// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import io.lockstep.io.output.ProcessFiles;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.plugin.ModelStack;
import io.lockstep.run.plugin.ModelThread;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * A shutdown hook that prints the available results and cleans up if the process ends before its
 * command is done, because of a signal or a model that calls {@code System.exit}. A command that
 * runs inside another program is not affected.
 *
 * <p>Thread stacks reveal the cause: a signal has its own handler thread, and a caller of {@code
 * System.exit} blocks in that call. If a model called it, the row of the model fails, and the
 * process ends when the other rows are done.
 */
public final class Ending extends Thread {
  private static final long NAP_MILLIS = 20;
  private static final long LAST_WORDS_NANOS = 10_000_000_000L;

  /**
   * The two sides that can print the final results: the command and the shutdown hook. The first to
   * claim them prints them.
   */
  private enum Speaker {
    COMMAND,
    ENDING
  }

  public interface Unfinished {
    /** Prints or writes the available results and returns a message with their number. */
    String finish();
  }

  private static Ending installed; // null inside another program
  private static Unfinished unfinished;

  private final PrintWriter err;
  private Speaker speaker;
  private volatile Thread command; // set once the command is done
  private volatile int code;

  private Ending(PrintWriter err) {
    super("lockstep-ending");
    this.err = err;
  }

  public static Ending install(PrintWriter err) {
    Ending ending = watch(err);
    Runtime.getRuntime().addShutdownHook(ending);
    return ending;
  }

  /** Watches a command that a test runs within its own process, until {@link #unwatch}. */
  public static synchronized Ending watch(PrintWriter err) {
    installed = new Ending(err);
    return installed;
  }

  /** Reverts {@link #watch}. */
  public static synchronized void unwatch() {
    installed = null;
    unfinished = null;
  }

  public static synchronized void begin(Unfinished work) {
    unfinished = work;
  }

  /**
   * Claims the last output for the command; blocks forever if the shutdown hook already prints it.
   * Repeated calls are allowed, because an error may follow.
   */
  public static void claim() {
    Ending ending;
    synchronized (Ending.class) {
      unfinished = null;
      ending = installed;
    }
    if (ending != null && !ending.claims(Speaker.COMMAND)) {
      awaitEnd();
    }
  }

  /** Formats the number of finished rows. */
  public static String words(List<RunResult> rows, int all) {
    long done = rows.stream().filter(r -> r.failure() != Failure.INTERRUPTED).count();
    return done + " of " + all + (all == 1 ? " row" : " rows") + " done";
  }

  /** Ends the process after all output has been written. */
  public void exit(int status) {
    ProcessFiles.deleteAll();
    ProcessFiles.collect();
    code = status;
    command = Thread.currentThread();
    if (ModelThread.anyAbandoned()) {
      Runtime.getRuntime().halt(status); // skips the shutdown hook, which could block
    }
    System.exit(status);
  }

  private synchronized boolean claims(Speaker one) {
    speaker = speaker == null ? one : speaker;
    return speaker == one;
  }

  private static void awaitEnd() {
    while (true) {
      try {
        Thread.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        continue; // this thread prints no further output
      }
    }
  }

  @Override
  public void run() {
    String byModel = "";
    while (!isOver()) {
      Map<Thread, StackTraceElement[]> stacks = getAllStackTraces();
      // read after the stacks, since the field is set before the thread's stack can show an exit
      ExitCallers callers = ExitCallers.of(stacks, command);
      Thread signal = callers.signal();
      Thread model = callers.other();
      if (model != null) {
        byModel = "a plug-in has called System.exit at " + ModelStack.frames(stacks.get(model));
      }
      if (signal != null || model == null) {
        String name = signal == null ? "" : signal.getName().split(" ")[0];
        finish("interrupted" + (name.isEmpty() ? "" : " (" + name + ")"));
        if (model != null) { // otherwise the JVM ends with the signal's code
          boolean asked = name.equals("SIGTERM");
          Runtime.getRuntime().halt(asked ? ExitCode.TERMINATED : ExitCode.INTERRUPTED);
        }
        return;
      }
      if (!ModelThread.isOne(model)) {
        finish(byModel);
        Runtime.getRuntime().halt(ExitCode.FAILED);
      }
      nap(); // the model's row fails, other rows continue
    }
    if (!byModel.isEmpty()) {
      boolean told = code != ExitCode.DONE || ModelThread.anyAbandoned();
      if (!told) { // the caller is the model's own thread, which has no row
        err.println("lockstep: " + byModel);
      }
      Runtime.getRuntime().halt(told ? code : ExitCode.FAILED);
    }
  }

  /** Prints the last output, unless the command has claimed it. */
  private void finish(String what) {
    StatusLine line = StatusLine.ofProcess();
    if (line != null) {
      line.clear();
    }
    if (claims(Speaker.ENDING)) {
      Unfinished work;
      synchronized (Ending.class) {
        work = unfinished;
      }
      String words = "";
      try {
        words = work == null ? "" : "; " + work.finish();
      } catch (RuntimeException | OutOfMemoryError e) {
        words = "; " + e.getMessage();
      }
      err.println("lockstep: " + what + words);
    } else {
      long until = System.nanoTime() + LAST_WORDS_NANOS;
      while (!isOver() && System.nanoTime() < until) {
        nap();
      }
      err.println("lockstep: " + what);
    }
    ProcessHandle.current()
        .descendants()
        .forEach(ProcessHandle::destroyForcibly); // compilers that this process has started
    ProcessFiles.deleteAll();
  }

  private boolean isOver() {
    return command != null;
  }

  private static void nap() {
    try {
      Thread.sleep(NAP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
