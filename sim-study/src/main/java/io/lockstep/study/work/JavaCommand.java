// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Builds the command that starts this program again in another process, with the same Java runtime,
 * modules and properties. Heap and collector differ, since a worker simulates on one thread.
 */
public final class JavaCommand {
  /** Options of the driver's JVM that are not passed to workers. */
  private static final List<String> LEFT_OUT =
      List.of(
          "-Xms",
          "-Xmn",
          "-XX:NewSize",
          "-XX:MaxNewSize",
          "-XX:NewRatio",
          "-XX:MinHeapFree",
          "-XX:MaxHeapFree",
          "-XX:InitialHeap",
          "-XX:+Use",
          "-XX:MaxRAM",
          "-agentlib",
          "-Xrunjdwp");

  private JavaCommand() {}

  /**
   * Returns the words of the command.
   *
   * @param heapBytes maximum heap size, or empty for Java's default
   * @param words arguments of the program
   */
  public static List<String> of(OptionalLong heapBytes, List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      boolean most = option.startsWith("-Xmx") && heapBytes.isPresent();
      if (!most && LEFT_OUT.stream().noneMatch(option::startsWith)) {
        command.add(option);
      }
    }
    command.add("-XX:+UseSerialGC");
    heapBytes.ifPresent(bytes -> command.add("-Xmx" + Math.max(1, bytes >> 10) + "k"));
    String modules = System.getProperty("jdk.module.path");
    String main = System.getProperty("jdk.module.main");
    if (main == null) {
      command.addAll(List.of("-cp", System.getProperty("java.class.path")));
      command.add(System.getProperty("sun.java.command").split(" ")[0]);
    } else {
      // Without a module path, the modules are part of the Java runtime.
      if (modules != null && command.stream().noneMatch(w -> w.startsWith("--module-path"))) {
        command.addAll(List.of("--module-path", modules));
      }
      String type = System.getProperty("jdk.module.main.class");
      command.addAll(List.of("-m", type == null ? main : main + "/" + type));
    }
    command.addAll(words);
    return command;
  }
}
