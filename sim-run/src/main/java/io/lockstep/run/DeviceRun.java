package io.lockstep.run;

import io.lockstep.core.device.Device;
import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.device.HostCosts;
import io.lockstep.core.device.LaunchPlan;
import io.lockstep.core.device.Machine;
import io.lockstep.core.device.MachineKernel;
import io.lockstep.core.device.Occupancy;
import io.lockstep.core.device.RefusalException;
import io.lockstep.core.engine.Simulation;
import io.lockstep.run.observe.DeviceObserver;
import io.lockstep.run.observe.Observation;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
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
  private final DeviceObserver observer;
  private ProgramSource source;
  private int warmupsLeft;
  private MachineKernel[] lowered;
  private long[] addresses;
  private boolean running;
  private boolean touched;
  private long launchedAt;
  private long passStart;
  private long kernelPicos;
  private long launches;
  private Occupancy occupancy;
  private long nanos;

  /**
   * @param passes opens the program anew for each pass; one call unless it has warm-ups
   */
  DeviceRun(
      Device device,
      Supplier<ProgramSource> passes,
      RunOptions options,
      Observation observation) {
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
    simulation = builder.build();
    machine = device.assemble(simulation);
    machine.perUnit(options.perUnit());
    lowered = new MachineKernel[program.kernels().size()];
    addresses = new long[program.buffers().size()];
    long[] sizes = program.buffers().stream().mapToLong(BufferInfo::bytes).toArray();
    machine.place(sizes, addresses);
    observer =
        observation.device(device.spec(), program, simulation, machine, device.tickHertz());
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
        if (observer.run() == Simulation.Status.SUSPENDED) {
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
            return Progress.DONE;
          }
          warmupsLeft--;
          timeline.synchronize();
          source.close();
          source = passes.get();
          machine.resetStatistics(simulation.now());
          observer.reset();
          passStart = timeline.end();
          kernelPicos = 0;
          launches = 0;
        }
        case RECORD -> step(source.step());
      }
    }
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
    Kernel kernel = source.program().kernels().get(launch.kernel());
    LaunchCheck.launch(kernel, launch, device.capabilities());
    MachineKernel code = lowered[launch.kernel()];
    if (code == null) {
      code = device.lower(kernel);
      lowered[launch.kernel()] = code;
    }
    Occupancy here = device.occupancy(code, launch.geometry(), launch.dynamicLocalBytes());
    if (here.groups() < 1) {
      throw new RefusalException(
          "kernel '"
              + kernel.name()
              + "': not one work-group fits a compute unit (limited by "
              + here.limit()
              + ")");
    }
    occupancy = here;
    if (touched) {
      machine.hostTouched();
      touched = false;
    }
    long picos = timeline.launch();
    long tick = Math.max(simulation.now(), Numbers.tick(picos, device.tickHertz()));
    launchedAt = Numbers.picos(tick, device.tickHertz());
    LaunchPlan plan =
        new LaunchPlan(
            code,
            launch.geometry(),
            here,
            kernel.localBytes() + launch.dynamicLocalBytes(),
            addresses);
    machine.launch(plan, source.groups(), tick);
    observer.launchStarts(launch.kernel(), tick);
    launches++;
    running = true;
  }

  private void finishLaunch() {
    if (!machine.idle()) {
      throw new IllegalStateException(
          "no event is left, but the launch has not ended at tick " + simulation.now());
    }
    running = false;
    observer.launchEnds(machine.finishedAt());
    long end = Numbers.picos(machine.finishedAt(), device.tickHertz());
    kernelPicos += end - launchedAt;
    timeline.launched(end);
  }

  /** The result after {@link Progress#DONE}. */
  RunResult result(String traceSha256, Boolean verified, String message) {
    Program program = source.program();
    DeviceSpec spec = device.spec();
    observer.end();
    StatisticsCollector statistics = new StatisticsCollector(options.perUnit());
    machine.statistics(simulation.now(), statistics);
    statistics.count("launches", launches);
    statistics.count("time.kernels", kernelPicos);
    if (occupancy != null) {
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
        message,
        Numbers.cycles(picos, device.clockHertz()),
        picos,
        kernelPicos,
        simulation.fingerprint(),
        traceSha256,
        spec.hash(),
        statistics.values(),
        Bottleneck.of(statistics, picos, kernelPicos),
        options.host() ? hostFigures(statistics) : null);
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

  /** A result without a simulation. */
  static RunResult without(
      Program program, DeviceSpec spec, RunStatus status, Boolean verified, String message) {
    return new RunResult(
        program.name(),
        spec.id(),
        spec.name(),
        program.parameters(),
        spec.overrides(),
        status,
        verified,
        message,
        0,
        0,
        0,
        "",
        "",
        spec.hash(),
        new java.util.TreeMap<>(),
        "",
        null);
  }

  /** Lets go of the source and of the simulation's threads. */
  void close() {
    observer.end();
    simulation.close();
    source.close();
  }
}
