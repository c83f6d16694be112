package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Values of a work-item that are kept in memory: spilled registers and arrays with an index. */
public final class Spills implements AdviceRule {
  /** Creates the rule. */
  public Spills() {}

  @Override
  public String name() {
    return "spills";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard kernel : evidence.kernels()) {
      List<AccessCard> own =
          kernel.accesses().stream()
              .filter(a -> a.space() == Space.PRIVATE && a.requests() > 0 && a.line() > 0)
              .toList();
      if (own.stream().anyMatch(a -> a.op() == Op.LOAD)) {
        all.add(proposal(evidence, kernel, own));
      }
    }
    return all;
  }

  private static Proposal proposal(Evidence evidence, KernelCard kernel, List<AccessCard> own) {
    String name = Evidence.name(kernel);
    AccessCard worst =
        own.stream().max(Comparator.comparingLong(AccessCard::requests)).orElseThrow();
    long requests = own.stream().mapToLong(AccessCard::requests).sum();
    long all = kernel.accesses().stream().mapToLong(AccessCard::requests).sum();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("private_accesses", (double) requests);
    numbers.put("share_of_accesses", (double) requests / all);
    return new Proposal(
        new Place(name, worst.line()),
        "Spills: "
            + Say.linesOf(own)
            + (own.size() > 1 ? " keep" : " keeps")
            + " values of a work-item in memory, "
            + Say.percent((double) requests / all)
            + " of the kernel's accesses.",
        "Use fewer live values, or index private arrays by constants only (unroll the loop), so that"
            + " they stay in registers.",
        numbers,
        List.of(
            Remedy.lines(
                AccessChange.Kind.LINE,
                name,
                own.stream().filter(a -> a.op() == Op.LOAD).map(AccessCard::line).toList())),
        evidence.part(name) * requests / all);
  }
}
