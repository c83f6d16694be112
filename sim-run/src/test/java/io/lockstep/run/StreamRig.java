// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Partition;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.queue.Phase;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObservedMachine;
import io.lockstep.run.device.LaunchObservation;
import io.lockstep.run.device.LaunchPlans;
import io.lockstep.run.device.ProgramPasses;
import io.lockstep.run.device.StreamEngines;
import io.lockstep.run.device.StreamHost;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.sample.Samplers;
import io.lockstep.run.sample.Sampling;
import io.lockstep.run.stream.HostTimeline;
import io.lockstep.run.stream.StreamOperation;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.spi.host.HostTransfer;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.testsupport.Kernels;
import io.lockstep.trace.file.HeldProgram;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Programs on a machine whose launches take a nanosecond, which is a tick, for each work-group
 * along x. Launch 10 µs, back to back 3, submit 4, synchronise 8, transfer 15; buses and memory
 * move a byte in a nanosecond, pageable memory half of that.
 */
public final class StreamRig {
  public static final long MICRO = 1_000_000; // picoseconds
  static final int BYTES = 100_000; // of the buffer: 100 µs

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.builtIn());
  private static final long GIGA = 1_000_000_000L;

  public final List<StreamOperation> operations = new ArrayList<>();
  public final HostTimeline timeline;
  public StreamEngines engines;

  StreamHost host;
  private final List<ProgramItem> items = new ArrayList<>();
  private final ProgramStreams streams;
  private final Device device;
  private final FakeMachine[] made = new FakeMachine[1];
  private int number;

  public StreamRig(ProgramStreams streams, int queues, int copyEngines, boolean simulated) {
    this(streams, queues, copyEngines, simulated, Map.of());
  }

  /**
   * @param changed costs of the host that differ
   */
  public StreamRig(
      ProgramStreams streams,
      int queues,
      int copyEngines,
      boolean simulated,
      Map<String, Long> changed) {
    this.streams = streams;
    Device real = CATALOGUE.device(CATALOGUE.spec("gtx280"));
    Map<String, Long> figures =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("host.launch", 10 * MICRO),
                Map.entry("host.back_to_back", 3 * MICRO),
                Map.entry("host.submit", 4 * MICRO),
                Map.entry("host.synchronize", 8 * MICRO),
                Map.entry("host.transfer", 15 * MICRO),
                Map.entry("host.pinned", GIGA),
                Map.entry("host.pageable", GIGA / 2),
                Map.entry("host.fill", GIGA),
                Map.entry("host.copy", GIGA),
                Map.entry("host.copy_engines", (long) copyEngines),
                Map.entry("host.queues", (long) queues)));
    figures.putAll(changed);
    HostCosts costs = HostCosts.of(Figures.of(figures));
    device = new FakeDevice(real, costs, queues, simulated ? copyEngines : 0, made);
    timeline = new HostTimeline(costs);
  }

  public static ProgramStreams inOrder(int streams, int events) {
    List<ProgramStreams.Stream> all = new ArrayList<>();
    for (int s = 1; s <= streams; s++) {
      all.add(new ProgramStreams.Stream("s" + s, true));
    }
    return new ProgramStreams(all, names(events));
  }

  public static List<String> names(int events) {
    List<String> all = new ArrayList<>();
    for (int e = 0; e < events; e++) {
      all.add("e" + e);
    }
    return all;
  }

  // ------------------------------------------------------------------ programs

  public StreamRig launch(int stream, int micros) {
    return launchNanos(stream, 1000 * micros);
  }

  StreamRig launchNanos(int stream, int nanos) {
    Geometry geometry = new Geometry(nanos, 1, 1, 32, 1, 1);
    HostStep.Launch launch = new HostStep.Launch(number++, 0, geometry, 0, List.of(), 1, 0);
    add(stream, launch);
    items.add(LaunchEnd.of(launch));
    return this;
  }

  public StreamRig upload(int stream, boolean pinned) {
    return add(stream, new HostStep.Upload(number++, 0, BYTES, pinned));
  }

  public StreamRig download(int stream) {
    return add(stream, new HostStep.Download(number++, 0, BYTES, true));
  }

  public StreamRig fill(int stream) {
    return add(stream, new HostStep.Fill(number++, 0, BYTES));
  }

  private StreamRig add(int stream, HostStep step) {
    items.add(stream == 0 ? step : new HostStep.InStream(stream, step));
    return this;
  }

  public StreamRig record(int stream, int event, boolean all) {
    items.add(new HostStep.RecordEvent(number++, stream, event, all));
    return this;
  }

  public StreamRig await(int stream, int event, boolean all) {
    items.add(new HostStep.WaitEvent(number++, stream, event, all));
    return this;
  }

  public StreamRig synchronize() {
    items.add(new HostStep.Synchronize(number++));
    return this;
  }

  public StreamRig synchronizeStream(int stream) {
    items.add(new HostStep.SynchronizeStream(number++, stream));
    return this;
  }

  public StreamRig synchronizeEvent(int event) {
    items.add(new HostStep.SynchronizeEvent(number++, event));
    return this;
  }

  public List<ProgramItem> items() {
    return items;
  }

  // ------------------------------------------------------------------ running

  /** Runs it to its end; {@link #operations} have their times then. */
  public StreamRig run() {
    Program program =
        new Program(
            "random",
            List.of(Kernels.copy(false)),
            List.of(new BufferInfo(0, "a", Type.I8, BYTES, BYTES)),
            new TreeMap<>(),
            0,
            Program.Timing.REGION,
            streams);
    HeldProgram recording = new HeldProgram(program, items, new Outcome(null, "", List.of(), 0));
    ProgramPasses passes = new ProgramPasses(recording::replay);
    try (Simulation simulation = Simulation.builder().build();
        Observation none = Observation.none()) {
      Machine machine = device.assemble(simulation);
      long[] addresses = {0};
      LaunchPlans plans = new LaunchPlans(device, program, addresses);
      Sampler sampler = Samplers.of(Sampling.NONE, () -> null, false);
      LaunchObservation observed =
          new LaunchObservation(
              RunOptions.defaults(),
              device,
              CATALOGUE.statistics("g80"),
              program,
              machine,
              sampler);
      observed.begin(
          none.device(
              device.spec(),
              program,
              new ObservedMachine(
                  simulation, machine, CATALOGUE.statistics("g80").registry(), s -> s, GIGA)),
          true);
      engines =
          new StreamEngines(plans, machine, simulation, observed, sampler, timeline, passes) {
            @Override
            public void submit(StreamOperation o) {
              operations.add(o);
              super.submit(o);
            }
          };
      host = new StreamHost(passes, timeline, device.hostCosts(), engines, simulation::run);
      host.run();
      passes.close();
    }
    return this;
  }

  /** Start and end of an operation in microseconds. */
  public String times(int operation) {
    StreamOperation o = operations.get(operation);
    return (o.start() / (double) MICRO) + " to " + (o.end() / (double) MICRO);
  }

  /** The end of a pass in microseconds. */
  double end() {
    return timeline.end() / (double) MICRO;
  }

  /** How often the machine was told, before a launch, that the host has written memory. */
  public int hostTouches() {
    return made[0].hostTouches;
  }

  /** Which of its operations were running side by side on one slot or engine, at any time. */
  int mostAtOnce() {
    return made[0].mostAtOnce;
  }

  private record FakeDevice(
      Device real, HostCosts hostCosts, int queues, int engines, FakeMachine[] made)
      implements Device {
    @Override
    public DeviceSpec spec() {
      return real.spec();
    }

    @Override
    public Capabilities capabilities() {
      return real.capabilities();
    }

    @Override
    public long clockHertz() {
      return GIGA;
    }

    @Override
    public MachineKernel lower(Kernel kernel) {
      return real.lower(kernel);
    }

    @Override
    public Occupancy occupancy(MachineKernel kernel, Geometry geometry, int dynamic) {
      return real.occupancy(kernel, geometry, dynamic);
    }

    @Override
    public Machine assemble(Simulation simulation) {
      made[0] = new FakeMachine(simulation, queues, engines);
      return made[0];
    }

    @Override
    public long tickHertz() {
      return GIGA;
    }
  }

  /** Launches and transfers take their time, whatever runs beside them. */
  private static final class FakeMachine implements Machine {
    private final Simulation simulation;
    private final Partition front;
    private final int component;
    private final EventKind ends;
    private final int slots;
    private final boolean[] busy; // slots, then engines
    private final long[] finished;
    private int mostAtOnce;
    private int hostTouches;

    FakeMachine(Simulation simulation, int slots, int engines) {
      this.simulation = simulation;
      this.slots = slots;
      front = simulation.partition("front");
      component = front.component("fake");
      busy = new boolean[slots + engines];
      finished = new long[slots + engines];
      ends =
          front.kind(
              "ends",
              Phase.WORK,
              (tick, c, place) -> {
                busy[place] = false;
                finished[place] = tick;
                simulation.pause();
              });
      simulation.beforeWindows(() -> {});
    }

    private void begins(int place, long end) {
      if (busy[place]) {
        throw new IllegalStateException(place + " is busy");
      }
      busy[place] = true;
      int running = 0;
      for (boolean b : busy) {
        running += b ? 1 : 0;
      }
      mostAtOnce = Math.max(mostAtOnce, running);
      front.at(end, ends, component, place);
    }

    @Override
    public void launch(int slot, LaunchPlan launch, WorkGroupSource groups, long tick) {
      if (groups.next() != WorkGroupSource.Status.END) {
        throw new IllegalStateException("a launch of this rig has no groups");
      }
      begins(slot, tick + launch.geometry().groupsX());
    }

    @Override
    public int launchSlots() {
      return slots;
    }

    @Override
    public boolean idle(int slot) {
      return !busy[slot];
    }

    @Override
    public long finishedAt(int slot) {
      return finished[slot];
    }

    @Override
    public int copyEngines() {
      return busy.length - slots;
    }

    @Override
    public void transfer(int engine, HostTransfer transfer, long tick) {
      begins(slots + engine, tick + transfer.ticks());
    }

    @Override
    public long transferredAt(int engine) {
      return busy[slots + engine] ? -1 : finished[slots + engine];
    }

    @Override
    public void hostTouched() {
      hostTouches++;
    }

    @Override
    public void resetStatistics(long tick) {}

    @Override
    public void statistics(long tick, StatisticsSink out) {}

    @Override
    public long place(long[] bufferBytes, long[] addressOut) {
      return 0;
    }
  }
}
