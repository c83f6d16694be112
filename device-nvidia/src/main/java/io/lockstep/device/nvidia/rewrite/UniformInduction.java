// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.rewrite;

import io.lockstep.device.nvidia.code.Capability;
import io.lockstep.device.nvidia.code.SassEmitter;
import io.lockstep.device.nvidia.code.SassOp;
import io.lockstep.device.nvidia.code.Value;
import io.lockstep.device.nvidia.code.Value.Kind;
import io.lockstep.device.nvidia.code.VirtualRegisters;
import io.lockstep.kernel.analysis.Uniformity;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.sm.code.Pipe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps induction variables of loops in uniform registers and updates them on the uniform datapath,
 * as ptxas does, so that they occupy neither vector registers nor the pipes of vector instructions:
 * pointers that start at an argument, from 7.5 on, and counters that start at a constant, with the
 * shifts of them, from 9.0 on. All threads of the block make the same trips, and every reader takes
 * a uniform register as an operand.
 */
public final class UniformInduction {
  private final List<List<SassOp>> code;
  private final VirtualRegisters registers;
  private final Definitions definitions;
  private final Map<Integer, List<SassOp>> writers = new HashMap<>();
  private final Map<Value, Value> loaded = new HashMap<>(); // vector registers of constants
  private final Kernel kernel;
  private Uniformity uniformity; // null until an induction variable needs it

  private UniformInduction(List<List<SassOp>> code, VirtualRegisters registers, Kernel kernel) {
    this.code = code;
    this.registers = registers;
    this.kernel = kernel;
    definitions = new Definitions(code);
    code.forEach(
        block ->
            block.forEach(
                op -> op.writes(r -> writers.computeIfAbsent(r, k -> new ArrayList<>(2)).add(op))));
  }

  /**
   * Changes the code of a kernel for a capability whose instructions take uniform registers.
   *
   * @return whether it changed, so that constants may be loaded that nothing reads
   */
  public static boolean use(
      List<List<SassOp>> code, VirtualRegisters registers, Kernel kernel, Capability capability) {
    if (kernel.blocks().stream().noneMatch(b -> b.loop() >= 0)) {
      return false;
    }
    UniformInduction induction = new UniformInduction(code, registers, kernel);
    int count = registers.size();
    for (int r = 0; r < count; r++) {
      if (registers.file(r) != Kind.VECTOR || induction.writers(r).size() < 2) {
        continue;
      }
      if (registers.partner(r) < 0) {
        if (capability.isAtLeast(Capability.HOPPER)) {
          induction.counter(r);
        }
      } else if (registers.isLow(r)) {
        induction.pointer(r, registers.partner(r));
      }
    }
    return registers.size() > count;
  }

  private List<SassOp> writers(int register) {
    return writers.getOrDefault(register, List.of());
  }

  private void counter(int register) {
    List<SassOp> written = writers(register);
    boolean known = written.stream().allMatch(op -> isStep(op, register, 1) || isStart(op));
    if (!known || written.stream().noneMatch(SassOp::isMove) || !isUniform(written)) {
      return;
    }
    Set<Integer> uniform = new LinkedHashSet<>(List.of(register));
    List<SassOp> derived = new ArrayList<>(written);
    for (int size = 0; size < uniform.size(); ) {
      size = uniform.size();
      for (int r : List.copyOf(uniform)) {
        for (SassOp op : definitions.readers(r)) {
          if (isShift(op, uniform) && uniform.add(op.results.get(0).number())) {
            derived.add(op);
          }
        }
      }
    }
    for (int r : uniform) {
      for (SassOp op : definitions.readers(r)) {
        if (!derived.contains(op) && !takes(op, uniform)) {
          return;
        }
      }
    }
    Map<Integer, Value> names = new HashMap<>();
    uniform.forEach(r -> names.put(r, registers.temporary(Kind.UNIFORM)));
    Set<SassOp> readers = new LinkedHashSet<>();
    uniform.forEach(r -> readers.addAll(definitions.readers(r)));
    readers.stream().filter(op -> !derived.contains(op)).forEach(op -> read(op, uniform, names));
    derived.forEach(op -> replace(op, "U" + op.name, op.sources, names));
  }

  private void pointer(int low, int high) {
    List<SassOp> written = new ArrayList<>(writers(low));
    List<SassOp> upper = writers(high);
    Value pair = Value.register(Kind.VECTOR, low).with(Value.register(Kind.VECTOR, high));
    List<Value> carries = new ArrayList<>();
    for (SassOp op : written) {
      Value carry = carry(op, low);
      boolean starts = isArgument(op, 0) && upper.stream().anyMatch(h -> isUpper(h, op));
      boolean steps = carry != null && upper.stream().anyMatch(h -> isUpperStep(h, high, carry));
      if (!starts && !steps) {
        return;
      }
      if (steps) {
        carries.add(carry);
      }
    }
    List<SassOp> readers = new ArrayList<>(definitions.readers(low));
    readers.removeAll(written);
    boolean added = readers.stream().allMatch(op -> addsTo(op, pair));
    int uses = readers.size() + carries.size();
    boolean all = definitions.reads(high) == uses && upper.size() == written.size();
    if (carries.isEmpty() || readers.isEmpty() || !added || !all) {
      return;
    }
    written.addAll(upper);
    if (!isUniform(written)) {
      return;
    }
    Value uniform = registers.pair(Kind.UNIFORM);
    Map<Integer, Value> names = new HashMap<>();
    carries.forEach(c -> names.put(c.number(), registers.temporary(Kind.UNIFORM_PREDICATE)));
    names.put(low, uniform.low());
    names.put(high, uniform.high());
    for (SassOp op : readers) {
      Value copy = registers.pair(Kind.VECTOR);
      move(copy.low(), uniform.low(), op);
      move(copy.high(), uniform.high(), op);
      op.sources.set(2, copy);
    }
    for (SassOp op : written) {
      if (!op.isMove()) {
        replace(op, "U" + op.name, op.sources, names);
      } else if (writers(low).contains(op)) {
        Value argument = op.sources.get(0);
        Value wide = argument.with(Value.constant(argument.number() + 4));
        op.results.set(0, pair);
        replace(op, "ULDC.64", List.of(wide), names);
      } else {
        block(op).remove(op);
      }
    }
  }

  /** The carry of an instruction that adds an immediate to a register; null for others. */
  private Value carry(SassOp op, int register) {
    Value carry = isStep(op, register, 2) ? op.results.get(1) : null;
    boolean alone =
        carry != null
            && definitions.only(carry.number()) == op
            && definitions.reads(carry.number()) == 1;
    return alone ? carry : null;
  }

  private static boolean isUpperStep(SassOp op, int register, Value carry) {
    return op.name.equals("IADD3.X")
        && isPlain(op)
        && op.results.size() == 1
        && op.sources.size() == 4
        && isOnly(op.sources.get(0), register)
        && op.sources.get(1).kind() == Kind.IMMEDIATE
        && op.sources.get(2).isZero()
        && op.sources.get(3).equals(carry);
  }

  /** Whether an instruction copies a half of an argument at a multiple of eight bytes. */
  private static boolean isArgument(SassOp op, int half) {
    Value source = op.sources.isEmpty() ? Value.ZERO : op.sources.get(0);
    return op.name.equals("MOV")
        && isPlain(op)
        && source.kind() == Kind.CONSTANT
        && source.high() == null
        && source.number() % 8 == half;
  }

  /** Whether an instruction copies the upper half of what another one copies the lower half of. */
  private boolean isUpper(SassOp op, SassOp lower) {
    return isArgument(op, 4)
        && op.sources.get(0).number() == lower.sources.get(0).number() + 4
        && definitions.inOneBlock(op, lower);
  }

  /** Whether an instruction adds a product to a pair of registers that it does not multiply. */
  private static boolean addsTo(SassOp op, Value pair) {
    boolean adds = op.is("IMAD.WIDE") && op.sources.get(2).equals(pair);
    return adds
        && op.sources.subList(0, 2).stream()
            .noneMatch(s -> s.isRegister() && s.number() == pair.number());
  }

  private void move(Value to, Value from, SassOp reader) {
    SassOp op = new SassOp("MOV", Pipe.ALU);
    op.from = reader.from;
    op.results.add(to);
    op.sources.add(from);
    List<SassOp> block = block(reader);
    block.add(block.indexOf(reader), op);
  }

  private List<SassOp> block(SassOp op) {
    return code.get(definitions.block(op));
  }

  private static boolean isStart(SassOp op) {
    return isPlain(op) && op.isMove() && op.sources.get(0).kind() == Kind.IMMEDIATE;
  }

  /** Whether an instruction adds an immediate to a register and has so many results. */
  private static boolean isStep(SassOp op, int register, int results) {
    return isPlain(op)
        && op.name.equals("IADD3")
        && op.results.size() == results
        && isOnly(op.sources.get(0), register)
        && op.sources.get(1).kind() == Kind.IMMEDIATE
        && op.sources.get(2).isZero();
  }

  private static boolean isPlain(SassOp op) {
    return op.guard == null && !op.fixed;
  }

  private static boolean isOnly(Value value, int register) {
    return value.isRegister()
        && value.number() == register
        && !value.negated()
        && value.high() == null;
  }

  /** Whether an instruction shifts values that are uniform by an immediate. */
  private boolean isShift(SassOp op, Set<Integer> uniform) {
    return op.is("SHF")
        && isPlain(op)
        && op.results.size() == 1
        && writers(op.results.get(0).number()).size() == 1
        && op.sources.stream()
            .allMatch(
                s -> s.kind() == Kind.IMMEDIATE || s.isRegister() && uniform.contains(s.number()));
  }

  /** Whether all threads of a block execute instructions together and with the same results. */
  private boolean isUniform(List<SassOp> written) {
    if (uniformity == null) {
      uniformity = new Uniformity(kernel, Uniformity.Among.WORK_GROUP);
    }
    return written.stream()
        .allMatch(
            op ->
                !op.from.isEmpty()
                    && op.from.stream()
                        .flatMap(i -> i.writes().stream())
                        .allMatch(uniformity::isUniform));
  }

  /** Whether an instruction can read a uniform register in place of its one uniform operand. */
  private boolean takes(SassOp op, Set<Integer> uniform) {
    boolean mirrors = SassEmitter.commutes(op.name) || SassEmitter.compares(op.name);
    int read = 0;
    for (Value s : op.sources) {
      boolean isUniform = s.isRegister() && uniform.contains(s.number());
      read += isUniform ? 1 : 0;
      if (s.high() != null || isUniform && s.negated() || s.isFixed() && constant(s) == null) {
        return false;
      }
    }
    return mirrors && !op.isMemory() && !op.name.endsWith(".EX") && read == 1;
  }

  /** The constant that a uniform register holds; null for other operands. */
  private Value constant(Value operand) {
    SassOp load = operand.kind() == Kind.UNIFORM ? definitions.only(operand.number()) : null;
    boolean loads = load != null && load.name.equals("ULDC");
    return loads ? load.sources.get(0) : operand.kind() == Kind.CONSTANT ? operand : null;
  }

  /** Lets an instruction read a uniform register, and a vector register for a constant. */
  private void read(SassOp op, Set<Integer> uniform, Map<Integer, Value> names) {
    List<Value> sources = new ArrayList<>(op.sources);
    sources.replaceAll(s -> s.isFixed() ? inVector(constant(s)) : s);
    Value first = sources.get(0);
    boolean swaps = first.isRegister() && uniform.contains(first.number());
    String name = swaps ? SassEmitter.mirrored(op.name, sources) : op.name;
    replace(op, name, sources, names);
  }

  /** A vector register that holds a constant from the kernel's start on. */
  private Value inVector(Value constant) {
    return loaded.computeIfAbsent(
        constant,
        c -> {
          List<SassOp> start = code.get(0);
          for (SassOp op : start) {
            if (op.name.equals("LDC") && op.sources.equals(List.of(c)) && isAlone(op)) {
              return op.results.get(0);
            }
          }
          SassOp load = new SassOp("LDC", Pipe.CONSTANT);
          load.from = start.get(0).from;
          load.sources.add(c);
          load.results.add(registers.temporary(Kind.VECTOR));
          int at = 0;
          while (at < start.size() && (start.get(at).fixed || start.get(at).pipe == Pipe.UNIFORM)) {
            at++;
          }
          start.add(at, load);
          return load.results.get(0);
        });
  }

  private boolean isAlone(SassOp op) {
    return isPlain(op) && definitions.only(op.results.get(0).number()) == op;
  }

  private void replace(SassOp op, String name, List<Value> sources, Map<Integer, Value> names) {
    boolean moves = name.charAt(0) == 'U';
    SassOp other = op.replaced(name, moves ? Pipe.UNIFORM : op.pipe, sources);
    other.renameReads(r -> names.getOrDefault(r.number(), r));
    other.renameWrites(r -> names.getOrDefault(r.number(), r));
    List<SassOp> block = block(op);
    block.set(block.indexOf(op), other);
    definitions.replace(op, other);
  }
}
