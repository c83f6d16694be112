package io.lockstep.run;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.IrText;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Space;
import io.lockstep.run.card.AccessCard;
import io.lockstep.run.card.KernelCard;
import io.lockstep.run.card.ProgramCard;
import io.lockstep.run.card.SourceLines;
import io.lockstep.run.card.StaticCard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Cards as CSV: a row for each portable instruction, whether it was executed or not. Stateless. */
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

  /** Kernels that were not executed. */
  public static String kernels(List<StaticCard> kernels, SourceLines sources) {
    List<String> header = new ArrayList<>(TEXT);
    header.add("source");
    StringBuilder out = new StringBuilder(Csv.line(header));
    for (StaticCard card : kernels) {
      rows(card, null, sources, out);
    }
    return out.toString();
  }

  /** Kernels of a program that was executed or read from a trace. */
  public static String program(ProgramCard program, SourceLines sources) {
    List<String> header = new ArrayList<>(TEXT);
    header.addAll(COUNTS);
    header.add("source");
    StringBuilder out = new StringBuilder(Csv.line(header));
    for (KernelCard card : program.kernels()) {
      rows(card.text(), card, sources, out);
    }
    return out.toString();
  }

  private static void rows(
      StaticCard text, KernelCard card, SourceLines sources, StringBuilder out) {
    Kernel kernel = text.kernel();
    Map<Integer, KernelCard.Branch> branches = new HashMap<>(); // looked up only, never walked
    Map<Long, AccessCard> accesses = new HashMap<>();
    if (card != null) {
      card.branches().forEach(b -> branches.put(b.block(), b));
      card.accesses().forEach(a -> accesses.put(place(a.block(), a.index()), a));
    }
    for (Block block : kernel.blocks()) {
      for (int k = 0; k < block.instructions().size(); k++) {
        Instruction i = block.instructions().get(k);
        List<String> row = new ArrayList<>();
        row.add(kernel.name());
        row.add(kernel.source());
        row.add(Integer.toString(i.line()));
        row.add(Integer.toString(block.id()));
        row.add(Integer.toString(k));
        row.add(IrText.of(kernel, i));
        row.add(i.opClass().name().toLowerCase(Locale.ROOT));
        row.add(text.live().get(block.id()).get(k).toString());
        if (card != null) {
          KernelCard.BlockCount count = card.blocks().get(block.id());
          row.add(Long.toString(count.workItems()));
          row.add(Long.toString(count.narrow()));
          row.add(Long.toString(count.wide()));
          KernelCard.Branch branch = i == block.last() ? branches.get(block.id()) : null;
          row.add(branch == null ? "" : Long.toString(branch.narrowParted()));
          row.add(branch == null ? "" : Long.toString(branch.wideParted()));
          access(accesses.get(place(block.id(), k)), row);
        }
        row.add(sources.line(kernel.source(), i.line()));
        out.append(Csv.line(row));
      }
    }
  }

  private static long place(int block, int index) {
    return (long) block << 32 | index;
  }

  private static void access(AccessCard a, List<String> row) {
    boolean has = a != null && a.pattern() != null;
    row.add(has ? a.pattern().text() : "");
    row.add(has ? Long.toString(a.strideX()) : "");
    row.add(has ? Long.toString(a.strideY()) : "");
    row.add(has ? Long.toString(a.strideZ()) : "");
    row.add(a == null ? "" : Long.toString(a.requests()));
    row.add(a == null ? "" : Long.toString(bytes(a)));
    boolean device = a != null && a.device().requests() > 0;
    row.add(device ? Long.toString(a.device().lines()) : "");
    row.add(
        device
            ? Numbers.ratio(a.device().distinctBytes(), KernelCard.LINE_BYTES * a.device().lines())
                .toPlainString()
            : "");
    boolean local = a != null && a.local().workItems() > 0;
    row.add(local ? Numbers.ratio(a.local().passes16(), a.local().fewest16()).toPlainString() : "");
    row.add(local ? Numbers.ratio(a.local().passes32(), a.local().fewest32()).toPlainString() : "");
    row.add(
        a != null && a.atomic() != null
            ? Numbers.ratio(a.workItems(), a.atomic().addresses()).toPlainString()
            : "");
  }

  private static long bytes(AccessCard a) {
    return a.space() == Space.TEXTURE ? a.device().bytes() : a.workItems() * a.bytes();
  }
}
