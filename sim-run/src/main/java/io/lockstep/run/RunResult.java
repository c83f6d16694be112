package io.lockstep.run;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.activity.ActivityTimes;
import io.lockstep.run.line.LineTimes;
import io.lockstep.run.path.CriticalPath;
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
 * One workload on one device: what scripts rely on (docs/results.md). Immutable.
 *
 * @param workload the workload's name
 * @param device the device's id
 * @param deviceName the name people know
 * @param parameters all parameters, defaults included
 * @param overrides figures set for this run
 * @param status the outcome
 * @param verified against expectations; null where there are none
 * @param message reason of a refusal or failure, what was wrong, a remark on how it ran, or empty
 * @param cycles of the vendor's clock, as the workload's timing says
 * @param picos simulated time, picoseconds
 * @param kernelPicos sum of the kernels' own times, picoseconds
 * @param fingerprint 16 hexadecimal digits over all events, or empty
 * @param traceSha256 identity of the trace
 * @param deviceSha256 hash of the specification
 * @param statistics by name; whole numbers and ratios
 * @param bound what bounds it, or empty
 * @param host figures of this process, or null if not requested
 * @param failure why it failed, or null where it did not
 * @param lines where the issue ports' time went by line, or null if not requested
 * @param path what critical paths were spent on, or null if not requested
 * @param activity what issue ports did over the time of launches, or null if not requested
 */
public record RunResult(
    String workload,
    String device,
    String deviceName,
    SortedMap<String, String> parameters,
    SortedMap<String, String> overrides,
    RunStatus status,
    Boolean verified,
    String message,
    long cycles,
    long picos,
    long kernelPicos,
    String fingerprint,
    String traceSha256,
    String deviceSha256,
    SortedMap<String, BigDecimal> statistics,
    String bound,
    HostFigures host,
    Failure failure,
    LineTimes lines,
    CriticalPath path,
    ActivityTimes activity) {
  private static final String KERNEL_CYCLES = "cycles.kernels";

  /**
   * Copies maps and lists.
   *
   * @param workload the workload's name
   * @param device the device's id
   * @param deviceName the name people know
   * @param parameters all parameters, defaults included
   * @param overrides figures set for this run
   * @param status the outcome
   * @param verified against expectations; null where there are none
   * @param message reason of a refusal or failure, what was wrong, a remark on how it ran, or empty
   * @param cycles of the vendor's clock, as the workload's timing says
   * @param picos simulated time, picoseconds
   * @param kernelPicos sum of the kernels' own times, picoseconds
   * @param fingerprint 16 hexadecimal digits over all events, or empty
   * @param traceSha256 identity of the trace
   * @param deviceSha256 hash of the specification
   * @param statistics by name; whole numbers and ratios
   * @param bound what bounds it, or empty
   * @param host figures of this process, or null if not requested
   * @param failure why it failed, or null where it did not
   * @param lines where the issue ports' time went by line, or null if not requested
   * @param path what critical paths were spent on, or null if not requested
   * @param activity what issue ports did over the time of launches, or null if not requested
   * @throws IllegalArgumentException where a failed run names no reason, or one that did not fail
   *     names one
   */
  public RunResult {
    if ((status == RunStatus.FAILED) != (failure != null)) {
      throw new IllegalArgumentException(status + " with failure " + failure);
    }
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  /**
   * A result without a simulation, of what was asked for.
   *
   * @param why null where it did not fail
   */
  static RunResult without(
      Program program, DeviceSpec spec, RunStatus status, String message, Failure why) {
    return new RunResult(
        program.name(),
        spec.id(),
        spec.name(),
        program.parameters(),
        spec.overrides(),
        status,
        null,
        message,
        0,
        0,
        0,
        "",
        "",
        spec.hash(),
        new TreeMap<>(),
        "",
        null,
        why,
        null,
        null,
        null);
  }

  /** {@return how the row counts: its status, a good one with whether it was verified} */
  public Verdict verdict() {
    return Verdict.of(status, verified);
  }

  /**
   * This result with what other launch phases add: their kernel times; or the first of them that
   * has no time, as its own.
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
                    LongStream.of(kernelPicos), others.stream().mapToLong(RunResult::kernelPicos))
                .toArray());
    StatisticsCollector more = new StatisticsCollector(false);
    RunStatistics.PHASES.write(times, more);
    more.values().putAll(statistics);
    return new RunResult(
        workload,
        device,
        deviceName,
        parameters,
        overrides,
        status,
        verified,
        message,
        cycles,
        picos,
        kernelPicos,
        fingerprint,
        traceSha256,
        deviceSha256,
        more.values(),
        bound,
        host,
        failure,
        lines,
        path,
        activity);
  }

  /**
   * {@return a failed result of a workload that could not be run because of an error}
   *
   * @param workload what it is called, as far as that is known
   * @param parameters as far as they are known
   * @param spec the device
   * @param why whose fault it is
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
   * What the simulation cost.
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

  /** {@return the kernels' own times in cycles of the clock that {@link #cycles} counts} */
  public long kernelCycles() {
    BigDecimal cycles = statistics.get(KERNEL_CYCLES);
    return cycles == null ? 0 : cycles.longValueExact();
  }

  /**
   * {@return the same for a specification whose figures were set in other words}
   *
   * @param words overrides, path to text
   */
  public RunResult setting(SortedMap<String, String> words) {
    return new RunResult(
        workload,
        device,
        deviceName,
        parameters,
        words,
        status,
        verified,
        message,
        cycles,
        picos,
        kernelPicos,
        fingerprint,
        traceSha256,
        deviceSha256,
        statistics,
        bound,
        host,
        failure,
        lines,
        path,
        activity);
  }

  /**
   * {@return the same with some of its statistics, and with those that columns of every table need}
   *
   * @param wanted names of statistics
   */
  public RunResult keeping(Predicate<String> wanted) {
    SortedMap<String, BigDecimal> some = new TreeMap<>(statistics);
    some.keySet().removeIf(name -> !name.equals(KERNEL_CYCLES) && !wanted.test(name));
    return new RunResult(
        workload,
        device,
        deviceName,
        parameters,
        overrides,
        status,
        verified,
        message,
        cycles,
        picos,
        kernelPicos,
        fingerprint,
        traceSha256,
        deviceSha256,
        some,
        bound,
        host,
        failure,
        lines,
        path,
        activity);
  }

  /** {@return this result without what does not go into documents: times by line and over time} */
  public RunResult withoutLines() {
    return lines == null && activity == null
        ? this
        : new RunResult(
            workload,
            device,
            deviceName,
            parameters,
            overrides,
            status,
            verified,
            message,
            cycles,
            picos,
            kernelPicos,
            fingerprint,
            traceSha256,
            deviceSha256,
            statistics,
            bound,
            host,
            failure,
            null,
            null,
            null);
  }

  /** {@return whether a simulation ran to its end} */
  public boolean isSimulated() {
    return status == RunStatus.OK || status == RunStatus.WRONG;
  }
}
