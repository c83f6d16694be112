package io.lockstep.run.baseline;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One earlier result as its JSON holds it. Immutable.
 *
 * @param workload its name
 * @param device id of the device
 * @param parameters as text, as they stand in the file
 * @param overrides likewise
 * @param status in lower case, whatever version named it
 * @param cycles empty where nothing was simulated
 * @param seconds likewise
 * @param fingerprint of the run's events; empty where nothing was simulated
 * @param traceSha256 identity of the trace, or empty
 * @param deviceSha256 of the device's figures
 * @param statistics by name
 */
public record BaselineRow(
    String workload,
    String device,
    SortedMap<String, String> parameters,
    SortedMap<String, String> overrides,
    String status,
    Optional<BigDecimal> cycles,
    Optional<BigDecimal> seconds,
    String fingerprint,
    String traceSha256,
    String deviceSha256,
    SortedMap<String, BigDecimal> statistics) {
  /**
   * Copies the maps.
   *
   * @param parameters as text, as they stand in the file
   * @param overrides likewise
   * @param status in lower case, whatever version named it
   * @param cycles empty where nothing was simulated
   * @param seconds likewise
   * @param statistics by name
   * @param workload its name
   * @param device id of the device
   * @param fingerprint of the run's events; empty where nothing was simulated
   * @param traceSha256 identity of the trace, or empty
   * @param deviceSha256 of the device's figures
   */
  public BaselineRow {
    parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
    overrides = Collections.unmodifiableSortedMap(new TreeMap<>(overrides));
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  /** {@return seconds of the kernels alone: every version has them as a statistic} */
  public Optional<BigDecimal> kernelSeconds() {
    return Optional.ofNullable(statistics.get("time.kernels")).map(ps -> ps.movePointLeft(12));
  }

  /** {@return the request: workload, parameters and overrides} */
  public String point() {
    return point(workload, parameters, overrides);
  }

  /** What makes two results comparable. */
  String key() {
    return device + '\n' + point();
  }

  static String key(RunResult r) {
    return r.device() + '\n' + point(r.workload(), r.parameters(), r.overrides());
  }

  private static String point(
      String workload, Map<String, String> parameters, Map<String, String> overrides) {
    StringBuilder out = new StringBuilder(workload);
    parameters.forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    overrides.forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    return out.toString();
  }
}
