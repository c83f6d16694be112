// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.kernel.ir.Op;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets readers of a negated float, or of its absolute value, read the float with an operand
 * modifier, as ptxas 13.0 does, if all readers have modifiers. The listing does not show them.
 */
public final class OperandModifiers {
  private static final Set<String> ARITHMETIC = Set.of("FADD", "FMUL", "FFMA");
  private static final Set<String> OTHERS = Set.of("FMNMX", "FSETP", "FSEL", "FRND", "F2I", "MUFU");

  private final List<List<SassOp>> code;
  private final List<List<Integer>> successors;
  private final Definitions definitions;

  private OperandModifiers(List<List<SassOp>> code, List<List<Integer>> successors) {
    this.code = code;
    this.successors = successors;
    definitions = new Definitions(code);
  }

  public static void use(List<List<SassOp>> code, List<List<Integer>> successors) {
    OperandModifiers modifiers = new OperandModifiers(code, successors);
    for (List<SassOp> block : code) {
      for (SassOp op : block) {
        if (modifies(op)) {
          modifiers.apply(op);
        }
      }
    }
  }

  /** Whether an instruction does nothing but negate a float or drop its sign. */
  private static boolean modifies(SassOp op) {
    return op.name.equals("FADD")
        && op.guard == null
        && op.sources.stream().anyMatch(Value::isZero)
        && op.from.stream().anyMatch(i -> i.op() == Op.NEG || i.op() == Op.ABS);
  }

  private void apply(SassOp op) {
    Value result = op.results.get(0);
    Value source = source(op);
    List<SassOp> readers = List.copyOf(definitions.readers(result.number()));
    if (!source.equals(result)
        && readers.stream().allMatch(reader -> takes(reader, result, source))) {
      Set<SassOp> others = isAlone(op) ? Set.of() : others(op);
      for (SassOp reader : readers) {
        if (!others.contains(reader) && reader.sources.contains(result)) {
          definitions.change(reader, () -> replace(reader.sources, result, source));
        }
      }
    }
  }

  private static Value source(SassOp op) {
    return op.sources.get(op.sources.get(0).isZero() ? 1 : 0);
  }

  /** Whether its result and its source have one definition each. */
  private boolean isAlone(SassOp op) {
    Value source = source(op);
    boolean constant = !source.isRegister() || definitions.only(source.number()) != null;
    return constant && definitions.only(op.results.get(0).number()) == op;
  }

  /** Whether an instruction that reads a value has operand modifiers and can read its source. */
  private static boolean takes(SassOp reader, Value value, Value source) {
    boolean arithmetic = ARITHMETIC.stream().anyMatch(reader::is);
    boolean single = Collections.frequency(reader.sources, value) == 1;
    boolean register = source.kind() == Kind.VECTOR;
    boolean fits =
        register || arithmetic && single && reader.sources.stream().noneMatch(Value::isFixed);
    return fits
        && !reader.fixed
        && reader.sources.contains(value)
        && (arithmetic || OTHERS.stream().anyMatch(reader::is));
  }

  /** Replaces a value; operands are swapped so that the first one is a register. */
  private static void replace(List<Value> sources, Value value, Value source) {
    sources.replaceAll(s -> s.equals(value) ? source : s);
    if (sources.get(0).isFixed()) {
      Collections.swap(sources, 0, 1);
    }
  }

  /**
   * The instructions at which the source or the result may not have the value that it has here:
   * those that are reachable from another definition of either without passing the instruction.
   */
  private Set<SassOp> others(SassOp op) {
    Set<SassOp> found = new HashSet<>();
    Deque<Integer> open = new ArrayDeque<>();
    for (int b = 0; b < code.size(); b++) {
      open.addAll(follow(op, b, false, found));
    }
    BitSet entered = new BitSet();
    while (!open.isEmpty()) {
      int b = open.pop();
      if (!entered.get(b)) {
        entered.set(b);
        open.addAll(follow(op, b, true, found));
      }
    }
    return found;
  }

  /**
   * Adds the instructions of a block that another definition reaches.
   *
   * @param entered whether another definition reaches the start of the block
   * @return the successors if another definition reaches the end of the block
   */
  private List<Integer> follow(SassOp op, int block, boolean entered, Set<SassOp> found) {
    int source = source(op).isRegister() ? source(op).number() : -1;
    int result = op.results.get(0).number();
    boolean[] other = {entered};
    for (SassOp at : code.get(block)) {
      if (at == op) {
        other[0] = false;
        continue;
      }
      if (other[0]) {
        found.add(at);
      }
      at.writes(r -> other[0] |= r == source || r == result);
    }
    return other[0] ? successors.get(block) : List.of();
  }
}
