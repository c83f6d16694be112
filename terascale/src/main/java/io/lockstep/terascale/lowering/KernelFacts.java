// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import io.lockstep.kernel.analysis.DemandedHalves;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.facts.RegisterFacts;
import io.lockstep.spi.RefusalException;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.ValueTable;
import io.lockstep.terascale.code.VliwArchitecture;
import java.util.List;

/**
 * Facts about a kernel that lowering of its blocks shares: values, inputs, constants, numbers of
 * reads and writes.
 *
 * <p>Every IR register is one 32-bit value, or two if its upper half is used. Parameters and launch
 * geometry come from the constant cache, local and group ids from the registers that the hardware
 * fills at the start of a wavefront (R0.xyz and R1.xyz; LLVM R600 backend). IL's flat ids are
 * assumed to be in R0.w and R1.w.
 */
final class KernelFacts {
  /** Implicit constants before the first parameter: group counts, global and local sizes. */
  static final int IMPLICIT_DWORDS = 9;

  private final Kernel kernel;
  private final VliwArchitecture architecture;
  private final CodeTarget target;
  private final ValueTable values;
  private final DemandedHalves demanded;
  private final int position; // of the pixel, or -1
  private final CoordinateRegisters coordinates;
  private final int localId;
  private final int groupId;
  private final Source[] global;
  private final boolean usesLocal;
  private final boolean globalAtomics; // and loads use the complete path
  private final RegisterFacts registers;
  private ConstantPlaces places; // null if only parameter words are known

  KernelFacts(Kernel kernel, CodeTarget target) {
    this.kernel = kernel;
    this.target = target;
    architecture = target.architecture();
    values = new ValueTable(2 * kernel.registers().size());
    coordinates = new CoordinateRegisters(values);
    demanded = new DemandedHalves(kernel);
    position = target.pixels() && !kernel.isPixelKernel() ? inputs(0) : -1;
    localId = position < 0 ? inputs(0) : ids();
    groupId = position < 0 ? inputs(1) : ids();
    for (int r = 0; r < kernel.registers().size(); r++) {
      if (kernel.registers().get(r) == Type.F64) {
        // The halves of a double are adjacent, in x and y or in z and w.
        values.pin(2 * r, 2 * (r & 1));
        values.pin(2 * r + 1, 2 * (r & 1) + 1);
        values.group(2 * r, 2 * r + 1);
      }
    }
    usesLocal =
        kernel.blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .anyMatch(i -> i.memory() != null && i.memory().space() == Space.LOCAL);
    globalAtomics =
        target.options().contains(CodeOption.COMPLETE_LOADS)
            && kernel.blocks().stream()
                .flatMap(b -> b.instructions().stream())
                .anyMatch(i -> i.op() == Op.ATOMIC && i.memory().space() == Space.GLOBAL);
    registers = new RegisterFacts(kernel);
    global = globals();
  }

  /** Whether a value is a 32-bit register that is written once in the kernel. */
  boolean isWrittenOnce(int value) {
    int register = value / 2;
    return register < registers.registers()
        && value % 2 == 0
        && registers.isWrittenOnce(register)
        && !kernel.registers().get(register).isWide();
  }

  RegisterFacts registers() {
    return registers;
  }

  private int inputs(int register) {
    int first = values.add();
    for (int c = 0; c < 4; c++) {
      int value = c == 0 ? first : values.add();
      values.pin(value, c);
      values.assign(value, register);
    }
    return first;
  }

  /** Allocates computed ids: x, y, z and flat. */
  private int ids() {
    int first = values.add();
    for (int c = 1; c < 4; c++) {
      values.add();
    }
    return first;
  }

  /** Values that the hardware initialises: local and group ids, or the pixel's position. */
  int[] inputs() {
    return position < 0 ? new int[] {localId, groupId} : new int[] {position};
  }

  boolean runsOverPixels() {
    return target.pixels();
  }

  /** Computes ids from the pixel's position; null if the hardware provides ids. */
  PixelIds pixelIds() {
    return position < 0 ? null : new PixelIds(kernel, position, localId, groupId);
  }

  int indexedRegisters() {
    return inScratch() ? 0 : (kernel.privateBytes() + 15) / 16;
  }

  Kernel kernel() {
    return kernel;
  }

  VliwArchitecture architecture() {
    return architecture;
  }

  boolean has(CodeOption option) {
    return target.options().contains(option);
  }

  /** Whether a load goes through the atomics' return buffer. */
  boolean loadsByCompletePath(Instruction i) {
    return globalAtomics && i.memory().space() == Space.GLOBAL && !i.memory().cacheable();
  }

  boolean emulatesLocal() {
    return target.emulatesLocal() && usesLocal;
  }

  CoordinateRegisters coordinates() {
    return coordinates;
  }

  ValueTable values() {
    return values;
  }

  Source[] global() {
    return global;
  }

  boolean hasHigh(int register) {
    Type type = kernel.registers().get(register);
    return type == Type.F64 || (type == Type.I64 && demanded.high(register));
  }

  /** Whether private memory lies in scratch memory rather than in indexed registers. */
  boolean inScratch() {
    return kernel.privateBytes() > target.indexedLimit();
  }

  /** By value: the source that a register written once holds everywhere; otherwise null. */
  private Source[] globals() {
    int n = kernel.registers().size();
    Source[] found = new Source[2 * n];
    if (has(CodeOption.FIXED_CONSTANTS)) {
      places = new ConstantPlaces(kernel, registers, found);
    }
    // Propagates through copies; chains of copies can be as long as the program.
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int r = 0; r < n; r++) {
        Instruction i = registers.definition(r);
        if (i == null || found[2 * r] != null) {
          continue;
        }
        Source low = half(i, r, 0, found);
        if (low != null) {
          found[2 * r] = low;
          Source high = half(i, r, 1, found);
          found[2 * r + 1] = high != null ? high : Source.number(0);
          changed = true;
        }
      }
    }
    return found;
  }

  private Source half(Instruction i, int register, int half, Source[] found) {
    boolean wide = kernel.registers().get(register).isWide();
    if (half == 1 && !wide) {
      return null;
    }
    switch (i.op()) {
      case MOVE -> {
        Operand o = i.sources().get(0);
        return o.isRegister()
            ? sameShape(o.register(), register) ? found[2 * o.register() + half] : null
            : immediate(o.bits(), half);
      }
      case SPECIAL -> {
        return half == 0 ? special(i.special()) : null;
      }
      case LOAD -> {
        if (i.memory().space() == Space.CONSTANT) {
          return boundConstant(i, register, half, found);
        }
        if (i.memory().space() != Space.PARAMETER
            || i.sources().get(0).isRegister()
            || i.memory().element().bytes() < 4) {
          return null;
        }
        int element = i.destinations().indexOf(register);
        long offset =
            i.sources().get(0).bits()
                + i.memory().offset()
                + (long) element * i.memory().element().bytes();
        return Source.constant(0, IMPLICIT_DWORDS + (int) (offset / 4) + half);
      }
      case CONVERT -> {
        // Conversions between 32 and 64 bits keep a known lower half, unless the upper half of a
        // widened value is used.
        Operand o = i.sources().get(0);
        boolean integers = !i.type().isFloat() && !i.sourceType().isFloat();
        boolean lowerHalf = i.sourceType().bits() >= 32 && i.type().bits() >= 32;
        boolean extends64 = !i.sourceType().isWide() && i.type().isWide();
        if (!integers || !lowerHalf || !o.isRegister() || extends64 && hasHigh(register)) {
          return null;
        }
        return found[2 * o.register() + half];
      }
      default -> {
        return null;
      }
    }
  }

  /** Location that a constant load reads, or null if the constant cache cannot serve it. */
  ConstantPlaces.Place constantPlace(Instruction i) {
    return places == null ? null : places.of(i);
  }

  /** Whether the constant cache holds all words of a constant load. */
  boolean isBoundConstant(Instruction i) {
    return (i.sources().get(0).isRegister() || places != null)
        && i.destinations().stream()
            .allMatch(
                d ->
                    d < 0
                        || global[2 * d] != null
                            && global[2 * d].kind() == Source.Kind.CONSTANT
                            && global[2 * d].bank() >= ConstantPlaces.FIRST_BANK);
  }

  /** The constant-cache word of a load through a parameter at a fixed offset, or null. */
  private Source boundConstant(Instruction i, int register, int half, Source[] found) {
    if (places != null) {
      ConstantPlaces.Place place = places.of(i);
      int bytes = i.memory().element().bytes();
      boolean word = bytes >= 4 && 4 * half < bytes;
      long at = (long) bytes * i.destinations().indexOf(register) + 4 * half;
      return place == null || !word ? null : place.word(at);
    }
    Operand base = i.sources().get(0);
    if (!base.isRegister() || half != 0 || i.memory().element().bytes() != 4) {
      return null;
    }
    Source pointer = found[2 * base.register()];
    if (pointer == null || pointer.kind() != Source.Kind.CONSTANT || pointer.bank() != 0) {
      return null;
    }
    long offset = i.memory().offset() + 4L * i.destinations().indexOf(register);
    return Source.constant(
        ConstantPlaces.FIRST_BANK + (pointer.number() - IMPLICIT_DWORDS) / 2, (int) (offset / 4));
  }

  private boolean sameShape(int from, int to) {
    return kernel.registers().get(from).isWide() == kernel.registers().get(to).isWide();
  }

  /** Half of an immediate; a symbolic address of a module's variable is a bound constant. */
  static Source immediate(long bits, int half) {
    long window = bits >>> Address.OFFSET_BITS;
    if (window >= Address.VARIABLE_WINDOW && window < Address.VARIABLE_WINDOW + 0x1000) {
      return half == 0
          ? Source.constant(1, (int) (window - Address.VARIABLE_WINDOW))
          : Source.number(0);
    }
    return Source.number((int) (half == 0 ? bits : bits >>> 32));
  }

  /** A special value that needs no operation, or null. */
  Source special(Special special) {
    List<Integer> size = kernel.requiredGroupSize();
    return switch (special) {
      case LOCAL_ID_X -> Source.value(localId);
      case LOCAL_ID_Y -> Source.value(localId + 1);
      case LOCAL_ID_Z -> Source.value(localId + 2);
      case GROUP_ID_X -> Source.value(groupId);
      case GROUP_ID_Y -> Source.value(groupId + 1);
      case GROUP_ID_Z -> Source.value(groupId + 2);
      case LOCAL_ID_FLAT ->
          size.size() == 3 && size.get(1) == 1 && size.get(2) == 1
              ? Source.value(localId)
              : Source.value(localId + 3);
      case GROUP_ID_FLAT -> Source.value(groupId + 3);
      case NUM_GROUPS_X -> Source.constant(0, 0);
      case NUM_GROUPS_Y -> Source.constant(0, 1);
      case NUM_GROUPS_Z -> Source.constant(0, 2);
      case LOCAL_SIZE_X -> size.isEmpty() ? Source.constant(0, 6) : Source.number(size.get(0));
      case LOCAL_SIZE_Y -> size.isEmpty() ? Source.constant(0, 7) : Source.number(size.get(1));
      case LOCAL_SIZE_Z -> size.isEmpty() ? Source.constant(0, 8) : Source.number(size.get(2));
      default -> null;
    };
  }

  /** A refusal that names the kernel's line. */
  RefusalException refuse(Instruction i, String what) {
    return new RefusalException(
        "kernel '%s', %s%s: %s: %s"
            .formatted(kernel.name(), kernel.source(), i.place(), name(i.op()), what));
  }

  private static String name(Op op) {
    return op.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
  }
}
