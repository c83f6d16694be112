// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.core.engine.Simulation;
import io.lockstep.observe.DeviceObserver;
import io.lockstep.observe.Meter;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObservedMachine;
import io.lockstep.run.LaunchPhase;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatistics;
import io.lockstep.run.StatisticsCollector;
import io.lockstep.run.TextTargets;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.run.plugin.CheckedDevice;
import io.lockstep.run.plugin.DeclaredSink;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.sample.SampledRun;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.sample.Samplers;
import io.lockstep.run.stream.HostTimeline;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSource;
import java.util.List;
import java.util.function.Supplier;

/** One program on one device: executes its steps and drives the simulation. */
public final class DeviceRun {
  private final Device device;
  private final FamilyStatistics declared;
  private final RunOptions options;
  private final ProgramPasses program;
  private final Simulation simulation;
  private final Machine machine;
  private final HostTimeline timeline;
  private final LaunchPlans plans;
  private final LaunchObservation observed;
  private final Sampler sampler;
  private final StreamHost host;
  private final StreamEngines engines;
  private DeviceObserver observer;
  private Meter.Part part;
  private long nanos;

  /**
   * @param declared statistics that the machine may write
   * @param passes opens the program for each pass, and for each launch slot if operations overlap
   */
  public DeviceRun(
      Device device,
      FamilyStatistics declared,
      Supplier<ProgramSource> passes,
      RunOptions options) {
    this.device = device;
    this.declared = declared;
    this.options = options;
    program = new ProgramPasses(passes);
    CapabilityCheck.program(program.program(), device.capabilities());
    long phase = LaunchPhase.picos(options.phase());
    timeline = new HostTimeline(device.hostCosts(), phase);
    int threads = options.criticalPath() ? 1 : options.threads();
    Simulation.Builder builder = Simulation.builder().threads(threads);
    options.shuffleTies().ifPresent(builder::shuffleTies);
    builder.progressTimeout(options.progressTimeout().orElse(RunOptions.PROGRESS_TIMEOUT));
    simulation = builder.build();
    machine = device.assemble(simulation);
    machine.perUnit(options.perUnit());
    if (phase > 0) {
      machine.resetStatistics(Numbers.tick(phase, device.tickHertz()));
    }
    List<BufferInfo> buffers = program.program().buffers();
    long[] addresses = new long[buffers.size()];
    machine.place(buffers.stream().mapToLong(BufferInfo::bytes).toArray(), addresses);
    plans = new LaunchPlans(device, program.program(), addresses);
    sampler =
        Samplers.of(
            options.sampling(),
            () ->
                new SampledRun(
                    machine,
                    declared,
                    simulation::now,
                    simulation::events,
                    program.cursor(),
                    plans),
            options.perLaunch());
    observed =
        new LaunchObservation(options, device, declared, program.program(), machine, sampler);
    engines = new StreamEngines(plans, machine, simulation, observed, sampler, timeline, program);
    host = new StreamHost(program, timeline, device.hostCosts(), engines, this::simulate);
    simulation.progress(() -> engines.times().launches() + engines.begun());
  }

  /** Attaches the observer. Called once, before {@link #run}. */
  public void begin(Observation observation) {
    part = observation.meter().part(program.left(), engines::done, engines::begun);
    observer =
        observation.device(
            device.spec(),
            program.program(),
            new ObservedMachine(
                simulation,
                machine,
                declared.registry(),
                out -> new DeclaredSink(declared, machine, "sample", out),
                device.tickHertz()));
    observed.begin(observer, !observation.isOfTimes());
  }

  /** Runs the program to its end. */
  public void run() {
    long from = System.nanoTime();
    do {
      host.run();
    } while (nextPass());
    nanos = System.nanoTime() - from;
  }

  /** Begins the next pass; returns false if there is none. */
  private boolean nextPass() {
    Sampler.Next next = sampler.next(program.left() - 1, idleTicks());
    if (next.left() == 0) {
      part.close();
      return false;
    }
    timeline.synchronize();
    program.repeat(next.left() - 1);
    if (!next.continues()) {
      machine.resetStatistics(simulation.now());
      observed.clear();
    }
    host.begin();
    return true;
  }

  /** Returns the ticks of the pass in which no kernel ran. */
  private long idleTicks() {
    return Numbers.tick(
        engines.times().picos(Program.Timing.REGION) - engines.times().kernelPicos(),
        device.tickHertz());
  }

  /** Simulates until an operation ends or no event is left; pauses for the observer. */
  private Simulation.Status simulate() {
    while (true) {
      long pause = observer.pause();
      Simulation.Status status;
      try {
        status = pause == DeviceObserver.NEVER ? simulation.run() : simulation.runUntil(pause);
      } catch (RuntimeException | Error e) {
        throw CheckedDevice.fault(device, e);
      }
      if (status != Simulation.Status.LIMIT) {
        return status;
      }
      observer.paused();
    }
  }

  /** Returns the picoseconds of kernels, transfers, fills and copies so far. */
  public long busyPicos() {
    return engines.times().kernelPicos()
        + engines.transfers().picos()
        + engines.transfers().devicePicos();
  }

  /** Returns the result, after the program has ended. */
  public RunResult result(String traceSha256, Outcome outcome) {
    observer.end();
    StatisticsCollector statistics = new StatisticsCollector(options.perUnit());
    machine.statistics(
        simulation.now(),
        new DeclaredSink(
            declared, machine, "statistics", sampler.estimate().statistics(statistics)));
    observed.addTo(statistics);
    if (options.byCause()) {
      RunStatistics.addCommonCauses(declared.causes(), statistics.values());
    }
    ResultFigures figures =
        new ResultFigures(
            device, program.program(), engines.times(), engines.transfers(), plans, statistics);
    figures.declared(declared);
    observed.addTo(
        figures, statistics, Numbers.tick(engines.times().kernelPicos(), device.tickHertz()));
    sampler.estimate().report(1e12 / device.tickHertz(), figures::sampled);
    figures.note(observed.note());
    figures.note(TextTargets.note(program.program().kernels()));
    if (program.overlaps()) {
      figures.streams(engines.spent(), engines.note(host.pageable()));
    }
    return figures.result(
        simulation.fingerprint(),
        traceSha256,
        outcome,
        options.host() ? figures.host(nanos) : null);
  }

  /** Stops the simulation at its next window; thread-safe. */
  public void stop(String reason) {
    simulation.stop(reason);
  }

  /** Returns the number of windows that the simulation has begun; thread-safe. */
  public long windows() {
    return simulation.windows();
  }

  /** Returns the threads that currently help the simulation; thread-safe. */
  public List<Thread> helpers() {
    return simulation.helpers();
  }

  public void close() {
    try {
      if (part != null) {
        part.close();
      }
      if (observer != null) {
        observer.end();
      }
    } finally {
      simulation.close();
      program.close();
    }
  }
}
