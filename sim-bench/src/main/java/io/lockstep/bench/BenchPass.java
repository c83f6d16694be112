package io.lockstep.bench;

import com.sun.management.OperatingSystemMXBean;
import io.lockstep.run.Catalogue;
import io.lockstep.run.PeakMemory;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Runner;
import io.lockstep.trace.file.TraceWriter;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * One execution of a workload, recorded or not.
 *
 * @param instructions work-item instructions
 * @param seconds CPU time
 * @param peak peak resident bytes of the process
 */
record BenchPass(double instructions, double seconds, long peak) {
  private static final Pattern OPTION = Pattern.compile("(?<=\\s)-X\\S+");

  /** In this process: CPU time of this thread. */
  static BenchPass here(Path workload, Path trace) {
    long from = Batches.cpuNanos();
    double instructions = execute(workload, trace);
    return new BenchPass(instructions, (Batches.cpuNanos() - from) * 1e-9, PeakMemory.bytes());
  }

  /** In a process of its own, as the command would run it: CPU time of all its threads. */
  static BenchPass apart(Path workload, Path trace) {
    List<String> arguments = new ArrayList<>(List.of("pass", workload.toString()));
    if (trace != null) {
      arguments.add(trace.toString());
    }
    List<String> answers = Child.run(commandOptions(), arguments);
    if (answers.size() != 1) {
      throw new IllegalStateException("the process that executes " + workload + " failed");
    }
    String[] fields = answers.get(0).split(" ");
    return new BenchPass(
        Double.parseDouble(fields[0]), Double.parseDouble(fields[1]), Long.parseLong(fields[2]));
  }

  /** What {@link #apart} starts: one execution, and the answer for the parent. */
  static String child(List<String> arguments) {
    double instructions =
        execute(Path.of(arguments.get(0)), arguments.size() > 1 ? Path.of(arguments.get(1)) : null);
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return instructions + " " + system.getProcessCpuTime() * 1e-9 + " " + PeakMemory.bytes();
  }

  private static double execute(Path workload, Path trace) {
    Runner runner = new Runner(new Catalogue(List.of()), Plugins.frontends());
    try (ProgramSource source = runner.execute(workload, Map.of(), RunOptions.defaults())) {
      if (trace == null) {
        while (source.next() != ProgramItem.END) {
          // It is executed.
        }
      } else {
        try (TraceWriter writer = new TraceWriter(trace, source.program())) {
          ProgramSink.drain(source, writer);
        }
      }
      return source.outcome().workItemInstructions();
    }
  }

  /** Options of the Java machine in the command's own script. */
  private static List<String> commandOptions() {
    try (InputStream in = BenchPass.class.getResourceAsStream("lockstep")) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return OPTION.matcher(script).results().map(MatchResult::group).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
