// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.rewrite;

import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The code of a kernel under change. The first blocks are the original's blocks, with the same
 * numbers; recorded operations keep the original's slots until the kernel is built.
 */
public final class KernelCopy {
  /**
   * A memory slot of the changed kernel, which repeats a slot of the original. {@code group} is the
   * index of the joined group that executed the original access, {@code round} the distance in
   * iterations from the visit that the block repeats.
   */
  record Slot(int block, int original, int group, int round) {}

  public final Kernel original;
  final List<Draft> code = new ArrayList<>();
  final KernelBuilder builder;
  private final List<List<Integer>> successors = new ArrayList<>();
  private final Map<Instruction, Integer> groups = new IdentityHashMap<>(); // never iterated
  private final Map<Instruction, Integer> rounds = new IdentityHashMap<>(); // never iterated

  KernelCopy(Kernel original) {
    this.original = original;
    builder = new KernelBuilder(original.name(), original.frontend(), original.source());
    for (int r = 0; r < original.registers().size(); r++) {
      builder.register(original.registers().get(r), original.registerNames().get(r));
    }
    original.parameters().forEach(builder::parameter);
    original.variables().forEach(builder::variable);
    builder.addressBits(original.addressBits()).bounds(original.bounds());
    if (original.subGroups()) {
      builder.subGroups(original.fixedWidth());
    } else {
      builder.fixedWidth(original.fixedWidth());
    }
    for (Block block : original.blocks()) {
      block(block.instructions(), block.successors());
    }
  }

  /** Adds a block; returns its number. */
  int block(List<Instruction> instructions, List<Integer> to) {
    Draft draft = new Draft();
    draft.code().addAll(instructions);
    code.add(draft);
    successors.add(List.copyOf(to));
    return code.size() - 1;
  }

  /** Marks an operation as executed by another of the joined groups. */
  void repeated(Instruction i, int group) {
    groups.put(i, group);
  }

  /** Marks an operation as part of another iteration. */
  void ofRound(Instruction i, int round) {
    rounds.put(i, round);
  }

  void successors(int block, List<Integer> to) {
    successors.set(block, List.copyOf(to));
  }

  /** Returns the slots of the changed kernel, in order. */
  public List<Slot> slots() {
    List<Slot> slots = new ArrayList<>();
    for (int b = 0; b < code.size(); b++) {
      for (Instruction i : code.get(b).code()) {
        for (int s = 0; s < i.slots(); s++) {
          int group = groups.getOrDefault(i, 0);
          slots.add(new Slot(b, i.memory().slot() + s, group, rounds.getOrDefault(i, 0)));
        }
      }
    }
    return slots;
  }

  /** Returns whether records of the original are valid for the changed kernel. */
  public boolean hasRecordsOfOriginal() {
    List<Slot> slots = slots();
    boolean isAlike =
        code.size() == original.blocks().size() && slots.size() == original.memorySlots();
    for (int b = 0; isAlike && b < code.size(); b++) {
      isAlike = successors.get(b).equals(original.blocks().get(b).successors());
    }
    for (int s = 0; isAlike && s < slots.size(); s++) {
      isAlike = slots.get(s).original() == s;
    }
    return isAlike;
  }

  public Kernel build() {
    for (int b = 0; b < code.size(); b++) {
      int block = builder.block();
      builder.replace(block, code.get(b).code());
      builder.successors(block, successors.get(b));
    }
    Kernel built = builder.build();
    for (int r : KernelVerifier.neverDefined(built)) { // defined by removed code
      Type type = builder.typeOf(r);
      Instruction zero =
          InstructionBuilder.of(Op.MOVE, type).to(r).from(Operand.immediate(0)).build();
      List<Instruction> begin = new ArrayList<>(builder.instructions(0));
      begin.add(0, zero);
      builder.replace(0, begin);
    }
    built = builder.build();
    if (built.blocks().size() != code.size()) {
      throw new IllegalStateException("a block of " + original.name() + " is not reached");
    }
    Kernel kernel = original.unrolled() ? built.withUnrolledLoops() : built;
    KernelVerifier.verify(kernel);
    return kernel;
  }
}
