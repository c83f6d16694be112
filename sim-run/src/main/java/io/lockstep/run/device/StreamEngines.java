// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.core.engine.Simulation;
import io.lockstep.run.Numbers;
import io.lockstep.run.PassTimes;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.stream.HostTimeline;
import io.lockstep.run.stream.StreamEngine;
import io.lockstep.run.stream.StreamOperation;
import io.lockstep.run.stream.StreamOrder;
import io.lockstep.run.stream.StreamTimes;
import io.lockstep.run.stream.TransferCounts;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The launch slots and copy engines of a device, each with a queue of operations. Streams are
 * assigned to the hardware queues in turn, as are the single operations of an out-of-order stream;
 * a program without streams uses one slot. Fills and copies on the device occupy their queue's
 * slot, as launches do. On a device without copy engines, a transfer excludes all other operations.
 */
public class StreamEngines {
  private final Device device;
  private final Machine machine;
  private final Simulation simulation;
  private final HostCosts costs;
  private final HostTimeline timeline;
  private final PassTimes times;
  private final TransferCounts transfers = new TransferCounts();
  private final Program program;
  private final LaunchObservation observed;
  private final LaunchPlans plans;
  private final Sampler sampler;
  private final LaunchSlot[] slots;
  private final StreamEngine[] engines; // launch slots, then copy engines
  private final boolean overlaps; // whether operations may run side by side
  private final boolean exclusive; // whether a transfer excludes all other operations
  private final boolean simulated; // whether the machine simulates transfers
  private long[] launched; // number of operations so far, by out-of-order stream
  private StreamOrder order;
  private StreamTimes spent; // null unless operations may overlap
  private boolean touched; // whether an upload, fill or copy has written memory
  private long skipped; // ticks of the gaps of sampled launches, which the simulation left out

  public StreamEngines(
      LaunchPlans plans,
      Machine machine,
      Simulation simulation,
      LaunchObservation observed,
      Sampler sampler,
      HostTimeline timeline,
      ProgramPasses passes) {
    device = plans.device();
    this.machine = machine;
    this.simulation = simulation;
    this.plans = plans;
    this.observed = observed;
    this.sampler = sampler;
    program = passes.program();
    costs = device.hostCosts();
    this.timeline = timeline;
    times = new PassTimes(timeline, device.clockHertz());
    overlaps = passes.overlaps();
    exclusive = costs.copyEngines() == 0;
    simulated = overlaps && machine.copyEngines() > 0;
    slots = new LaunchSlot[overlaps ? machine.launchSlots() : 1];
    for (int s = 0; s < slots.length; s++) {
      slots[s] = new LaunchSlot(s, machine, plans, observed, sampler, passes.launches());
    }
    engines = new StreamEngine[slots.length + Math.max(1, costs.copyEngines())];
  }

  void begin(StreamOrder orderOfPass) {
    order = orderOfPass;
    times.nextPass();
    transfers.clear();
    spent = overlaps ? new StreamTimes(program.streams()) : null;
    launched = new long[1 + program.streams().streams().size()];
    for (int e = 0; e < engines.length; e++) {
      engines[e] = new StreamEngine();
    }
    for (LaunchSlot slot : slots) {
      slot.rewind();
    }
    touched = false;
    observed.streamsBegin(timeline.end());
  }

  /** Returns the launches of the pass. */
  PassTimes times() {
    return times;
  }

  /** Returns the transfers of the pass. */
  public TransferCounts transfers() {
    return transfers;
  }

  public StreamTimes spent() {
    return spent;
  }

  /** Queues an operation at its engine. */
  public void submit(StreamOperation o) {
    engines[engine(o)].add(o);
  }

  private int engine(StreamOperation o) {
    if (o.isTransfer()) {
      boolean second = costs.copyEngines() > 1 && o.step instanceof HostStep.Download;
      return slots.length + (second ? 1 : 0);
    }
    boolean ordered = o.stream == 0 || program.streams().streams().get(o.stream - 1).inOrder();
    return (int) ((o.stream + (ordered ? 0 : launched[o.stream]++)) % slots.length);
  }

  /** Starts the operations that can start; returns whether any was started. */
  boolean start() {
    boolean any = false;
    for (int e = 0; e < engines.length; e++) {
      StreamOperation head = engines[e].head();
      while (head != null && mayStart(engines[e], head)) {
        start(e, head);
        any = true;
        head = engines[e].head();
      }
    }
    return any;
  }

  private boolean mayStart(StreamEngine engine, StreamOperation o) {
    return engine.running() == null && order.isReady(o) && (!exclusive || mayStartAlone(o));
  }

  /**
   * Returns whether an operation may start on a device where a transfer excludes all other
   * operations. Operations then start in the order of submission.
   */
  private boolean mayStartAlone(StreamOperation o) {
    StreamEngine bus = engines[slots.length];
    if (!o.isTransfer()) {
      return bus.running() == null && (bus.head() == null || bus.head().number > o.number);
    }
    for (StreamEngine e : engines) {
      if (e.running() != null || e.head() != null && e.head().number < o.number) {
        return false;
      }
    }
    return true;
  }

  /** Returns the last time at which an operation's exclusive resources were in use. */
  private long free(StreamEngine own, boolean transfer) {
    long free = own.lastEnd();
    if (exclusive) {
      free = Math.max(free, engines[slots.length].lastEnd());
      for (int e = 0; transfer && e < engines.length; e++) {
        free = Math.max(free, engines[e].lastEnd());
      }
    }
    return free;
  }

  private void start(int e, StreamOperation o) {
    StreamEngine engine = engines[e];
    long gap = o.isTransfer() ? costs.transferPicos() : costs.backToBackPicos();
    long own = o.isTransfer() ? costs.transferPicos() : costs.launchPicos();
    long before = order.latestEndBefore(o);
    long free = free(engine, o.isTransfer());
    long wanted = Math.max(o.submitted + own, before > o.known ? before + gap : 0);
    long start = Math.max(wanted, free > o.submitted ? free + gap : 0);
    if (overlaps
        && start > wanted
        && (free != engine.lastEnd() || engine.lastStream() != o.stream)) {
      spent.serialises(o);
    }
    long seen = Math.max(o.known, Math.max(before, free));
    long tick = Math.max(tick(start), simulation.now());
    if (overlaps && seen > 0) { // an end within a window is visible only after the window
      tick = Math.max(tick, tick(seen) + simulation.windowTicks());
    }
    boolean inTicks = o.step instanceof HostStep.Launch || o.isTransfer() && simulated;
    engine.start(
        inTicks || overlaps && tick > tick(start) ? picos(tick) : start,
        o.isTransfer() ? costs.transferPicos() : 0);
    if (overlaps) {
      spent.starts(o);
    }
    if (o.step instanceof HostStep.Launch) {
      if (touched && isIdle()) {
        machine.hostTouched();
        touched = false;
      }
      OptionalLong ticks = slots[e].start(o, tick, device.tickHertz());
      if (ticks.isPresent()) {
        long end = picos(tick + ticks.getAsLong());
        times.ran(end - o.start());
        ends(e, o, end);
      }
    } else if (o.isTransfer()) {
      transfer(e, o, tick);
    } else {
      ends(e, o, o.start() + timeOnDevice(o.step));
    }
  }

  /** Returns whether no launch is running in any slot. */
  private boolean isIdle() {
    for (int s = 0; s < slots.length; s++) {
      if (!machine.idle(s)) {
        return false;
      }
    }
    return true;
  }

  private long timeOnDevice(HostStep step) {
    return step instanceof HostStep.Fill f
        ? Numbers.transferPicos(f.bytes(), costs.fillBytesPerSecond())
        : Numbers.transferPicos(((HostStep.Copy) step).bytes(), costs.copyBytesPerSecond());
  }

  private void transfer(int e, StreamOperation o, long tick) {
    long bytes = bytes(o);
    boolean pinned = StreamOperation.isPinned(o.step);
    long bus =
        Numbers.transferPicos(
            bytes, pinned ? costs.pinnedBytesPerSecond() : costs.pageableBytesPerSecond(bytes));
    if (!simulated || bytes == 0) {
      ends(e, o, o.start() + bus);
      return;
    }
    boolean toDevice = o.step instanceof HostStep.Upload;
    int buffer =
        o.step instanceof HostStep.Upload u ? u.buffer() : ((HostStep.Download) o.step).buffer();
    HostTransfer request = new HostTransfer(toDevice, plans.address(buffer), bytes, ticks(bus));
    machine.transfer(e - slots.length, request, tick);
  }

  private static long bytes(StreamOperation o) {
    return o.step instanceof HostStep.Upload u ? u.bytes() : ((HostStep.Download) o.step).bytes();
  }

  /** Records the operations that have ended in the simulation; returns whether any has ended. */
  boolean collect() {
    boolean any = false;
    for (int e = 0; e < engines.length; e++) {
      StreamOperation o = engines[e].running();
      if (o != null) {
        boolean slot = e < slots.length;
        long tick = slot ? slots[e].endedAt() : machine.transferredAt(e - slots.length);
        if (tick >= 0) {
          if (slot) {
            OptionalLong left = sampler.ends(o.launch, tick);
            skipped += left.orElse(0);
            slots[e].ends(tick, picos(tick) - o.start(), left.isPresent());
            times.ran(picos(tick) - o.start());
          }
          ends(e, o, picos(tick));
          any = true;
        }
      }
    }
    if (overlaps) {
      // A later operation may begin before the current tick, by a transfer's fixed cost and a
      // fraction of a tick.
      spent.passes(picos(Math.max(0, simulation.now() - 1)) - costs.transferPicos());
    }
    return any;
  }

  private void ends(int e, StreamOperation o, long picos) {
    engines[e].ends(picos);
    timeline.ends(picos);
    if (overlaps) {
      spent.ends(o);
      observed.performed(e, o);
    }
    if (o.isTransfer()) {
      boolean toDevice = o.step instanceof HostStep.Upload;
      transfers.add(toDevice, StreamOperation.isPinned(o.step), bytes(o), o.time());
      touched |= toDevice;
      if (overlaps) {
        observed.transferred(toDevice, o.number, bytes(o), tick(o.start()), tick(picos));
      }
    } else if (!(o.step instanceof HostStep.Launch)) {
      transfers.addOnDevice(o.time());
      touched = true;
    }
  }

  /** Returns whether any operation is queued or running. */
  boolean isBusy() {
    for (StreamEngine e : engines) {
      if (e.running() != null || e.head() != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the number of completed work-groups, which may be slightly out of date; thread-safe.
   */
  long done() {
    long ended = 0; // needed if the device does not count retired groups
    for (LaunchSlot s : slots) {
      ended += s.groupsFinished();
    }
    return Math.max(ended, simulation.retired());
  }

  /** Describes an operation that has not ended, for error messages. */
  String unfinished() {
    String what = "operation";
    for (StreamEngine e : engines) {
      if (e.running() != null) {
        what = e.running().isTransfer() ? "transfer" : "launch";
        break;
      }
    }
    return "the %s has not ended at tick %s; %s"
        .formatted(what, simulation.now(), simulation.diagnosis());
  }

  /** Returns the number of work-groups that have begun; thread-safe. */
  long begun() {
    long begun = 0;
    for (LaunchSlot s : slots) {
      begun += s.groupsBegun();
    }
    return begun;
  }

  /**
   * Returns a remark on launches and transfers that waited for other streams and on pageable
   * transfers that blocked the host; empty if there were none.
   *
   * @param pageable number of transfers of pageable memory that blocked the host
   */
  public String note(long pageable) {
    List<String> notes = new ArrayList<>();
    if (spent.launchesThatWaited() > 0) {
      notes.add(
          "launches that waited for other streams: %d (%s)"
              .formatted(spent.launchesThatWaited(), counted(slots.length, "hardware queue", "")));
    }
    if (spent.transfersThatWaited() > 0) {
      notes.add(
          "transfers that waited for other streams: %d (%s)"
              .formatted(
                  spent.transfersThatWaited(),
                  counted(costs.copyEngines(), "copy engine", "no copy engine beside kernels")));
    }
    if (pageable > 0) {
      notes.add("transfers of pageable memory that held the host: " + pageable);
    }
    return String.join("; ", notes);
  }

  private static String counted(int number, String what, String none) {
    return number == 0 ? none : number + " " + what + (number == 1 ? "" : "s");
  }

  private long ticks(long picos) {
    return Numbers.tick(picos, device.tickHertz());
  }

  /** Returns the simulation's first tick at or after a time. */
  private long tick(long picos) {
    return ticks(picos) - skipped;
  }

  /** Returns the time at which a tick of the simulation begins. */
  private long picos(long tick) {
    return Numbers.picos(tick + skipped, device.tickHertz());
  }
}
