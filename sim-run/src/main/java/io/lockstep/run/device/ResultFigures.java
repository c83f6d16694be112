// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.observe.activity.ActivityTimes;
import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.observe.activity.StreamCollector;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.run.Numbers;
import io.lockstep.run.PassTimes;
import io.lockstep.run.PeakMemory;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatistics;
import io.lockstep.run.RunStatus;
import io.lockstep.run.StatisticsCollector;
import io.lockstep.run.plugin.FamilyStatistics;
import io.lockstep.run.sample.Sampled;
import io.lockstep.run.sample.SampledRates;
import io.lockstep.run.stream.StreamTimes;
import io.lockstep.run.stream.TransferCounts;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import java.util.List;
import java.util.Optional;

/** Builds the result of a device's run. */
final class ResultFigures {
  private final Device device;
  private final Program program;
  private final PassTimes times;
  private final TransferCounts transfers;
  private final StatisticsCollector statistics;
  private Optional<IssueScheme> issue = Optional.empty();
  private List<Statistic> roofs = List.of();
  private LineTimes lines;
  private CriticalPath path;
  private ActivityTimes activity;
  private StreamActivity streamActivity;
  private StreamTimes streams; // null if the program has no streams
  private SampledRates rates;
  private String sample = "";
  private String executed = ""; // which work-groups of a sampled run were executed
  private String note = "";

  /**
   * @param statistics statistics of the machine; this constructor adds the statistics of the run
   */
  ResultFigures(
      Device device,
      Program program,
      PassTimes times,
      TransferCounts transfers,
      LaunchPlans plans,
      StatisticsCollector statistics) {
    this.device = device;
    this.program = program;
    this.times = times;
    this.transfers = transfers;
    this.statistics = statistics;
    note = plans.note();
    RunStatistics.TIMES.write(times, statistics);
    if (device.operationsPerCycle() > 0) {
      RunStatistics.PEAK.write(device, statistics);
    }
    TransferCounts.STATISTICS.write(transfers, statistics);
    if (plans.occupancy() != null) {
      RunStatistics.OCCUPANCY.write(plans.occupancy(), statistics);
    }
  }

  void declared(FamilyStatistics family) {
    issue = family.issue();
    roofs = family.registry().roofs();
  }

  /** Adds what was sampled. */
  void sampled(Sampled of) {
    sample = of.request().text();
    rates = of.rates().orElse(null);
    executed = of.executed();
    long interval = Numbers.picos(of.totals().interval(), device.tickHertz());
    // The interval is at least 1 % of the time, in whole ticks; rounding must not make a request
    // of 1 % unreachable.
    long tick = Numbers.picos(1, device.tickHertz());
    boolean converged = interval - tick <= of.request().error() * times.kernelPicos();
    Sampled.STATISTICS.write(new Sampled.Result(of, interval, converged), statistics);
    note(of.note(Numbers.percent(interval, times.kernelPicos())));
    if (!converged) {
      note("not converged: the interval is wider than requested");
    }
  }

  void lines(LineTimes times) {
    lines = times;
  }

  /**
   * Adds the times of concurrent operations.
   *
   * @param what a remark on operations that the device serialised, or empty
   */
  void streams(StreamTimes times, String what) {
    streams = times;
    StatisticsCollector all = new StatisticsCollector(true);
    times.write(all);
    statistics.values().putAll(all.values());
    note(what);
  }

  /** Adds a remark, which may be empty. */
  void note(String more) {
    note = note.isEmpty() || more.isEmpty() ? note + more : note + "; " + more;
  }

  void path(CriticalPath of) {
    path = of;
  }

  void activity(ActivityTimes of) {
    activity = of;
  }

  /** Adds the use of queues and transfers over the measured time. */
  void activity(StreamCollector of) {
    streamActivity = of.result(times.picos(Program.Timing.REGION));
  }

  /**
   * @param host cost of the simulation, or null if not requested
   */
  RunResult result(
      String fingerprint, String traceSha256, Outcome outcome, RunResult.HostFigures host) {
    DeviceSpec spec = device.spec();
    long picos = times.picos(program.timing());
    long kernels = times.kernelPicos();
    return new RunResult(
        RunResult.identity(program, spec),
        new RunResult.Outcome(
            Boolean.FALSE.equals(outcome.verified()) ? RunStatus.WRONG : RunStatus.OK,
            null,
            outcome.verified(),
            outcome.message().isEmpty() ? note : outcome.message(),
            outcome.verifiedBy().isEmpty() ? executed : outcome.verifiedBy()),
        new RunResult.Time(
            Numbers.cycles(picos, device.clockHertz()),
            picos,
            kernels,
            bound(picos, kernels),
            sample),
        new RunResult.Evidence(fingerprint, traceSha256, spec.hash()),
        statistics.values(),
        new RunResult.Observed(host, lines, path, activity, streamActivity, rates));
  }

  private String bound(long picos, long kernels) {
    Bottleneck bottleneck = new Bottleneck(statistics.values(), roofs, issue);
    return streams == null
        ? bottleneck.of(picos, kernels, transfers)
        : bottleneck.of(picos, streams, transfers);
  }

  RunResult.HostFigures host(long nanos) {
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
}
