// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.control;

import io.lockstep.execute.access.MemoryCompiler;
import io.lockstep.execute.arithmetic.ComparisonCompiler;
import io.lockstep.execute.arithmetic.ConvertSteps;
import io.lockstep.execute.arithmetic.DoubleSteps;
import io.lockstep.execute.arithmetic.FloatSteps;
import io.lockstep.execute.arithmetic.HalfSteps;
import io.lockstep.execute.arithmetic.IntSteps;
import io.lockstep.execute.arithmetic.LaneSteps;
import io.lockstep.execute.arithmetic.LongSteps;
import io.lockstep.execute.arithmetic.MoveSteps;
import io.lockstep.execute.arithmetic.RegisterFile;
import io.lockstep.execute.arithmetic.SpecialSteps;
import io.lockstep.execute.fault.Refusals;
import io.lockstep.execute.lane.GuardedSteps;
import io.lockstep.execute.lane.Step;
import io.lockstep.execute.linear.LinearRegisters;
import io.lockstep.execute.matrix.MatrixCheck;
import io.lockstep.execute.matrix.MatrixStep;
import io.lockstep.execute.matrix.RowSteps;
import io.lockstep.execute.matrix.TensorOperand;
import io.lockstep.execute.matrix.TensorStep;
import io.lockstep.execute.poll.PollTracker;
import io.lockstep.execute.print.PrintStep;
import io.lockstep.execute.record.SegmentRecorder;
import io.lockstep.execute.shadow.AccessChecks;
import io.lockstep.execute.slice.AddressSlice;
import io.lockstep.execute.state.GroupBarriers;
import io.lockstep.execute.state.MachineState;
import io.lockstep.execute.texture.TextureCompiler;
import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.analysis.MatrixNumerics;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compiles the blocks of a kernel into steps over the arrays of one executor. */
public final class KernelCompiler {
  private final Kernel kernel;
  private final MachineState state;
  private final RegisterFile registers;
  private final MemoryCompiler memoryOperations;
  private final TextureCompiler textureOperations;
  private final ComparisonCompiler comparisons;
  private final SparseCompiler sparse;
  private final LinearRegisters linear; // null if every register is computed by work-item
  private final AccessChecks checks;
  private final MatrixNumerics numerics;
  private final Map<TensorOperand.Key, TensorOperand> factors = new HashMap<>();
  private final AddressSlice slice; // null if all results are computed

  /**
   * Creates a compiler; {@code checks} and {@code polls} observe accesses and may be null.
   *
   * @param linear the registers that may be linear in the local id, or null
   * @param slice what is executed, or null for all of the kernel
   */
  public KernelCompiler(
      Kernel kernel,
      MachineState state,
      RegisterFile registers,
      LinearRegisters linear,
      SegmentRecorder recorder,
      AccessChecks checks,
      PollTracker polls,
      MatrixNumerics numerics,
      AddressSlice slice) {
    this.kernel = kernel;
    this.state = state;
    this.registers = registers;
    this.linear = linear;
    this.memoryOperations =
        new MemoryCompiler(kernel, state, registers, linear, recorder, checks, polls);
    this.comparisons = new ComparisonCompiler(registers);
    this.sparse = new SparseCompiler(registers);
    this.textureOperations = new TextureCompiler(kernel, state, registers, recorder);
    this.checks = checks;
    this.numerics = numerics;
    this.slice = slice;
  }

  public CompiledBlock compile(Block block) {
    List<Step> steps = new ArrayList<>();
    CompiledBlock result = new CompiledBlock(block);
    memoryOperations.begin(block.id());
    for (Instruction in : block.instructions()) {
      List<Step> own = new ArrayList<>();
      List<Step> after = new ArrayList<>();
      registers.begin(own, after);
      switch (in.op()) {
        case JUMP, EXIT, COMMIT_COPIES, AWAIT_COPIES -> {}
        case FENCE -> {
          Step step = checks == null ? null : checks.fence(in);
          if (step != null) {
            own.add(step);
          }
        }
        case BARRIER -> {
          result.barrier = barrier(in, result);
          result.barrier.after = after.toArray(Step[]::new);
          after.clear();
        }
        case BRANCH -> {
          result.selector = registers.ints(Operand.register(in.guard()), Type.I1, false);
          result.invert = in.guardNegated() ? 1 : 0;
          result.predicate = linear == null ? null : linear.of(in.guard());
        }
        case SWITCH -> result.selector = registers.ints(in.sources().get(0), in.type(), false);
        default -> {
          if (slice == null || slice.contains(in)) {
            operation(in, own);
          } else {
            unread(in, own, after);
          }
        }
      }
      own.addAll(after);
      memoryOperations.overwrite(in);
      if (in == block.instructions().get(0) && LocalBarrier.isUsedBy(in)) {
        result.test(in, own);
      }
      boolean guarded = in.guard() >= 0 && !in.op().isTerminator();
      if (guarded && !own.isEmpty()) {
        int[] predicate = (int[]) registers.array(in.guard());
        List<Step> fitted = fit(in, own);
        Step step =
            new GuardedSteps(
                predicate,
                in.guardNegated(),
                fitted.toArray(Step[]::new),
                state.size,
                state.versions);
        steps.add(linear == null ? step : linear.guarded(in, step, fitted));
      } else {
        steps.addAll(fit(in, sparse.fit(in, own, this::steps)));
      }
    }
    result.steps = steps.toArray(Step[]::new);
    return result;
  }

  private List<Step> fit(Instruction in, List<Step> steps) {
    return linear == null ? steps : linear.fit(in, steps);
  }

  /** Returns the steps of an instruction that is neither guarded nor an access. */
  public List<Step> steps(Instruction in) {
    List<Step> own = new ArrayList<>();
    List<Step> after = new ArrayList<>();
    registers.begin(own, after);
    operation(in, own);
    own.addAll(after);
    return own;
  }

  /** Adds what remains of an instruction whose results nothing needs. */
  private void unread(Instruction in, List<Step> own, List<Step> after) {
    switch (in.op()) {
      case MATRIX, TRANSPOSE -> own.add(new MatrixCheck(in, registers, state));
      case LOAD, STORE, ATOMIC -> memoryOperations.unread(in, own);
      default -> {
        steps(in); // refuses what cannot be executed
        registers.begin(own, after);
      }
    }
  }

  private InputException refuse(Instruction in, String what) {
    return Refusals.of(kernel, in, what);
  }

  private BarrierPoint barrier(Instruction in, CompiledBlock block) {
    Variant.Barrier kind = (Variant.Barrier) in.variant();
    boolean reduces = kind.reduces();
    Operand id = in.sources().isEmpty() ? Operand.immediate(0) : in.sources().get(0);
    if (!id.isRegister() && (id.bits() < 0 || id.bits() >= GroupBarriers.COUNT)) {
      throw new InputException(
          kernel.source() + ":" + in.line(),
          kernel.name() + ": " + GroupBarriers.unknown(id.bits()));
    }
    int last = reduces ? 2 : 1;
    Operand count = in.sources().size() > last ? in.sources().get(last) : null;
    // A count of all work-items means the whole group.
    boolean all = count == null || !count.isRegister() && count.bits() == state.size;
    BarrierPoint point =
        new BarrierPoint(
            block.block,
            registers.ints(id, Type.I32, false),
            !id.isRegister(),
            all ? null : registers.ints(count, Type.I32, false),
            reduces ? registers.ints(in.sources().get(1), Type.I1, false) : null);
    if (reduces && !in.destinations().isEmpty() && in.destinations().get(0) >= 0) {
      Type type = kind == Variant.Barrier.COUNT_TRUE ? Type.I32 : Type.I1;
      point.result = registers.intResult(in.destinations().get(0), type, false);
    }
    return point;
  }

  private void operation(Instruction in, List<Step> out) {
    switch (in.op()) {
      case MOVE -> move(in, out);
      case SELECT, SELECT_SIGN -> comparisons.select(in, out);
      case SPECIAL -> out.add(SpecialSteps.of(in, registers, state, LaneSteps.width(kernel)));
      case COMPARE, COMPARE_SET -> comparisons.compare(in, out);
      case CONVERT -> ConvertSteps.add(in, registers, out);
      case TEST_FLOAT -> {
        int[] d = registers.intResult(in.destinations().get(0), Type.I1, false);
        Operand a = in.sources().get(0);
        Variant.FloatClass asked = (Variant.FloatClass) in.variant();
        out.add(
            in.type() == Type.F64
                ? DoubleSteps.test(d, registers.doubles(a, Type.F64), asked)
                : FloatSteps.test(d, registers.floats(a, in.type()), asked));
      }
      case LOAD -> memoryOperations.load(in, out);
      case STORE -> memoryOperations.store(in, out);
      case ATOMIC -> memoryOperations.atomic(in, out);
      case TEXTURE -> textureOperations.fetch(in, out);
      case SURFACE_LOAD, SURFACE_STORE -> textureOperations.surface(in, out);
      case PRINTF -> print(in, out);
      case SHUFFLE, VOTE, MATCH, REDUCE, ACTIVE_MASK, ELECT ->
          out.add(LaneSteps.of(in, registers, LaneSteps.width(kernel)));
      case ROW_ADDRESS, TRANSPOSE -> out.add(RowSteps.of(in, registers, state));
      case MATRIX ->
          out.add(
              MatrixNumerics.concern(in.matrix())
                  ? new TensorStep(in, registers, state, numerics, factors)
                  : new MatrixStep(in, registers, state));
      default -> arithmetic(in, out);
    }
  }

  private void print(Instruction in, List<Step> out) {
    boolean counted = !in.destinations().isEmpty() && in.destinations().get(0) >= 0;
    out.add(
        new PrintStep(
            state,
            in,
            registers.longs(RegisterFile.source(in, 0), Type.PTR, false),
            registers.longs(RegisterFile.source(in, 1), Type.PTR, false),
            counted ? registers.intResult(in.destinations().get(0), Type.I32, true) : null));
  }

  private void arithmetic(Instruction in, List<Step> out) {
    int to = in.destinations().get(0);
    Step clamp = null;
    Step step;
    switch (in.type()) {
      case F32 -> {
        float[] a = registers.floats(RegisterFile.source(in, 0), Type.F32);
        float[] b = registers.floats(RegisterFile.source(in, 1), Type.F32);
        float[] c = registers.floats(RegisterFile.source(in, 2), Type.F32);
        float[] d = registers.floatResult(to);
        step = FloatSteps.of(in, d, a, b, c);
        clamp = FloatSteps.saturate(d);
      }
      case F64 -> {
        double[] a = registers.doubles(RegisterFile.source(in, 0), Type.F64);
        double[] b = registers.doubles(RegisterFile.source(in, 1), Type.F64);
        double[] c = registers.doubles(RegisterFile.source(in, 2), Type.F64);
        double[] d = registers.doubleResult(to);
        step = DoubleSteps.of(in, d, a, b, c);
        clamp = DoubleSteps.saturate(d);
      }
      case F16 -> step = HalfSteps.of(in, registers);
      case I64, PTR -> step = longs(in);
      default -> step = ints(in);
    }
    if (step == null) {
      throw refuse(in, "the operation " + in.op() + " on " + in.type());
    }
    out.add(step);
    if (in.saturate() && clamp != null) {
      out.add(clamp);
    }
  }

  private Step longs(Instruction in) {
    boolean signed = in.signed();
    int to = in.destinations().get(0);
    switch (in.op()) {
      case MUL_WIDE, MAD_WIDE:
        Type narrow = in.sourceType().isWide() ? Type.I32 : in.sourceType();
        int[] x = registers.ints(RegisterFile.source(in, 0), narrow, signed);
        int[] y = registers.ints(RegisterFile.source(in, 1), narrow, signed);
        long[] plus =
            in.op() == Op.MAD_WIDE
                ? registers.longs(RegisterFile.source(in, 2), Type.I64, signed)
                : null;
        return LongSteps.multiplyWide(in, registers.longResult(to), x, y, plus);
      case BIT_FIELD_INSERT:
        return LongSteps.insert(
            registers.longResult(to),
            registers.longs(RegisterFile.source(in, 0), Type.I64, false),
            registers.longs(RegisterFile.source(in, 1), Type.I64, false),
            registers.ints(RegisterFile.source(in, 2), Type.I32, false),
            registers.ints(RegisterFile.source(in, 3), Type.I32, false));
      default:
        long[] a = longs(in, 0);
        if (in.op().countsBits()) {
          return LongSteps.count(in, registers.intResult(to, Type.I32, false), a);
        }
        return LongSteps.of(in, registers.longResult(to), a, longs(in, 1), longs(in, 2));
    }
  }

  private long[] longs(Instruction in, int source) {
    boolean amount = in.op().isAmount(source);
    Type type = amount ? Type.I32 : in.type();
    return registers.longs(RegisterFile.source(in, source), type, in.signed() && !amount);
  }

  private Step ints(Instruction in) {
    Type type = in.type();
    boolean signed = in.signed();
    Op op = in.op();
    Type operands =
        op == Op.MUL_WIDE || op == Op.MAD_WIDE
            ? in.sourceType() == type ? Type.I16 : in.sourceType()
            : type;
    int to = in.destinations().get(0);
    if (op == Op.BIT_FIELD_INSERT) {
      return IntSteps.insert(
          registers.intResult(to, type, false),
          registers.ints(RegisterFile.source(in, 0), type, false),
          registers.ints(RegisterFile.source(in, 1), type, false),
          registers.ints(RegisterFile.source(in, 2), Type.I32, false),
          registers.ints(RegisterFile.source(in, 3), Type.I32, false));
    }
    int[] a = ints(in, 0, operands);
    int[] b = ints(in, 1, operands);
    int[] c = ints(in, 2, op == Op.MAD_WIDE ? type : operands);
    return IntSteps.of(in, registers.intResult(to, type, signed), a, b, c);
  }

  private int[] ints(Instruction in, int source, Type type) {
    boolean amount = in.op().isAmount(source);
    return registers.ints(
        RegisterFile.source(in, source), amount ? Type.I32 : type, in.signed() && !amount);
  }

  private void move(Instruction in, List<Step> out) {
    if (in.destinations().size() > 1 || in.sources().size() > 1) {
      packing(in, out);
      return;
    }
    Type type = in.type();
    int to = in.destinations().get(0);
    Operand from = RegisterFile.source(in, 0);
    if (from.isRegister() && to >= 0) {
      Object d = registers.result(to);
      Object a = registers.array(from.register());
      boolean sameType = kernel.registers().get(to) == kernel.registers().get(from.register());
      if (d instanceof float[] x && a instanceof float[] y) {
        out.add(MoveSteps.copy(x, y));
        return;
      }
      if (d instanceof double[] x && a instanceof double[] y) {
        out.add(MoveSteps.copy(x, y));
        return;
      }
      if (sameType && d instanceof int[] x && a instanceof int[] y) {
        out.add(MoveSteps.copy(x, y));
        return;
      }
    }
    if (type.isWide()) {
      long[] a = registers.longs(from, type == Type.F64 ? Type.I64 : type, false);
      out.add(MoveSteps.copy(registers.longResult(to), a));
    } else {
      Type data = type == Type.F32 ? Type.I32 : type == Type.F16 ? Type.I16 : type;
      int[] a = registers.ints(from, data, false);
      out.add(MoveSteps.copy(registers.intResult(to, data, false), a));
    }
  }

  /** Packs several sources into one register, lowest first, or unpacks one register. */
  private void packing(Instruction in, List<Step> out) {
    int bits = in.type().bits();
    if (in.sources().size() > 1) {
      int part = bits / in.sources().size();
      long[] d = registers.longResult(in.destinations().get(0));
      for (int k = 0; k < in.sources().size(); k++) {
        Type narrow = part == 32 ? Type.I32 : part == 16 ? Type.I16 : Type.I8;
        int[] a = registers.ints(in.sources().get(k), narrow, false);
        out.add(MoveSteps.putField(d, a, k * part, part));
      }
      return;
    }
    int part = bits / in.destinations().size();
    Type narrow = part == 32 ? Type.I32 : part == 16 ? Type.I16 : Type.I8;
    long[] a = registers.longs(RegisterFile.source(in, 0), bits == 64 ? Type.I64 : Type.I32, false);
    for (int k = 0; k < in.destinations().size(); k++) {
      if (in.destinations().get(k) >= 0) {
        int[] d = registers.intResult(in.destinations().get(k), narrow, false);
        out.add(MoveSteps.getField(d, a, k * part, part));
      }
    }
  }
}
