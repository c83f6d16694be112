// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import java.util.ArrayList;
import java.util.List;

/** Analyses the stacks of threads that run models. */
public final class ModelStack {
  private static final int MOST_FRAMES = 5;
  private static final String ENGINE = "io.lockstep.core.engine.";
  private static final List<String> OWN = List.of("io.lockstep.run.", "io.lockstep.observe.");

  private ModelStack() {}

  /** Returns whether a class runs or observes models, rather than belonging to a model. */
  static boolean isOwn(String className) {
    return OWN.stream().anyMatch(className::startsWith);
  }

  /**
   * {@return whether a thread is in System.exit, where it waits until the process has ended}
   *
   * @param stack stack of the thread, innermost frame first
   */
  public static boolean isExit(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit")
          || frame.getClassName().equals("java.lang.Shutdown")) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return whether a thread is executing a model's event handler, rather than waiting for other
   * threads}
   *
   * @param stack stack of the thread, innermost frame first
   */
  public static boolean isInHandler(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals(ENGINE + "Partition")
          && frame.getMethodName().equals("slice")) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return the innermost frames of the model in one line, without frames of the JDK above them}
   *
   * @param stack stack of the thread, innermost frame first
   */
  public static String frames(StackTraceElement[] stack) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (name.startsWith(ENGINE) || isOwn(name)) {
        break;
      }
      if (name.contains("$$Lambda")) {
        continue; // the name differs between processes
      }
      boolean jdk = frame.getModuleName() != null && frame.getModuleName().startsWith("java.");
      if (frames.size() < MOST_FRAMES && !(frames.isEmpty() && jdk && more(stack))) {
        String place =
            frame.getFileName() == null ? "" : "(" + frame.getFileName() + line(frame) + ")";
        frames.add(name + "." + frame.getMethodName() + place);
      }
    }
    return frames.isEmpty() ? "an unknown place" : String.join(", ", frames);
  }

  /** Returns whether any frame is outside the JDK. */
  private static boolean more(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getModuleName() == null || !frame.getModuleName().startsWith("java.")) {
        return true;
      }
    }
    return false;
  }

  private static String line(StackTraceElement frame) {
    return frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
  }

  /** {@return the module and the location that a model's class comes from} */
  public static String origin(Class<?> model) {
    java.security.CodeSource source = model.getProtectionDomain().getCodeSource();
    String module = model.getModule().isNamed() ? "module " + model.getModule().getName() : "";
    String place =
        source == null || source.getLocation() == null ? "" : source.getLocation().getPath();
    return module + (module.isEmpty() || place.isEmpty() ? "" : ", ") + place;
  }
}
