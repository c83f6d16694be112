package io.lockstep.cli;

import static io.lockstep.run.card.CardSummary.percent;
import static io.lockstep.run.card.CardSummary.ratio;

import io.lockstep.kernel.ir.Space;
import io.lockstep.run.card.AccessCard;
import io.lockstep.run.card.CardSummary;
import io.lockstep.run.card.KernelCard;
import io.lockstep.run.card.OperationCount;
import io.lockstep.run.card.ProgramCard;
import io.lockstep.run.card.SourceLines;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The card of a workload or trace, for people. */
final class CardTable {
  private static final String ELSEWHERE = "--format csv or json shows all";

  private final ProgramCard program;
  private final SourceLines sources;
  private final int mostLines;
  private final boolean listing;
  private final Screen screen;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param mostLines source lines shown of each kernel
   * @param listing whether the portable form is shown
   */
  CardTable(
      ProgramCard program, SourceLines sources, int mostLines, boolean listing, Screen screen) {
    this.program = program;
    this.sources = sources;
    this.mostLines = mostLines;
    this.listing = listing;
    this.screen = screen;
  }

  String render() {
    Boolean verified = program.outcome().verified();
    out.append(program.program().name());
    program
        .program()
        .parameters()
        .forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    out.append("  verified: ");
    out.append(verified == null ? "no expectation" : verified ? "yes" : "NO").append('\n');
    for (KernelCard card : program.kernels()) {
      out.append('\n');
      kernel(card);
    }
    return out.toString();
  }

  private void kernel(KernelCard card) {
    KernelListing text = new KernelListing(card.text(), sources);
    out.append("kernel ").append(card.text().kernel().name());
    out.append(" (").append(card.text().kernel().source()).append(")\n\n");
    if (listing) {
      out.append(text.ir()).append('\n');
    }
    launches(card.launches());
    out.append(screen.wrapped(text.facts(), KernelListing.HANGING));
    executed(card);
    operations(card);
    branches(card);
    memory(card);
    lines(card);
    out.append("\nSummary:\n");
    CardSummary.of(card).forEach(s -> out.append(screen.wrapped("  " + s + "\n", "  ")));
  }

  private void launches(KernelCard.Launches l) {
    fact(
        "launches",
        number(l.count())
            + ": "
            + number(l.groups())
            + " work-groups, "
            + number(l.workItems())
            + " work-items; "
            + l.shapes().stream().map(CardTable::shape).collect(Collectors.joining(", ")));
    boolean found = (l.flags() & HostStep.Launch.RACES_FOUND) != 0;
    fact(
        "width",
        l.minimumWidth() == 0
            ? "smallest not computed (--check races does)"
            : "at least " + l.minimumWidth() + (found ? ", races found" : ""));
  }

  private static String shape(KernelCard.Shape s) {
    Geometry g = s.geometry();
    String text =
        s.domainWidth() > 0
            ? "domain " + s.domainWidth() + " x " + s.domainHeight()
            : dimensions(g.groupsX(), g.groupsY(), g.groupsZ())
                + " of "
                + dimensions(g.sizeX(), g.sizeY(), g.sizeZ());
    return s.dynamicLocalBytes() > 0
        ? text + " with " + s.dynamicLocalBytes() + " B dynamic local memory"
        : text;
  }

  private static String dimensions(int x, int y, int z) {
    return z > 1 ? x + " x " + y + " x " + z : y > 1 ? x + " x " + y : Integer.toString(x);
  }

  private void executed(KernelCard card) {
    fact("executed", number(card.instructions()) + " work-item instructions");
    for (KernelCard.Width w : List.of(card.wide(), card.narrow())) {
      fact(
          "  width " + w.width(),
          number(w.wavefronts())
              + " wavefronts, "
              + number(w.instructions())
              + " instructions, "
              + percent(w.activeLanes(), w.lanes())
              + " of lanes active");
    }
    KernelCard.Traffic t = card.traffic();
    fact(
        "arithmetic",
        number(card.work().floating())
            + " floating-point, "
            + number(card.work().integer())
            + " integer operations");
    fact(
        "requested",
        t.bySpace().isEmpty()
            ? "no memory"
            : t.bySpace().entrySet().stream()
                .map(e -> number(e.getValue()) + " B " + space(e.getKey()))
                .collect(Collectors.joining(", ")));
    fact(
        "touched",
        (t.isExact() ? "" : "at least ")
            + number(t.touchedBytes())
            + " B in lines of "
            + KernelCard.LINE_BYTES
            + " B");
    fact(
        "intensity",
        intensity(card, t.requested(), "requested")
            + (t.touchedBytes() == 0 || t.requested() == 0
                ? ""
                : "; " + intensity(card, t.touchedBytes(), "touched")));
  }

  private static String intensity(KernelCard card, long bytes, String what) {
    return bytes == 0
        ? "no global memory requested"
        : ratio(card.work().floating(), bytes, 3)
            + " flop, "
            + ratio(card.work().total(), bytes, 3)
            + " op per byte "
            + what;
  }

  private void operations(KernelCard card) {
    Table table = new Table(List.of("operation", ">work-items", ">share"));
    for (OperationCount o : card.operations()) {
      row(table, KernelListing.text(o), number(o.count()), percent(o.count(), card.instructions()));
    }
    print(table);
  }

  private void branches(KernelCard card) {
    if (card.branches().isEmpty()) {
      return;
    }
    Table table =
        new Table(
            List.of(
                "branch",
                ">block",
                ">at 64",
                ">diverged",
                ">lanes",
                ">at 32",
                ">diverged",
                ">lanes"));
    for (KernelCard.Branch b : card.branches()) {
      row(
          table,
          "line " + b.line(),
          "B" + b.block(),
          number(b.wide()),
          percent(b.wideParted(), b.wide()),
          ratio(b.workItems(), b.wide(), 1),
          number(b.narrow()),
          percent(b.narrowParted(), b.narrow()),
          ratio(b.workItems(), b.narrow(), 1));
    }
    print(table);
  }

  private void memory(KernelCard card) {
    if (card.accesses().isEmpty()) {
      return;
    }
    Table table =
        new Table(
                List.of(
                    "access",
                    "memory",
                    ">bytes",
                    ">requests",
                    "pattern",
                    ">of them",
                    ">lines/req",
                    ">used",
                    ">16 banks",
                    ">32 banks",
                    ">items/addr"))
            .dropping(
                ELSEWHERE,
                List.of("items/addr", "of them", "16 banks", "lines/req", "requests", "32 banks"));
    for (AccessCard a : card.accesses()) {
      AccessCard.Device d = a.device();
      AccessCard.Local l = a.local();
      Map<?, Long> patterns = a.patterns();
      long all = patterns.values().stream().mapToLong(Long::longValue).sum();
      row(
          table,
          "line " + a.line() + " " + a.op().name().toLowerCase(Locale.ROOT).replace('_', '-'),
          space(a.space()),
          a.bytes() == 0 ? "" : Integer.toString(a.bytes()),
          number(a.requests()),
          CardSummary.pattern(a),
          a.pattern() == null ? "" : percent(patterns.get(a.pattern()), all),
          ratio(d.lines(), d.requests(), 2),
          percent(d.distinctBytes(), KernelCard.LINE_BYTES * d.lines()),
          ratio(l.passes16(), l.fewest16(), 2),
          ratio(l.passes32(), l.fewest32(), 2),
          a.atomic() == null ? "" : ratio(a.workItems(), a.atomic().addresses(), 2));
    }
    print(table);
  }

  private void lines(KernelCard card) {
    if (mostLines == 0) {
      return;
    }
    Table table = new Table(List.of(">line", ">share", ">lanes 64", ">lanes 32", "source"));
    List<KernelCard.Line> lines = card.lines();
    for (KernelCard.Line l : lines.subList(0, Math.min(mostLines, lines.size()))) {
      row(
          table,
          l.line() == 0 ? "-" : Integer.toString(l.line()),
          percent(l.instructions(), card.instructions()),
          percent(l.instructions(), 64 * l.wide()),
          percent(l.instructions(), 32 * l.narrow()),
          l.source());
    }
    print(table);
    if (lines.size() > mostLines) {
      out.append("and ").append(lines.size() - mostLines).append(" lines more\n");
    }
  }

  private static String space(Space space) {
    return space.name().toLowerCase(Locale.ROOT);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private void fact(String name, String value) {
    StringBuilder line = new StringBuilder();
    KernelListing.fact(line, name, value);
    out.append(screen.wrapped(line.toString(), KernelListing.HANGING));
  }

  private static void row(Table table, String... cells) {
    table.row(Table.Emphasis.NONE, new ArrayList<>(List.of(cells)));
  }

  private void print(Table table) {
    out.append('\n').append(table.render(screen));
  }
}
