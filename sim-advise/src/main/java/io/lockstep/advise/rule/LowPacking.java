// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.explain.roof.Roof;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds code whose VLIW bundles contain few operations because few operations are independent. */
public final class LowPacking implements AdviceRule {
  private static final double LOW = 0.75;
  private static final double GOOD = 0.95;
  private static final double BUSY = 0.6;
  private static final String PORT = "ports.alu.busy";

  public LowPacking() {}

  @Override
  public String name() {
    return "low-packing";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double packing = evidence.value("vliw.packing");
    if (packing == 0 || packing > LOW) {
      return List.of();
    }
    double busy = evidence.value(PORT);
    double other =
        evidence.roofs().all().stream()
            .filter(r -> !r.name().equals("port alu"))
            .mapToDouble(Roof::share)
            .max()
            .orElse(0);
    if (busy < BUSY || other >= busy) {
      return List.of(); // bundles do not limit the time
    }
    double kept = Math.max(packing / GOOD, other / busy);
    double gain = 1 / (1 - evidence.kernelPart() * busy * (1 - kept));
    KernelCard kernel =
        evidence.kernels().stream()
            .max(Comparator.comparingLong(KernelCard::instructions))
            .orElseThrow();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("packing", packing);
    numbers.put("alu_port_busy", busy);
    return List.of(
        new Proposal(
            new Place(Evidence.name(kernel), kernel.lines().get(0).line()),
            ("Low VLIW packing: bundles fill %s of their slots, and the ALU port issues in"
                    + " %s of its cycles.")
                .formatted(Say.percent(packing), Say.percent(busy)),
            "Give each work-item several independent chains of operations: unroll the loop, or let"
                + " it compute several elements with vector types."
                + Residency.of(evidence, Evidence.name(kernel))
                    .flatMap(r -> r.lossByRegisters(2))
                    .map(
                        loss -> " Reuse registers: two chains with as many each need " + loss + ".")
                    .orElse(""),
            numbers,
            Stream.of(4, 2)
                .map(width -> new Rewrite(Rewrite.Kind.WIDE, width))
                .filter(wide -> ProgramChange.applies(wide, kernel.text().kernel()))
                .map(Remedy::rewritten)
                .toList(),
            1 - 1 / gain));
  }
}
