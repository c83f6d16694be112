// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import io.lockstep.kernel.analysis.PollLoops;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
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
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Merges loads and stores of adjacent bytes and half-words into accesses of two or four bytes, as
 * LLVM's LoadStoreVectorizer does for gfx9: with unaligned access, which HSA enables, any alignment
 * suffices. Elements of a loaded word are extracted, those of a stored word put together, unless
 * they are the elements of a register in order.
 *
 * <p>Accesses at uniform addresses stay apart, since scalar loads need dword alignment, and so do
 * those of kernels with poll loops, whose accesses are looked up one by one, and those of several
 * trips of a loop that is rolled up again.
 */
final class SubwordAccesses implements Candidates {
  private static final int BYTE = 8;
  private static final int HALF = 16;
  private static final int WORD = 32;

  private final Kernel kernel;
  private final RegisterFacts facts;
  private final RegisterPlacement placement;
  private final RolledLoops rolled;
  private final Replacements replacements;
  private final Map<Instruction, Place> places = new IdentityHashMap<>();
  private final Map<Integer, Element> loaded =
      new HashMap<>(); // by destination register of the load

  /** An element of a loaded word: the register of the word, and the element's lowest bit. */
  private record Element(int word, int from) {}

  private SubwordAccesses(Kernel kernel, Chip chip) {
    this.kernel = kernel;
    facts = new RegisterFacts(kernel);
    placement = new RegisterPlacement(facts);
    rolled = new RolledLoops(facts, chip);
    replacements = new Replacements(kernel);
  }

  static RewrittenKernel of(Kernel kernel, Chip chip) {
    return chip.mostMergedDwords > 1 && PollLoops.of(kernel).isEmpty()
        ? new SubwordAccesses(kernel, chip).merged()
        : RewrittenKernel.unchanged(kernel);
  }

  private RewrittenKernel merged() {
    for (Block block : kernel.blocks()) {
      if (rolled.trips(block.id()).size() > 1) {
        continue;
      }
      for (Instruction i : block.instructions()) {
        if (i.memory() != null && i.memory().space() != Space.PARAMETER) {
          places.put(i, Place.of(facts, i, block.id()));
        }
      }
      List<Run> runs = AdjacentAccesses.runs(block.instructions(), this);
      runs.stream().filter(run -> run.kind() != Kind.STORE).forEach(this::merge);
      runs.stream().filter(run -> run.kind() == Kind.STORE).forEach(this::merge);
    }
    facts.code().forEach(this::extractByte);
    return replacements.rewritten();
  }

  private void merge(Run run) {
    run.accesses().stream()
        .collect(Collectors.groupingBy(i -> bytes(i), LinkedHashMap::new, Collectors.toList()))
        .values()
        .forEach(
            alike ->
                // Neighbours groups 32-bit words; sizes times four let it group bytes.
                Neighbours.groups(
                        alike,
                        i -> Integer.BYTES * places.get(i).offset(),
                        i -> Integer.BYTES * bytes(i),
                        Integer.BYTES,
                        0)
                    .forEach(group -> merge(run, group)));
  }

  private static int bytes(Instruction i) {
    return i.memory().bytes();
  }

  private void merge(Run run, List<Instruction> group) {
    Instruction performs = run.performs(group);
    if (run.kind() == Kind.STORE) {
      group.forEach(i -> replacements.put(i, List.of()));
      List<Instruction> code = new ArrayList<>();
      Operand word = word(group, code);
      InstructionBuilder wide = wide(performs, group).from(address(group), word);
      code.add(replacements.make(wide, performs, group));
      replacements.put(performs, code);
      return;
    }
    int word = replacements.register(Type.I32, "%word");
    InstructionBuilder wide = wide(performs, group).to(word).from(address(group));
    Instruction one = replacements.make(wide, performs, group);
    for (int k = 0; k < group.size(); k++) {
      Instruction load = group.get(k);
      int to = load.destinations().get(0);
      Element element = new Element(word, BYTE * bytes(load) * k);
      if (facts.definition(to) == load) {
        loaded.put(to, element);
      }
      List<Instruction> code = new ArrayList<>(load == performs ? List.of(one) : List.of());
      code.addAll(extract(element, load, load.signed()));
      replacements.put(load, code);
    }
  }

  private Operand address(List<Instruction> group) {
    return Operand.register(places.get(group.get(0)).base());
  }

  /** The wide access that performs a group of accesses; its operands are still to be added. */
  private InstructionBuilder wide(Instruction performs, List<Instruction> group) {
    MemoryAccess lowest = group.get(0).memory();
    int bits = BYTE * bytes(group.get(0)) * group.size();
    Type element = bits == WORD ? Type.I32 : Type.I16;
    return InstructionBuilder.of(performs.op(), Type.I32)
        .memory(
            new MemoryAccess(
                lowest.space(),
                element,
                1,
                lowest.slot(),
                places.get(group.get(0)).offset(),
                lowest.qualifiers()));
  }

  /** Extracts an element of a loaded word into the destination register of an instruction. */
  private List<Instruction> extract(Element element, Instruction writes, boolean signed) {
    int bits = writes.op() == Op.LOAD ? BYTE * bytes(writes) : writes.sourceType().bits();
    int to = writes.destinations().get(0);
    Operand word = Operand.register(element.word);
    Operand from = Operand.immediate(element.from);
    List<InstructionBuilder> code = new ArrayList<>();
    if (bits == HALF && replacements.type(to) != Type.I32) {
      if (element.from > 0) {
        int upper = replacements.register(Type.I32, "%upper");
        code.add(InstructionBuilder.of(Op.SHR, Type.I32).to(upper).from(word, from));
        word = Operand.register(upper);
      }
      code.add(InstructionBuilder.of(Op.CONVERT, Type.I16).sourceType(Type.I32).to(to).from(word));
    } else {
      code.add(
          InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
              .signed(signed)
              .to(to)
              .from(word, from, Operand.immediate(bits)));
    }
    return code.stream().map(i -> replacements.make(i, writes, List.of(writes))).toList();
  }

  /**
   * Replaces an instruction that extends a loaded byte by the extraction of the byte from the
   * loaded word.
   */
  private void extractByte(Instruction i) {
    boolean extendsByte =
        i.op() == Op.CONVERT
            && i.sourceType() == Type.I8
            && !i.type().isFloat()
            && !i.type().isWide()
            && i.guard() < 0
            && i.sources().get(0).isRegister();
    Element element = extendsByte ? loaded.get(i.sources().get(0).register()) : null;
    if (element != null) {
      replacements.put(i, extract(element, i, i.sourceSigned()));
    }
  }

  /**
   * The word that a group of stores writes.
   *
   * @param code receives the instructions that insert the elements into the word
   */
  private Operand word(List<Instruction> stores, List<Instruction> code) {
    int bits = BYTE * bytes(stores.get(0));
    List<Operand> data = stores.stream().map(i -> i.sources().get(1)).toList();
    if (data.stream().allMatch(o -> facts.constant(o) != null)) {
      long word = 0;
      for (int k = 0; k < data.size(); k++) {
        word |= (facts.constant(data.get(k)) & (1L << bits) - 1) << bits * k;
      }
      return Operand.immediate((int) word);
    }
    Element first = element(data.get(0), bits);
    boolean inOrder = first != null && first.from == 0;
    for (int k = 1; k < data.size() && inOrder; k++) {
      inOrder = new Element(first.word, bits * k).equals(element(data.get(k), bits));
    }
    if (inOrder) {
      return Operand.register(first.word);
    }
    List<Operand> parts = data;
    int width = bits;
    while (parts.size() > 1) {
      List<Operand> wider = new ArrayList<>();
      for (int k = 0; k < parts.size(); k += 2) {
        int to = replacements.register(Type.I32, "%joined");
        InstructionBuilder join =
            InstructionBuilder.of(Op.BIT_FIELD_INSERT, Type.I32)
                .to(to)
                .from(
                    parts.get(k + 1),
                    parts.get(k),
                    Operand.immediate(width),
                    Operand.immediate(width));
        code.add(replacements.make(join, stores.get(k), stores));
        wider.add(Operand.register(to));
      }
      parts = wider;
      width *= 2;
    }
    return parts.get(0);
  }

  /** The loaded element that an operand is a copy or a shift of; null if there is none. */
  private Element element(Operand o, int bits) {
    int from = 0;
    while (o.isRegister()) {
      Element element = loaded.get(o.register());
      if (element != null) {
        return from == 0 ? element : null;
      }
      Instruction d = facts.definition(o.register());
      boolean whole = d != null && replacements.type(o.register()) == Type.I32;
      Long by = d != null && d.op() == Op.SHR ? facts.constant(d.sources().get(1)) : null;
      if (by != null && whole) {
        from += by.intValue();
      } else if (d == null || from != 0 || !keepsLowBits(d, bits)) {
        return whole ? new Element(o.register(), from) : null;
      }
      o = d.sources().get(0);
    }
    return null;
  }

  private static boolean keepsLowBits(Instruction d, int bits) {
    return d.op() == Op.MOVE
        || d.op() == Op.CONVERT
            && !d.type().isFloat()
            && !d.sourceType().isFloat()
            && !d.saturate()
            && d.type().bits() >= bits
            && d.sourceType().bits() >= bits;
  }

  @Override
  public Kind kind(Instruction i) {
    Kind kind = AdjacentAccesses.plain(i);
    boolean candidate =
        kind != null
            && bytes(i) < Integer.BYTES
            && i.memory().width() == 1
            && (kind == Kind.STORE || !i.writes().isEmpty())
            && places.get(i).base() >= 0
            && placement.isVector(i.sources().get(0));
    return candidate ? kind : null;
  }

  @Override
  public Place place(Instruction i) {
    return places.get(i);
  }
}
