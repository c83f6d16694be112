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
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.SlowPath;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds atomics and narrow stores that force all stores of a kernel onto a slower path. */
public final class SlowStores implements AdviceRule {
  public SlowStores() {}

  @Override
  public String name() {
    return "slow-stores";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    List<Proposal> all = new ArrayList<>();
    for (KernelCard card : evidence.kernels()) {
      Kernel kernel = card.text().kernel();
      Optional<LaunchShape> shape =
          evidence.shapes(new TreeMap<>()).stream()
              .filter(s -> s.kernel().name().equals(kernel.name()))
              .findFirst();
      if (shape.isPresent()) {
        MachineKernel code = evidence.device(shape.get().kernel()).lower(shape.get().kernel());
        code.slowPath().flatMap(path -> proposal(evidence, card, code, path)).ifPresent(all::add);
      }
    }
    return all;
  }

  private static Optional<Proposal> proposal(
      Evidence evidence, KernelCard card, MachineKernel code, SlowPath path) {
    List<Instruction> instructions =
        code.kernel().blocks().stream().flatMap(b -> b.instructions().stream()).toList();
    SortedSet<Integer> atomics = new TreeSet<>();
    SortedSet<Integer> stores = new TreeSet<>();
    CodeOrigins origins = code.origins().orElseThrow();
    for (int row : path.rows()) {
      origins.split(
          row,
          1_000, // divides finely enough for every instruction to get a share
          (number, share) -> {
            if (number < 0) {
              return;
            }
            Instruction i = instructions.get(number);
            int line = evidence.line(card, i.line());
            if (i.op() == Op.ATOMIC && i.memory().space() == Space.GLOBAL) {
              atomics.add(line);
            } else if (i.op() == Op.STORE) {
              stores.add(line);
            }
          });
    }
    long slowed =
        card.accesses().stream()
            .filter(a -> a.op() == Op.STORE && Evidence.isGlobal(a))
            .mapToLong(AccessCard::requests)
            .sum();
    if (slowed == 0 || atomics.isEmpty() && stores.isEmpty()) {
      return Optional.empty();
    }
    String name = Evidence.name(card);
    SortedSet<Integer> lines = atomics.isEmpty() ? stores : atomics;
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("stores", (double) slowed);
    numbers.put("lines_that_force_it", (double) atomics.size() + stores.size());
    boolean canSimulate = stores.isEmpty() && atomics.first() > 0;
    return Optional.of(
        new Proposal(
            new Place(name, lines.first()),
            "Slow stores: because of "
                + (atomics.isEmpty() ? "" : operations("atomic", " on global memory", atomics))
                + (atomics.isEmpty() || stores.isEmpty() ? "" : " and ")
                + (stores.isEmpty() ? "" : operations("store", "", stores))
                + ", all stores of "
                + name
                + " take "
                + path.name()
                + ", a slower path to memory.",
            (atomics.isEmpty()
                    ? ""
                    : "Move the atomics to a kernel of their own, or let each work-group store a"
                        + " partial result, which a second kernel adds.")
                + (atomics.isEmpty() || stores.isEmpty() ? "" : " ")
                + (stores.isEmpty() ? "" : "Store whole words: several elements a work-item."),
            numbers,
            canSimulate
                ? List.of(Remedy.lines(AccessChange.Kind.STORES, name, atomics))
                : List.of(),
            evidence.part(name) * 0.7));
  }

  private static String operations(String one, String where, SortedSet<Integer> numbers) {
    SourceLines lines = new SourceLines(List.copyOf(numbers));
    return "the " + lines.noun(one) + where + " at " + lines;
  }
}
