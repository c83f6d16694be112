package io.lockstep.run;

import io.lockstep.observe.activity.ActivityTimes;
import io.lockstep.observe.activity.StreamActivity;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Program;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;

/**
 * One workload on one device. {@link io.lockstep.run.result.ResultFields} declares the fields that
 * are written, kept and compared.
 *
 * @param identity the request
 * @param outcome status and message
 * @param time simulated times
 * @param evidence hashes by which two runs are compared
 * @param statistics by name; whole numbers and ratios
 * @param observed optional observations, which are not stored
 */
public record RunResult(
    Identity identity,
    Outcome outcome,
    Time time,
    Evidence evidence,
    SortedMap<String, BigDecimal> statistics,
    Observed observed) {
  private static final String KERNEL_CYCLES = "cycles.kernels";

  /**
   * The request: workload, device, parameters and overrides.
   *
   * @param workload the workload's name
   * @param device the device's id
   * @param deviceName the name of the product
   * @param parameters all parameters, defaults included
   * @param overrides figures set for this run
   */
  public record Identity(
      String workload,
      String device,
      String deviceName,
      SortedMap<String, String> parameters,
      SortedMap<String, String> overrides) {
    /**
     * Copies the maps.
     *
     * @param workload the workload's name
     * @param device the device's id
     * @param deviceName the name of the product
     * @param parameters all parameters, defaults included
     * @param overrides figures set for this run
     */
    public Identity {
      parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
      overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    }
  }

  /**
   * The outcome of a run.
   *
   * @param status whether there is a result
   * @param failure why it failed, or null if it did not
   * @param verified whether the results are the expected ones; null if nothing is expected
   * @param message reason of a refusal or failure, what was wrong, a remark, or empty
   */
  public record Outcome(RunStatus status, Failure failure, Boolean verified, String message) {
    /**
     * Checks that a failed run, and no other, has a reason.
     *
     * @param status whether there is a result
     * @param failure why it failed, or null if it did not
     * @param verified whether the results are the expected ones; null if nothing is expected
     * @param message reason of a refusal or failure, what was wrong, a remark, or empty
     * @throws IllegalArgumentException if this does not hold
     */
    public Outcome {
      if ((status == RunStatus.FAILED) != (failure != null)) {
        throw new IllegalArgumentException(status + " with failure " + failure);
      }
    }
  }

  /**
   * Simulated times; zeros if nothing was simulated.
   *
   * @param cycles of the vendor's clock, as the workload's timing says
   * @param picos simulated time, picoseconds
   * @param kernelPicos sum of the kernels' own times, picoseconds
   * @param bound what bounds it, or empty
   */
  public record Time(long cycles, long picos, long kernelPicos, String bound) {
    /** The times of a row that was not simulated. */
    static final Time NONE = new Time(0, 0, 0, "");
  }

  /**
   * Hashes by which two runs are compared.
   *
   * @param fingerprint 16 hexadecimal digits over all events, or empty
   * @param traceSha256 identity of the trace, or empty
   * @param deviceSha256 hash of the specification
   */
  public record Evidence(String fingerprint, String traceSha256, String deviceSha256) {}

  /**
   * Optional observations.
   *
   * @param host costs of this process, or null
   * @param lines cycles of issue ports by line, or null
   * @param path composition of critical paths, or null
   * @param activity of issue ports over the time of launches, or null
   * @param streams what queues and transfers did over the measured time, or null
   */
  public record Observed(
      HostFigures host,
      LineTimes lines,
      CriticalPath path,
      ActivityTimes activity,
      StreamActivity streams) {
    /** No observations. */
    public static final Observed NONE = new Observed(null, null, null, null, null);
  }

  /**
   * The cost of the simulation.
   *
   * @param nanos wall time
   * @param wavefrontInstructionsPerSecond portable operations of wavefronts
   * @param workItemInstructionsPerSecond the same summed over lanes
   * @param peakBytes the process's peak resident size
   */
  public record HostFigures(
      long nanos,
      long wavefrontInstructionsPerSecond,
      long workItemInstructionsPerSecond,
      long peakBytes) {}

  /**
   * Copies the statistics.
   *
   * @param identity the request
   * @param outcome status and message
   * @param time simulated times
   * @param evidence hashes by which two runs are compared
   * @param statistics by name; whole numbers and ratios
   * @param observed optional observations, which are not stored
   */
  public RunResult {
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  /**
   * A result of a request without a simulation.
   *
   * @param why null if it did not fail
   */
  static RunResult without(
      Program program, DeviceSpec spec, RunStatus status, String message, Failure why) {
    return new RunResult(
        identity(program, spec),
        new Outcome(status, why, null, message),
        Time.NONE,
        new Evidence("", "", spec.hash()),
        new TreeMap<>(),
        Observed.NONE);
  }

  /** The request for a program on a device. */
  static Identity identity(Program program, DeviceSpec spec) {
    return new Identity(
        program.name(), spec.id(), spec.name(), program.parameters(), spec.overrides());
  }

  /**
   * {@return a failed result of a workload that could not be run because of an error}
   *
   * @param workload its name, or its path if it could not be read
   * @param parameters those that are known
   * @param spec the device
   * @param why the kind of failure
   * @param message what is wrong
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
   * Adds the kernel times of other launch phases to this result. If one of them has no time, it
   * replaces the result.
   *
   * @param others of the same point at other phases
   */
  RunResult over(List<RunResult> others) {
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

  private RunResult with(SortedMap<String, BigDecimal> others) {
    return new RunResult(identity, outcome, time, evidence, others, observed);
  }

  /**
   * {@return the same with overrides spelled differently}
   *
   * @param words overrides, path to text
   */
  public RunResult setting(SortedMap<String, String> words) {
    Identity same = new Identity(workload(), device(), deviceName(), parameters(), words);
    return new RunResult(same, outcome, time, evidence, statistics, observed);
  }

  /**
   * {@return the same with some of its statistics, and with those that columns of every table need}
   *
   * @param wanted their names
   */
  public RunResult keeping(Predicate<String> wanted) {
    SortedMap<String, BigDecimal> some = new TreeMap<>(statistics);
    some.keySet().removeIf(name -> !name.equals(KERNEL_CYCLES) && !wanted.test(name));
    return with(some);
  }

  /**
   * {@return this result without the observations that documents omit: times by line and over time}
   */
  public RunResult withoutLines() {
    Observed less = new Observed(host(), null, null, null, null);
    return lines() == null && activity() == null && streamActivity() == null
        ? this
        : new RunResult(identity, outcome, time, evidence, statistics, less);
  }

  /** {@return whether a simulation ran to its end} */
  public boolean isSimulated() {
    return status() == RunStatus.OK || status() == RunStatus.WRONG;
  }

  /** {@return how the row counts: its status, a good one with whether it was verified} */
  public Verdict verdict() {
    return Verdict.of(outcome.status, outcome.verified);
  }

  /** {@return the kernels' own times in cycles of the clock that {@link #cycles} counts} */
  public long kernelCycles() {
    BigDecimal cycles = statistics.get(KERNEL_CYCLES);
    return cycles == null ? 0 : cycles.longValueExact();
  }

  // ------------------------------------------------------------------ what most callers ask for

  /** {@return the workload's name} */
  public String workload() {
    return identity.workload;
  }

  /** {@return the device's id} */
  public String device() {
    return identity.device;
  }

  /** {@return the name of the product} */
  public String deviceName() {
    return identity.deviceName;
  }

  /** {@return all parameters, defaults included} */
  public SortedMap<String, String> parameters() {
    return identity.parameters;
  }

  /** {@return figures set for this run} */
  public SortedMap<String, String> overrides() {
    return identity.overrides;
  }

  /** {@return whether there is a result} */
  public RunStatus status() {
    return outcome.status;
  }

  /** {@return why it failed, or null if it did not} */
  public Failure failure() {
    return outcome.failure;
  }

  /** {@return whether the results are the expected ones; null if nothing is expected} */
  public Boolean verified() {
    return outcome.verified;
  }

  /** {@return reason of a refusal or failure, what was wrong, a remark, or empty} */
  public String message() {
    return outcome.message;
  }

  /** {@return cycles of the vendor's clock, as the workload's timing says} */
  public long cycles() {
    return time.cycles;
  }

  /** {@return simulated time, picoseconds} */
  public long picos() {
    return time.picos;
  }

  /** {@return sum of the kernels' own times, picoseconds} */
  public long kernelPicos() {
    return time.kernelPicos;
  }

  /** {@return what bounds it, or empty} */
  public String bound() {
    return time.bound;
  }

  /** {@return 16 hexadecimal digits over all events, or empty} */
  public String fingerprint() {
    return evidence.fingerprint;
  }

  /** {@return identity of the trace, or empty} */
  public String traceSha256() {
    return evidence.traceSha256;
  }

  /** {@return figures of this process, or null} */
  public HostFigures host() {
    return observed.host;
  }

  /** {@return cycles of issue ports by line, or null} */
  public LineTimes lines() {
    return observed.lines;
  }

  /** {@return what critical paths were spent on, or null} */
  public CriticalPath path() {
    return observed.path;
  }

  /** {@return activity of issue ports over the time of launches, or null} */
  public ActivityTimes activity() {
    return observed.activity;
  }

  /** {@return what queues and transfers did over the measured time, or null} */
  public StreamActivity streamActivity() {
    return observed.streams;
  }
}
