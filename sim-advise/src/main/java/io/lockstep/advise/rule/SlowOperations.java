// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds classes of operations that take a significant share of the issue cycles. The gain is
 * simulated with a kernel that has fewer or cheaper operations of these classes.
 */
abstract class SlowOperations implements AdviceRule {
  private static final double FEW = 0.03;
  private static final double USUAL = 4; // cycles, if the device declares none

  private final Set<OpClass> classes;
  private final Set<OpClass> helpers;

  /**
   * @param helpers classes that count only in blocks that also contain one of {@code classes}
   */
  SlowOperations(Set<OpClass> classes, Set<OpClass> helpers) {
    this.classes = classes;
    this.helpers = helpers;
  }

  abstract String noun();

  abstract String change();

  /** Returns rewrites of the program with fewer or cheaper operations of this kind. */
  abstract List<Rewrite> rewrites();

  private static final class Cycles {
    double slow;
    double slowRuns;
    double all;
    final Map<Integer, Double> byLine = new TreeMap<>();
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    LineTimes times = evidence.result().lines();
    if (times == null) {
      return all;
    }
    for (KernelCard card : evidence.kernels()) {
      times.kernels().stream()
          .filter(k -> k.name().equals(Evidence.name(card)))
          .findFirst()
          .map(k -> cycles(evidence, card, k, times))
          .filter(c -> c.slow > FEW * c.all)
          .map(c -> proposal(evidence, card, c))
          .filter(p -> !p.remedies().isEmpty())
          .ifPresent(all::add);
    }
    return all;
  }

  private Cycles cycles(
      Evidence evidence, KernelCard card, LineTimes.KernelTimes kernel, LineTimes times) {
    boolean narrow = evidence.wavefront(card.text().kernel()) <= 32;
    Map<Integer, Long> runs = new HashMap<>(); // lookup only
    card.blocks().forEach(b -> runs.put(b.block(), narrow ? b.narrow() : b.wide()));
    Kernel code = card.text().kernel();
    List<Instruction> instructions = new ArrayList<>();
    List<Integer> blocks = new ArrayList<>();
    Set<Integer> withSlow = new TreeSet<>();
    for (Block block : code.blocks()) {
      for (Instruction i : block.instructions()) {
        instructions.add(i);
        if (classes.contains(i.opClass())) {
          withSlow.add(block.id());
        }
        blocks.add(block.id());
      }
    }
    boolean single = evidence.portKinds() == 1;
    Cycles c = new Cycles();
    for (LineTimes.InstructionTimes t : kernel.instructions()) {
      c.all += cycles(t.ticks(), times, false, single);
      if (t.instruction() < 0 || t.instruction() >= instructions.size()) {
        continue;
      }
      OpClass kind = instructions.get(t.instruction()).opClass();
      long executed = runs.getOrDefault(blocks.get(t.instruction()), 0L);
      boolean helps = helpers.contains(kind) && withSlow.contains(blocks.get(t.instruction()));
      if (classes.contains(kind) || helps) {
        double spent = cycles(t.ticks(), times, true, single);
        c.slow += spent;
        c.slowRuns += executed;
        c.byLine.merge(evidence.line(card, t.line()), spent, Double::sum);
      }
    }
    return c;
  }

  /**
   * Returns the cycles that ports spend on an instruction. A single port that waits for a pipe
   * counts as busy with the instruction; several ports account for their cycles separately.
   */
  private static double cycles(long[] ticks, LineTimes times, boolean issued, boolean single) {
    double sum = 0;
    for (int i = 0; i < ticks.length; i++) {
      boolean counts =
          switch (times.causes().get(i).common()) {
            case NO_WAVEFRONT -> false;
            case OTHER_PORT -> single;
            case ISSUED -> true;
            default -> !issued;
          };
      sum += counts ? ticks[i] : 0;
    }
    return sum;
  }

  /** Returns the ticks for which a wavefront's simple operation occupies an issue port. */
  private static double simple(Evidence evidence) {
    double cycles =
        evidence.spec().has("issue.interval") ? evidence.spec().value("issue.interval") : USUAL;
    return cycles * evidence.device().tickHertz() / Math.max(1, evidence.device().clockHertz());
  }

  private Proposal proposal(Evidence evidence, KernelCard card, Cycles c) {
    String kernel = Evidence.name(card);
    double simple = simple(evidence);
    double saved = Math.max(0, c.slow - c.slowRuns * simple) / c.all * evidence.part(kernel);
    int line =
        c.byLine.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("share_of_cycles", c.slow / c.all);
    numbers.put("cycles_each", c.slowRuns == 0 ? 0 : c.slow / c.slowRuns);
    numbers.put("cycles_of_a_simple_operation", simple);
    return new Proposal(
        new Place(kernel, Math.max(0, line)),
        Character.toUpperCase(noun().charAt(0))
            + noun().substring(1)
            + " take "
            + Say.percent(c.slow / c.all)
            + " of the cycles of "
            + kernel
            + ", most at "
            + SourceLines.of(line)
            + ": "
            + Say.one(c.slowRuns == 0 ? 0 : c.slow / c.slowRuns)
            + " cycles each in a wavefront"
            + ", where a simple operation takes "
            + Say.one(simple)
            + ".",
        change(),
        numbers,
        rewrites().stream()
            .filter(r -> ProgramChange.applies(r, card.text().kernel()))
            .map(Remedy::rewritten)
            .toList(),
        saved);
  }
}
