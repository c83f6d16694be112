// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.kernel.analysis.DemandedHalves;
import io.lockstep.kernel.analysis.Liveness;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.Ranges;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.lower.pass.DeadOperations;
import io.lockstep.lower.pass.KnownValues;
import io.lockstep.lower.pass.PortableCode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A kernel as the register allocator sees it: copies are replaced by their sources; unused results
 * are removed, members of a fetch included (a fetch has a write mask: envytools,
 * hw/graph/tesla/cuda/isa); and a 64-bit value whose upper half is zero or unused has 32 bits.
 */
final class AllocatedKernel {
  private final RegisterFacts facts;
  private final DemandedHalves demanded;
  private final Ranges ranges;
  private final Predicate<Instruction> renamed;
  private final Map<Instruction, Instruction> propagated = new IdentityHashMap<>();
  private final Kernel allocated;

  /**
   * @param renamed whether an instruction's result is its first register, without an instruction
   */
  AllocatedKernel(
      RegisterFacts facts, DemandedHalves demanded, Ranges ranges, Predicate<Instruction> renamed) {
    this.facts = facts;
    this.demanded = demanded;
    this.ranges = ranges;
    this.renamed = renamed;
    allocated = run(facts.kernel());
  }

  Kernel kernel() {
    return allocated;
  }

  boolean isCopy(Instruction i) {
    return copied(i) >= 0;
  }

  /**
   * Returns the instruction of the transformed kernel that stands for an original one; null if it
   * was removed.
   */
  Instruction of(Instruction i) {
    return propagated.get(i);
  }

  /** The register of the transformed kernel that holds an operand of an original instruction. */
  int value(Instruction i, int operand) {
    return propagated.get(i).sources().get(operand).register();
  }

  private Kernel run(Kernel kernel) {
    List<List<Instruction>> code = new ArrayList<>();
    kernel.blocks().forEach(b -> code.add(propagated(b)));
    List<List<Integer>> successors = kernel.blocks().stream().map(Block::successors).toList();
    DeadOperations.remove(
        code,
        1,
        () -> new Liveness(code, successors),
        (i, live) -> Liveness.before(i, live),
        AllocatedKernel::needed);
    return with(kernel, code);
  }

  /** Whether both halves of a value are needed. */
  private boolean isWide(int register) {
    return demanded.high(register) && !ranges.fits(register, 32);
  }

  /** The register that an instruction copies, or -1. */
  private int copied(Instruction i) {
    if (i.guard() >= 0 || i.writes().size() != 1 || isWide(i.writes().get(0))) {
      return -1;
    }
    boolean copies = i.op() == Op.MOVE || renamed.test(i);
    return copies && !i.reads().isEmpty() ? i.reads().get(0) : -1;
  }

  private List<Instruction> propagated(Block block) {
    KnownValues<Integer> copies = new KnownValues<>();
    List<Instruction> code = new ArrayList<>();
    for (Instruction i : block.instructions()) {
      List<Operand> sources = new ArrayList<>();
      for (Operand o : i.sources()) {
        sources.add(o.isRegister() ? Operand.register(original(o.register(), copies)) : o);
      }
      int source = copied(i);
      int original = source < 0 ? -1 : original(source, copies);
      i.writes().forEach(copies::written);
      if (original >= 0 && original != i.writes().get(0)) {
        copies.put(i.writes().get(0), original, original);
      }
      Instruction now =
          sources.equals(i.sources()) ? i : InstructionBuilder.from(i).from(sources).build();
      propagated.put(i, now);
      code.add(now);
    }
    return code;
  }

  private int original(int register, KnownValues<Integer> copies) {
    int r = Objects.requireNonNullElse(copies.of(register), register);
    while (same(r) >= 0) {
      r = same(r);
    }
    return r;
  }

  /** The register that always holds the value of another, or -1. */
  private int same(int register) {
    Instruction definition = facts.definition(register);
    int source = definition == null ? -1 : copied(definition);
    return source >= 0 && facts.isWrittenOnce(source) ? source : -1;
  }

  /** The instruction with the results that are live; null if it is unused. */
  private static Instruction needed(Instruction i, BitSet live) {
    List<Integer> writes = i.writes();
    if (PortableCode.isPure(i)) {
      return writes.isEmpty() || writes.stream().anyMatch(live::get) ? i : null;
    }
    if (i.op() != Op.TEXTURE || writes.stream().allMatch(live::get)) {
      return i;
    }
    List<Integer> kept = new ArrayList<>(i.destinations());
    kept.replaceAll(d -> d >= 0 && live.get(d) ? d : -1);
    return InstructionBuilder.from(i).to(kept).build();
  }

  private Kernel with(Kernel kernel, List<List<Instruction>> code) {
    List<Type> registers = new ArrayList<>(kernel.registers());
    for (int r = 0; r < registers.size(); r++) {
      if (registers.get(r) == Type.I64 && !isWide(r)) {
        registers.set(r, Type.I32);
      }
    }
    List<Block> blocks =
        kernel.blocks().stream().map(b -> PortableCode.with(b, code.get(b.id()))).toList();
    return new Kernel(
        kernel.origin(),
        new Kernel.Signature(kernel.parameters(), kernel.parameterBytes(), 32),
        new Kernel.Code(
            registers, kernel.registerNames(), blocks, kernel.memorySlots(), kernel.loops()),
        kernel.memory(),
        kernel.bounds(),
        kernel.traits());
  }
}
