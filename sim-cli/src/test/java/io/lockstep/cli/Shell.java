// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A copy of the launchers in a folder of its own, with a Maven and a Java that only say how they
 * were called.
 *
 * @param root the folder of the copy
 * @param tools where the false Maven lies
 */
record Shell(Path root, Path tools) {
  static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      echo "$*" >> "$TOOLS/calls"
      printf '\\033[0m[INFO] Building sim-trace 0.1.0      [2/14]\\n'
      case "$(cat "$TOOLS/mode")" in
        fail) printf '[ERROR] \\033[1mA.java:[3,5]\\033[m no semicolon\\n[ERROR] \\n[ERROR] [Help 1]\\n'; exit 1 ;;
        hang) exec sleep 60 ;;
        slow) until [ "$(cat "$TOOLS/mode")" != slow ]; do sleep 0.05; done ;;
      esac
      mkdir -p sim-cli/target/lockstep/bin
      echo 'echo "ran $*"' > sim-cli/target/lockstep/bin/lockstep
      """;

  private static final String JAVA =
      """
      #!/usr/bin/env bash
      echo "java $* LC_ALL=${LC_ALL:-}" >&2
      """;

  /** Copies the launchers. */
  static Shell in(Path folder) throws IOException {
    Path root = Files.createDirectories(folder.resolve("a copy"));
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String part : List.of("lockstep", "pom.xml", "sim-cli/pom.xml")) {
      copy(REPOSITORY.resolve(part), root.resolve(part));
    }
    for (String part : List.of("sim-cli/src/main/dist", "sim-cli/src/main/launcher")) {
      try (Stream<Path> files = Files.walk(REPOSITORY.resolve(part))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          copy(file, root.resolve(REPOSITORY.relativize(file).toString()));
        }
      }
    }
    Shell shell = new Shell(root, tools);
    script(tools.resolve("mvn"), MAVEN);
    shell.maven("works");
    return shell;
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
    to.toFile().setExecutable(from.toFile().canExecute(), false);
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    file.toFile().setExecutable(true, false);
  }

  /** What the false Maven does from now on: works, slow (until told otherwise), hang or fail. */
  void maven(String mode) throws IOException {
    Files.writeString(tools.resolve("mode"), mode);
  }

  /** A false JDK of a version. */
  Path jdk(String version) throws IOException {
    Path jdk = tools.resolve("jdk-" + version);
    script(jdk.resolve("bin/java"), JAVA);
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return jdk;
  }

  /** How Maven was called so far. */
  List<String> calls() throws IOException {
    Path calls = tools.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  /** Runs a command to its end. */
  Cli run(Map<String, String> environment, String... command) throws Exception {
    return ended(start(environment, command));
  }

  /** Returns whether there is a program of this name. */
  static boolean has(String program) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  /** What a command that was started printed, once it ends. */
  static Cli ended(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Cli(process.waitFor(), out, err);
  }

  /** Starts a command in the copy's folder; an empty value removes a variable. */
  Process start(Map<String, String> environment, String... command) {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
    builder.directory(root.toFile());
    Map<String, String> all = builder.environment();
    // What the build that runs this test has set is none of the launchers' business.
    List.of(
            "MAVEN_CMD_LINE_ARGS",
            "JAVA_TOOL_OPTIONS",
            "JDK_JAVA_OPTIONS",
            "LOCKSTEP_OPTS",
            "LC_ALL")
        .forEach(all::remove);
    all.put("JAVA_HOME", System.getProperty("java.home"));
    all.put("PATH", tools + ":" + all.get("PATH"));
    all.put("TOOLS", tools.toString());
    environment.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            all.remove(name);
          } else {
            all.put(name, value);
          }
        });
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes a source, which is newer than what was built then. */
  void change() throws IOException {
    Files.writeString(root.resolve("pom.xml"), "\n<!-- changed -->\n", StandardOpenOption.APPEND);
    touch();
  }

  /** Lets a source be newer than what was built. */
  void touch() throws IOException {
    Files.setLastModifiedTime(
        root.resolve("pom.xml"), FileTime.fromMillis(System.currentTimeMillis() + 2000));
  }
}
