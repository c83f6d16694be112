// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.program.message.Protocol;
import io.lockstep.program.message.ProtocolException;
import io.lockstep.trace.file.TraceSpool;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Records a program's steps and maps its streams and events to those of the trace.
 *
 * <p>A program with one stream uses the default stream of the trace, like a workload without
 * streams. In OpenCL, the first queue becomes a stream like the others when there is a second one;
 * CUDA's stream 0 stays the default stream. Streams beyond {@link ProgramStreams#MOST} share
 * numbers. Released numbers are used again.
 *
 * <p>If only some launches are wanted, the steps between the launch before the first of them and
 * the launch behind the last are recorded. Not thread-safe.
 */
final class LiveSteps {
  private static final int DEFAULT = 0;

  private final TraceSpool spool;
  private final boolean defaultIsSpecial;
  private final Launches wanted;
  private final Optional<LatestOperation> latest;
  private final Map<Integer, Integer> streams = new HashMap<>(); // never iterated
  private final List<ProgramStreams.Stream> used = new ArrayList<>();
  private final Map<Boolean, Deque<Integer>> freeStreams =
      Map.of(true, new ArrayDeque<>(), false, new ArrayDeque<>());
  private final Map<Integer, Integer> events = new HashMap<>(); // never iterated
  private final Deque<Integer> freeEvents = new ArrayDeque<>();
  private int eventCount;
  private int sharing; // number of streams that share a number with another
  private int number;
  private long launched; // launches so far, recorded or not
  private long launches;
  private boolean hostIsCurrent = true; // whether the host has waited for all work so far

  /**
   * @param defaultIsSpecial whether stream 0 waits for all other streams, as in CUDA
   * @param wanted launches to record
   * @param latest receives the items of each operation, recorded or not
   */
  LiveSteps(
      TraceSpool spool,
      boolean defaultIsSpecial,
      Launches wanted,
      Optional<LatestOperation> latest) {
    this.spool = spool;
    this.defaultIsSpecial = defaultIsSpecial;
    this.wanted = wanted;
    this.latest = latest;
  }

  long launched() {
    return launched;
  }

  long launches() {
    return launches;
  }

  ProgramStreams streams() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= eventCount; i++) {
      names.add("event " + i);
    }
    return used.isEmpty() ? ProgramStreams.NONE : new ProgramStreams(used, names);
  }

  /** Creates a stream. */
  void create(int stream, boolean inOrder) {
    if (stream == DEFAULT || streams.containsKey(stream)) {
      throw new ProtocolException("the number of a new stream, found " + stream);
    }
    if (used.isEmpty() && !defaultIsSpecial) {
      streams.put(DEFAULT, add(true));
    }
    Integer free = freeStreams.get(inOrder).poll();
    streams.put(stream, free == null ? add(inOrder) : free);
  }

  /** Changes the order of the first queue of OpenCL, which is in order otherwise. */
  void outOfOrder() {
    streams.put(DEFAULT, add(false));
  }

  private int add(boolean inOrder) {
    if (used.size() == ProgramStreams.MOST) {
      return 1 + sharing++ % ProgramStreams.MOST;
    }
    used.add(new ProgramStreams.Stream("stream " + (used.size() + 1), inOrder));
    return used.size();
  }

  void releaseStream(int stream) {
    Integer mapped = streams.remove(stream);
    if (mapped == null || sharing > 0) {
      return;
    }
    freeStreams.get(used.get(mapped - 1).inOrder()).add(mapped);
  }

  private int mapped(int stream) {
    Integer found = streams.get(stream);
    if (found == null && stream != DEFAULT) {
      throw new ProtocolException("a stream that exists, found " + stream);
    }
    return found == null ? DEFAULT : found;
  }

  /** Returns whether steps are recorded that are no launches. */
  private boolean isRecording() {
    return launched >= wanted.first() - 1 && launched <= wanted.last();
  }

  /** Returns whether the latest launch is recorded. */
  boolean recordsLaunch() {
    return launched >= wanted.first() && launched <= wanted.last();
  }

  /** Records a launch of a stream. */
  void launch(int stream, IntFunction<HostStep> made) {
    int mapped = mapped(stream);
    launched++;
    latest.ifPresent(operation -> operation.begin(made.apply(number)));
    if (recordsLaunch()) {
      launches++;
      hostIsCurrent = false;
      put(mapped, made);
    }
  }

  /** Records a transfer of a stream. */
  void transfer(int stream, IntFunction<HostStep> made) {
    int mapped = mapped(stream);
    latest.ifPresent(operation -> operation.begin(made.apply(number)));
    if (isRecording()) {
      HostStep step = put(mapped, made);
      boolean waits = step instanceof HostStep.Upload || step instanceof HostStep.Download;
      hostIsCurrent = mapped == DEFAULT && waits;
    }
  }

  private HostStep put(int mapped, IntFunction<HostStep> made) {
    HostStep step = made.apply(number++);
    spool.step(mapped == DEFAULT ? step : new HostStep.InStream(mapped, step));
    return step;
  }

  void group(WorkGroupRecord group) {
    latest.ifPresent(operation -> operation.add(group));
    if (recordsLaunch()) {
      spool.group(group);
    }
  }

  void launchEnd(LaunchEnd end) {
    latest.ifPresent(operation -> operation.add(end));
    if (recordsLaunch()) {
      spool.launchEnd(end);
    }
  }

  void event(Protocol.EventAction action, int stream, int event) {
    if (action == Protocol.EventAction.EVENT_RELEASE || isRecording()) {
      record(action, stream, event);
    }
  }

  private void record(Protocol.EventAction action, int stream, int event) {
    switch (action) {
      case EVENT_RECORD, EVENT_RECORD_LAST -> {
        if (!used.isEmpty()) {
          int mapped = events.computeIfAbsent(event, e -> newEvent());
          boolean all = action == Protocol.EventAction.EVENT_RECORD;
          spool.step(new HostStep.RecordEvent(number++, mapped(stream), mapped, all));
        }
      }
      case EVENT_WAIT, EVENT_WAIT_NEXT -> {
        if (events.containsKey(event)) {
          boolean all = action == Protocol.EventAction.EVENT_WAIT;
          spool.step(new HostStep.WaitEvent(number++, mapped(stream), events.get(event), all));
        }
      }
      case EVENT_SYNCHRONIZE -> {
        if (events.containsKey(event)) {
          spool.step(new HostStep.SynchronizeEvent(number++, events.get(event)));
        } else if (used.isEmpty()) {
          synchronize();
        }
      }
      case STREAM_SYNCHRONIZE -> {
        if (mapped(stream) == DEFAULT) {
          synchronize();
        } else {
          spool.step(new HostStep.SynchronizeStream(number++, mapped(stream)));
        }
      }
      case DEVICE_SYNCHRONIZE -> synchronize();
      case EVENT_RELEASE -> {
        Integer mapped = events.remove(event);
        if (mapped != null) {
          freeEvents.add(mapped);
        }
      }
      case EVENT_STAMP -> {
        // the clock's business
      }
    }
  }

  private int newEvent() {
    Integer free = freeEvents.poll();
    return free == null ? eventCount++ : free;
  }

  private void synchronize() {
    if (!hostIsCurrent) {
      spool.step(new HostStep.Synchronize(number++));
      hostIsCurrent = true;
    }
  }
}
