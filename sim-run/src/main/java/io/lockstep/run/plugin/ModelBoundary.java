package io.lockstep.run.plugin;

import io.lockstep.core.engine.EngineException;
import io.lockstep.execute.ExecutionException;
import io.lockstep.io.InputException;
import io.lockstep.spi.RefusalException;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Where calls into a plug-in end: what it throws, or returns though it must not, becomes a {@link
 * ModelException} that names class, method and line. What Lockstep itself threw while the plug-in
 * had called it (a damaged trace, a full disk) passes as it is, and so do refusals. Immutable.
 */
final class ModelBoundary {
  private static final String CHECKED = ModelBoundary.class.getPackageName() + ".";

  private final Set<String> packages;

  /**
   * @param packages those of the plug-in's own classes
   */
  ModelBoundary(Set<String> packages) {
    this.packages = Set.copyOf(packages);
  }

  /** Calls a method that must return something. */
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

  /** Calls a method that returns nothing. */
  void run(Object callee, String method, Runnable body) {
    try {
      body.run();
    } catch (Throwable e) {
      throw fault(callee, method, e);
    }
  }

  /** A method broke its contract. */
  ModelException wrong(Object callee, String method, String what) {
    return new ModelException(name(callee, method) + " " + what, null);
  }

  /**
   * What to throw for what a method threw.
   *
   * @throws Error out of memory and the like, which are not the model's alone
   */
  RuntimeException fault(Object callee, String method, Throwable thrown) {
    if (thrown instanceof RefusalException refusal && !Faults.message(refusal).isEmpty()) {
      return refusal;
    }
    passOn(thrown);
    return new ModelException(name(callee, method) + Faults.verb(thrown, place(thrown)), thrown);
  }

  /**
   * What to throw for what came out of a simulation: events run many methods, so the message stays
   * and says beside it where the plug-in was.
   *
   * @throws Error as above, and where the plug-in had no part in it
   */
  RuntimeException fault(Throwable out) {
    Throwable thrown = said(out);
    Throwable cause = thrown;
    for (int depth = 0; cause.getCause() != null && depth < 8; depth++) {
      cause = cause.getCause();
    }
    String place = place(cause);
    if (place.isEmpty() || isOurs(cause) || isMachines(cause)) {
      if (thrown instanceof Error e) {
        throw e;
      }
      return (RuntimeException) thrown; // a simulation declares nothing else
    }
    String message = Faults.message(thrown);
    String kind = cause.getClass().getSimpleName();
    String what =
        thrown == cause || message.isEmpty() ? Faults.text(thrown) : kind + ": " + message;
    return new ModelException(what + place, thrown);
  }

  /** What is wrong with a user's input or program, as it was said; else what came out. */
  private static Throwable said(Throwable out) {
    Throwable cause = out instanceof EngineException ? out.getCause() : null;
    return cause instanceof InputException || cause instanceof ExecutionException ? cause : out;
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

  /** Whether it is the whole process's trouble: memory, above all. */
  private static boolean isMachines(Throwable thrown) {
    return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
  }

  /** Whether sim-run threw it, called by the model. */
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

  /** Where in the plug-in it was thrown, or empty. */
  String place(Throwable thrown) {
    Throwable e = Faults.unwrapped(thrown);
    boolean exact = !(e instanceof StackOverflowError); // any line of the loop
    return place(e.getStackTrace(), exact);
  }

  /** Where in the plug-in a thread is, or empty. */
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
