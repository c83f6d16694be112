// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.core.engine.Simulation;
import io.lockstep.run.stream.HostTimeline;
import io.lockstep.run.stream.OperationSet;
import io.lockstep.run.stream.StreamOperation;
import io.lockstep.run.stream.StreamOrder;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Simulates the host of a program, which drives the run: it submits each operation at the time of
 * its call, the engines start operations, and the simulation runs until an operation ends. The host
 * stops when it has to wait for an operation whose end is not known yet. It reads steps ahead only
 * if operations may overlap.
 */
public final class StreamHost {
  private final ProgramPasses program;
  private final HostTimeline timeline;
  private final HostCosts costs;
  private final StreamEngines engines;
  private final Supplier<Simulation.Status> simulate;
  private StreamOrder order;
  // by stream: whether nothing was submitted since the host synchronised with the stream
  private boolean[] asked;
  private long known; // latest end that the host has waited for, in picoseconds
  private long[] waitsFor; // operations that the host waits for; null for none or all
  private boolean waitsForAll;
  private boolean synchronises; // whether the wait is a synchronisation, which takes time itself
  private boolean holds; // whether the current step has been read but not performed
  private boolean ended;
  private long pageable;

  /**
   * @param simulate runs the simulation until an operation ends or no event is left
   */
  public StreamHost(
      ProgramPasses program,
      HostTimeline timeline,
      HostCosts costs,
      StreamEngines engines,
      Supplier<Simulation.Status> simulate) {
    this.program = program;
    this.timeline = timeline;
    this.costs = costs;
    this.engines = engines;
    this.simulate = simulate;
    begin();
  }

  /** Starts a pass. */
  void begin() {
    order = new StreamOrder(program.program().streams());
    asked = new boolean[1 + program.program().streams().streams().size()];
    Arrays.fill(asked, true);
    ended = false;
    pageable = 0;
    engines.begin(order);
  }

  /** Returns the number of transfers of pageable memory that have blocked the host. */
  public long pageable() {
    return pageable;
  }

  /** Runs to the end of the pass. */
  public void run() {
    while (true) {
      boolean isOver = perform();
      if (engines.start()) {
        continue; // a started operation may have a known end that the host waits for
      }
      if (isOver && !engines.isBusy()) {
        drain();
        return;
      }
      Simulation.Status status = simulate.get();
      if (!engines.collect() && status == Simulation.Status.DONE) {
        throw new NoProgressException("no event is left, but " + engines.unfinished());
      }
    }
  }

  /** Simulates the remaining events, such as writes to memory that no operation waits for. */
  private void drain() {
    while (simulate.get() != Simulation.Status.DONE) {
      engines.collect();
    }
    engines.collect();
  }

  /** Performs steps until the host has to wait; returns whether all of the pass are done. */
  private boolean perform() {
    while (true) {
      if (!returns()) {
        return false;
      }
      if (ended) {
        return true;
      }
      if (!holds) {
        if (!program.overlaps() && !order.isQuiet()) {
          return false; // the launch reads its work-groups from the same source
        }
        if (program.next() == WorkGroupSource.Status.END) {
          ended = true;
          continue;
        }
      }
      holds = false;
      step(program.step());
    }
  }

  /** Ends the wait if the awaited ends are known; returns whether the host no longer waits. */
  private boolean returns() {
    if (waitsForAll) {
      if (!order.isQuiet()) {
        return false;
      }
      waitsForAll = false;
      known = Math.max(known, timeline.device());
      timeline.synchronize();
      Arrays.fill(asked, true);
    }
    if (waitsFor != null) {
      if (!order.areOver(waitsFor)) {
        return false;
      }
      long end = order.latestEnd(waitsFor);
      waitsFor = null;
      known = Math.max(known, end);
      if (synchronises) {
        timeline.waitFor(end);
      } else {
        timeline.blockUntil(end);
      }
    }
    return true;
  }

  private void synchronize(OperationSet operations) {
    waitsFor = operations.toArray();
    synchronises = true;
  }

  private void block(StreamOperation operation) {
    waitsFor = new long[] {operation.number};
    synchronises = false;
  }

  private void step(HostStep step) {
    if (step instanceof HostStep.InStream in) {
      inStream(in);
    } else if (step instanceof HostStep.RecordEvent e) {
      order.record(e, timeline.now());
    } else if (step instanceof HostStep.WaitEvent e) {
      order.await(e, timeline.now());
    } else if (step instanceof HostStep.SynchronizeStream s) {
      if (!asked[s.stream()]) {
        asked[s.stream()] = true;
        synchronize(order.stream(s.stream(), timeline.now()));
      }
    } else if (step instanceof HostStep.SynchronizeEvent e) {
      if (isAnyUnasked()) {
        synchronize(order.event(e.event()));
      }
    } else if (step instanceof HostStep.Synchronize) {
      waitsForAll = true;
    } else {
      inDefaultStream(step);
    }
  }

  private boolean isAnyUnasked() {
    for (boolean a : asked) {
      if (!a) {
        return true;
      }
    }
    return false;
  }

  private void inStream(HostStep.InStream in) {
    StreamOperation o = submit(in.stream(), in.operation(), true);
    if (o != null
        && o.isTransfer()
        && !StreamOperation.isPinned(o.step)
        && !costs.pageableAsynchronous()) {
      pageable++;
      block(o);
    }
  }

  /**
   * Performs a step of the default stream. A transfer blocks the host until it is over; launches,
   * fills and copies do not.
   */
  private void inDefaultStream(HostStep step) {
    boolean blocks = step instanceof HostStep.Upload || step instanceof HostStep.Download;
    if (blocks && timeline.isQueued()) {
      waitsForAll = true;
      holds = true;
      return;
    }
    StreamOperation o = submit(0, step, !blocks);
    if (o != null && blocks) {
      asked[0] = true;
      block(o);
    }
  }

  /**
   * Submits an operation, or waits for the oldest operation and returns null if the queue is full.
   */
  private StreamOperation submit(int stream, HostStep step, boolean asynchronous) {
    StreamOperation oldest = order.oldest();
    if (oldest != null && !(oldest.hasEnd() && oldest.end() <= timeline.now())) {
      holds = true;
      block(oldest);
      return null;
    }
    long at = asynchronous ? timeline.submit() : timeline.now();
    StreamOperation o = order.submit(stream, step, at, known);
    asked[stream] = false;
    engines.submit(o);
    return o;
  }
}
