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

/** Finds repeated loads in which all work-items of a wavefront read the same word. */
public final class UniformLoads implements AdviceRule {
  private static final double MOSTLY = 0.9;

  public UniformLoads() {}

  @Override
  public String name() {
    return "uniform-loads";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard kernel : evidence.kernels()) {
      List<AccessCard> uniform =
          kernel.accesses().stream().filter(a -> isUniform(a, kernel)).toList();
      if (!uniform.isEmpty()) {
        all.add(proposal(evidence, kernel, uniform));
      }
    }
    return all;
  }

  /** Whether wavefronts execute the load more than once, with one address for all lanes. */
  private static boolean isUniform(AccessCard a, KernelCard kernel) {
    return Evidence.isGlobalLoad(a)
        && a.requests() >= 2 * kernel.wide().wavefronts()
        && a.workItems() > 2 * a.requests() // excludes loads with a single active lane
        && a.shape().patterns().getOrDefault(Pattern.UNIFORM, 0L) >= MOSTLY * a.requests();
  }

  private static Proposal proposal(Evidence evidence, KernelCard kernel, List<AccessCard> uniform) {
    AccessLine worst = AccessLine.worst(uniform, AccessCard::requests).orElseThrow();
    long requests = uniform.stream().mapToLong(AccessCard::requests).sum();
    long all =
        kernel.accesses().stream().filter(Evidence::isGlobal).mapToLong(AccessCard::requests).sum();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("uniform_loads", (double) requests);
    numbers.put("share_of_requests", (double) requests / all);
    numbers.put("per_wavefront", (double) requests / kernel.wide().wavefronts());
    return new Proposal(
        new Place(Evidence.name(kernel), worst.line()),
        "Uniform loads: all work-items of a wavefront load the same word at "
            + SourceLines.of(uniform)
            + ", "
            + Say.one((double) requests / kernel.wide().wavefronts())
            + " times a wavefront ("
            + Say.percent((double) requests / all)
            + " of its requests to global memory).",
        Residency.lossByTile(evidence, Evidence.name(kernel), uniform)
            .map(
                loss ->
                    "Load the word once, before the loop, or keep the values in constant memory. A"
                        + " copy of one for each work-item and load takes "
                        + loss
                        + ".")
            .orElse(
                "Load the word once, before the loop, or keep the values in constant or local"
                    + " memory."),
        numbers,
        List.of(
            Remedy.lines(
                AccessChange.Kind.LOCAL,
                Evidence.name(kernel),
                uniform.stream().map(AccessCard::line).toList())),
        evidence.part(Evidence.name(kernel)) * requests / all);
  }
}
