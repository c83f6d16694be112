// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Finds atomic operations on global memory that contend for few addresses. */
public final class ContendedAtomics implements AdviceRule {
  private static final double MEET = 1.2; // work-items per address in a request

  public ContendedAtomics() {}

  @Override
  public String name() {
    return "contended-atomics";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard kernel : evidence.kernels()) {
      List<AccessCard> atomics =
          kernel.accesses().stream()
              .filter(a -> isContended(a) && Evidence.isGlobal(a) && a.line() > 0)
              .toList();
      if (!atomics.isEmpty()) {
        all.add(proposal(evidence, kernel, atomics));
      }
    }
    return all;
  }

  /**
   * Whether work-items of a request share addresses; otherwise there are too many addresses for a
   * local copy.
   */
  private static boolean isContended(AccessCard a) {
    return a.atomic() != null && a.workItems() > MEET * a.atomic().addresses();
  }

  private static Proposal proposal(Evidence evidence, KernelCard kernel, List<AccessCard> atomics) {
    AccessLine worst = AccessLine.worst(atomics, AccessCard::workItems).orElseThrow();
    double operations = worst.sum(AccessCard::workItems);
    double meet = operations / Math.max(1, worst.sum(a -> a.atomic().addresses()));
    String name = Evidence.name(kernel);
    List<Integer> lines = atomics.stream().map(AccessCard::line).toList();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("operations", operations);
    numbers.put("work_items_per_address", meet);
    numbers.put("atomic_units_busy", evidence.value("atomic.busy"));
    return new Proposal(
        new Place(name, worst.line()),
        "Contended atomics: "
            + Say.whole(operations)
            + " atomic operations on global memory at "
            + SourceLines.of(worst.line())
            + ", "
            + Say.one(meet)
            + " work-items at each address of 64 that execute it together; the busiest atomic unit works "
            + Say.percent(evidence.value("atomic.busy"))
            + " of the time.",
        Residency.lossByTile(evidence, name, atomics)
            .map(
                loss ->
                    "Let each work-item add several values in a register before it adds them to"
                        + " global memory. A copy in local memory of a counter for each work-item"
                        + " takes "
                        + loss
                        + ".")
            .orElse(
                "Let each work-group add in a copy of its own in local memory, and add that copy to"
                    + " global memory once."),
        numbers,
        List.of(Remedy.lines(AccessChange.Kind.LOCAL, name, lines)),
        evidence.part(name) * Math.max(0.3, evidence.value("atomic.busy")));
  }
}
