// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.Latencies;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.SassOption;
import io.lockstep.device.nvidia.code.TensorUnit;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.device.nvidia.rewrite.PtxasArrays;
import io.lockstep.device.nvidia.rewrite.UniformLoads;
import io.lockstep.device.nvidia.schedule.BankReads;
import io.lockstep.device.nvidia.schedule.ControlInsertion;
import io.lockstep.device.nvidia.schedule.RegisterAllocation;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.lower.Transformation;
import io.lockstep.lower.control.PredicatedIfs;
import io.lockstep.lower.pass.PromotedArrays;
import io.lockstep.lower.pass.RewrittenKernel;
import io.lockstep.lower.rows.CodeRows;
import io.lockstep.lower.rows.PrivateFrame;
import io.lockstep.lower.unroll.UnrolledLoops;
import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Rate;
import io.lockstep.sm.code.Row;
import io.lockstep.sm.code.SassCode;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Set;

/** Lowers portable kernels to machine instructions with control bits. Immutable and thread-safe. */
public final class SassLowering {
  private static final int FEWEST = 8;
  private static final int MOST = 255;
  private static final int PREDICATES = 7;
  private static final int LONG = 1 << 20; // instructions

  private final Capability capability;
  private final TensorUnit tensor;
  private final Latencies latencies;
  private final RegisterTarget target;
  private final int predicated; // instructions of a side at most
  private final Set<SassOption> options;

  /** Creates the lowering for a device. */
  public SassLowering(DeviceSpec spec) {
    latencies = new Latencies(spec);
    tensor = latencies.tensor();
    capability = latencies.capability();
    predicated = spec.integer("code.predicated");
    options = Transformation.of(SassOption.class, spec.choice("unit.capability"), spec);
    target = new RegisterTarget(spec, latencies, options);
  }

  /**
   * Checks a kernel.
   *
   * @throws RefusalException if the capability lacks an operation, or the kernel needs too many
   *     registers
   */
  public void check(Kernel kernel) {
    lower(kernel);
  }

  /**
   * Returns the code for a launch whose blocks leave each thread a number of registers.
   *
   * @throws RefusalException if the code needs more
   */
  public MachineKernel fitted(MachineKernel code, int most) {
    if (code.registers() > most) {
      throw tooMany(
          code.kernel(), code.registers(), most, " in a block of this size; launch bounds say so");
    }
    return code;
  }

  private static RefusalException tooMany(Kernel kernel, int registers, int most, String where) {
    return new RefusalException(
        "kernel '%s': needs %s registers, at most %s are available%s"
            .formatted(kernel.name(), registers, most, where));
  }

  /**
   * Lowers a kernel.
   *
   * @throws RefusalException as {@link #check}
   */
  public SassCode lower(Kernel kernel) {
    boolean unrolls = options.contains(SassOption.UNROLLED_LOOPS);
    UnrolledLoops loops = new UnrolledLoops(kernel, loop -> unrolls && UnrolledCode.pays(loop));
    RewrittenKernel rewritten = rewritten(loops.code());
    CodeUnit code = select(rewritten.kernel());
    RegisterAllocation allocated = RegisterTarget.allocate(code);
    code.blocks().forEach(block -> block.removeIf(SassOp::isIdle));
    int count = Math.max(FEWEST, allocated.used(Kind.VECTOR) + RegisterTarget.RESERVED);
    if (count > MOST) {
      throw tooMany(kernel, count, MOST, "");
    }
    ControlInsertion bits = new ControlInsertion(code.blocks(), code.successors(), latencies);
    CodeRows<Row> rows = new CodeRows<>(kernel, loops.code().blocks().size());
    rows.note(
        "// %s, sm_%s: %s registers, %s instructions of slow paths are not shown"
            .formatted(kernel.name(), capability.number().replace(".", ""), count, code.cold()));
    for (int place = 0; place < code.layout().size(); place++) {
      int b = code.layout().at(place);
      rows.begin(b, ".L" + b + ":");
      List<SassOp> ops = code.blocks().get(b);
      for (int k = 0; k < ops.size(); k++) {
        SassOp op = ops.get(k);
        ControlBits c = bits.of(op);
        SassOp before = ops.get(Math.max(0, k - 1));
        List<Instruction> from = loops.origins(rewritten.origins(op.from));
        rows.add(row(op, c, BankReads.of(op, before, k > 0 ? bits.of(before).reuse() : 0)), from);
        rows.line(Listing.line(op, c), from);
        for (ControlBits filler : bits.fillers(op)) {
          SassOp nop = new SassOp("NOP", Pipe.BRANCH);
          rows.add(row(nop, filler, 0), from);
          rows.line(Listing.line(nop, filler), from);
        }
      }
    }
    PrivateFrame frame = code.spills().frame(rewritten.kernel(), count);
    return loops.executed() == kernel
        ? new SassCode(rows, count, frame, code.meets(), code.ifs())
        : new UnrolledCode(rows, count, frame, code.meets(), code.ifs(), loops);
  }

  private RewrittenKernel rewritten(Kernel kernel) {
    return options.contains(SassOption.PROMOTED_ARRAYS)
        ? PromotedArrays.of(kernel, PtxasArrays.RULE)
        : RewrittenKernel.unchanged(kernel);
  }

  public CodeUnit select(Kernel kernel) {
    KernelFacts known = new KernelFacts(kernel, ArithmeticSelector::most);
    CodeUnit plain = select(known, new int[0]);
    // No order changes the lengths of sides; instructions that spill predicates would.
    boolean fits = RegisterTarget.fitsInAnyOrder(plain, Kind.PREDICATE, PREDICATES);
    if (!fits) {
      order(plain, known);
    }
    int[] lengths = plain.blocks().stream().mapToInt(SassLowering::predicable).toArray();
    CodeUnit withSides = select(known, lengths);
    CodeUnit chosen = withSides == null ? plain : withSides;
    if (chosen == withSides || fits) {
      order(chosen, known);
    }
    if (options.contains(SassOption.SPILLS)) {
      RegisterTarget.fit(chosen, Kind.VECTOR, target.limit(kernel) - RegisterTarget.RESERVED);
    }
    return chosen;
  }

  private void order(CodeUnit code, KernelFacts known) {
    if (!known.polls) {
      target.order(code);
    }
    RegisterTarget.fit(code, Kind.PREDICATE, PREDICATES);
  }

  /** Number of instructions of a block without branches; more than any if it has to branch. */
  private static int predicable(List<SassOp> block) {
    int length = 0;
    for (SassOp op : block) {
      boolean control = op.pipe == Pipe.BRANCH;
      boolean never = control && !op.fixed || op.guard != null && !control;
      length += never || op.pipe == Pipe.SHUFFLE || op.is("CCTL") ? LONG : control ? 0 : 1;
    }
    return Math.min(length, LONG);
  }

  /**
   * Selects instructions, which are not ordered yet.
   *
   * @param lengths instructions of each block whose side may be predicated; empty for none
   * @return null if sides may be predicated and none is
   */
  private CodeUnit select(KernelFacts known, int[] lengths) {
    CodeUnit unit = new CodeUnit(known, latencies, options);
    Kernel kernel = unit.kernel();
    ControlSelector control = new ControlSelector(unit, lengths, predicated);
    PredicatedIfs ifs = control.ifs();
    if (lengths.length > 0 && kernel.blocks().stream().noneMatch(b -> ifs.side(b.id()) >= 0)) {
      return null;
    }
    ArithmeticSelector arithmetic = new ArithmeticSelector(unit);
    BarrierSelector barriers = new BarrierSelector(unit);
    MemorySelector memory = new MemorySelector(unit, barriers);
    for (int place = 0; place < unit.layout().size(); place++) {
      Block block = kernel.blocks().get(unit.layout().at(place));
      SassEmitter out = new SassEmitter(unit.registers(), capability);
      out.from(block.instructions().get(0));
      control.head(block, out);
      for (Instruction i : block.instructions()) {
        out.from(i);
        if (i == block.last()) {
          control.announce(block, out);
        }
        // A comparison may be part of a barrier's test.
        if (!barriers.compares(i, out) && !unit.operands().isFolded(i)) {
          switch (arithmetic.select(i, out)) {
            case MEMORY -> memory.select(i, block.id(), out);
            case CONTROL -> control.select(block, i, out);
            case EMITTED -> {}
          }
        }
      }
      control.fallThrough(block, out);
      guard(out.ops, control.guard(block.id()), unit.registers());
      UniformLoads.join(out.ops, unit.registers());
      unit.blocks().get(block.id()).addAll(out.ops);
    }
    unit.blocks().get(0).addAll(0, unit.preamble().operations());
    unit.select(control.meets(), control.ifs(), arithmetic.cold());
    return SassPasses.PASSES.run(unit, options);
  }

  /** Lets accesses, and results that other instructions write too, depend on a predicate. */
  private static void guard(List<SassOp> ops, Value guard, VirtualRegisters registers) {
    for (SassOp op : guard == null ? List.<SassOp>of() : ops) {
      boolean[] once = {true};
      op.writes(r -> once[0] &= registers.isDefinedOnce(r));
      if (op.isMemory() && op.pipe != Pipe.CONSTANT || !once[0]) {
        op.guard = guard;
        op.whole = once[0];
      }
    }
  }

  private boolean hasUniformBase(SassOp op) {
    return capability.addsUniformBases()
        && op.pipe == Pipe.GLOBAL
        && op.sources.stream().anyMatch(s -> s.kind() == Kind.UNIFORM);
  }

  private Row row(SassOp op, ControlBits bits, int bankReads) {
    int constant =
        op.sources.stream()
            .filter(s -> s.kind() == Kind.CONSTANT)
            .mapToInt(Value::number)
            .findFirst()
            .orElse(-1);
    Row.Operands operands =
        new Row.Operands(
            latencies.own(op),
            bankReads,
            constant,
            hasUniformBase(op),
            Rate.of(op.name, capability.bothHalves()),
            op.matrix == null
                ? null
                : new Row.Matrix(tensor.clocks(op.matrix), TensorUnit.operations(op.matrix)));
    Row.Access access = op.pipe == Pipe.BARRIER ? Row.Access.ofFence(op.name) : op.access;
    return new Row(op.from, op.pipe, bits, operands, access, op.readsClock());
  }
}
