// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ModelStackTest {
  private static StackTraceElement frame(String type, String method, int line) {
    return new StackTraceElement(type, method, line == 0 ? null : "File.java", line);
  }

  private static StackTraceElement jdk(String type, String method) {
    return new StackTraceElement(null, "java.base", "17", type, method, "Jdk.java", 1);
  }

  private static String frames(StackTraceElement... stack) {
    return ModelStack.frames(stack);
  }

  @Test
  void framesAreThoseOfTheModelWithoutTheEngineBelowAndTheJdkAbove() {
    assertThat(
            frames(
                jdk("java.util.HashMap", "get"),
                frame("com.example.Unit", "issue", 7),
                jdk("java.util.List", "forEach"),
                frame("com.example.Unit$$Lambda/1", "run", 3),
                frame("com.example.Core", "step", 0),
                frame("io.lockstep.core.engine.Partition", "slice", 9),
                frame("com.example.Main", "main", 1)))
        .isEqualTo(
            "com.example.Unit.issue(File.java:7), java.util.List.forEach(Jdk.java:1),"
                + " com.example.Core.step");
    assertThat(frames(frame("com.example.Unit", "a", -1)))
        .isEqualTo("com.example.Unit.a(File.java)");
  }

  @Test
  void fiveFramesAtMostAreShownAndOnesOfTheJdkAloneToo() {
    StackTraceElement[] deep = new StackTraceElement[7];
    for (int i = 0; i < deep.length; i++) {
      deep[i] = frame("com.example.Unit", "m" + i, 1);
    }
    assertThat(frames(deep).split(", ")).hasSize(5).endsWith("com.example.Unit.m4(File.java:1)");
    assertThat(frames(jdk("java.lang.Thread", "sleep")))
        .isEqualTo("java.lang.Thread.sleep(Jdk.java:1)");
    assertThat(frames()).isEqualTo("an unknown place");
    assertThat(frames(frame("io.lockstep.run.program.Row", "run", 3)))
        .isEqualTo("an unknown place");
  }

  @Test
  void exitsAndHandlersAreSeenByTheirFrames() {
    StackTraceElement[] exit = {jdk("java.lang.Shutdown", "exit"), frame("a.B", "c", 1)};
    StackTraceElement[] runtime = {jdk("java.lang.Runtime", "exit")};
    StackTraceElement[] memory = {jdk("java.lang.Runtime", "totalMemory")};
    assertThat(ModelStack.isExit(exit)).isTrue();
    assertThat(ModelStack.isExit(runtime)).isTrue();
    assertThat(ModelStack.isExit(memory)).isFalse();
    StackTraceElement[] handler = {frame("io.lockstep.core.engine.Partition", "slice", 1)};
    StackTraceElement[] waiting = {frame("io.lockstep.core.engine.Partition", "await", 1)};
    assertThat(ModelStack.isInHandler(handler)).isTrue();
    assertThat(ModelStack.isInHandler(waiting)).isFalse();
    assertThat(ModelStack.isOwn("io.lockstep.observe.SpillFile")).isTrue();
    assertThat(ModelStack.isOwn("io.lockstep.parts.cache.MissTable")).isFalse();
    assertThat(ModelStack.origin(ModelStackTest.class)).contains("/");
  }
}
