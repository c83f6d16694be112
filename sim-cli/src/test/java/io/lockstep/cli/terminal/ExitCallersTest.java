// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExitCallersTest {
  private static final Thread COMMAND = new Thread("main");
  private static final Thread MODEL = new Thread("plug-in toy.jar");
  private static final Thread SIGNAL = new Thread("SIGTERM handler");

  private static final StackTraceElement[] WORKS = stack("com.example.toy.ToyUnit.issue");
  private static final StackTraceElement[] EXITS =
      stack("java.lang.Runtime.exit", "java.lang.System.exit", "com.example.toy.ToyUnit.issue");
  private static final StackTraceElement[] HALTS =
      stack(
          "java.lang.Shutdown.halt0",
          "java.lang.Shutdown.halt",
          "java.lang.Runtime.halt",
          "io.lockstep.cli.terminal.Ending.exit");

  private static StackTraceElement[] stack(String... methods) {
    StackTraceElement[] stack = new StackTraceElement[methods.length];
    for (int i = 0; i < methods.length; i++) {
      int dot = methods[i].lastIndexOf('.');
      stack[i] =
          new StackTraceElement(
              methods[i].substring(0, dot), methods[i].substring(dot + 1), null, -1);
    }
    return stack;
  }

  /** Stacks in an order: of several callers, the last one is found. */
  private static Map<Thread, StackTraceElement[]> stacks(
      StackTraceElement[] signal, StackTraceElement[] model, StackTraceElement[] command) {
    Map<Thread, StackTraceElement[]> all = new LinkedHashMap<>();
    all.put(SIGNAL, signal);
    all.put(MODEL, model);
    all.put(COMMAND, command);
    return all;
  }

  @Test
  @DisplayName("a command that is done and halts the process is not taken for a model that exits")
  void aCommandThatHaltsTheProcessIsNotTakenForAModelThatExits() {
    assertThat(ExitCallers.of(stacks(WORKS, EXITS, HALTS), COMMAND))
        .isEqualTo(new ExitCallers(null, MODEL));
    assertThat(ExitCallers.of(stacks(WORKS, WORKS, HALTS), COMMAND))
        .isEqualTo(new ExitCallers(null, null));
  }

  @Test
  @DisplayName("a thread that exits while the command works is found, beside that of a signal")
  void aThreadThatExitsIsFoundBesideThatOfASignal() {
    assertThat(ExitCallers.of(stacks(WORKS, EXITS, WORKS), null))
        .isEqualTo(new ExitCallers(null, MODEL));
    assertThat(ExitCallers.of(stacks(EXITS, WORKS, WORKS), null))
        .isEqualTo(new ExitCallers(SIGNAL, null));
    assertThat(ExitCallers.of(stacks(HALTS, EXITS, WORKS), null))
        .isEqualTo(new ExitCallers(SIGNAL, MODEL));
    assertThat(ExitCallers.of(stacks(WORKS, WORKS, EXITS), null))
        .isEqualTo(new ExitCallers(null, COMMAND));
  }
}
