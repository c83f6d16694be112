// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.lower.pass.KnownValues;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import io.lockstep.terascale.code.ValueTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects a block's machine operations, with copy propagation, folding and reuse of results. */
final class Emitter {
  private final ValueTable values;
  private final Source[] global;
  private final boolean folds;
  private final List<MachineOp> ops = new ArrayList<>();
  private final KnownValues<Source> copies = new KnownValues<>();
  private final Map<Integer, Integer> versions = new HashMap<>();
  private final Map<Computation, Source> known = new HashMap<>();
  private Instruction from;
  private int vector = -1;
  private boolean whole;

  private record Computation(String mnemonic, List<Source> sources, List<Integer> versions) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Computation o
          && mnemonic.equals(o.mnemonic)
          && sources.equals(o.sources)
          && versions.equals(o.versions);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * mnemonic.hashCode() + sources.hashCode()) + versions.hashCode();
    }
  }

  /**
   * @param global by value: a source that holds everywhere (constant, parameter, input), or null
   * @param folds whether {@link Folding#more} is applied too
   */
  Emitter(ValueTable values, Source[] global, boolean folds) {
    this.folds = folds;
    this.values = values;
    this.global = global;
  }

  void from(Instruction instruction) {
    from = instruction;
  }

  /** Sets the vector operation of which the instruction is a component, or -1. */
  void vector(int number) {
    vector = number;
    whole = false;
  }

  /** Sets a four-component vector operation, whose components use slots x to w only. */
  void wholeVector(int number) {
    vector = number;
    whole = true;
  }

  List<MachineOp> ops() {
    return ops;
  }

  /** The current content of a value after propagation of copies and constants. */
  Source read(int value) {
    if (value < global.length && global[value] != null) {
      return global[value];
    }
    Source copy = copies.of(value);
    return copy != null ? copy : Source.value(value);
  }

  Source plain(Source s) {
    return s.isModified() ? op("MOV", s) : s;
  }

  /** Emits a move of a source to a value; later passes remove most moves. */
  void define(int value, Source source) {
    MachineOp move =
        new MachineOp("MOV", Unit.ANY, new int[] {value}, source).from(from).vector(vector);
    ops.add(move);
    written(value);
    copies.put(value, source, source.isValue() ? source.number() : -1);
  }

  /** Moves a source to a value unless it is there already, for operations that read that value. */
  Source copied(int value, Source source) {
    if (!source.equals(copies.of(value))) {
      define(value, source);
    }
    return Source.value(value);
  }

  private void written(int value) {
    versions.merge(value, 1, Integer::sum);
    copies.written(value);
  }

  int temporary() {
    return values.add();
  }

  /** Emits an operation in the slots that the selection table declares. */
  Source op(String mnemonic, Source... sources) {
    return op(mnemonic, SelectionTable.TABLE.unit(mnemonic), sources);
  }

  /**
   * @param unit the required slots; null for any
   */
  Source op(String mnemonic, Unit unit, Source... sources) {
    relieve(sources);
    Source folded = Folding.fold(mnemonic, sources);
    folded = folded == null && folds ? Folding.more(mnemonic, sources) : folded;
    if (folded != null) {
      return folded;
    }
    List<Integer> at = new ArrayList<>(sources.length);
    for (Source s : sources) {
      at.add(s.isValue() ? versions.getOrDefault(s.number(), 0) : 0);
    }
    return known.computeIfAbsent(
        new Computation(mnemonic, List.of(sources), at),
        k -> {
          int result = temporary();
          ops.add(
              new MachineOp(mnemonic, slots(unit), new int[] {result}, sources)
                  .from(from)
                  .vector(vector));
          return Source.value(result);
        });
  }

  private Unit slots(Unit unit) {
    boolean any = unit == null || unit == Unit.ANY;
    return any ? whole ? Unit.VECTOR : Unit.ANY : unit;
  }

  /**
   * Moves constants to registers so that an operation reads at most two halves of constant
   * registers ({@link io.lockstep.terascale.bundle.ConstantPorts}).
   */
  private void relieve(Source[] sources) {
    long first = -1;
    long second = -1;
    for (int i = 0; i < sources.length; i++) {
      Source s = sources[i];
      if (s.kind() != Source.Kind.CONSTANT) {
        continue;
      }
      long half = (long) s.bank() << 32 | s.number() >>> 1;
      if (first < 0 || half == first) {
        first = half;
      } else if (second < 0 || half == second) {
        second = half;
      } else {
        sources[i] = op("MOV", s);
      }
    }
  }

  /** Emits a double-precision operation; the sources alternate between low and high halves. */
  Source[] wide(String mnemonic, Unit unit, Source... halves) {
    relieve(halves);
    int low = temporary();
    int high = temporary();
    values.group(low, high);
    ops.add(new MachineOp(mnemonic, unit, new int[] {low, high}, halves).from(from));
    return new Source[] {Source.value(low), Source.value(high)};
  }

  /** Emits an arithmetic operation with the given results. */
  MachineOp arithmetic(String mnemonic, Unit unit, int[] results, Source... sources) {
    return add(new MachineOp(mnemonic, unit, results, sources));
  }

  /** Emits an operation outside ALU clauses. */
  MachineOp access(MachineOp.Kind kind, String mnemonic, int[] results, Source... sources) {
    return add(new MachineOp(kind, mnemonic, null, results, sources));
  }

  MachineOp add(MachineOp op) {
    ops.add(op.from(from));
    for (int result : op.results()) {
      written(result);
    }
    return op;
  }
}
