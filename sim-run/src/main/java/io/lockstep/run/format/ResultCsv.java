package io.lockstep.run.format;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.baseline.BaselineRow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Results as CSV (RFC 4180): one header line, one row per result, the union of parameters,
 * overrides and statistics as columns. Stateless.
 */
public final class ResultCsv {
  private ResultCsv() {}

  /** The whole table. */
  public static String write(List<RunResult> results) {
    return write(results, Optional.empty());
  }

  /**
   * The whole table beside a baseline: what it has and the results have not stands below, under
   * {@code baseline.change} missing.
   *
   * @param compared these results with it, in the same order
   */
  public static String write(List<RunResult> results, Optional<Baseline.Comparison> compared) {
    Set<String> parameters = new TreeSet<>();
    Set<String> overrides = new TreeSet<>();
    Set<String> statistics = new TreeSet<>();
    boolean host = false;
    boolean failed = false;
    for (RunResult r : results) {
      parameters.addAll(r.parameters().keySet());
      overrides.addAll(r.overrides().keySet());
      statistics.addAll(r.statistics().keySet());
      host |= r.host() != null;
      failed |= r.failure() != null;
    }
    for (BaselineRow r : compared.map(Baseline.Comparison::missing).orElse(List.of())) {
      parameters.addAll(r.parameters().keySet());
      overrides.addAll(r.overrides().keySet());
    }
    StringBuilder out = new StringBuilder();
    List<String> row = new ArrayList<>(List.of("workload", "device"));
    parameters.forEach(p -> row.add("param." + p));
    overrides.forEach(o -> row.add("set." + o));
    row.addAll(
        List.of(
            "status",
            "verified",
            "message",
            "cycles",
            "seconds",
            "bound",
            "fingerprint",
            "trace_sha256",
            "device_sha256",
            "kernel_cycles",
            "kernel_seconds"));
    row.addAll(statistics);
    if (failed) {
      row.add("failure");
    }
    if (host) {
      row.addAll(
          List.of(
              "host.seconds",
              "host.wavefront_instructions_per_second",
              "host.work_item_instructions_per_second",
              "host.peak_bytes"));
    }
    if (compared.isPresent()) {
      row.addAll(BaselineCsv.HEADER);
    }
    out.append(Csv.line(row));
    int columns = row.size();
    for (int i = 0; i < results.size(); i++) {
      RunResult r = results.get(i);
      row.clear();
      row.add(r.workload());
      row.add(r.device());
      parameters.forEach(p -> row.add(r.parameters().getOrDefault(p, "")));
      overrides.forEach(o -> row.add(r.overrides().getOrDefault(o, "")));
      row.add(r.status().name().toLowerCase(Locale.ROOT));
      row.add(r.verified() == null ? "" : r.verified().toString());
      row.add(r.message());
      row.add(r.isSimulated() ? Long.toString(r.cycles()) : "");
      row.add(r.isSimulated() ? Numbers.seconds(r.picos()).toPlainString() : "");
      row.add(r.bound());
      row.add(r.fingerprint());
      row.add(r.traceSha256());
      row.add(r.deviceSha256());
      row.add(r.isSimulated() ? Long.toString(r.kernelCycles()) : "");
      row.add(r.isSimulated() ? Numbers.seconds(r.kernelPicos()).toPlainString() : "");
      for (String name : statistics) {
        BigDecimal value = r.statistics().get(name);
        row.add(value == null ? "" : value.toPlainString());
      }
      if (failed) {
        row.add(r.failure() == null ? "" : r.failure().key());
      }
      if (host) {
        RunResult.HostFigures h = r.host();
        row.add(h == null ? "" : BigDecimal.valueOf(h.nanos(), 9).toPlainString());
        row.add(h == null ? "" : Long.toString(h.wavefrontInstructionsPerSecond()));
        row.add(h == null ? "" : Long.toString(h.workItemInstructionsPerSecond()));
        row.add(h == null ? "" : Long.toString(h.peakBytes()));
      }
      if (compared.isPresent()) {
        row.addAll(BaselineCsv.cells(compared.get().changes().get(i)));
      }
      out.append(Csv.line(row));
    }
    for (BaselineRow r : compared.map(Baseline.Comparison::missing).orElse(List.of())) {
      row.clear();
      row.add(r.workload());
      row.add(r.device());
      parameters.forEach(p -> row.add(r.parameters().getOrDefault(p, "")));
      overrides.forEach(o -> row.add(r.overrides().getOrDefault(o, "")));
      while (row.size() < columns - BaselineCsv.HEADER.size()) {
        row.add("");
      }
      row.addAll(BaselineCsv.cells(r));
      out.append(Csv.line(row));
    }
    return out.toString();
  }
}
