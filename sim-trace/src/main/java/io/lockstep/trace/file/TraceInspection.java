// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The contents of a trace file and the sizes of its columns, for people.
 *
 * @param format version and sizes of the file
 * @param chunks chunks of the file
 * @param columns bytes of every column before compression, static tables first
 * @param host the host's steps
 * @param execution the recorded executions
 */
public record TraceInspection(
    Format format, Chunks chunks, List<ColumnBytes> columns, Host host, Execution execution) {
  /** The version and sizes of a trace file. */
  public record Format(int version, String identity, long fileBytes, long rawBytes) {}

  public record Chunks(int count, long bytes) {}

  /**
   * The steps of the host.
   *
   * @param steps steps by kind, with the stream's name if in a stream
   * @param kernels launches, one entry for each kernel of the program
   */
  public record Host(SortedMap<String, Long> steps, List<KernelUse> kernels) {}

  /**
   * The recorded executions.
   *
   * @param workItemInstructions portable operations executed, summed over work-items
   */
  public record Execution(
      long groups,
      long segments,
      long uniformSegments,
      long paths,
      List<Runs> runs,
      long workItemInstructions) {}

  public record ColumnBytes(String name, long bytes) {}

  /** Runs of one kind, and the executions of static memory operations that they represent. */
  public record Runs(RunKind kind, long runs, long occurrences) {}

  /** Launches of one kernel, with the largest minimum width and the union of flags. */
  public record KernelUse(
      String kernel, long launches, long groups, int minimumWidth, int flags, boolean demoted) {}

  /** Reads a complete file, one chunk at a time; the file stays open. */
  public static TraceInspection of(TraceFile file) {
    return new Counter(file).count();
  }

  /** Returns bytes in the file per 1000 work-item instructions; 0 if none were executed. */
  public double bytesPerThousandInstructions() {
    return execution.workItemInstructions == 0
        ? 0
        : 1000.0 * format.fileBytes / execution.workItemInstructions;
  }

  /** Returns bytes before compression per work-item instruction; 0 if none were executed. */
  public double rawBytesPerInstruction() {
    return execution.workItemInstructions == 0
        ? 0
        : (double) format.rawBytes / execution.workItemInstructions;
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("trace format " + format.version + ", identity " + format.identity);
    lines.add(
        String.format(
            Locale.ROOT,
            "%d bytes, %d before compression, %d chunks; %d work-item instructions:"
                + " %.4f bytes per 1000",
            format.fileBytes,
            format.rawBytes,
            chunks.count,
            execution.workItemInstructions,
            bytesPerThousandInstructions()));
    host.steps.forEach((kind, count) -> lines.add("step " + kind + ": " + count));
    for (KernelUse k : host.kernels) {
      lines.add(
          "kernel "
              + k.kernel()
              + ": "
              + k.launches()
              + " launches, "
              + k.groups()
              + " work-groups, minimum width "
              + (k.minimumWidth() == 0 ? "not computed" : k.minimumWidth())
              + (k.demoted() ? ", doubles demoted to floats" : "")
              + ((k.flags() & HostStep.Launch.RACES_ALLOWED) != 0 ? ", races by design" : "")
              + ((k.flags() & HostStep.Launch.RACES_FOUND) != 0 ? ", races found" : "")
              + ((k.flags() & HostStep.Launch.ATOMIC_VALUES_USED) != 0
                  ? ", uses values that atomics return"
                  : ""));
    }
    lines.add(
        "%s work-groups, %s segments (%s of one path), %s paths"
            .formatted(
                execution.groups, execution.segments, execution.uniformSegments, execution.paths));
    for (Runs r : execution.runs) {
      lines.add(
          "run %s: %s for %s occurrences"
              .formatted(r.kind().name().toLowerCase(Locale.ROOT), r.runs(), r.occurrences()));
    }
    for (ColumnBytes c : columns) {
      if (c.bytes() > 0) {
        lines.add("column " + c.name() + ": " + c.bytes() + " bytes");
      }
    }
    return lines;
  }

  private static final class Counter implements ProgramSink {
    private final TraceFile file;
    private final long[] columnBytes = new long[Column.values().length];
    private final long[] runs = new long[RunKind.values().length];
    private final long[] occurrences = new long[runs.length];
    private final SortedMap<String, Long> steps = new TreeMap<>();
    private final long[] launches;
    private final long[] launchGroups;
    private final int[] width;
    private final int[] flags;
    private int kernel; // kernel of the current launch
    private long segments;
    private long uniform;
    private long paths;

    Counter(TraceFile file) {
      this.file = file;
      int kernels = file.program().kernels().size();
      launches = new long[kernels];
      launchGroups = new long[kernels];
      width = new int[kernels];
      flags = new int[kernels];
    }

    TraceInspection count() {
      long chunkBytes = 0;
      for (int i = 0; i < file.chunks().size(); i++) {
        chunkBytes += file.chunks().get(i).storedBytes();
        int[] bytes = file.chunk(i).columnBytes();
        Arrays.setAll(columnBytes, c -> columnBytes[c] + bytes[c]);
      }
      try (ProgramSource replay = file.replay()) {
        ProgramSink.drain(replay, this);
      }
      List<ColumnBytes> columns = columns();
      List<KernelUse> kernels = new ArrayList<>();
      for (int k = 0; k < launches.length; k++) {
        Kernel used = file.program().kernels().get(k);
        kernels.add(
            new KernelUse(
                used.name(), launches[k], launchGroups[k], width[k], flags[k], used.demoted()));
      }
      return new TraceInspection(
          new Format(
              file.version(),
              file.identity(),
              file.bytes(),
              columns.stream().mapToLong(ColumnBytes::bytes).sum()),
          new Chunks(file.chunks().size(), chunkBytes),
          columns,
          new Host(Collections.unmodifiableSortedMap(steps), List.copyOf(kernels)),
          new Execution(
              file.groups(),
              segments,
              uniform,
              paths,
              Stream.of(RunKind.values())
                  .map(k -> new Runs(k, runs[k.ordinal()], occurrences[k.ordinal()]))
                  .toList(),
              file.outcome().workItemInstructions()));
    }

    @Override
    public void step(HostStep step) {
      steps.merge(kind(step), 1L, Long::sum);
      HostStep.Launch launch = step.asLaunch();
      if (launch != null) {
        kernel = launch.kernel();
        launches[kernel]++;
      }
    }

    private String kind(HostStep step) {
      ProgramStreams streams = file.program().streams();
      if (step instanceof HostStep.InStream in) {
        return kind(in.operation()) + " in stream " + streams.name(in.stream());
      } else if (step instanceof HostStep.RecordEvent event) {
        return "record in stream " + streams.name(event.stream());
      } else if (step instanceof HostStep.WaitEvent event) {
        return "wait in stream " + streams.name(event.stream());
      } else if (step instanceof HostStep.SynchronizeStream synchronize) {
        return "synchronize stream " + streams.name(synchronize.stream());
      } else if (step instanceof HostStep.SynchronizeEvent) {
        return "synchronize event";
      }
      return step.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    @Override
    public void group(WorkGroupRecord group) {
      launchGroups[kernel]++;
      for (Segment segment : group.segments()) {
        segments++;
        uniform += segment.isUniform() ? 1 : 0;
        paths += segment.paths();
        for (int run = 0; run < segment.runs(); run++) {
          int kind = segment.kind(run).ordinal();
          runs[kind]++;
          occurrences[kind] += segment.runCount(run);
        }
      }
    }

    @Override
    public void launchEnd(LaunchEnd end) {
      width[kernel] = Math.max(width[kernel], end.minimumWidth());
      flags[kernel] |= end.flags();
    }

    private List<ColumnBytes> columns() {
      List<ColumnBytes> all = new ArrayList<>();
      ByteColumn[] statics = ProgramCodec.encode(file.program());
      for (IrColumn column : IrColumn.values()) {
        all.add(new ColumnBytes("ir " + column.title(), statics[column.ordinal()].size()));
      }
      for (Column column : Column.values()) {
        if (column != Column.WAIT || columnBytes[column.ordinal()] > 0) {
          all.add(new ColumnBytes(column.title(), columnBytes[column.ordinal()]));
        }
      }
      return List.copyOf(all);
    }
  }
}
