// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds launches with fewer work-groups than compute units, or with a partially filled last round.
 */
public final class FewGroups implements AdviceRule {
  private static final double UNEVEN = 1.5;
  private static final long MANY = 4; // groups per unit, enough to hide latencies

  public FewGroups() {}

  @Override
  public String name() {
    return "few-groups";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    long units = evidence.spec().value("unit.count");
    List<LaunchShape> shapes = evidence.shapes(new TreeMap<>());
    Optional<LaunchShape> longest =
        shapes.stream()
            .filter(s -> s.domainWidth() == 0)
            .max(Comparator.comparingDouble(s -> evidence.part(s.kernel().name())));
    if (longest.isEmpty() || shapes.size() > 1 && longest.get().launches() > 1) {
      return List.of();
    }
    LaunchShape shape = longest.get();
    long groups = shape.geometry().groups();
    double fullest = (groups + units - 1) / units * (double) units / groups; // relative to the mean
    if (fullest < UNEVEN || evidence.peak() > 1 / UNEVEN) {
      return List.of();
    }
    String kernel = shape.kernel().name();
    List<Remedy> remedies = remedies(evidence, shape, fullest);
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("groups", (double) groups);
    numbers.put("compute_units", (double) units);
    numbers.put("fullest_unit_by_mean", fullest);
    String finding =
        groups < units
            ? "%s work-groups of %s for %s compute units leave %s of them without work."
                .formatted(Say.whole(groups), shape.geometry().groupSize(), units, units - groups)
            : "%s work-groups for %s compute units: the fullest unit has %s times the mean."
                .formatted(Say.whole(groups), units, Say.one(fullest));
    return List.of(
        new Proposal(
            new Place(kernel, 0),
            "Too few work-groups: " + finding,
            "Divide the work among more work-groups: smaller ones, or fewer elements for each"
                + " work-item.",
            numbers,
            remedies,
            evidence.part(kernel) * (1 - 1 / fullest)));
  }

  /**
   * Returns changes to a parameter of the workload that split the same work-items into more and
   * smaller groups. If there are none, returns program rewrites that split large groups, or that
   * distribute work-items with several stores over more groups.
   */
  private static List<Remedy> remedies(Evidence evidence, LaunchShape shape, double fullest) {
    List<Remedy> all = new ArrayList<>();
    evidence
        .card()
        .program()
        .parameters()
        .forEach(
            (name, value) -> {
              for (int part : new int[] {2, 4}) {
                divided(value, part)
                    .map(smaller -> new TreeMap<>(Map.of(name, smaller)))
                    .filter(changed -> isFiner(evidence.shapes(changed), shape))
                    .ifPresent(changed -> all.add(Remedy.parameters(changed)));
              }
            });
    if (!all.isEmpty()) {
      return all;
    }
    KernelCard card =
        evidence.kernels().stream()
            .filter(k -> Evidence.name(k).equals(shape.kernel().name()))
            .findFirst()
            .orElseThrow();
    long units = evidence.spec().value("unit.count");
    long rounds = Math.min(Rewrite.MOST, Math.round(stores(card)));
    long wavefronts = shape.geometry().groupSize() / evidence.wavefront(shape.kernel());
    if (rounds >= 2) {
      add(all, Rewrite.Kind.SPLIT, card, rounds);
      add(
          all,
          Rewrite.Kind.SPLIT,
          card,
          Math.min(rounds, MANY * units / shape.geometry().groups()));
    } else if (fullest >= UNEVEN) {
      add(all, Rewrite.Kind.SMALLER, card, wavefronts);
      add(all, Rewrite.Kind.SMALLER, card, wavefronts / 2);
    }
    return all;
  }

  private static void add(List<Remedy> all, Rewrite.Kind kind, KernelCard card, long number) {
    if (number >= 2 && number <= Rewrite.MOST) {
      Rewrite rewrite = new Rewrite(kind, (int) number);
      if (ProgramChange.applies(rewrite, card.text().kernel())) {
        all.add(Remedy.rewritten(rewrite));
      }
    }
  }

  /** Returns how often a work-item executes the kernel's most frequent global store. */
  private static double stores(KernelCard card) {
    long most =
        card.accesses().stream()
            .filter(a -> Evidence.isGlobal(a) && a.op() == Op.STORE)
            .mapToLong(AccessCard::workItems)
            .max()
            .orElse(0);
    return (double) most / Math.max(1, card.launches().workItems());
  }

  private static Optional<String> divided(String value, int part) {
    try {
      long number = Long.parseLong(value);
      return number % part == 0 && number > part
          ? Optional.of(String.valueOf(number / part))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether a launch of the kernel distributes the same number of work-items over more groups. */
  private static boolean isFiner(List<LaunchShape> shapes, LaunchShape own) {
    return shapes.stream()
        .filter(s -> s.kernel().name().equals(own.kernel().name()))
        .anyMatch(
            s ->
                s.geometry().workItems() == own.geometry().workItems()
                    && s.geometry().groups() > own.geometry().groups());
  }
}
