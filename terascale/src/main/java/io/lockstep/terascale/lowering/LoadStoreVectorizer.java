// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.AdjacentAccesses;
import io.lockstep.lower.pass.AdjacentAccesses.Candidates;
import io.lockstep.lower.pass.AdjacentAccesses.Kind;
import io.lockstep.lower.pass.AdjacentAccesses.Place;
import io.lockstep.lower.pass.AdjacentAccesses.Run;
import io.lockstep.lower.pass.Neighbours;
import io.lockstep.lower.pass.Replacements;
import io.lockstep.lower.pass.RewrittenKernel;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Merges loads and stores of adjacent words into accesses of 64 and 128 bits, as LLVM's
 * LoadStoreVectorizer does for R600: {@code allowsMisalignedMemoryAccesses} of that target admits
 * more than 32 bits at an alignment of 4 bytes. Bytes and half-words stay apart.
 *
 * <p>A kernel with poll loops is left as it is, since the accesses of its polls are looked up one
 * by one.
 */
final class LoadStoreVectorizer implements Candidates {
  private static final int WORD_BYTES = 4;
  private static final int MOST_WORDS = 4;

  private final RegisterFacts facts;
  private final Replacements replacements;
  private final Map<Instruction, Place> places = new IdentityHashMap<>();

  /** What the accesses that one instruction performs have in common. */
  private record Shape(Space space, int elementBytes, MemoryAccess.Qualifiers qualifiers) {
    static Shape of(Instruction i) {
      MemoryAccess m = i.memory();
      return new Shape(m.space(), m.element().bytes(), m.qualifiers());
    }
  }

  private LoadStoreVectorizer(Kernel kernel) {
    facts = new RegisterFacts(kernel);
    replacements = new Replacements(kernel);
  }

  static RewrittenKernel merge(Kernel kernel) {
    if (!PollLoops.of(kernel).isEmpty()) {
      return RewrittenKernel.unchanged(kernel);
    }
    LoadStoreVectorizer vectorizer = new LoadStoreVectorizer(kernel);
    kernel.blocks().forEach(vectorizer::merge);
    return vectorizer.replacements.rewritten();
  }

  private void merge(Block block) {
    List<Instruction> code = block.instructions();
    for (Instruction i : code) {
      if (i.memory() != null && i.memory().space() != Space.PARAMETER) {
        places.put(i, Place.of(facts, i, block.id()));
      }
    }
    for (Run run : AdjacentAccesses.runs(code, this)) {
      run.accesses().stream()
          .collect(Collectors.groupingBy(Shape::of, LinkedHashMap::new, Collectors.toList()))
          .values()
          .forEach(alike -> merge(run, alike));
    }
  }

  private void merge(Run run, List<Instruction> alike) {
    List<List<Instruction>> groups =
        Neighbours.groups(
            alike, i -> places.get(i).offset(), i -> i.memory().bytes(), MOST_WORDS, 0);
    for (List<Instruction> group : groups) {
      Instruction performs = run.performs(group);
      group.forEach(i -> replacements.put(i, List.of()));
      replacements.put(performs, List.of(replacements.made(wide(performs, group), group)));
    }
  }

  /** One access for all of a group, at the lowest address of them. */
  private Instruction wide(Instruction performs, List<Instruction> group) {
    MemoryAccess lowest = group.get(0).memory();
    Place place = places.get(group.get(0));
    List<Operand> sources = new ArrayList<>(List.of(Operand.register(place.base())));
    List<Integer> destinations = new ArrayList<>();
    int width = 0;
    for (Instruction i : group) {
      sources.addAll(i.sources().subList(1, i.sources().size()));
      destinations.addAll(i.destinations());
      width += i.memory().width();
    }
    return InstructionBuilder.from(performs)
        .to(destinations)
        .from(sources)
        .memory(
            new MemoryAccess(
                lowest.space(),
                lowest.element(),
                width,
                lowest.slot(),
                place.offset(),
                lowest.qualifiers()))
        .build();
  }

  @Override
  public Kind kind(Instruction i) {
    Kind kind = AdjacentAccesses.plain(i);
    return kind != null && i.memory().element().bytes() >= WORD_BYTES && places.get(i).base() >= 0
        ? kind
        : null;
  }

  @Override
  public Place place(Instruction i) {
    return places.get(i);
  }
}
