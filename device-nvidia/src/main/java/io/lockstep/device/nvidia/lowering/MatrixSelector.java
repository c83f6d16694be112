// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.Operands;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.TensorUnit;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.MmaShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.WmmaShape;
import io.lockstep.kernel.type.Type;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.List;

/** Selects the machine instructions of a product of matrices. Not thread-safe. */
final class MatrixSelector {
  private static final int DEPTH = 16; // of a product of halves

  private final Operands operands;
  private final VirtualRegisters registers;
  private final TensorUnit tensor;
  private final SassEmitter out;

  MatrixSelector(CodeUnit unit, SassEmitter out) {
    operands = unit.operands();
    registers = unit.registers();
    tensor = unit.latencies().tensor();
    this.out = out;
  }

  void select(Instruction i) {
    MatrixShape shape = i.matrix();
    List<Value> sources = new ArrayList<>();
    for (Operand o : i.sources()) {
      sources.add(out.inRegister(operands.of(o, shape.left() == MatrixElement.F64)));
    }
    List<Value> results = i.destinations().stream().map(registers::of).toList();
    Value guard = i.guard() < 0 ? null : operands.predicate(i.guard(), i.guardNegated());
    if (shape instanceof WmmaShape w) {
      pair(w, sources, results, guard);
    } else if (tensor.emulates(shape)) {
      new QuadEmulation((QuadShape) shape, registers, out).emit(sources, results, guard);
    } else if (shape instanceof QuadShape) {
      quads(shape, sources, results, guard);
    } else if (tensor.widens(shape)) {
      widened(shape, sources, results, guard);
    } else {
      product(shape, sources, results).guard = guard;
    }
  }

  /** One of the two products of a wmma product, with the values of its A, B, C and D. */
  private record Half(List<Value> left, List<Value> right, List<Value> sums, List<Value> results) {}

  /** The two products of a wmma product, step by step of both where they need several. */
  private void pair(WmmaShape shape, List<Value> sources, List<Value> results, Value guard) {
    MmaShape part = shape.part();
    MatrixShape step = tensor.parts(part);
    int rights = shape.leftInputs();
    int sums = rights + shape.rightInputs();
    boolean turned = shape.form() == WmmaShape.Form.TURNED;
    boolean stacked = shape.form() == WmmaShape.Form.STACKED;
    List<Value> a = turned ? sources.subList(rights, sums) : sources.subList(0, rights);
    List<Value> b = turned ? sources.subList(0, rights) : sources.subList(rights, sums);
    List<Half> halves = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      halves.add(
          new Half(
              slice(a, part.leftInputs(), turned || stacked ? k : 0),
              slice(b, part.rightInputs(), turned || stacked ? 0 : k),
              slice(sources.subList(sums, sources.size()), part.accumulators(), k),
              slice(results, part.accumulators(), k)));
    }
    if (step instanceof QuadShape) {
      quadSteps(part, step, halves, guard);
    } else if (step.rows() < part.rows()) {
      for (Half half : halves) {
        for (int row = 0; row < 2; row++) {
          List<Value> from = new ArrayList<>(slice(half.left, half.left.size() / 2, row));
          from.addAll(half.right);
          from.addAll(slice(half.sums, half.sums.size() / 2, row));
          product(step, from, slice(half.results, half.results.size() / 2, row)).guard = guard;
        }
      }
    } else {
      int steps = part.depth() / step.depth();
      for (int k = 0; k < steps; k++) {
        for (Half half : halves) {
          List<Value> from = new ArrayList<>(slice(half.left, half.left.size() / steps, k));
          from.addAll(slice(half.right, half.right.size() / steps, k));
          from.addAll(k == 0 ? half.sums : half.results);
          product(step, from, half.results).guard = guard;
        }
      }
    }
  }

  private static List<Value> slice(List<Value> all, int size, int k) {
    return all.subList(k * size, (k + 1) * size);
  }

  /** On Volta four sets of steps, each of which takes four columns of A and adds to a part of D. */
  private void quadSteps(MmaShape part, MatrixShape step, List<Half> halves, Value guard) {
    for (int set = 0; set < part.depth() / step.depth(); set++) {
      for (Half half : halves) {
        List<Value> sums = set == 0 ? half.sums : half.results;
        for (int at = 0; at < sums.size(); at += 2) {
          List<Value> from = new ArrayList<>();
          from.add(half.left.get(set % half.left.size()));
          from.add(half.right.get(set % half.right.size()));
          from.addAll(sums.subList(at, at + 2));
          product(step, from, half.results.subList(at, at + 2)).guard = guard;
        }
      }
    }
  }

  /** A product of quads: steps that each compute two registers of D. */
  private void quads(MatrixShape shape, List<Value> sources, List<Value> results, Value guard) {
    int sums = shape.leftInputs() + shape.rightInputs();
    for (int at = 0; at < results.size(); at += 2) {
      List<Value> from = new ArrayList<>(sources.subList(0, sums));
      int first = sums + (shape.addend() == shape.result() ? at : at / 4 * 2);
      from.addAll(sources.subList(first, first + 2));
      product(shape, from, results.subList(at, at + 2)).guard = guard;
    }
  }

  private SassOp product(MatrixShape shape, List<Value> sources, List<Value> results) {
    SassOp op = new SassOp(TensorUnit.mnemonic(shape), Pipe.TENSOR);
    op.matrix = shape;
    op.sources.addAll(sources);
    op.results.addAll(results);
    return out.add(op);
  }

  /** A product of bytes as ptxas 13.0 makes it for 9.0: halves, then the sum with C. */
  private void widened(MatrixShape shape, List<Value> sources, List<Value> results, Value guard) {
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
