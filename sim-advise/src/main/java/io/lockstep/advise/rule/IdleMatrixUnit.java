// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.spi.spec.Ideal;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds kernels with matrix instructions that leave the matrix units idle, and what their
 * wavefronts wait for instead. Causes that another rule removes more precisely are left to it.
 */
public final class IdleMatrixUnit implements AdviceRule {
  private static final double BUSY = 0.7;
  private static final double FEW = 0.05;
  private static final double MANY = 0.3;

  /** What wavefronts wait for. */
  private enum Wait {
    FRAGMENTS(
        "factors from local memory",
        "Let each factor that is loaded serve more products: a larger part of the result for each"
            + " wavefront."),
    LOADS(
        "data from memory",
        "Load what the next round needs before the products of this one, into registers or another"
            + " buffer."),
    RESULTS(
        "results of their own instructions",
        "Let each wavefront add up more results that do not depend on each other, or have more"
            + " wavefronts."),
    BARRIER(
        "barriers",
        "Have more products between two barriers: deeper tiles, or a buffer that is filled while"
            + " another one is used."),
    NOBODY(
        "work, as no wavefront is there",
        "Have more wavefronts: smaller tiles, fewer registers or less local memory of each"
            + " work-group.");

    final String words;
    final String change;

    Wait(String words, String change) {
      this.words = words;
      this.change = change;
    }
  }

  public IdleMatrixUnit() {}

  @Override
  public String name() {
    return "idle-matrix-unit";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    LineTimes times = evidence.result().lines();
    double busy = evidence.value("matrix.busy");
    if (times == null || busy == 0 || busy >= BUSY) {
      return all;
    }
    for (KernelCard card : evidence.kernels()) {
      if (FactorLoads.isThere(card.text().kernel())) {
        Map<Wait, Double> shares = shares(times, Evidence.name(card));
        shares.forEach(
            (wait, share) -> {
              List<Remedy> remedies = share < FEW ? List.of() : remedies(evidence, card, wait);
              if (!remedies.isEmpty()) {
                all.add(proposal(evidence, card, wait, share, remedies));
              }
            });
      }
    }
    return all;
  }

  /** Returns the shares of a kernel's issue cycles, those without a wavefront included. */
  private static Map<Wait, Double> shares(LineTimes times, String kernel) {
    Map<Wait, Double> shares = new EnumMap<>(Wait.class);
    double all = 0;
    for (LineTimes.KernelTimes k : times.kernels()) {
      for (LineTimes.InstructionTimes t : k.instructions()) {
        for (int c = 0; k.name().equals(kernel) && c < t.ticks().length; c++) {
          Wait wait = wait(times.causes().get(c).common());
          all += t.ticks()[c];
          if (wait != null) {
            shares.merge(wait, (double) t.ticks()[c], Double::sum);
          }
        }
      }
    }
    double sum = Math.max(1, all);
    shares.replaceAll((wait, ticks) -> ticks / sum);
    return shares;
  }

  private static Wait wait(CommonCause cause) {
    return switch (cause) {
      case LOCAL_MEMORY -> Wait.FRAGMENTS;
      case MEMORY_LATENCY, MEMORY_BANDWIDTH, SCALAR_MEMORY -> Wait.LOADS;
      case DEPENDENCY -> Wait.RESULTS;
      case BARRIER -> Wait.BARRIER;
      case NO_WAVEFRONT -> Wait.NOBODY;
      default -> null;
    };
  }

  private static List<Remedy> remedies(Evidence evidence, KernelCard card, Wait wait) {
    return switch (wait) {
      case FRAGMENTS -> fragments(evidence, card);
      case LOADS ->
          TileCopies.apply(evidence, card.text().kernel())
              ? List.of()
              : List.of(Remedy.ideal(Ideal.MEMORY_LATENCY));
      case RESULTS, BARRIER -> List.of(Remedy.ideal(Ideal.DEPENDENCY));
      case NOBODY -> List.of(Remedy.ideal(Ideal.RESIDENCY));
    };
  }

  /** Simulates loads of factors without cost; nothing if bank conflicts are what they cost. */
  private static List<Remedy> fragments(Evidence evidence, KernelCard card) {
    double cycles = evidence.value("lds.cycles");
    if (cycles > 0 && evidence.value("lds.conflict_cycles") > MANY * cycles) {
      return List.of();
    }
    FactorLoads loads = new FactorLoads(card.text().kernel());
    List<Integer> lines =
        card.accesses().stream().filter(loads::isLocal).map(AccessCard::line).toList();
    return lines.stream().allMatch(l -> l > 0) && !lines.isEmpty()
        ? List.of(Remedy.lines(AccessChange.Kind.LINE, Evidence.name(card), lines))
        : List.of();
  }

  private static Proposal proposal(
      Evidence evidence, KernelCard card, Wait wait, double share, List<Remedy> remedies) {
    double busy = evidence.value("matrix.busy");
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("matrix_busy", busy);
    numbers.put("share_of_cycles", share);
    return new Proposal(
        new Place(Evidence.name(card), evidence.line(card, line(card))),
        "Idle matrix unit: it works %s of the time; issue ports wait %s of it for %s."
            .formatted(Say.percent(busy), Say.percent(share), wait.words),
        wait.change,
        numbers,
        remedies,
        evidence.part(Evidence.name(card)) * share * (1 - busy));
  }

  /** Returns the line of the matrix instruction that is executed most often. */
  private static int line(KernelCard card) {
    Kernel kernel = card.text().kernel();
    Map<Integer, Long> runs = new HashMap<>(); // lookup only
    card.blocks().forEach(b -> runs.put(b.block(), b.workItems()));
    long most = -1;
    int line = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        if (i.op() == Op.MATRIX && runs.getOrDefault(block.id(), 0L) > most) {
          most = runs.getOrDefault(block.id(), 0L);
          line = i.line();
        }
      }
    }
    return line;
  }
}
