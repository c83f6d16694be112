// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.format;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.card.StaticCard;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.run.answer.CsvRows;
import io.lockstep.run.answer.Fields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes cards as CSV, with a row for each portable instruction, executed or not. */
public final class CardCsv {
  private static final List<String> TEXT =
      List.of("kernel", "file", "line", "block", "index", "operation", "class", "live");

  private static final List<String> COUNTS =
      List.of(
          "work_items",
          "wavefronts_32",
          "wavefronts_64",
          "diverged_32",
          "diverged_64",
          "pattern",
          "stride_x",
          "stride_y",
          "stride_z",
          "requests",
          "bytes_requested",
          "lines",
          "coalescing",
          "bank_conflicts_16",
          "bank_conflicts_32",
          "work_items_per_address");

  private CardCsv() {}

  /** Writes a table of kernels that were not executed. */
  public static String kernels(List<StaticCard> kernels, SourceLines sources) {
    CsvRows rows = CsvRows.of(columns(List.of()));
    for (StaticCard card : kernels) {
      CardText.of(card, sources).forEach(line -> rows.row(row -> text(line, row)));
    }
    return rows.text();
  }

  /** Writes a table of the kernels of a program that was executed or read from a trace. */
  public static String program(ProgramCard program, SourceLines sources) {
    CsvRows rows = CsvRows.of(columns(COUNTS));
    for (KernelCard card : program.kernels()) {
      Map<Integer, KernelCard.Branch> branches = new HashMap<>(); // lookup only, never iterated
      Map<Long, AccessCard> accesses = new HashMap<>();
      card.branches().forEach(b -> branches.put(b.block(), b));
      card.accesses().forEach(a -> accesses.put(place(a.block(), a.index()), a));
      for (CardText line : CardText.of(card.text(), sources)) {
        int block = line.block().id();
        boolean last = line.instruction() == line.block().last();
        rows.row(
            row -> {
              AccessCard access = accesses.get(place(block, line.index()));
              if (access != null) {
                access(access, row);
              }
              counts(card.blocks().get(block), last ? branches.get(block) : null, row);
              text(line, row);
            });
      }
    }
    return rows.text();
  }

  private static List<String> columns(List<String> counts) {
    List<String> all = new ArrayList<>(TEXT);
    all.addAll(counts);
    all.add("source");
    return all;
  }

  private static long place(int block, int index) {
    return (long) block << 32 | index;
  }

  private static void text(CardText line, Fields to) {
    to.text("kernel", line.card().kernel().name());
    to.text("file", line.card().kernel().source());
    to.number("index", line.index());
    CardText.ANSWER.write(line, to);
  }

  private static void counts(KernelCard.BlockCount count, KernelCard.Branch branch, Fields to) {
    to.number("work_items", count.workItems());
    to.number("wavefronts_32", count.narrow());
    to.number("wavefronts_64", count.wide());
    if (branch != null) {
      to.number("diverged_32", branch.narrowParted());
      to.number("diverged_64", branch.wideParted());
    }
  }

  private static void access(AccessCard a, Fields to) {
    AccessCard.ANSWER.write(a, to);
    if (a.pattern() != null) {
      to.number("stride_x", a.shape().strideX());
      to.number("stride_y", a.shape().strideY());
      to.number("stride_z", a.shape().strideZ());
    }
    boolean texture = a.space() == Space.TEXTURE;
    to.number("bytes_requested", texture ? a.device().bytes() : a.workItems() * a.bytes());
  }
}
