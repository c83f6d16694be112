package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.Pattern;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Global accesses whose wavefronts touch many more lines than their bytes need: members of
 * structures, strides, misaligned rows, gathers.
 */
public final class UncoalescedAccess implements AdviceRule {
  private static final double WASTE = 1.4;

  /** Creates the rule. */
  public UncoalescedAccess() {}

  @Override
  public String name() {
    return "uncoalesced-access";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard kernel : evidence.kernels()) {
      List<AccessCard> wasteful =
          kernel.accesses().stream().filter(UncoalescedAccess::isWasteful).toList();
      if (!wasteful.isEmpty()) {
        all.add(proposal(evidence, kernel, wasteful));
      }
    }
    return all;
  }

  /** Lanes want different bytes, and these lie in more lines than they fill. */
  private static boolean isWasteful(AccessCard a) {
    AccessCard.Device d = a.device();
    return Evidence.isGlobal(a)
        && a.atomic() == null
        && a.pattern() != Pattern.UNIFORM
        && 2 * d.distinctBytes() > d.bytes()
        && waste(a) > (a.pattern() == Pattern.UNIT_STRIDE ? WASTE : 2 * WASTE);
  }

  /** Bytes of the touched lines by the bytes that are wanted. */
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

  /** Touched lines beyond those that the bytes would fill, at least one. */
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
    numbers.put("stride_bytes", (double) worst.strideX());
    return new Proposal(
        new Place(Evidence.name(kernel), worst.line()),
        "Uncoalesced access: "
            + line.words()
            + " "
            + line.verb("touch")
            + " "
            + Say.one(lines)
            + " lines of 128 B in a request of 64 work-items and "
            + line.verb("use")
            + " "
            + Say.percent(used)
            + " of their bytes ("
            + why(worst)
            + ").",
        change(worst) + (wasteful.size() > 1 ? " The same holds for " + others(wasteful) : ""),
        numbers,
        remedies(kernel, wasteful),
        evidence.part(Evidence.name(kernel)) * moved / Math.max(1, all));
  }

  private static String others(List<AccessCard> wasteful) {
    return Say.linesOf(wasteful) + ".";
  }

  private static String why(AccessCard a) {
    return switch (a.pattern()) {
      case UNIT_STRIDE -> "misaligned";
      case SCATTERED -> "a gather or scatter";
      default -> Math.abs(a.strideX()) + " B from work-item to work-item";
    };
  }

  private static String change(AccessCard a) {
    return switch (a.pattern()) {
      case UNIT_STRIDE -> "Align each row to 128 B: pad the rows or shift the buffer's start.";
      case SCATTERED ->
          "Sort the work-items by the addresses that they use, or store the data in the order in"
              + " which neighbouring work-items use it.";
      default ->
          "Let neighbouring work-items use neighbouring elements: an array for each member, swapped"
              + " loops, or a tile in local memory.";
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
