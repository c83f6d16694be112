// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.observe.DeviceObserver;
import io.lockstep.observe.activity.ActivityCollector;
import io.lockstep.observe.activity.StreamCollector;
import io.lockstep.observe.line.LineCollector;
import io.lockstep.observe.path.PathCollector;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the optional data of each launch: timeline, cycles by line, critical path and activity;
 * for streams, also the use of queues and transfers over time. For concurrent launches, a machine
 * provides no cycles by line, paths or activity.
 */
final class LaunchObservation {
  /**
   * A launch that has begun.
   *
   * @param kernel index in the program's table
   * @param number number of the launch in the run, from 0
   */
  record Begun(int kernel, long number, int slot, long tick) {}

  private final Machine machine;
  private LineCollector lines; // null unless requested
  private PathCollector paths; // null unless requested
  private ActivityCollector activity; // null unless requested
  private StreamCollector streams; // null unless requested for a program with streams
  private DeviceObserver observer;
  private final boolean several; // whether launches may run concurrently
  private final List<IssueCause> causes;
  private final List<Kernel> kernels;
  private final long tickHertz;
  private boolean dropped; // whether concurrent launches left data by line or path incomplete

  LaunchObservation(
      RunOptions options,
      Device device,
      FamilyStatistics declared,
      Program program,
      Machine machine) {
    this.machine = machine;
    several = program.streams().any() && machine.launchSlots() > 1;
    causes = declared.causes();
    kernels = program.kernels();
    tickHertz = device.tickHertz();
    machine.byRow(options.byLine());
    machine.byPath(options.criticalPath());
    lines = options.byLine() ? lines() : null;
    paths = options.criticalPath() ? paths() : null;
    activity = options.byTime() && !several ? new ActivityCollector(causes) : null;
    streams = options.byTime() && program.streams().any() ? streams() : null;
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
  void begin(DeviceObserver by, boolean alone) {
    observer = by;
    if (!alone) {
      activity = null;
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
    if (activity != null) {
      activity.begins(tick);
      machine.observe(activity, tick);
    }
  }

  /** Called after the machine was given a launch. */
  Begun started(int kernel, int slot, long tick) {
    return new Begun(kernel, observer.launchStarts(kernel, tick), slot, tick);
  }

  /** Continues the launch of a resumed run. */
  void resumed(Begun launch) {
    observer.resumed(launch.kernel, launch.number, launch.tick);
  }

  /**
   * Records the end of a launch.
   *
   * @param picos the launch's own time
   */
  void ends(Begun launch, MachineKernel code, long tick, long picos) {
    observer.launchEnds(launch.slot, launch.kernel, launch.number, launch.tick, tick);
    if (activity != null) {
      machine.observe(null, tick);
      activity.ends(tick);
    }
    dropped |= several && lines != null && machine.rows(tick).isEmpty();
    dropped |= several && paths != null && machine.path().isEmpty();
    if (lines != null) {
      lines.ends(launch.kernel, code, machine, tick, picos);
    }
    if (paths != null) {
      paths.ends(launch.kernel, code, machine, tick - launch.tick, picos);
    }
  }

  void transferred(boolean toDevice, long number, long bytes, long start, long tick) {
    observer.transferEnds(toDevice, number, bytes, start, tick);
  }

  /** Starts the measured time of a pass with streams. */
  void streamsBegin(long picos) {
    if (streams != null) {
      streams.begins(picos);
    }
  }

  /**
   * Records a stream's operation once its end is known.
   *
   * @param slot launch slot that performed the operation; ignored for transfers
   */
  void performed(int slot, StreamOperation o) {
    if (streams == null) {
      return;
    }
    int uploads = machine.launchSlots();
    if (o.step instanceof HostStep.Launch launch) {
      streams.add(slot, kernels.get(launch.kernel()).name(), o.begin(), o.end(), 0);
    } else if (o.step instanceof HostStep.Upload upload) {
      streams.add(uploads, "upload", o.begin(), o.end(), upload.bytes());
    } else if (o.step instanceof HostStep.Download download) {
      streams.add(uploads + 1, "download", o.begin(), o.end(), download.bytes());
    } else if (o.step instanceof HostStep.Fill fill) {
      streams.add(slot, "fill", o.begin(), o.end(), fill.bytes());
    } else if (o.step instanceof HostStep.Copy copy) {
      streams.add(slot, "copy", o.begin(), o.end(), copy.bytes());
    }
  }

  /** Starts the next pass. */
  void clear() {
    dropped = false;
    observer.reset();
    if (lines != null) {
      lines.clear();
    }
    if (paths != null) {
      paths.clear();
    }
    if (activity != null) {
      activity.clear();
    }
  }

  /** Adds the requested data to a result. */
  void addTo(ResultFigures figures, StatisticsCollector statistics) {
    if (lines != null) {
      figures.lines((dropped ? lines() : lines).result(statistics::whole));
    }
    if (paths != null) {
      figures.path((dropped ? paths() : paths).result());
    }
    if (activity != null) {
      figures.activity(activity.result());
    }
    if (streams != null) {
      figures.activity(streams);
    }
  }

  /** Saves whether cycles by line are part of the state. */
  void saveWhether(StateWriter out) {
    out.writeBoolean(lines != null);
  }

  /** Rejects a saved run without cycles by line if they are requested. */
  void loadWhether(StateReader in, String file) {
    boolean saved = in.readBoolean();
    if (lines != null && !saved) {
      throw new InputException(
          file, "was saved without --by-line, so it can only be resumed without");
    }
  }

  void save(StateWriter out) {
    out.writeBoolean(dropped);
    if (lines != null) {
      lines.save(out);
    }
  }

  /** Restores a saved run. Activity is not saved, so a resumed run collects none. */
  void load(StateReader in) {
    activity = null;
    streams = null;
    dropped = in.readBoolean();
    if (lines != null) {
      lines.load(in);
    }
  }
}
