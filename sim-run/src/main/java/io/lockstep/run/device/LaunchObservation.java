// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.DeviceObserver;
import io.lockstep.observe.activity.ActivityCollector;
import io.lockstep.observe.activity.StreamCollector;
import io.lockstep.observe.line.LineCollector;
import io.lockstep.observe.path.PathCollector;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunOptions;
import io.lockstep.run.StatisticsCollector;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.sample.Sampler;
import io.lockstep.run.stream.StreamOperation;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Collects the optional data of each launch: timeline, cycles by line, critical path, statistics
 * and activity; for streams, also the use of queues and transfers over time. Concurrent launches
 * have no cycles by line, paths, statistics or activity of their own.
 */
public final class LaunchObservation {
  /**
   * A launch that has begun.
   *
   * @param kernel index in the program's table
   * @param number number of the launch in the run, from 0
   */
  record Begun(int kernel, long number, int slot, long tick) {}

  private final Machine machine;
  private final Sampler sampler;
  private final Optional<LineCollector> lines;
  private final Optional<PathCollector> paths;
  private final Optional<LaunchStatistics> statistics;
  private Optional<ActivityCollector> activity;
  private final Optional<StreamCollector> streams; // only for a program with streams
  private DeviceObserver observer;
  private final boolean several; // whether launches may run concurrently
  private final List<IssueCause> causes;
  private final List<Kernel> kernels;
  private final long tickHertz;
  private final long clockHertz;
  private boolean dropped; // whether concurrent launches left data by line or path incomplete

  public LaunchObservation(
      RunOptions options,
      Device device,
      FamilyStatistics declared,
      Program program,
      Machine machine,
      Sampler sampler) {
    this.machine = machine;
    this.sampler = sampler;
    several = program.streams().any() && machine.launchSlots() > 1;
    causes = declared.causes();
    kernels = program.kernels();
    tickHertz = device.tickHertz();
    clockHertz = device.clockHertz();
    machine.byRow(options.byLine());
    machine.byPath(options.criticalPath());
    lines = when(options.byLine(), this::lines);
    paths = when(options.criticalPath(), this::paths);
    statistics =
        when(
            options.perLaunch() && !several,
            () -> new LaunchStatistics(machine, declared, sampler));
    activity = when(options.byTime() && !several, () -> new ActivityCollector(causes));
    streams = when(options.byTime() && program.streams().any(), this::streams);
  }

  private static <T> Optional<T> when(boolean requested, Supplier<T> collector) {
    return requested ? Optional.of(collector.get()) : Optional.empty();
  }

  private StreamCollector streams() {
    List<String> rows = new ArrayList<>();
    for (int q = 0; q < machine.launchSlots(); q++) {
      rows.add("queue " + q);
    }
    rows.add("uploads");
    rows.add("downloads");
    return new StreamCollector(rows);
  }

  private LineCollector lines() {
    return new LineCollector(causes, kernels);
  }

  private PathCollector paths() {
    return new PathCollector(tickHertz, kernels);
  }

  /**
   * Sets the observer.
   *
   * @param alone whether the observer leaves the machine's only recorder free; if not, no activity
   *     is collected
   */
  public void begin(DeviceObserver by, boolean alone) {
    observer = by;
    if (!alone) {
      activity = Optional.empty();
    }
  }

  /** Returns a remark on requested data that is missing, or an empty string. */
  String note() {
    return dropped
        ? "nothing by line or path, as kernels ran side by side: see --set host.queues=1"
        : "";
  }

  /** Called before the machine is given a launch. */
  void starting(long tick) {
    activity.ifPresent(
        a -> {
          a.begins(tick);
          machine.observe(a, tick);
        });
  }

  /** Called when a simulated launch has ended, also if its results are kept for the last pass. */
  void simulated(long tick) {
    activity.ifPresent(
        a -> {
          machine.observe(null, tick);
          sampler.estimate().gaps().forEach(a::gap);
          a.ends(tick);
        });
  }

  /** Called after the machine was given a launch. */
  Begun started(int kernel, int slot, long tick) {
    return new Begun(kernel, observer.launchStarts(kernel, tick), slot, tick);
  }

  /**
   * Records the end of a launch.
   *
   * @param picos the launch's own time
   */
  void ends(Begun launch, MachineKernel code, long tick, long picos) {
    observer.launchEnds(launch.slot, launch.kernel, launch.number, launch.tick, tick);
    dropped |= several && lines.isPresent() && machine.rows(tick).isEmpty();
    dropped |= several && paths.isPresent() && machine.path().isEmpty();
    lines.ifPresent(
        l ->
            l.ends(
                launch.kernel,
                code,
                sampler.estimate().rows(machine, tick),
                sampler.estimate().counts(machine),
                picos));
    paths.ifPresent(p -> p.ends(launch.kernel, code, machine, tick - launch.tick, picos));
    statistics.ifPresent(s -> s.ends(tick, picos, Numbers.cycles(picos, clockHertz)));
  }

  void transferred(boolean toDevice, long number, long bytes, long start, long tick) {
    observer.transferEnds(toDevice, number, bytes, start, tick);
  }

  /** Starts the measured time of a pass with streams. */
  void streamsBegin(long picos) {
    streams.ifPresent(s -> s.begins(picos));
  }

  /**
   * Records a stream's operation once its end is known.
   *
   * @param slot launch slot that performed the operation; ignored for transfers
   */
  void performed(int slot, StreamOperation o) {
    streams.ifPresent(s -> performed(s, slot, o));
  }

  private void performed(StreamCollector to, int slot, StreamOperation o) {
    int uploads = machine.launchSlots();
    if (o.step instanceof HostStep.Launch launch) {
      to.add(slot, kernels.get(launch.kernel()).name(), o.begin(), o.end(), 0);
    } else if (o.step instanceof HostStep.Upload upload) {
      to.add(uploads, "upload", o.begin(), o.end(), upload.bytes());
    } else if (o.step instanceof HostStep.Download download) {
      to.add(uploads + 1, "download", o.begin(), o.end(), download.bytes());
    } else if (o.step instanceof HostStep.Fill fill) {
      to.add(slot, "fill", o.begin(), o.end(), fill.bytes());
    } else if (o.step instanceof HostStep.Copy copy) {
      to.add(slot, "copy", o.begin(), o.end(), copy.bytes());
    }
  }

  /** Starts the next pass. */
  void clear() {
    dropped = false;
    observer.reset();
    lines.ifPresent(LineCollector::clear);
    paths.ifPresent(PathCollector::clear);
    statistics.ifPresent(LaunchStatistics::clear);
    activity.ifPresent(ActivityCollector::clear);
  }

  /** Adds the statistics of single launches, if requested. */
  void addTo(StatisticsCollector whole) {
    statistics.ifPresent(s -> whole.values().putAll(s.values()));
  }

  /**
   * Adds the requested data to a result.
   *
   * @param kernels ticks of all kernels, with those of work-groups and launches left out
   */
  void addTo(ResultFigures figures, StatisticsCollector whole, long kernels) {
    lines.ifPresent(l -> figures.lines((dropped ? lines() : l).result(whole::whole)));
    paths.ifPresent(p -> figures.path((dropped ? paths() : p).result()));
    activity.ifPresent(a -> figures.activity(a.result(kernels)));
    streams.ifPresent(figures::activity);
  }
}
