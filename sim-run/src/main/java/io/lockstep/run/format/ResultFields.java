package io.lockstep.run.format;

import io.lockstep.execute.check.Access;
import io.lockstep.execute.check.CheckLog;
import io.lockstep.execute.check.Finding;
import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.baseline.Baseline;
import io.lockstep.run.baseline.BaselineChange;
import io.lockstep.run.baseline.BaselineRow;
import io.lockstep.run.baseline.StatisticChange;
import io.lockstep.run.line.LinePlaces;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is told of a result, of what checks found and of what has changed against a baseline: the
 * names that scripts rely on (docs/results.md), additions only. Stateless.
 */
final class ResultFields {
  private ResultFields() {}

  /** A result with its times by line and critical paths, where it has some. */
  static void result(RunResult r, LinePlaces places, Fields to) {
    result(r, to);
    if (r.lines() != null) {
      to.group("by_line", lines -> LineFields.of(r.lines(), places, lines));
    }
    if (r.path() != null) {
      to.group("critical_path", path -> PathFields.of(r.path(), places, path));
    }
  }

  static void result(RunResult r, Fields to) {
    to.text("workload", r.workload());
    to.text("device", r.device());
    to.typed("parameters", r.parameters());
    to.typed("overrides", r.overrides());
    to.word("status", r.status());
    if (r.failure() != null) {
      to.text("failure", r.failure().key());
    }
    to.flag("verified", r.verified());
    to.text("message", r.message());
    boolean simulated = r.isSimulated();
    to.number("cycles", simulated ? BigDecimal.valueOf(r.cycles()) : null);
    to.number("seconds", simulated ? Numbers.seconds(r.picos()) : null);
    to.number("kernel_cycles", simulated ? BigDecimal.valueOf(r.kernelCycles()) : null);
    to.number("kernel_seconds", simulated ? Numbers.seconds(r.kernelPicos()) : null);
    to.text("fingerprint", known(r, r.fingerprint()));
    to.text("trace_sha256", known(r, r.traceSha256()));
    to.text("device_sha256", r.deviceSha256());
    to.when(!r.bound().isEmpty()).text("bound", r.bound());
    to.figures("statistics", r.statistics());
    if (r.host() != null) {
      to.group("host", host -> host(r.host(), host));
    }
  }

  private static String known(RunResult r, String text) {
    return r.isSimulated() || !text.isEmpty() ? text : null;
  }

  private static void host(RunResult.HostFigures h, Fields to) {
    to.number("seconds", BigDecimal.valueOf(h.nanos(), 9));
    to.number("wavefront_instructions_per_second", h.wavefrontInstructionsPerSecond());
    to.number("work_item_instructions_per_second", h.workItemInstructionsPerSecond());
    to.number("peak_bytes", h.peakBytes());
  }

  /** A result beside what it was. */
  static void change(BaselineChange change, Fields result) {
    result.group(
        "baseline",
        to -> {
          to.word("change", change.kind());
          Fields then = to.when(change.was().isPresent());
          then.text("status", change.was().map(BaselineRow::status).orElse(""));
          then.number("cycles", change.was().flatMap(BaselineRow::cycles).orElse(null));
          then.number("seconds", change.was().flatMap(BaselineRow::seconds).orElse(null));
          then.number("time_ratio", change.timeRatio().orElse(null));
          then.number("kernel_time_ratio", change.kernelRatio().orElse(null));
          then.texts("reasons", change.reasons());
          then.list("statistics", change.statistics(), ResultFields::statistic);
        });
  }

  private static void statistic(StatisticChange s, Fields to) {
    to.text("name", s.name());
    to.number("was", s.was().orElse(null));
    to.number("now", s.now().orElse(null));
  }

  /** An earlier result that is not there any more, as a row of its own. */
  static void gone(BaselineRow row, Fields to) {
    point(row, to);
    to.group(
        "baseline",
        then -> {
          then.text("change", "missing");
          then.text("status", row.status());
          then.number("cycles", row.cycles().orElse(null));
          then.number("seconds", row.seconds().orElse(null));
        });
  }

  private static void point(BaselineRow row, Fields to) {
    to.text("workload", row.workload());
    to.text("device", row.device());
    to.typed("parameters", row.parameters());
    to.typed("overrides", row.overrides());
  }

  private static void missing(BaselineRow row, Fields to) {
    point(row, to);
    to.text("status", row.status());
  }

  /** What was compared with, and what is not there any more. */
  static void baseline(Baseline.Comparison compared, Fields document) {
    document.group(
        "baseline",
        to -> {
          to.text("file", compared.baseline().file().toString());
          to.text("lockstep", compared.baseline().version());
          to.list("missing", compared.missing(), ResultFields::missing);
          to.texts("added_statistics", compared.added());
        });
  }

  /** What checks found. */
  static void checks(CheckLog checks, Fields to) {
    to.list("checks", checks.findings(), ResultFields::finding);
    to.texts("check_notes", checks.notes());
  }

  private static void finding(Finding f, Fields to) {
    to.word("check", f.check());
    to.text("kernel", f.kernel());
    to.text("source", f.source());
    to.text("place", f.place());
    to.number("offset", f.offset());
    to.flag("between_groups", f.betweenGroups());
    List<Access> both = Stream.of(f.first(), f.second()).filter(a -> a != null).toList();
    to.list("accesses", both, ResultFields::access);
    to.when(f.width() > 0).number("width", f.width());
    to.number("count", f.count());
  }

  private static void access(Access access, Fields to) {
    to.word("kind", access.kind());
    to.number("line", access.line());
    to.number("work_group", access.group());
    to.number("work_item", access.workItem());
  }
}
