// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import io.lockstep.core.engine.EngineException;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.spi.RefusalException;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Guards calls into a plug-in: an exception or an illegal null becomes a {@link ModelException}
 * that names class, method and line. Refusals pass unchanged, and so do exceptions that Lockstep
 * throws when the plug-in calls it (because of a damaged trace or a full disk, for example).
 * Immutable.
 *
 * @param packages packages of the plug-in's own classes
 */
record ModelBoundary(Set<String> packages) {
  private static final String CHECKED = ModelBoundary.class.getPackageName() + ".";

  ModelBoundary {
    packages = Set.copyOf(packages);
  }

  /** Calls a method that must not return null. */
  <T> T call(Object callee, String method, Supplier<T> body) {
    T result;
    try {
      result = body.get();
    } catch (Throwable e) {
      throw fault(callee, method, e);
    }
    if (result == null) {
      throw wrong(callee, method, "returned null");
    }
    return result;
  }

  void run(Object callee, String method, Runnable body) {
    try {
      body.run();
    } catch (Throwable e) {
      throw fault(callee, method, e);
    }
  }

  /** Returns the exception for a method that broke its contract. */
  ModelException wrong(Object callee, String method, String what) {
    return new ModelException(name(callee, method) + " " + what, null);
  }

  /**
   * Returns the exception to throw for an exception of a method.
   *
   * @throws Error for errors such as a lack of memory, which concern the whole process
   */
  RuntimeException fault(Object callee, String method, Throwable thrown) {
    if (thrown instanceof RefusalException refusal && !Faults.message(refusal).isEmpty()) {
      return refusal;
    }
    passOn(thrown);
    return new ModelException(name(callee, method) + Faults.verb(thrown, place(thrown)), thrown);
  }

  /**
   * Returns the exception to throw for an exception of a simulation. Events run many methods, so
   * the message is kept and the place in the plug-in is added.
   *
   * @throws Error as above, and if the plug-in is not the cause
   */
  RuntimeException fault(Throwable out) {
    Throwable thrown = said(out);
    if (thrown instanceof RefusalException refusal) {
      return refusal;
    }
    Throwable cause = thrown;
    for (int depth = 0; cause.getCause() != null && depth < 8; depth++) {
      cause = cause.getCause();
    }
    String place = place(cause);
    if (place.isEmpty() || isOurs(cause) || isMachines(cause)) {
      if (thrown instanceof Error e) {
        throw e;
      }
      return (RuntimeException) thrown; // a simulation throws no checked exceptions
    }
    String message = Faults.message(thrown);
    String kind = cause.getClass().getSimpleName();
    String what =
        thrown == cause || message.isEmpty() ? Faults.text(thrown) : kind + ": " + message;
    return new ModelException(what + place, thrown);
  }

  /**
   * Returns the cause if it is an error of the user's input or program, otherwise the exception.
   */
  private static Throwable said(Throwable out) {
    Throwable cause = out instanceof EngineException ? out.getCause() : null;
    return cause instanceof InputException
            || cause instanceof ExecutionException
            || cause instanceof RefusalException
        ? cause
        : out;
  }

  private void passOn(Throwable thrown) {
    boolean ours = isOurs(thrown);
    if (thrown instanceof ModelException || thrown instanceof RuntimeException && ours) {
      throw (RuntimeException) thrown;
    }
    if (thrown instanceof Error e && (ours || isMachines(e))) {
      throw e;
    }
  }

  /** Returns whether the error concerns the whole process, as a lack of memory does. */
  private static boolean isMachines(Throwable thrown) {
    return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
  }

  /** Returns whether sim-run or sim-observe threw the exception in a call by the model. */
  private boolean isOurs(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      if (isModels(frame) || frame.getClassName().startsWith(CHECKED)) {
        return false;
      }
      if (ModelStack.isOwn(frame.getClassName())) {
        return true;
      }
    }
    return false;
  }

  private boolean isModels(StackTraceElement frame) {
    String name = frame.getClassName();
    int end = name.lastIndexOf('.');
    return packages.contains(end < 0 ? "" : name.substring(0, end));
  }

  /** Returns the place in the plug-in where an exception was thrown, or an empty text. */
  String place(Throwable thrown) {
    Throwable e = Faults.unwrapped(thrown);
    boolean exact =
        !(e
            instanceof
            StackOverflowError); // a stack overflow may occur at any line of the recursion
    return place(e.getStackTrace(), exact);
  }

  /** Returns the place in the plug-in where a thread is, or an empty text. */
  String place(StackTraceElement[] stack) {
    return place(stack, true);
  }

  private String place(StackTraceElement[] stack, boolean exact) {
    for (StackTraceElement frame : stack) {
      if (isModels(frame)) {
        String method = frame.getMethodName();
        return " (at "
            + frame.getClassName()
            + (method.equals("<init>") || method.equals("<clinit>") ? "" : "." + method)
            + (frame.getFileName() == null ? "" : ", " + frame.getFileName())
            + (exact && frame.getLineNumber() > 0 ? ":" + frame.getLineNumber() : "")
            + ")";
      }
    }
    return "";
  }

  private static String name(Object callee, String method) {
    return callee.getClass().getName() + "." + method;
  }
}
