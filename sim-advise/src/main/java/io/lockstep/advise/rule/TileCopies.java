// SPDX-License-Identifier: Apache-2.0
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
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.trace.change.Rewrite;
import io.lockstep.trace.change.apply.ProgramChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds loops that fill local memory and use it in the same round, on devices with asynchronous
 * copies: loads whose values pass through registers, and copies that are awaited at once.
 */
public final class TileCopies implements AdviceRule {
  private static final Rewrite ASYNC = Rewrite.of(Rewrite.Kind.ASYNC_COPIES);
  private static final Rewrite AHEAD = Rewrite.of(Rewrite.Kind.COPIES_AHEAD);
  private static final double LITTLE = 0.05; // promised where no time is known

  public TileCopies() {}

  @Override
  public String name() {
    return "tile-copies";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    if (!evidence.device().capabilities().asynchronousCopies()) {
      return all;
    }
    for (KernelCard card : evidence.kernels()) {
      Kernel kernel = card.text().kernel();
      if (ProgramChange.applies(ASYNC, kernel)) {
        all.add(proposal(evidence, card, loads(evidence, card), COPY, List.of(ASYNC)));
        all.add(
            proposal(
                evidence,
                card,
                loads(evidence, card),
                COPY_AHEAD + more(evidence, card),
                List.of(ASYNC, AHEAD)));
      } else if (ProgramChange.applies(AHEAD, kernel)) {
        all.add(
            proposal(
                evidence,
                card,
                awaited(kernel),
                Say.sentence(AHEAD_OF) + more(evidence, card),
                List.of(AHEAD)));
      }
    }
    return all;
  }

  private static final String AHEAD_OF =
      "start the copies of a later round before the work of this one";
  private static final String COPY =
      "Copy asynchronously from global to local memory, which needs no registers.";
  private static final String COPY_AHEAD = "Copy asynchronously, and " + AHEAD_OF;

  /** Whether a kernel's copies could start earlier. */
  static boolean apply(Evidence evidence, Kernel kernel) {
    return evidence.device().capabilities().asynchronousCopies()
        && (ProgramChange.applies(ASYNC, kernel) || ProgramChange.applies(AHEAD, kernel));
  }

  private static String loads(Evidence evidence, KernelCard card) {
    long bytes = ProgramChange.copiedBytes(card.text().kernel());
    return "a loop loads "
        + bytes
        + " bytes a work-item into registers, only to store them to local memory, and waits for"
        + " them";
  }

  /** Describes how many groups of copies a loop has under way when it goes on from a wait. */
  private static String awaited(Kernel kernel) {
    long under =
        kernel.blocks().stream()
            .filter(b -> b.loop() >= 0)
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i.op() == Op.AWAIT_COPIES)
            .mapToLong(i -> i.sources().get(0).bits())
            .min()
            .orElse(0);
    return under == 0
        ? "a loop waits for the asynchronous copies that it has just started"
        : "a loop's asynchronous copies are awaited "
            + (under == 1 ? "a round" : under + " rounds")
            + " after their start";
  }

  /** Describes the local memory that one more group of copies takes. */
  private static String more(Evidence evidence, KernelCard card) {
    Optional<Residency> residency = Residency.of(evidence, Evidence.name(card));
    if (residency.isEmpty()) {
      return ".";
    }
    long bytes = ProgramChange.copiedBytes(card.text().kernel()) * residency.get().groupSize();
    String loss = residency.get().lossByLocal((int) bytes).map(l -> ", " + l).orElse("");
    return ": that takes " + bytes + " bytes of local memory more" + loss + ".";
  }

  private static Proposal proposal(
      Evidence evidence, KernelCard card, String finding, String change, List<Rewrite> rewrites) {
    double waiting = evidence.share(CommonCause.MEMORY_LATENCY);
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("waiting_for_memory_share", waiting);
    numbers.put(
        "bytes_per_work_item_and_round", (double) ProgramChange.copiedBytes(card.text().kernel()));
    return new Proposal(
        new Place(Evidence.name(card), evidence.line(card, line(card.text().kernel()))),
        "Copies to local memory: %s; waiting for memory takes %s of the issue ports' cycles."
            .formatted(finding, Say.percent(waiting)),
        change,
        numbers,
        List.of(Remedy.rewritten(rewrites)),
        evidence.part(Evidence.name(card)) * Math.max(LITTLE, waiting));
  }

  /** Returns the line of the first copy, or store to local memory, of a loop. */
  private static int line(Kernel kernel) {
    int line = 0;
    for (Block block : kernel.blocks()) {
      for (Instruction i : block.instructions()) {
        boolean fills =
            block.loop() >= 0
                && i.op() == Op.STORE
                && i.memory().space() == Space.LOCAL
                && i.memory().bytes() >= 4;
        if (fills && line == 0) {
          line = i.line();
        }
      }
    }
    return line;
  }
}
