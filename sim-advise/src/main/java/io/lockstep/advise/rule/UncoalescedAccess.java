// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.Pattern;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds global accesses whose wavefronts touch many more cache lines than their bytes need: members
 * of structures, strides, misaligned rows, gathers.
 */
public final class UncoalescedAccess implements AdviceRule {
  private static final double WASTE = 1.4;

  public UncoalescedAccess() {}

  @Override
  public String name() {
    return "uncoalesced-access";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    boolean movesMore = movedByRequested(evidence) > WASTE;
    for (KernelCard kernel : evidence.kernels()) {
      List<AccessCard> wasteful =
          kernel.accesses().stream().filter(a -> isWasteful(a) || movesMore && isApart(a)).toList();
      if (!wasteful.isEmpty()) {
        all.add(proposal(evidence, kernel, wasteful));
      }
    }
    return all;
  }

  /** Whether lanes access distinct bytes, spread over more cache lines than needed. */
  private static boolean isWasteful(AccessCard a) {
    AccessCard.Device d = a.device();
    return Evidence.isGlobal(a)
        && a.atomic() == null
        && a.pattern() != Pattern.UNIFORM
        && 2 * d.distinctBytes() > d.bytes()
        && waste(a) > (a.pattern() == Pattern.UNIT_STRIDE ? WASTE : 2 * WASTE);
  }

  /**
   * Whether neighbouring lanes access elements that are not adjacent. A whole wavefront may still
   * fill its cache lines, but the few lanes that a device serves together do not.
   */
  private static boolean isApart(AccessCard a) {
    return Evidence.isGlobal(a)
        && a.atomic() == null
        && (a.pattern() == Pattern.STRIDED || a.pattern() == Pattern.TWO_D)
        && Math.abs(a.shape().strideX()) > a.bytes();
  }

  /** Returns the bytes that the device moves for each requested byte; 0 if unknown. */
  private static double movedByRequested(Evidence evidence) {
    double requested = evidence.value("memory.bytes_requested");
    return requested == 0 ? 0 : evidence.value("memory.bytes_moved") / requested;
  }

  private static double waste(AccessCard a) {
    return (double) KernelCard.LINE_BYTES
        * a.device().lines()
        / Math.max(1, a.device().distinctBytes());
  }

  private static double waste(AccessLine line) {
    return (double) KernelCard.LINE_BYTES
        * line.sum(a -> a.device().lines())
        / Math.max(1, line.sum(a -> a.device().distinctBytes()));
  }

  /** Returns the number of touched cache lines in excess of those needed, at least one. */
  private static long wastedLines(AccessCard a) {
    long filled = a.device().distinctBytes() / KernelCard.LINE_BYTES;
    return Math.max(1, a.device().lines() - filled);
  }

  private Proposal proposal(Evidence evidence, KernelCard kernel, List<AccessCard> wasteful) {
    AccessLine line = AccessLine.worst(wasteful, UncoalescedAccess::wastedLines).orElseThrow();
    AccessCard worst = line.first(UncoalescedAccess::wastedLines);
    double lines =
        (double) line.sum(a -> a.device().lines()) / line.sum(a -> a.device().requests());
    double used = 1 / waste(line);
    long moved = wasteful.stream().mapToLong(a -> a.device().lines()).sum();
    long all = kernel.accesses().stream().mapToLong(a -> a.device().lines()).sum();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("lines_per_request", lines);
    numbers.put("bytes_used_share", used);
    numbers.put("stride_bytes", (double) worst.shape().strideX());
    double transactions = evidence.value("memory.transactions_per_request");
    if (transactions > 0) {
      numbers.put("transactions_per_request", transactions);
    }
    return new Proposal(
        new Place(Evidence.name(kernel), worst.line()),
        "Uncoalesced access: "
            + line.words()
            + " "
            + line.verb("access")
            + " "
            + what(worst)
            + (transactions > 0
                ? (". On average of the program, the device makes %s transactions of a"
                        + " request and moves %s times the bytes that work-items ask for.")
                    .formatted(Say.one(transactions), Say.one(movedByRequested(evidence)))
                : ", of the lines that it touches " + Say.percent(used) + " of the bytes."),
        change(evidence, Evidence.name(kernel), worst) + others(wasteful, worst.line()),
        numbers,
        remedies(kernel, wasteful),
        evidence.part(Evidence.name(kernel)) * moved / Math.max(1, all));
  }

  private static String others(List<AccessCard> wasteful, int named) {
    List<AccessCard> others = wasteful.stream().filter(a -> a.line() != named).toList();
    return others.isEmpty() ? "" : " The same holds for " + SourceLines.of(others) + ".";
  }

  private static String what(AccessCard a) {
    return switch (a.pattern()) {
      case UNIT_STRIDE -> "rows that begin beside a line";
      case SCATTERED -> "elements in no order";
      default ->
          "elements of %s B that are %s B apart from work-item to work-item"
              .formatted(a.bytes(), Math.abs(a.shape().strideX()));
    };
  }

  private static String change(Evidence evidence, String kernel, AccessCard a) {
    return switch (a.pattern()) {
      case UNIT_STRIDE -> "Align each row to 128 B: pad the rows or shift the buffer's start.";
      case SCATTERED ->
          "Sort the work-items by the addresses that they use, or store the data in the order in"
              + " which neighbouring work-items use it.";
      default ->
          "Let neighbouring work-items use neighbouring elements: an array for each member"
              + Residency.lossByTile(evidence, kernel, List.of(a))
                  .map(loss -> " or swapped loops. A tile takes " + loss + ".")
                  .orElse(", swapped loops, or a tile in local memory.");
    };
  }

  private static List<Remedy> remedies(KernelCard kernel, List<AccessCard> wasteful) {
    return List.of(
        Remedy.lines(
            AccessChange.Kind.COALESCING,
            Evidence.name(kernel),
            wasteful.stream().map(AccessCard::line).toList()));
  }
}
