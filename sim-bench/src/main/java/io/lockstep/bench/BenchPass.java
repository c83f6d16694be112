// SPDX-License-Identifier: Apache-2.0
package io.lockstep.bench;

import com.sun.management.OperatingSystemMXBean;
import io.lockstep.run.Catalogue;
import io.lockstep.run.PeakMemory;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
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
 * One execution of a workload, with or without recording: CPU time, and peak resident memory of the
 * process in bytes.
 */
record BenchPass(double instructions, double seconds, long peak) {
  private static final Pattern OPTION = Pattern.compile("(?<=\\s)-X\\S+");

  /** Executes in this process; only CPU time of this thread is counted. */
  static BenchPass here(Path workload, Path trace) {
    long from = CpuTime.ofThread();
    double instructions = execute(workload, trace);
    return new BenchPass(instructions, (CpuTime.ofThread() - from) * 1e-9, PeakMemory.bytes());
  }

  /** Executes in a new process with the command's options; counts all threads' CPU time. */
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

  /** Executes in the process that {@link #apart} has started; returns the parent's line. */
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
          // reading the source executes the program
        }
      } else {
        try (TraceWriter writer = new TraceWriter(trace, source.program())) {
          ProgramSink.drain(source, writer);
        }
      }
      return source.outcome().workItemInstructions();
    }
  }

  /** Returns the JVM options in the launcher script of the command. */
  private static List<String> commandOptions() {
    try (InputStream in = BenchPass.class.getResourceAsStream("lockstep")) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return OPTION.matcher(script).results().map(MatchResult::group).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
