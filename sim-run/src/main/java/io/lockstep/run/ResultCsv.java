package io.lockstep.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            "device_sha256"));
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
    out.append(Csv.line(row));
    for (RunResult r : results) {
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
      out.append(Csv.line(row));
    }
    return out.toString();
  }
}
