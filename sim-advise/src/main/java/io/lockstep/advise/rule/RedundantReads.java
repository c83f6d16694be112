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
import io.lockstep.kernel.type.Space;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds global loads that repeatedly read the same bytes, which a tile in local memory could hold.
 */
public final class RedundantReads implements AdviceRule {
  private static final double REUSE = 3;
  private static final double MUCH = 0.1; // fraction of the bytes that the kernel requests

  public RedundantReads() {}

  @Override
  public String name() {
    return "redundant-reads";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard kernel : evidence.kernels()) {
      long asked = kernel.traffic().bySpace().getOrDefault(Space.GLOBAL, 0L);
      long touched = kernel.traffic().touchedBytes();
      List<AccessCard> loads =
          kernel.accesses().stream().filter(a -> isTileable(a, kernel, asked)).toList();
      if (touched > 0 && asked > REUSE * touched && !loads.isEmpty()) {
        all.add(proposal(evidence, kernel, loads));
      }
    }
    return all;
  }

  private static boolean isTileable(AccessCard a, KernelCard kernel, long asked) {
    return Evidence.isGlobalLoad(a)
        && a.pattern() != Pattern.SCATTERED
        && a.pattern() != Pattern.UNIFORM
        && (a.requests() >= 2 * kernel.wide().wavefronts() || a.device().bytes() > MUCH * asked);
  }

  private static Proposal proposal(Evidence evidence, KernelCard kernel, List<AccessCard> loads) {
    AccessLine worst = AccessLine.worst(loads, a -> a.device().bytes()).orElseThrow();
    double asked = kernel.traffic().bySpace().getOrDefault(Space.GLOBAL, 0L);
    double touched = kernel.traffic().touchedBytes();
    long bytes = loads.stream().mapToLong(a -> a.device().bytes()).sum();
    SourceLines lines = SourceLines.of(loads);
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("reads_per_byte", asked / touched);
    numbers.put("share_of_bytes", bytes / asked);
    return new Proposal(
        new Place(Evidence.name(kernel), worst.line()),
        ("Redundant reads: %s asks for each byte of global memory %s times on average; %s"
                + " %s for %s of the bytes.")
            .formatted(
                Evidence.name(kernel),
                Say.one(asked / touched),
                lines,
                lines.verb("ask"),
                Say.percent(bytes / asked)),
        Residency.lossByTile(evidence, Evidence.name(kernel), loads)
            .map(
                loss ->
                    "Keep several results of a work-item in registers, or load a small tile into"
                        + " local memory: one of an element for each work-item and load takes "
                        + loss
                        + ".")
            .orElse(
                "Let each work-group load a tile into local memory once and read it from there, or"
                    + " keep several results of a work-item in registers."),
        numbers,
        List.of(
            Remedy.lines(
                AccessChange.Kind.LOCAL,
                Evidence.name(kernel),
                loads.stream().map(AccessCard::line).toList())),
        evidence.part(Evidence.name(kernel)) * bytes / asked);
  }
}
