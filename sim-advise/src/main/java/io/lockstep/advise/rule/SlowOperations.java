package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.OpClass;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.spi.stats.CommonCause;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Operations of some classes that take most cycles of issue ports. The gain is arithmetic: their
 * cycles, less what as many of the kernel's cheap operations take.
 */
abstract class SlowOperations implements AdviceRule {
  private static final Set<OpClass> CHEAP =
      EnumSet.of(
          OpClass.INT_ADD,
          OpClass.INT_LOGIC,
          OpClass.INT_SHIFT,
          OpClass.FLOAT_ADD,
          OpClass.FLOAT_MUL,
          OpClass.FLOAT_MAD,
          OpClass.FLOAT_FMA,
          OpClass.COMPARE_INT);

  private static final double FEW = 0.03;

  private final Set<OpClass> classes;

  SlowOperations(Set<OpClass> classes) {
    this.classes = classes;
  }

  /** What these operations are, a noun in the plural. */
  abstract String noun();

  /** What to do about them. */
  abstract String change();

  /** Cycles of the kernel's instructions by what they are. */
  private static final class Cycles {
    double slow;
    double slowRuns;
    double cheapest = Double.MAX_VALUE;
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
          .ifPresent(c -> all.add(proposal(evidence, card, c)));
    }
    return all;
  }

  private Cycles cycles(
      Evidence evidence, KernelCard card, LineTimes.KernelTimes kernel, LineTimes times) {
    boolean narrow = evidence.spec().value("unit.wavefront") <= 32;
    Map<Integer, Long> runs = new HashMap<>(); // looked up only
    card.blocks().forEach(b -> runs.put(b.block(), narrow ? b.narrow() : b.wide()));
    Kernel code = card.text().kernel();
    List<Instruction> instructions = new ArrayList<>();
    List<Integer> blocks = new ArrayList<>();
    for (Block block : code.blocks()) {
      for (Instruction i : block.instructions()) {
        instructions.add(i);
        blocks.add(block.id());
      }
    }
    Cycles c = new Cycles();
    for (LineTimes.InstructionTimes t : kernel.instructions()) {
      double spent = spent(t.ticks(), times);
      c.all += spent;
      if (t.instruction() < 0 || t.instruction() >= instructions.size()) {
        continue;
      }
      OpClass kind = instructions.get(t.instruction()).opClass();
      long executed = runs.getOrDefault(blocks.get(t.instruction()), 0L);
      if (classes.contains(kind)) {
        c.slow += spent;
        c.slowRuns += executed;
        c.byLine.merge(t.line(), spent, Double::sum);
      } else if (CHEAP.contains(kind) && executed > 0 && spent > 0) {
        c.cheapest = Math.min(c.cheapest, spent / executed);
      }
    }
    return c;
  }

  /** Cycles in which the port issued the instruction or waited at it. */
  private static double spent(long[] ticks, LineTimes times) {
    double sum = 0;
    for (int i = 0; i < ticks.length; i++) {
      CommonCause common = times.causes().get(i).common();
      boolean own = common != CommonCause.NO_WAVEFRONT && common != CommonCause.OTHER_PORT;
      sum += own ? ticks[i] : 0;
    }
    return sum;
  }

  private Proposal proposal(Evidence evidence, KernelCard card, Cycles c) {
    String kernel = Evidence.name(card);
    double cheap = c.cheapest == Double.MAX_VALUE ? 0 : c.slowRuns * c.cheapest;
    double saved = Math.max(0, c.slow - cheap) / c.all * evidence.part(kernel);
    int line =
        c.byLine.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("share_of_cycles", c.slow / c.all);
    numbers.put("cycles_each", c.slowRuns == 0 ? 0 : c.slow / c.slowRuns);
    if (cheap > 0) {
      numbers.put("cycles_of_a_cheap_operation", c.cheapest);
    }
    return new Proposal(
        new Place(kernel, Math.max(0, line)),
        Character.toUpperCase(noun().charAt(0))
            + noun().substring(1)
            + " take "
            + Say.percent(c.slow / c.all)
            + " of the cycles of "
            + kernel
            + ", most at line "
            + line
            + ": "
            + Say.one(c.slowRuns == 0 ? 0 : c.slow / c.slowRuns)
            + " cycles each in a wavefront"
            + (cheap > 0 ? ", where a simple operation takes " + Say.one(c.cheapest) : "")
            + ".",
        change(),
        numbers,
        List.of(Remedy.computed(1 / (1 - Math.min(saved, 0.99)))),
        saved);
  }
}
