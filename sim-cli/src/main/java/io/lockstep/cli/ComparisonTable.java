package io.lockstep.cli;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results side by side, the fastest marked, refused devices below with their reasons. */
final class ComparisonTable {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final List<RunResult> results;

  ComparisonTable(List<RunResult> results) {
    this.results = results;
  }

  String render(boolean colours) {
    boolean host = results.stream().anyMatch(r -> r.host() != null);
    List<String> header =
        new ArrayList<>(
            List.of(
                "device",
                "point",
                "",
                "verified",
                ">cycles",
                ">µs",
                ">occup.",
                ">lanes",
                ">packing",
                ">LDS confl.",
                ">trans/req",
                ">L1 hit",
                ">L2 hit",
                ">DRAM MB",
                ">DRAM busy",
                "bound by"));
    if (host) {
      header.addAll(List.of(">wall s", ">M wf-inst/s"));
    }
    Table table = new Table(header);
    boolean points = results.stream().map(ComparisonTable::point).distinct().count() > 1;
    long fastest =
        results.stream()
            .filter(RunResult::isSimulated)
            .mapToLong(RunResult::picos)
            .min()
            .orElse(-1);
    int simulated = 0;
    for (RunResult r : results) {
      if (r.isSimulated()) {
        simulated++;
        boolean best = r.picos() == fastest && results.size() > 1 && !points;
        table.row(best ? Table.Emphasis.BOLD : Table.Emphasis.NONE, row(r, best, points));
      }
    }
    StringBuilder out = new StringBuilder();
    if (simulated > 0) {
      out.append(title()).append("\n\n").append(table.render(colours));
      if (results.size() > 1 && !points) {
        out.append("\n* fastest in simulated time (launch and transfers included)\n");
      }
    }
    for (RunResult r : results) {
      if (r.isSimulated() && !Boolean.FALSE.equals(r.verified()) && !r.message().isEmpty()) {
        out.append(r.device()).append(": ").append(r.message()).append('\n');
      }
      if (!r.isSimulated()) {
        out.append(
            String.format(
                Locale.ROOT,
                "%s %s: %s%n",
                r.device(),
                r.status().name().toLowerCase(Locale.ROOT),
                r.message()));
      }
    }
    results.stream()
        .filter(r -> r.isSimulated() && Boolean.FALSE.equals(r.verified()))
        .findFirst()
        .ifPresent(r -> out.append("\nwrong result: ").append(r.message()).append('\n'));
    return out.toString();
  }

  private String title() {
    boolean one = results.stream().map(ComparisonTable::point).distinct().count() == 1;
    return one ? point(results.get(0)) : results.size() + " results";
  }

  /** What was run: workload, parameters and overrides. */
  private static String point(RunResult r) {
    StringBuilder out = new StringBuilder(r.workload());
    r.parameters().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    r.overrides().forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    return out.toString();
  }

  private static List<String> row(RunResult r, boolean best, boolean points) {
    List<String> cells = new ArrayList<>();
    cells.add(r.device());
    cells.add(points ? point(r) : "");
    cells.add(best ? "*" : "");
    cells.add(r.verified() == null ? "-" : r.verified() ? "yes" : "WRONG");
    cells.add(grouped(BigDecimal.valueOf(r.cycles())));
    cells.add(micros(r.picos()));
    cells.add(percent(r, "occupancy"));
    cells.add(percent(r, "lanes.utilisation"));
    cells.add(percent(r, "vliw.packing"));
    cells.add(whole(r, "lds.conflict_cycles"));
    cells.add(decimal(r, "memory.transactions_per_request"));
    cells.add(percent(r, "l1.hit_rate"));
    cells.add(percent(r, "l2.hit_rate"));
    cells.add(megabytes(r, "dram.bytes"));
    cells.add(percent(r, "dram.busy"));
    cells.add(r.bound());
    if (r.host() != null) {
      cells.add(String.format(Locale.ROOT, "%.2f", r.host().nanos() / 1e9));
      cells.add(
          String.format(Locale.ROOT, "%.2f", r.host().wavefrontInstructionsPerSecond() / 1e6));
    }
    return cells;
  }

  static String grouped(BigDecimal value) {
    return String.format(Locale.ROOT, "%,d", value.toBigInteger());
  }

  static String micros(long picos) {
    BigDecimal micros = BigDecimal.valueOf(picos, 6);
    return String.format(Locale.ROOT, "%,.2f", micros.setScale(2, RoundingMode.HALF_UP));
  }

  private static String percent(RunResult r, String name) {
    BigDecimal value = r.statistics().get(name);
    return value == null
        ? ""
        : value.multiply(HUNDRED).setScale(1, RoundingMode.HALF_UP).toPlainString() + "%";
  }

  private static String decimal(RunResult r, String name) {
    BigDecimal value = r.statistics().get(name);
    return value == null ? "" : value.setScale(2, RoundingMode.HALF_UP).toPlainString();
  }

  private static String whole(RunResult r, String name) {
    BigDecimal value = r.statistics().get(name);
    return value == null ? "" : grouped(value);
  }

  private static String megabytes(RunResult r, String name) {
    BigDecimal value = r.statistics().get(name);
    return value == null
        ? ""
        : value.movePointLeft(6).setScale(2, RoundingMode.HALF_UP).toPlainString();
  }
}
