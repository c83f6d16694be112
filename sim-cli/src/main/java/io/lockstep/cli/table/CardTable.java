// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli.table;

import static io.lockstep.run.Numbers.percent;
import static io.lockstep.run.Numbers.rounded;

import io.lockstep.cli.terminal.Screen;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.CardSummary;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.format.KernelSummaryJson;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.answer.Answer;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats the card of a workload or trace, its device-independent counts. */
public final class CardTable {
  private final ProgramCard program;
  private final SourceLines sources;
  private final int mostLines;
  private final boolean listing;
  private final Screen screen;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param mostLines maximum number of source lines shown per kernel
   * @param listing whether to show the portable instructions
   */
  public CardTable(
      ProgramCard program, SourceLines sources, int mostLines, boolean listing, Screen screen) {
    this.program = program;
    this.sources = sources;
    this.mostLines = mostLines;
    this.listing = listing;
    this.screen = screen;
  }

  public String render() {
    Boolean verified = program.outcome().verified();
    out.append(program.program().name());
    program
        .program()
        .parameters()
        .forEach((k, v) -> out.append("  ").append(k).append('=').append(v));
    out.append("  verified: ");
    String by = program.outcome().verifiedBy();
    String unknown = by.isEmpty() ? "no expectation" : by;
    out.append(verified == null ? unknown : verified ? "yes" : "NO").append('\n');
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
    print(KernelSummaryJson.OPERATION, KernelSummaryJson.Share.of(card));
    if (!card.branches().isEmpty()) {
      print(KernelSummaryJson.BRANCH, card.branches());
    }
    if (!card.accesses().isEmpty()) {
      print(AccessCard.ANSWER, card.accesses());
    }
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
        "%s floating-point, %s integer operations"
            .formatted(number(card.work().floating()), number(card.work().integer())));
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
        : rounded(card.work().floating(), bytes, 3)
            + " flop, "
            + rounded(card.work().total(), bytes, 3)
            + " op per byte "
            + what;
  }

  private void lines(KernelCard card) {
    if (mostLines == 0) {
      return;
    }
    List<KernelSummaryJson.Line> lines = KernelSummaryJson.lines(card);
    print(KernelSummaryJson.HOT_LINE, lines.subList(0, Math.min(mostLines, lines.size())));
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

  private <T> void print(Answer<T> answer, List<T> rows) {
    Table table =
        Table.of(answer, rows).dropping("--format csv or json shows all", answer.lessImportant());
    out.append('\n').append(table.render(screen));
  }
}
