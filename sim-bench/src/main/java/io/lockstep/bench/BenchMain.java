// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The command {@code lockstep-bench}. {@code engine} measures each performance requirement of whole
 * simulations; {@code execute} measures speed, memory and trace size of functional execution.
 *
 * <p>Each requirement is measured in its own process, so that JIT compilation for one does not
 * affect another. The two sides of a ratio share a process and alternate.
 */
public final class BenchMain {
  private static final String USAGE =
      """
      Usage: lockstep-bench engine|execute [--quick] [--only T15,T16]
      engine: measures whole simulations against their demands (T10 to T18).
      execute: measures functional execution and recording of large workloads (X1 to X5).
        --quick    fewer runs
        --only     the demands to measure, separated by commas; all if not given
      Exit codes: 0 all passed or not measurable, 1 one missed, 2 wrong usage.""";

  private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

  private BenchMain() {}

  public static void main(String[] args) throws IOException {
    int code;
    try {
      code = run(args);
    } catch (IllegalArgumentException e) {
      System.err.println("lockstep-bench: " + e.getMessage());
      System.err.println(USAGE);
      code = 2;
    }
    OUT.flush();
    System.exit(code);
  }

  private static int run(String[] args) throws IOException {
    if (args.length > 0 && (args[0].equals("--help") || args[0].equals("-h"))) {
      OUT.println(USAGE);
      return 0;
    }
    if (args.length > 1 && args[0].equals("pass")) {
      OUT.println(Child.MARK + BenchPass.child(Arrays.asList(args).subList(1, args.length)));
      return 0;
    }
    if (args.length == 0 || !List.of("engine", "execute", "line").contains(args[0])) {
      throw new IllegalArgumentException("expected 'engine' or 'execute'");
    }
    BenchSuite suite =
        args[0].equals("line")
            ? BenchSuite.of(args[2])
            : args[0].equals("execute") ? BenchSuite.execute() : BenchSuite.engine();
    boolean quick = false;
    List<String> only = suite.ids();
    Path traces = null;
    for (int i = 1; i < args.length; i++) {
      switch (args[i]) {
        case "--quick" -> quick = true;
        case "--only" -> only = chosen(value(args, ++i), suite.ids());
        case "--traces" -> traces = Path.of(value(args, ++i)); // passed by the parent process
        case "--help", "-h" -> {
          OUT.println(USAGE);
          return 0;
        }
        default -> throw new IllegalArgumentException("unknown option '" + args[i] + "'");
      }
    }
    if (args[0].equals("line")) {
      for (Line line : suite.measure(only.get(0), new Context(quick, traces))) {
        OUT.println(Child.MARK + line.encode());
      }
      return 0;
    }
    return measure(only, quick);
  }

  private static int measure(List<String> only, boolean quick) throws IOException {
    Path traces = Files.createTempDirectory("lockstep-bench");
    List<Line> lines = new ArrayList<>();
    boolean broken = false;
    try {
      for (String id : only) {
        System.err.println("lockstep-bench: " + id + " …");
        List<Line> measured = inProcess(id, quick, traces);
        broken |= measured.isEmpty();
        lines.addAll(measured);
      }
    } finally {
      try (var files = Files.walk(traces)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
    OUT.print(Report.table(lines));
    boolean missed = lines.stream().anyMatch(line -> line.verdict() == LineVerdict.MISS);
    return missed || broken ? 1 : 0;
  }

  private static List<Line> inProcess(String id, boolean quick, Path traces) {
    List<String> arguments =
        new ArrayList<>(List.of("line", "--only", id, "--traces", traces.toString()));
    if (quick) {
      arguments.add("--quick");
    }
    List<Line> lines = Child.run(arguments).stream().map(Line::parse).toList();
    if (lines.isEmpty()) {
      System.err.println("lockstep-bench: the process that measures " + id + " failed");
    }
    return lines;
  }

  private static String value(String[] args, int i) {
    if (i == args.length) {
      throw new IllegalArgumentException(args[i - 1] + " needs a value");
    }
    return args[i];
  }

  private static List<String> chosen(String text, List<String> known) {
    List<String> chosen =
        Arrays.stream(text.split(",")).map(s -> s.trim().toUpperCase(Locale.ROOT)).toList();
    for (String id : chosen) {
      if (!known.contains(id)) {
        throw new IllegalArgumentException(
            "--only: unknown demand '" + id + "'; known are " + String.join(", ", known));
      }
    }
    return chosen;
  }
}
