// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.MatrixElement;
import io.lockstep.kernel.ir.MmaShape;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.List;

/** Selects the machine instructions of a product of matrices. Not thread-safe. */
final class MatrixSelector {
  private static final int DEPTH = 16; // of a product of halves

  private final Operands operands;
  private final VirtualRegisters registers;
  private final TensorUnit tensor;
  private final SassEmitter out;

  MatrixSelector(
      Operands operands, VirtualRegisters registers, TensorUnit tensor, SassEmitter out) {
    this.operands = operands;
    this.registers = registers;
    this.tensor = tensor;
    this.out = out;
  }

  void select(Instruction i) {
    MmaShape shape = (MmaShape) i.matrix();
    List<Value> sources = new ArrayList<>();
    for (Operand o : i.sources()) {
      sources.add(out.inRegister(operands.of(o, shape.left() == MatrixElement.F64)));
    }
    List<Value> results = i.destinations().stream().map(registers::of).toList();
    Value guard = i.guard() < 0 ? null : operands.predicate(i.guard(), i.guardNegated());
    if (tensor.widens(shape)) {
      widened(shape, sources, results, guard);
    } else {
      product(shape, sources, results).guard = guard;
    }
  }

  private SassOp product(MmaShape shape, List<Value> sources, List<Value> results) {
    SassOp op = new SassOp(TensorUnit.mnemonic(shape), Pipe.TENSOR);
    op.matrix = shape;
    op.sources.addAll(sources);
    op.results.addAll(results);
    return out.add(op);
  }

  /** A product of bytes as ptxas 13.0 makes it for 9.0: halves, then the sum with C. */
  private void widened(MmaShape shape, List<Value> sources, List<Value> results, Value guard) {
    MmaShape halves = TensorUnit.halves(shape.result());
    int rights = shape.leftInputs();
    int sums = rights + shape.rightInputs();
    List<Value> left = widen(sources.subList(0, rights));
    List<Value> right = widen(sources.subList(rights, sums));
    List<Value> sum = List.of();
    for (int k = 0; k < shape.depth() / DEPTH; k++) {
      List<Value> from = new ArrayList<>();
      from.addAll(left.subList(k * halves.leftInputs(), (k + 1) * halves.leftInputs()));
      from.addAll(right.subList(k * halves.rightInputs(), (k + 1) * halves.rightInputs()));
      from.addAll(sum);
      sum = results.stream().map(r -> registers.temporary(Kind.VECTOR)).toList();
      product(halves, from, sum);
    }
    boolean half = shape.result() == Type.F16;
    for (int r = 0; r < results.size(); r++) {
      SassOp add = new SassOp(half ? "HADD2" : "FADD", half ? Pipe.HALF : Pipe.FMA);
      add.sources.addAll(List.of(sum.get(r), sources.get(sums + r)));
      add.results.add(results.get(r));
      add.guard = guard;
      out.add(add);
    }
  }

  private List<Value> widen(List<Value> words) {
    List<Value> all = new ArrayList<>();
    for (Value word : words) {
      for (int half = 0; half < 2; half++) {
        SassOp op = new SassOp("F2FP.F16.UNPACK_B", Pipe.ALU);
        op.sources.add(word);
        op.results.add(registers.temporary(Kind.VECTOR));
        all.add(out.add(op).results.get(0));
      }
    }
    return all;
  }
}
