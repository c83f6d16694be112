// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real Slurm on this machine, by tools/slurm-local.sh: started, harmed and ended by its folder.
 */
final class LocalSlurm implements AutoCloseable {
  private static final List<String> NEEDED =
      List.of("slurmctld", "slurmd", "munged", "sbatch", "squeue", "scancel");
  private static final List<String> FOLDERS = List.of("/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final Path SCRIPT = Shell.REPOSITORY.resolve("tools/slurm-local.sh");
  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 30_000;
  private static final int SECONDS = 60;

  private final Path root; // short: it holds a socket
  private final Path cluster;

  /**
   * Starts one.
   *
   * @param downSeconds until a node that is gone is given up
   */
  LocalSlurm(int nodes, int cpus, int downSeconds) throws Exception {
    root = Files.createTempDirectory(Path.of("/tmp"), "ls");
    cluster = root.resolve("c");
    int port = freePorts(nodes + 1);
    try {
      script(
          List.of("SLURM_LOCAL_PORT=" + port, "SLURM_LOCAL_TIMEOUT=" + downSeconds),
          "start",
          Integer.toString(nodes),
          Integer.toString(cpus));
    } catch (Exception | AssertionError e) {
      delete();
      throw e;
    }
  }

  /** For {@code @EnabledIf}: whether there is one, or the lack of one is to be a failure. */
  static boolean isThereOrRequired() {
    boolean there =
        NEEDED.stream()
                .allMatch(n -> FOLDERS.stream().anyMatch(f -> Files.isExecutable(Path.of(f, n))))
            && System.getProperty("user.name").equals("root");
    return Boolean.getBoolean("slurm.required") || there;
  }

  /** The first of some ports in a row that nobody listens at. */
  private static int freePorts(int count) throws IOException {
    for (int first = FIRST_PORT + (int) (ProcessHandle.current().pid() % 97) * 100;
        first < LAST_PORT;
        first += count) {
      List<ServerSocket> open = new ArrayList<>();
      try {
        for (int i = 0; i < count; i++) {
          open.add(new ServerSocket(first + i, 1, InetAddress.getByName("127.0.0.1")));
        }
        return first;
      } catch (IOException e) {
        continue; // in use
      } finally {
        for (ServerSocket socket : open) {
          socket.close();
        }
      }
    }
    throw new IOException("no free ports");
  }

  /** What points Slurm's commands to this one. */
  String configuration() {
    return cluster.resolve("slurm.conf").toString();
  }

  /** Ends a node as if its power had gone, and tells the controller; the script's words. */
  String killNode(String node) throws Exception {
    return script(List.of(), "kill-node", node, "told");
  }

  /** Lets a node begin no more tasks, or begin tasks again. */
  void takesTasks(String node, boolean wanted) throws Exception {
    String state = wanted ? "state=resume" : "state=drain";
    List<String> command =
        List.of("scontrol", "update", "nodename=" + node, state, "reason=of the test");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SLURM_CONF", configuration());
    run(builder, state);
  }

  private String script(List<String> environment, String what, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of("env"));
    command.addAll(environment);
    command.addAll(List.of("bash", SCRIPT.toString(), what, cluster.toString()));
    command.addAll(Arrays.asList(more));
    return run(new ProcessBuilder(command).redirectErrorStream(true), what);
  }

  private String run(ProcessBuilder builder, String what) throws Exception {
    Path said = root.resolve("said");
    Process process =
        builder.redirectInput(new File("/dev/null")).redirectOutput(said.toFile()).start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String text = Files.readString(said, StandardCharsets.UTF_8);
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(what + ": " + text);
    }
    return text;
  }

  /** Whether a task computes on a node. */
  boolean isBusy(String node) throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(p -> p.getFileName().toString().matches("\\d+"))
          .filter(p -> text(p.resolve("cmdline")).contains(" " + Main.class.getName() + " "))
          .map(p -> text(p.resolve("environ")))
          .anyMatch(e -> e.contains(configuration()) && e.contains("SLURMD_NODENAME=" + node));
    }
  }

  /** Command lines of processes that have to do with it. */
  List<String> processes() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path process : all.filter(p -> p.getFileName().toString().matches("\\d+")).toList()) {
        String line = text(process.resolve("cmdline"));
        String environment = text(process.resolve("environ"));
        if (line.contains(root.toString()) || environment.contains(configuration())) {
          found.add(process.getFileName() + " " + line);
        }
      }
    }
    return found;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      return ""; // it has ended meanwhile
    }
  }

  @Override
  public void close() throws Exception {
    try {
      script(List.of(), "stop");
    } finally {
      delete();
    }
  }

  private void delete() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      all.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
    }
  }
}
