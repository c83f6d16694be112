// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.stream;

import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.CheckedAccess.Kind;
import io.lockstep.execute.check.ExecutionCheck;
import io.lockstep.execute.check.LaunchExtents;
import io.lockstep.execute.check.StreamRace;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.reader.StreamReader;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds unordered operations of different streams that use the same bytes of a buffer, on the
 * device or in the host's copy. Also finds host computations that are concurrent with transfers of
 * the same data. Does nothing unless races are checked in a program with streams.
 */
public final class StreamRaces {
  private static final List<Kind> WRITES_FIRST =
      List.of(Kind.WRITE, Kind.ATOMIC, Kind.ATOMIC_READ, Kind.READ);

  private final ProgramStreams streams;
  private final DeviceMemory memory;
  private final CheckLog log;
  private final boolean on;
  private final StreamClock clock;
  private final List<List<Access>> ofDevice = new ArrayList<>(); // by buffer
  private final List<List<Access>> ofHost = new ArrayList<>();
  private final Set<Long> reported = new HashSet<>(); // races of the last operation; never iterated
  private long operation; // number of the last operation
  private StreamRace.Use now; // the current use; its kind is set when it is known

  /** A use of bytes by an operation. */
  private record Access(long operation, StreamRace.Use use, long from, long to) {
    boolean conflicts(Kind kind, long first, long end) {
      return from < end && first < to && kind.conflicts(use.kind());
    }

    /** Returns whether every conflict with this access is also one with the given later access. */
    boolean isWithin(Kind kind, long first, long end) {
      return from >= first && to <= end && (kind == use.kind() || kind == Kind.WRITE);
    }
  }

  public StreamRaces(ProgramStreams streams, DeviceMemory memory, CheckLog log) {
    this.streams = streams;
    this.memory = memory;
    this.log = log;
    on = streams.any() && log.wants(ExecutionCheck.RACES);
    clock = on ? new StreamClock(streams) : null;
    for (int b = 0; on && b < memory.buffers(); b++) {
      ofDevice.add(new ArrayList<>());
      ofHost.add(new ArrayList<>());
    }
  }

  /** Called when a step is reached; if the step is an operation, its uses of buffers follow. */
  public void begin(Step step) {
    if (!on) {
      return;
    }
    if (step instanceof Step.RecordEvent event) {
      clock.record(event);
    } else if (step instanceof Step.WaitEvent wait) {
      clock.await(wait);
    } else if (step instanceof Step.Synchronize) {
      clock.synchronize();
    } else if (step instanceof Step.SynchronizeStream wait) {
      clock.synchronize(wait);
    } else if (step instanceof Step.SynchronizeEvent wait) {
      clock.synchronize(wait);
    } else if (StreamReader.isOperation(step.operation())) {
      submit(step instanceof Step.InStream in ? in.stream() : 0, step);
    } else {
      begin(step.where(), step.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    }
  }

  /** Called when the host starts its own work. */
  void begin(String where, String what) {
    reported.clear();
    now = new StreamRace.Use(where, what + " of the host", "", Kind.READ);
  }

  private void submit(int stream, Step step) {
    Step done = step.operation();
    String what =
        done instanceof Step.Launch launch
            ? "launch of '" + launch.kernel() + "'"
            : done instanceof Step.Transfer transfer
                ? transfer.upload() ? "upload" : "download"
                : done instanceof Step.Copy ? "copy" : "fill";
    operation = clock.submit(stream);
    reported.clear();
    now = new StreamRace.Use(step.where(), what, streams.name(stream), Kind.READ);
    if (stream == 0 && done instanceof Step.Transfer) {
      clock.blockHost();
    }
  }

  /**
   * Called when the host transfers data that it needs. The transfer belongs to the default stream,
   * so all earlier operations have ended.
   */
  public void transfer() {
    if (on) {
      operation = clock.submit(0);
      clock.blockHost();
    }
  }

  /** Called when the current operation uses bytes of the device. */
  public void device(int buffer, Kind kind, long from, long to) {
    if (on) {
      use(ofDevice.get(buffer), buffer, kind, from, to);
    }
  }

  /** Called when the current operation, a transfer, uses bytes of the host's copy. */
  public void host(int buffer, Kind kind, long from, long to) {
    if (on) {
      use(ofHost.get(buffer), buffer, kind, from, to);
    }
  }

  private void use(List<Access> accesses, int buffer, Kind kind, long from, long to) {
    accesses.removeIf(
        a ->
            clock.isOver(a.operation)
                || a.isWithin(kind, from, to) && clock.precedes(a.operation, operation));
    StreamRace.Use own = of(now, kind);
    for (Access a : accesses) {
      if (a.conflicts(kind, from, to) && !clock.precedes(a.operation, operation)) {
        add(accesses, buffer, a, own);
      }
    }
    accesses.add(new Access(operation, own, from, to));
  }

  /** Called when the host uses bytes of its own copy. */
  public void compute(int buffer, Kind kind, long from, long to) {
    if (!on) {
      return;
    }
    for (Access a : ofHost.get(buffer)) {
      if (a.conflicts(kind, from, to) && !clock.precedesHost(a.operation)) {
        add(ofHost.get(buffer), buffer, a, of(now, kind));
      }
    }
  }

  private void add(List<Access> accesses, int buffer, Access first, StreamRace.Use second) {
    boolean host = accesses == ofHost.get(buffer);
    long pair = (2 * first.operation + (host ? 1 : 0)) * memory.buffers() + buffer;
    if (reported.add(pair)) {
      log.add(new StreamRace(memory.name(buffer), host, first.use, second, 1));
    }
  }

  private static StreamRace.Use of(StreamRace.Use use, Kind kind) {
    return new StreamRace.Use(use.where(), use.operation(), use.stream(), kind);
  }

  /**
   * Called when a launch, the current operation, has ended.
   *
   * @param extents accesses of the launch by address
   * @param passed buffers that the launch may have accessed
   * @param views buffers that the launch may have accessed as textures or images
   * @param written buffers that the launch has written in any way
   */
  public void launch(
      LaunchExtents extents,
      Collection<Integer> passed,
      Collection<Integer> views,
      BitSet written) {
    if (!on) {
      return;
    }
    for (int b = 0; b < memory.buffers(); b++) {
      if (memory.name(b).equals(GridWorkspace.NAME)) {
        continue; // on hardware, each launch has its own workspace
      }
      // A failed compare-and-swap also counts, because it marks its page as written.
      boolean wrote = false;
      for (Kind kind : WRITES_FIRST) {
        if (extents.to(b, kind) > 0) {
          device(b, kind, extents.from(b, kind), extents.to(b, kind));
          wrote |= kind != Kind.READ;
        }
      }
      if (views.contains(b) || !extents.isComplete() && passed.contains(b)) {
        device(b, Kind.READ, 0, memory.bytes(b));
      }
      if (written.get(b) && (!wrote || !extents.isComplete())) {
        device(b, Kind.WRITE, 0, memory.bytes(b));
      }
    }
  }
}
