package io.lockstep.run;

import io.lockstep.core.engine.NoProgressException;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.StateException;
import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.io.InputException;
import io.lockstep.parts.device.Device;
import io.lockstep.parts.device.LaunchPlan;
import io.lockstep.parts.device.Machine;
import io.lockstep.parts.device.Occupancy;
import io.lockstep.parts.host.HostCosts;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.observe.Checkpoint;
import io.lockstep.run.observe.CheckpointPlan;
import io.lockstep.run.observe.DeviceObserver;
import io.lockstep.run.observe.Meter;
import io.lockstep.run.observe.Observation;
import io.lockstep.run.plugin.CheckedDevice;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One program on one device: pulls steps and work-groups, keeps the host's timeline, drives the
 * simulation. Can be suspended where the source is starved and resumed later; what comes out does
 * not depend on that. Not thread-safe.
 */
final class DeviceRun {
  /** What a call to {@link #advance} came to. */
  enum Progress {
    STARVED,
    DONE
  }

  private final Device device;
  private final RunOptions options;
  private final Supplier<ProgramSource> passes;
  private final Simulation simulation;
  private final Machine machine;
  private final HostTimeline timeline;
  private final HostCosts costs;
  private final LaunchPlans plans;
  private Observation observation;
  private DeviceObserver observer;
  private ProgramSource source;
  private int warmupsLeft;
  private boolean running;
  private boolean resumed; // within this launch
  private boolean touched;
  private CheckpointPlan checkpoint;
  private String traceSha256;
  private boolean checkpointDue;
  private CountedGroups groups;
  private long steps; // of this pass
  private long launchTick;
  private long launchedAt;
  private long passStart;
  private long kernelPicos;
  private long launches;
  private long nanos;
  private Meter.Part part;
  private volatile long finishedGroups;
  private volatile long retiredThen;

  /**
   * @param passes opens the program anew for each pass; one call unless it has warm-ups
   */
  DeviceRun(Device device, Supplier<ProgramSource> passes, RunOptions options) {
    this.device = device;
    this.options = options;
    this.passes = passes;
    source = passes.get();
    Program program = source.program();
    warmupsLeft = program.warmups();
    LaunchCheck.program(program, device.capabilities());
    costs = device.hostCosts();
    timeline = new HostTimeline(costs);
    Simulation.Builder builder =
        Simulation.builder().threads(options.threads()).waiting(options.waiting());
    options.shuffleTies().ifPresent(builder::shuffleTies);
    builder.patience(options.patience().orElse(RunOptions.PATIENCE));
    if (options.causes()) {
      builder.recordCauses();
    }
    simulation = builder.build();
    simulation.progress(() -> launches + (groups == null ? 0 : groups.pulled()));
    machine = device.assemble(simulation);
    machine.perUnit(options.perUnit());
    long[] addresses = new long[program.buffers().size()];
    long[] sizes = program.buffers().stream().mapToLong(BufferInfo::bytes).toArray();
    machine.place(sizes, addresses);
    plans = new LaunchPlans(device, program, addresses);
  }

  /**
   * Takes up a saved run if there is one, and lets it be watched; to be called once, before {@link
   * #advance}.
   *
   * @param identity of the trace, or null where it is not known yet: a checkpoint needs it
   */
  void begin(Observation watching, String identity) {
    observation = watching;
    checkpoint = observation.checkpoint();
    checkpointDue = checkpoint.target().isPresent();
    traceSha256 = identity;
    checkpoint.resume().ifPresent(this::resume);
    part = observation.meter().part(1 + warmupsLeft, this::done);
    observer =
        observation.device(
            device.spec(), source.program(), simulation, machine, device.tickHertz());
    if (running) {
      observer.resumed(((HostStep.Launch) source.step()).kernel(), launches - 1, launchTick);
    }
  }

  /** Work-groups that have ended; for any thread, which may see it a little late. */
  private long done() {
    return finishedGroups + Math.max(0, simulation.retired() - retiredThen);
  }

  /** Runs until the source starves or the program ends. */
  Progress advance() {
    long from = System.nanoTime();
    try {
      return run();
    } finally {
      nanos += System.nanoTime() - from;
    }
  }

  private Progress run() {
    while (true) {
      if (running) {
        if (simulate() == Simulation.Status.SUSPENDED) {
          return Progress.STARVED;
        }
        finishLaunch();
      }
      switch (source.next()) {
        case STARVED -> {
          return Progress.STARVED;
        }
        case END -> {
          if (warmupsLeft == 0) {
            requireCheckpoint();
            part.close();
            return Progress.DONE;
          }
          warmupsLeft--;
          timeline.synchronize();
          source.close();
          source = passes.get();
          steps = 0;
          machine.resetStatistics(simulation.now());
          observer.reset();
          passStart = timeline.end();
          kernelPicos = 0;
          launches = 0;
        }
        case RECORD -> {
          steps++;
          step(source.step());
        }
      }
    }
  }

  /** Runs until the launch is over, with pauses where something is to be looked at. */
  private Simulation.Status simulate() {
    while (true) {
      long pause = observer.pause();
      long stop = checkpointDue ? Math.min(pause, checkpoint.at()) : pause;
      Simulation.Status status;
      try {
        status = stop == DeviceObserver.NEVER ? simulation.run() : simulation.runUntil(stop);
      } catch (RuntimeException | Error e) {
        throw CheckedDevice.fault(device, e);
      }
      if (status != Simulation.Status.LIMIT) {
        return status;
      }
      if (checkpointDue && stop == checkpoint.at()) {
        checkpointDue = false;
        DeviceSpec spec = device.spec();
        observation.write(
            new Checkpoint(
                observation.setup(), traceSha256, spec.id(), spec.hash(), stop, state()));
      }
      if (stop == pause) {
        observer.paused();
      }
    }
  }

  private void requireCheckpoint() {
    if (checkpointDue) {
      throw new InputException(
          "--checkpoint-at " + checkpoint.at(),
          "the last launch ended at tick " + machine.finishedAt() + "; nothing was written");
    }
  }

  private byte[] state() {
    StateWriter out = new StateWriter();
    out.begin("run");
    out.writeInt(warmupsLeft);
    out.writeLong(steps);
    out.writeLong(groups.pulled());
    out.writeLongs(machine.heldGroups());
    out.writeBoolean(touched);
    out.writeLong(launchTick);
    out.writeLong(launchedAt);
    out.writeLong(passStart);
    out.writeLong(kernelPicos);
    out.writeLong(launches);
    timeline.save(out);
    simulation.save(out);
    return out.toBytes();
  }

  /** Takes up a saved run: replays the source to where it was, and loads the state. */
  private void resume(Path file) {
    Checkpoint saved = Checkpoint.read(file);
    saved.require(
        file,
        observation.setup().version(),
        source.program().name(),
        traceSha256,
        device.spec().id(),
        device.spec().hash());
    try {
      load(saved.reader());
    } catch (StateException e) {
      throw new InputException(e.where(), e.what());
    }
  }

  private void load(StateReader in) {
    in.begin("run");
    warmupsLeft = in.readInt();
    steps = in.readLong();
    long pulled = in.readLong();
    long[] held = in.readLongs();
    touched = in.readBoolean();
    launchTick = in.readLong();
    launchedAt = in.readLong();
    passStart = in.readLong();
    kernelPicos = in.readLong();
    launches = in.readLong();
    timeline.load(in);
    for (long i = 0; i < steps; i++) {
      if (source.next() != WorkGroupSource.Status.RECORD) {
        throw in.wrong("the trace ends before step " + steps);
      }
    }
    if (!(source.step() instanceof HostStep.Launch launch)) {
      throw in.wrong("step " + steps + " is no launch");
    }
    Set<Long> wanted = new HashSet<>();
    for (long id : held) {
      wanted.add(id);
    }
    Map<Long, WorkGroupRecord> found = new HashMap<>(); // looked up only, never walked
    WorkGroupSource all = plans.groups(launch, source.groups());
    for (long i = 0; i < pulled; i++) {
      if (all.next() != WorkGroupSource.Status.RECORD) {
        throw in.wrong("the launch ends before its group " + pulled);
      }
      WorkGroupRecord record = all.record();
      if (wanted.contains(record.group())) {
        found.put(record.group(), record);
      }
    }
    groups = new CountedGroups(all, pulled);
    machine.resume(
        plans.plan(launch),
        groups,
        id -> {
          WorkGroupRecord record = found.get(id);
          if (record == null) {
            throw in.wrong("work-group " + id + " was not held");
          }
          return record;
        });
    simulation.load(in);
    running = true;
    resumed = true;
  }

  private void step(HostStep step) {
    if (step instanceof HostStep.Launch launch) {
      start(launch);
    } else if (step instanceof HostStep.Fill fill) {
      timeline.deviceOperation(fill.bytes(), costs.fillBytesPerSecond());
      touched = true;
    } else if (step instanceof HostStep.Copy copy) {
      timeline.deviceOperation(copy.bytes(), costs.copyBytesPerSecond());
      touched = true;
    } else if (step instanceof HostStep.Upload upload) {
      timeline.transfer(upload.bytes(), upload.pinned());
      touched = true;
    } else if (step instanceof HostStep.Download download) {
      timeline.transfer(download.bytes(), download.pinned());
    } else if (step instanceof HostStep.Synchronize) {
      timeline.synchronize();
    }
  }

  private void start(HostStep.Launch launch) {
    LaunchPlan plan = plans.plan(launch);
    if (touched) {
      machine.hostTouched();
      touched = false;
    }
    long picos = timeline.launch();
    long tick = Math.max(simulation.now(), Numbers.tick(picos, device.tickHertz()));
    launchedAt = Numbers.picos(tick, device.tickHertz());
    launchTick = tick;
    groups = new CountedGroups(plans.groups(launch, source.groups()), 0);
    machine.launch(plan, groups, tick);
    observer.launchStarts(launch.kernel(), tick);
    launches++;
    running = true;
  }

  private void finishLaunch() {
    if (!machine.idle()) {
      throw new NoProgressException(
          "no event is left, but the launch has not ended at tick "
              + simulation.now()
              + "; "
              + simulation.diagnosis());
    }
    if (resumed) { // the end of its groups may have been seen before the checkpoint, but not since
      resumed = false;
      groups.next();
    }
    running = false;
    LaunchCheck.executed(
        source.program().kernels().get(((HostStep.Launch) source.step()).kernel()),
        source.launchEnd(),
        device.capabilities());
    observer.launchEnds(machine.finishedAt());
    finishedGroups += groups.pulled(); // also where the device does not tell of groups that end
    retiredThen = simulation.retired();
    long end = Numbers.picos(machine.finishedAt(), device.tickHertz());
    kernelPicos += end - launchedAt;
    timeline.launched(end);
  }

  /** The result after {@link Progress#DONE}. */
  RunResult result(String traceSha256, Boolean verified, String message) {
    Program program = source.program();
    DeviceSpec spec = device.spec();
    observer.identity(traceSha256);
    observer.end();
    StatisticsCollector statistics = new StatisticsCollector(options.perUnit());
    machine.statistics(simulation.now(), statistics);
    statistics.count("launches", launches);
    statistics.count("time.kernels", kernelPicos);
    statistics.count("cycles.kernels", Numbers.cycles(kernelPicos, device.clockHertz()));
    if (plans.occupancy() != null) {
      Occupancy occupancy = plans.occupancy();
      statistics.ratio("occupancy", occupancy.wavefronts(), occupancy.maximum());
      statistics.count("occupancy.groups", occupancy.groups());
      statistics.count("occupancy.wavefronts", occupancy.wavefronts());
    }
    boolean region = program.timing() == Program.Timing.REGION;
    long picos = region ? timeline.end() - passStart : kernelPicos;
    return new RunResult(
        program.name(),
        spec.id(),
        spec.name(),
        program.parameters(),
        spec.overrides(),
        Boolean.FALSE.equals(verified) ? RunStatus.WRONG : RunStatus.OK,
        verified,
        message == null || message.isEmpty() ? plans.note() : message,
        Numbers.cycles(picos, device.clockHertz()),
        picos,
        kernelPicos,
        simulation.fingerprint(),
        traceSha256,
        spec.hash(),
        statistics.values(),
        Bottleneck.of(statistics, picos, kernelPicos),
        options.host() ? hostFigures(statistics) : null,
        null);
  }

  private RunResult.HostFigures hostFigures(StatisticsCollector statistics) {
    long safe = Math.max(1, nanos);
    return new RunResult.HostFigures(
        nanos,
        perSecond(statistics.whole("wavefront_instructions"), safe),
        perSecond(statistics.whole("work_item_instructions"), safe),
        PeakMemory.bytes());
  }

  private static long perSecond(long count, long nanos) {
    return (long) (count * 1e9 / nanos);
  }

  /** Ends its simulation at the next window; for any thread. */
  void stop(String reason) {
    simulation.stop(reason);
  }

  /** How many windows its simulation has begun; for any thread. */
  long windows() {
    return simulation.windows();
  }

  /** Threads that help its simulation now; for any thread. */
  List<Thread> helpers() {
    return simulation.helpers();
  }

  /** Lets go of the source and of the simulation's threads. */
  void close() {
    try {
      if (part != null) {
        part.close();
      }
      if (observer != null) {
        observer.end();
      }
    } finally { // others wait for who does not let go of the source
      simulation.close();
      source.close();
    }
  }
}
