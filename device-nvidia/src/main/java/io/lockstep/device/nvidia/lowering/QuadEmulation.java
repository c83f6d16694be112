// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.lowering;

import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.type.Type;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.List;

/**
 * A product of quads without tensor cores, as ptxas 13.0 makes it for sm_80 to sm_120: lanes
 * exchange A and B by shuffles, widen them, and add products of floats. The instructions are as
 * many as in its code, without the call of its function; their operands are others.
 */
record QuadEmulation(QuadShape shape, VirtualRegisters registers, SassEmitter out) {
  private static final int TERMS = 4; // of an element of D
  private static final int EXCHANGES = 12; // of A by rows and B by columns, sums of floats
  private static final int EXCHANGES_OF_HALVES = 16;
  private static final int TURNS = 8; // further exchanges of other orders, each with a selection
  private static final int BYTES = 6; // permutations of bytes of other orders

  /** Emits the product of the registers of A, B and C, in this order. */
  void emit(List<Value> sources, List<Value> results, Value guard) {
    int inputs = shape.leftInputs() + shape.rightInputs();
    boolean halves = shape.result() == Type.F16;
    List<Value> words = exchanged(sources.subList(0, inputs), halves);
    List<Value> factors = new ArrayList<>();
    for (Value word : words) {
      factors.add(op("HADD2.F32", Pipe.HALF, List.of(word)));
      factors.add(op("HADD2.F32", Pipe.HALF, List.of(word)));
    }
    for (int r = 0; r < results.size(); r++) {
      Value c = sources.get(inputs + r);
      if (halves) {
        Value low = half(factors, 2 * r, c);
        Value high = half(factors, 2 * r + 1, c);
        Value both = op("F2FP.F16.F32.PACK_AB", Pipe.ALU, List.of(low, high));
        last("HADD2", Pipe.HALF, List.of(both), results.get(r), guard);
      } else {
        Value sum = Value.ZERO;
        for (int k = 0; k < TERMS; k++) {
          List<Value> from = List.of(factor(factors, r, k), factor(factors, r + 1, k + 1), sum);
          sum = op("FFMA", Pipe.FMA, from);
        }
        last("FADD", Pipe.FMA, List.of(sum, c), results.get(r), guard);
      }
    }
  }

  private List<Value> exchanged(List<Value> inputs, boolean halves) {
    List<Value> from = new ArrayList<>(inputs);
    if (shape.leftByColumns() || !shape.leftByColumns() && shape.rightByRows()) {
      for (int k = 0; k < TURNS; k++) {
        int place = k % inputs.size();
        Value other = exchange(from.get(place), k);
        from.set(place, op("SEL", Pipe.ALU, List.of(from.get(place), other)));
      }
      for (int k = 0; k < BYTES; k++) {
        int place = k % inputs.size();
        List<Value> bytes = List.of(from.get(place), from.get((place + 1) % inputs.size()));
        from.set(place, op("PRMT", Pipe.ALU, bytes));
      }
    }
    List<Value> words = new ArrayList<>();
    for (int k = 0; k < (halves ? EXCHANGES_OF_HALVES : EXCHANGES); k++) {
      words.add(exchange(from.get(k % from.size()), k));
    }
    return words;
  }

  private Value exchange(Value word, int lane) {
    return op("SHFL.IDX", Pipe.SHUFFLE, List.of(word, Value.immediate(lane)));
  }

  private static Value factor(List<Value> factors, int element, int k) {
    return factors.get((TERMS * element + k) % factors.size());
  }

  /** Adds the products of an element in two chains, and a half of C. */
  private Value half(List<Value> factors, int element, Value c) {
    List<Value> sums = new ArrayList<>();
    for (int chain = 0; chain < 2; chain++) {
      Value a = factor(factors, element, chain);
      Value first = op("FMUL", Pipe.FMA, List.of(a, factor(factors, element + 1, chain)));
      Value b = factor(factors, element, chain + 2);
      sums.add(op("FFMA", Pipe.FMA, List.of(b, factor(factors, element + 1, chain + 2), first)));
    }
    Value wide = op("HADD2.F32", Pipe.HALF, List.of(c));
    return op("FADD", Pipe.FMA, List.of(op("FADD", Pipe.FMA, sums), wide));
  }

  private Value op(String name, Pipe pipe, List<Value> from) {
    Value to = registers.temporary(Kind.VECTOR);
    last(name, pipe, from, to, null);
    return to;
  }

  private void last(String name, Pipe pipe, List<Value> from, Value to, Value guard) {
    SassOp op = new SassOp(name, pipe);
    op.sources.addAll(from);
    op.results.add(to);
    op.guard = guard;
    out.add(op);
  }
}
