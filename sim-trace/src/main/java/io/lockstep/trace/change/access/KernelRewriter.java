// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.change.access;

import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.change.AccessChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Generates the code of a kernel with changed accesses. The blocks of the original keep their order
 * and follow the blocks of {@link FillBlocks}, if there are any. Values may be wrong, since changed
 * kernels are not executed; definitions and uses are consistent, since devices lower them.
 */
final class KernelRewriter {
  private final Kernel original;
  private final Function<Instruction, AccessChange.Kind> changes;
  private final Instruction filling; // null if nothing is filled
  private final int fills;
  private final Uniformity uniformity;
  private final AddressCode addresses;
  private final List<List<Instruction>> code = new ArrayList<>();
  private final ExtraRegisters extra;
  private final int[] definitions;

  /**
   * Creates a rewriter; {@link FillBlocks} move elements as {@code filling} does, unless it is
   * null.
   */
  KernelRewriter(
      Kernel original,
      Function<Instruction, AccessChange.Kind> changes,
      Instruction filling,
      int fills) {
    this.fills = fills;
    this.original = original;
    this.changes = changes;
    this.filling = filling;
    uniformity = new Uniformity(original, Uniformity.Among.WAVEFRONT);
    addresses = new AddressCode(original);
    extra = new ExtraRegisters(original);
    definitions = new int[original.registers().size()];
    for (Block block : original.blocks()) {
      for (Instruction i : block.instructions()) {
        i.writes().forEach(d -> definitions[d]++);
      }
    }
  }

  Kernel rewrite() {
    List<Integer> unused = new ArrayList<>(); // registers that changed operations no longer read
    for (Block block : original.blocks()) {
      List<Instruction> to = new ArrayList<>();
      for (Instruction i : block.instructions()) {
        AccessChange.Kind kind = i.isRecorded() ? changes.apply(i) : null;
        if (kind == AccessChange.Kind.LINE) {
          i.sources().stream().filter(Operand::isRegister).forEach(s -> unused.add(s.register()));
          replaceResults(i, to);
        } else if (kind == AccessChange.Kind.LOCAL) {
          to.add(local(i, unused));
        } else if (kind == AccessChange.Kind.STORES) {
          to.add(store(i));
          replaceResults(i, to);
        } else {
          to.add(i);
        }
      }
      code.add(to);
    }
    addresses.removeUnused(code, unused);
    List<Block> blocks = filling == null ? List.of() : new FillBlocks(extra, filling, fills).make();
    if (blocks.isEmpty()) {
      code.get(0).addAll(0, extra.setup());
    }
    List<Block> all = new ArrayList<>(blocks);
    for (Block block : original.blocks()) {
      all.add(moved(block, code.get(block.id()), blocks.size()));
    }
    return kernel(numbered(all), original.loops() + (blocks.isEmpty() ? 0 : 1));
  }

  /** Defines the results of a removed load, outside of loops if possible. */
  private void replaceResults(Instruction load, List<Instruction> to) {
    for (int d : load.writes()) {
      Type type = original.registers().get(d);
      Operand value = Operand.register(extra.value(type.bits(), uniformity.isUniform(d)));
      Instruction move = InstructionBuilder.of(Op.MOVE, type).to(d).from(value).build();
      if (definitions[d] == 1) {
        extra.add(move);
      } else {
        to.add(InstructionBuilder.from(move).line(load.line()).build());
      }
    }
  }

  private Instruction local(Instruction i, List<Integer> unused) {
    MemoryAccess m = i.memory();
    List<Operand> sources = new ArrayList<>(i.sources());
    Operand address = sources.get(0);
    boolean isArithmetic = address.isRegister() && addresses.isArithmetic(address.register());
    if (i.op() == Op.LOAD && (isArithmetic || !address.isRegister())) {
      sources.set(0, Operand.register(extra.item()));
      if (address.isRegister()) {
        unused.add(address.register());
      }
    }
    return InstructionBuilder.from(i)
        .from(sources)
        .memory(new MemoryAccess(Space.LOCAL, m.element(), m.width(), m.slot(), 0))
        .build();
  }

  /** Returns a store of an atomic's operand to the atomic's address. */
  private static Instruction store(Instruction atomic) {
    List<Operand> sources = atomic.sources();
    Operand value = sources.size() > 1 ? sources.get(1) : Operand.immediate(0);
    return InstructionBuilder.of(Op.STORE, atomic.type())
        .from(sources.get(0), value)
        .guard(atomic.guard(), atomic.guardNegated())
        .memory(atomic.memory())
        .line(atomic.line())
        .build();
  }

  private static Block moved(Block block, List<Instruction> code, int by) {
    if (code.isEmpty()) {
      code.add(InstructionBuilder.of(Op.JUMP, Type.I1).build());
    }
    return new Block(
        block.id() + by,
        code,
        block.successors().stream().map(s -> s + by).toList(),
        block.postDominator() < 0 ? -1 : block.postDominator() + by,
        block.loop(),
        block.loopDepth());
  }

  private static List<Block> numbered(List<Block> blocks) {
    List<Block> numbered = new ArrayList<>();
    int slots = 0;
    for (Block block : blocks) {
      List<Instruction> to = new ArrayList<>();
      for (Instruction i : block.instructions()) {
        boolean isMoved = i.isRecorded() && i.memory().slot() != slots;
        to.add(isMoved ? InstructionBuilder.from(i).memory(i.memory().withSlot(slots)).build() : i);
        slots += i.slots();
      }
      numbered.add(
          new Block(
              block.id(),
              to,
              block.successors(),
              block.postDominator(),
              block.loop(),
              block.loopDepth()));
    }
    return numbered;
  }

  private Kernel kernel(List<Block> blocks, int loops) {
    int slots = 0;
    for (Block block : blocks) {
      for (Instruction i : block.instructions()) {
        slots += i.slots();
      }
    }
    return original.with(new Kernel.Code(extra.types(), extra.names(), blocks, slots, loops));
  }
}
