// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run;

import io.lockstep.observe.activity.ActivityTimes;
import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.run.sample.Sampled;
import io.lockstep.run.sample.SampledRates;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * The result of one workload on one device. {@link io.lockstep.run.result.ResultFields} declares
 * the fields that are written, stored and compared.
 *
 * @param observed optional observations, which are not stored with results
 */
public record RunResult(
    Identity identity,
    Outcome outcome,
    Time time,
    Evidence evidence,
    SortedMap<String, BigDecimal> statistics,
    Observed observed) {
  /**
   * The simulated point: workload, device, parameters and overrides.
   *
   * @param parameters all parameters, including defaults
   * @param overrides figures set for this run
   */
  public record Identity(
      String workload,
      String device,
      String deviceName,
      SortedMap<String, String> parameters,
      SortedMap<String, String> overrides) {
    public Identity {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
      overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    }
  }

  /**
   * The outcome.
   *
   * @param failure null unless the status is FAILED
   * @param verified whether the results are as expected; null if nothing is expected
   * @param message reason of a refusal or failure, difference from the expectation, a remark, or
   *     empty
   * @param verifiedBy what judged a program that checks itself; empty for workloads
   */
  public record Outcome(
      RunStatus status, Failure failure, Boolean verified, String message, String verifiedBy) {
    /** Creates the outcome of a workload. */
    public Outcome(RunStatus status, Failure failure, Boolean verified, String message) {
      this(status, failure, verified, message, "");
    }

    /**
     * @throws IllegalArgumentException unless exactly the failed runs have a reason
     */
    public Outcome {
      if ((status == RunStatus.FAILED) != (failure != null)) {
        throw new IllegalArgumentException(status + " with failure " + failure);
      }
    }
  }

  /**
   * Simulated times; zero if nothing was simulated.
   *
   * @param cycles measured time in cycles of the vendor's clock
   * @param picos measured time in picoseconds
   * @param kernelPicos sum of the kernels' own times in picoseconds
   * @param bound the bottleneck, or empty
   * @param sample the request by which the times were estimated; empty if they are exact
   */
  public record Time(long cycles, long picos, long kernelPicos, String bound, String sample) {
    static final Time NONE = new Time(0, 0, 0, "");

    /** Creates times that are exact. */
    public Time(long cycles, long picos, long kernelPicos, String bound) {
      this(cycles, picos, kernelPicos, bound, "");
    }
  }

  /**
   * Hashes for the comparison of runs.
   *
   * @param fingerprint 16 hexadecimal digits over all events, or empty
   * @param traceSha256 identity of the trace, or empty
   * @param deviceSha256 hash of the specification
   */
  public record Evidence(String fingerprint, String traceSha256, String deviceSha256) {}

  /**
   * Optional observations; null if not requested.
   *
   * @param lines cycles of issue ports by source line
   * @param path composition of critical paths
   * @param activity activity of issue ports during launches
   * @param streams use of queues and transfers over the measured time
   * @param rates rates of the windows of the largest launch with gaps
   */
  public record Observed(
      HostFigures host,
      LineTimes lines,
      CriticalPath path,
      ActivityTimes activity,
      StreamActivity streams,
      SampledRates rates) {
    public static final Observed NONE = new Observed(null, null, null, null, null, null);
  }

  /**
   * The cost of the simulation.
   *
   * @param nanos wall time
   * @param wavefrontInstructionsPerSecond portable operations of wavefronts
   * @param workItemInstructionsPerSecond portable operations of work-items
   * @param peakBytes peak resident size of the process
   */
  public record HostFigures(
      long nanos,
      long wavefrontInstructionsPerSecond,
      long workItemInstructionsPerSecond,
      long peakBytes) {}

  public RunResult {
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  /**
   * Returns a result without a simulation.
   *
   * @param why null unless the status is FAILED
   */
  public static RunResult without(
      Program program, DeviceSpec spec, RunStatus status, String message, Failure why) {
    return new RunResult(
        identity(program, spec),
        new Outcome(status, why, null, message),
        Time.NONE,
        new Evidence("", "", spec.hash()),
        new TreeMap<>(),
        Observed.NONE);
  }

  public static Identity identity(Program program, DeviceSpec spec) {
    return new Identity(
        program.name(), spec.id(), spec.name(), program.parameters(), spec.overrides());
  }

  /**
   * {@return a failed result of a workload that could not be run because of an error}
   *
   * @param workload the workload's name, or its path if it could not be read
   */
  public static RunResult failed(
      String workload,
      SortedMap<String, String> parameters,
      DeviceSpec spec,
      Failure why,
      String message) {
    Program program =
        new Program(workload, List.of(), List.of(), parameters, 0, Program.Timing.REGION);
    return without(program, spec, RunStatus.FAILED, message, why);
  }

  /**
   * Returns this result with the kernel times of other launch phases added. If one of the others
   * was not simulated, returns the first such result instead.
   */
  public RunResult over(List<RunResult> others) {
    if (others.isEmpty() || !isSimulated()) {
      return this;
    }
    Optional<RunResult> failed = others.stream().filter(r -> !r.isSimulated()).findFirst();
    if (failed.isPresent()) {
      return failed.get();
    }
    PhaseTimes times =
        PhaseTimes.of(
            LongStream.concat(
                    LongStream.of(kernelPicos()), others.stream().mapToLong(RunResult::kernelPicos))
                .toArray());
    StatisticsCollector more = new StatisticsCollector(false);
    RunStatistics.PHASES.write(times, more);
    more.values().putAll(statistics);
    return with(more.values());
  }

  /** Returns this result of a denser pass, with the events and passes of an earlier one added. */
  public RunResult after(RunResult coarse) {
    SortedMap<String, BigDecimal> sums = new TreeMap<>(statistics);
    for (String name : List.of(Sampled.EVENTS, Sampled.PASSES)) {
      sums.merge(name, coarse.statistics.get(name), BigDecimal::add);
    }
    return with(sums);
  }

  /**
   * {@return half of the 95 % interval of {@link #kernelPicos}, in picoseconds; empty if the time
   * was not sampled}
   */
  public OptionalLong interval() {
    BigDecimal interval = statistics.get(Sampled.INTERVAL);
    return interval == null ? OptionalLong.empty() : OptionalLong.of(interval.longValueExact());
  }

  /** {@return whether the times are exact or their interval is as narrow as requested} */
  public boolean isConverged() {
    BigDecimal wide = statistics.get(Sampled.NOT_CONVERGED);
    return wide == null || wide.signum() == 0;
  }

  /** Returns the events that all passes of a sampled run simulated. */
  public long sampledEvents() {
    return statistics.get(Sampled.EVENTS).longValueExact();
  }

  private RunResult with(SortedMap<String, BigDecimal> others) {
    return new RunResult(identity, outcome, time, evidence, others, observed);
  }

  /** {@return a copy named after an equal device, which may spell its overrides differently} */
  public RunResult named(DeviceSpec spec) {
    Identity same =
        new Identity(workload(), spec.id(), spec.name(), parameters(), spec.overrides());
    return new RunResult(same, outcome, time, evidence, statistics, observed);
  }

  /** {@return a copy with only the wanted statistics and {@code cycles.kernels}} */
  public RunResult keeping(Predicate<String> wanted) {
    SortedMap<String, BigDecimal> some = new TreeMap<>(statistics);
    some.keySet().removeIf(name -> !name.equals(RunStatistics.KERNEL_CYCLES) && !wanted.test(name));
    return with(some);
  }

  /** {@return this result without observations by line and over time, which documents omit} */
  public RunResult withoutLines() {
    Observed less = new Observed(host(), null, null, null, null, null);
    return lines() == null && activity() == null && streamActivity() == null
        ? this
        : new RunResult(identity, outcome, time, evidence, statistics, less);
  }

  /** {@return whether a simulation ran to its end} */
  public boolean isSimulated() {
    return status() == RunStatus.OK || status() == RunStatus.WRONG;
  }

  /** {@return the status; for a successful run, also whether its result was verified} */
  public Verdict verdict() {
    return Verdict.of(outcome.status, outcome.verified);
  }

  /** {@return the sum of the kernels' times, in cycles of the clock that {@link #cycles} counts} */
  public long kernelCycles() {
    BigDecimal cycles = statistics.get(RunStatistics.KERNEL_CYCLES);
    return cycles == null ? 0 : cycles.longValueExact();
  }

  public String workload() {
    return identity.workload;
  }

  public String device() {
    return identity.device;
  }

  public String deviceName() {
    return identity.deviceName;
  }

  public SortedMap<String, String> parameters() {
    return identity.parameters;
  }

  public SortedMap<String, String> overrides() {
    return identity.overrides;
  }

  public RunStatus status() {
    return outcome.status;
  }

  public Failure failure() {
    return outcome.failure;
  }

  public Boolean verified() {
    return outcome.verified;
  }

  public String message() {
    return outcome.message;
  }

  /** {@return what judged a program that checks itself; empty for workloads} */
  public String verifiedBy() {
    return outcome.verifiedBy;
  }

  /** {@return whether the program checks its results itself, so that nothing else did} */
  public boolean isJudgedByProgram() {
    return outcome.verified == null && outcome.verifiedBy.startsWith("by ");
  }

  public long cycles() {
    return time.cycles;
  }

  public long picos() {
    return time.picos;
  }

  public long kernelPicos() {
    return time.kernelPicos;
  }

  public String bound() {
    return time.bound;
  }

  /** {@return the request by which the times were estimated; empty if they are exact} */
  public String sample() {
    return time.sample;
  }

  public String fingerprint() {
    return evidence.fingerprint;
  }

  public String traceSha256() {
    return evidence.traceSha256;
  }

  public HostFigures host() {
    return observed.host;
  }

  public LineTimes lines() {
    return observed.lines;
  }

  public CriticalPath path() {
    return observed.path;
  }

  public ActivityTimes activity() {
    return observed.activity;
  }

  public SampledRates rates() {
    return observed.rates;
  }

  public StreamActivity streamActivity() {
    return observed.streams;
  }
}
