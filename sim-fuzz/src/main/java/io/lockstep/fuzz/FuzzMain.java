// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The command {@code lockstep-fuzz}: writes seeds, starts Jazzer, and summarizes its log. */
public final class FuzzMain {
  private static final String USAGE =
      """
      Usage: lockstep-fuzz TARGET... [--seconds N | --runs N] [--seed N] [--max-bytes N]
                           [--jobs N] [--fresh]
      FuzzTargets: %s, or all.
        --seconds N     time for each target (default 60)
        --runs N        inputs for each target instead: the same ones for the same seed
        --seed N        of the mutations (default 1)
        --max-bytes N   of an input (default 16384)
        --jobs N        targets at a time (default 1)
        --fresh         forgets the corpus of earlier runs
      The corpus and findings are in sim-fuzz/target/fuzz/TARGET. Exit code 1 where there are
      findings.
      """
          .formatted(String.join(", ", FuzzTargets.names()));

  // Maximum number of inputs for which optimized compilation costs more than it saves.
  private static final int SHORT_RUNS = 5_000;

  private static final int MOST_SECONDS_TO_END = 20;

  private final Path root = Path.of(System.getProperty("lockstep.root"));
  private String limit = "-max_total_time=60";
  private boolean shortly;
  private long seed = 1;
  private int most = 16384;
  private int jobs = 1;
  private boolean fresh;
  private final List<String> targets = new ArrayList<>();
  private final Set<String> reported = new HashSet<>();
  private volatile boolean stopped;

  private FuzzMain() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    FuzzMain main = new FuzzMain();
    try {
      main.parse(List.of(args));
    } catch (IllegalArgumentException e) {
      System.err.println("lockstep-fuzz: " + e.getMessage() + "\n" + USAGE);
      System.exit(2);
    }
    System.exit(main.run() ? 0 : 1);
  }

  private boolean run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(jobs);
    List<Future<Boolean>> results = new ArrayList<>();
    for (String target : targets) {
      results.add(pool.submit(() -> fuzz(FuzzTargets.of(target, root))));
    }
    pool.shutdown();
    boolean clean = true;
    for (Future<Boolean> result : results) {
      try {
        clean &= result.get();
      } catch (ExecutionException e) {
        System.err.println("lockstep-fuzz: " + e.getCause());
        clean = false;
      }
    }
    return clean;
  }

  private void parse(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      switch (arg) {
        case "--seconds" -> {
          limit = "-max_total_time=" + number(args, ++i);
          shortly = false;
        }
        case "--runs" -> {
          long runs = number(args, ++i);
          limit = "-runs=" + runs;
          shortly = runs <= SHORT_RUNS;
        }
        case "--seed" -> seed = number(args, ++i);
        case "--max-bytes" -> most = (int) number(args, ++i);
        case "--jobs" -> jobs = (int) number(args, ++i);
        case "--fresh" -> fresh = true;
        case "all" -> targets.addAll(FuzzTargets.names());
        default -> {
          if (!FuzzTargets.names().contains(arg)) {
            throw new IllegalArgumentException("unknown target '" + arg + "'");
          }
          targets.add(arg);
        }
      }
    }
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("which target?");
    }
  }

  private static long number(List<String> args, int at) {
    if (at >= args.size() || !args.get(at).matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException("'" + args.get(at - 1) + "' takes a positive number");
    }
    return Long.parseLong(args.get(at));
  }

  /** Fuzzes a target and returns whether there were no findings. */
  private boolean fuzz(FuzzTarget target) throws IOException, InterruptedException {
    Path folder = root.resolve("sim-fuzz/target/fuzz").resolve(target.name());
    Path corpus = folder.resolve("corpus");
    if (fresh) {
      delete(corpus);
      delete(folder.resolve("findings"));
    }
    Path seeds = Files.createDirectories(folder.resolve("seeds"));
    Path findings = Files.createDirectories(folder.resolve("findings"));
    Files.createDirectories(corpus);
    SortedMap<String, byte[]> start = target.seeds(root, most);
    for (Map.Entry<String, byte[]> one : start.entrySet()) {
      Files.write(seeds.resolve(one.getKey()), one.getValue());
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx" + System.getProperty("lockstep.fuzz.heap", "256m"),
                "-XX:+UseSerialGC",
                "-XX:-OmitStackTraceInFastThrow",
                "-XX:TieredStopAtLevel=" + (shortly ? 1 : 4), // C1 only for short runs
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-Dlockstep.root=" + root,
                "-Dlockstep.fuzz.target=" + target.name(),
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=io.lockstep.fuzz.Entry",
                "--instrumentation_includes=" + String.join(":", target.packages()),
                "--custom_hook_includes=" + String.join(":", target.packages()),
                "--trace=" + (target.tracesComparisons() ? "" : "cov"),
                "--disabled_hooks=" + String.join(":", disabled(target)),
                "--keep_going=" + System.getProperty("lockstep.fuzz.findings", "50"),
                "--reproducer_path=" + Files.createDirectories(folder.resolve("reproducers")),
                "-artifact_prefix=" + findings + "/",
                "-seed=" + seed,
                limit,
                "-timeout=300",
                "-max_len=" + most,
                "-rss_limit_mb=2048",
                "-print_final_stats=1"));
    if (target.isText()) {
      Path words = folder.resolve("words.dict");
      Files.writeString(words, Dictionary.of(start.values()));
      command.add("-dict=" + words);
    }
    command.add(corpus.toString());
    command.add(seeds.toString());
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(target, process, log)));
    return report(target, log, process.waitFor());
  }

  /** Ends a run early and reports its progress. */
  private void stop(FuzzTarget target, Process process, Path log) {
    if (!process.isAlive()) {
      return;
    }
    stopped = true;
    process.destroy();
    try {
      process.waitFor(MOST_SECONDS_TO_END, TimeUnit.SECONDS);
      report(target, log, 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prints the result of a target once, and returns whether there were no findings. */
  private synchronized boolean report(FuzzTarget target, Path log, int code) throws IOException {
    if (!reported.add(target.name())) {
      return false;
    }
    RunLog summary = RunLog.read(log, stopped);
    StringBuilder out = new StringBuilder(summary.line(target.name()));
    if (stopped) {
      out.append(", stopped");
    }
    boolean clean = (code == 0 || stopped) && summary.findings() == 0;
    if (!clean) {
      out.append("\n  findings: ").append(log.resolveSibling("findings"));
      out.append(", log: ").append(log).append(" (exit code ").append(code).append(')');
      summary.titles().forEach(t -> out.append("\n  ").append(t));
    }
    System.out.println(out);
    return clean;
  }

  // Jazzer's sanitizers that report the reading of files named in an input, which is intended.
  private static final List<String> SANITIZERS =
      Arrays.asList(
          "com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
          "com.code_intelligence.jazzer.sanitizers.FileReadWrite",
          "com.code_intelligence.jazzer.sanitizers.FileSystemTraversal");

  // Jazzer's guide to regular expressions, which allocates a gibibyte or more for one compilation
  // of OpenCL C, as it copies the text at each step of a match.
  private static final String REGEX = "com.code_intelligence.jazzer.sanitizers.RegexRoadblocks";

  private static List<String> disabled(FuzzTarget target) {
    List<String> hooks = new ArrayList<>(SANITIZERS);
    if (!target.isRead()) {
      hooks.add(REGEX);
    }
    return hooks;
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
