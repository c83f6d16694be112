// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.BoolOp;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Fusion;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Rounding;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Encodes kernels as columns. One object writes or reads one program's kernels, in order. */
final class IrCodec {
  /** Bit position of the memory order's code, above the two bits of an access's kind. */
  private static final int ORDER_SHIFT = 2;

  private static final int MOST_KINDS =
      new MemoryOrder(MemoryOrder.Order.ACQUIRE_RELEASE, MemoryOrder.Scope.SYSTEM).code()
              << ORDER_SHIFT
          | 3;

  /** Flag: a read-only access is not cacheable. */
  private static final int KEPT_FROM_CACHES = 512;

  /** Flag: the column in the line is known. */
  private static final int HAS_COLUMN = 1024;

  /** Bit position of a load's caching, above all flags. */
  private static final int CACHING_SHIFT = 11;

  private static final MemoryAccess.Caching[] CACHING = MemoryAccess.Caching.values();

  private static final int MOST_FLAGS = (CACHING.length << CACHING_SHIFT) - 1;

  /** Bit position of the target, above the fixed width. */
  private static final int TARGET = 8;

  /** Between a front-end's id and the version of a compiler. */
  private static final String COMPILER = "\n";

  private final EnumNames names = new EnumNames();

  void encode(Kernel kernel, ByteColumn[] columns) {
    ByteColumn out = at(columns, IrColumn.KERNEL);
    ByteColumn text = at(columns, IrColumn.TEXT);
    text.addText(kernel.name());
    String compiler = kernel.compiler();
    text.addText(kernel.frontend() + (compiler.isEmpty() ? "" : COMPILER + compiler));
    text.addText(kernel.source());
    out.add(kernel.parameters().size());
    for (Parameter p : kernel.parameters()) {
      text.addText(p.name());
      put(p.type(), out, columns);
      out.addSigned(p.offset());
      out.addSigned(p.bytes());
      out.addByte((p.readOnly() ? 1 : 0) | (p.restricted() ? 2 : 0));
    }
    out.addSigned(kernel.parameterBytes());
    out.add(kernel.variables().size());
    for (Variable v : kernel.variables()) {
      text.addText(v.name());
      put(v.space(), out, columns);
      out.addSigned(v.offset());
      out.addSigned(v.bytes());
      out.addSigned(v.alignment());
      at(columns, IrColumn.DATA).add(v.initial().length);
      at(columns, IrColumn.DATA).addBytes(v.initial(), 0, v.initial().length);
    }
    out.addSigned(kernel.localBytes());
    out.addSigned(kernel.privateBytes());
    out.addSigned(kernel.memorySlots());
    // Signs serve as flags: complemented if doubles were demoted, negative if the program requests
    // unrolled loops, and negative if the width must be the device's. A target is above the width.
    out.addSigned(kernel.demoted() ? ~kernel.loops() : kernel.loops());
    out.addSigned(kernel.unrolled() ? -kernel.addressBits() : kernel.addressBits());
    int width = kernel.target() << TARGET | kernel.fixedWidth();
    out.addSigned(kernel.subGroups() ? -width : width);
    integers(kernel.bounds().numbers(), out);
    out.add(kernel.registers().size());
    for (Type type : kernel.registers()) {
      put(type, at(columns, IrColumn.REGISTER), columns);
    }
    out.add(kernel.registerNames().size());
    for (String name : kernel.registerNames()) {
      at(columns, IrColumn.REGISTER_NAME).addText(name);
    }
    out.add(kernel.blocks().size());
    int line = 0;
    for (Block block : kernel.blocks()) {
      ByteColumn b = at(columns, IrColumn.BLOCK);
      b.addSigned(block.id());
      b.addSigned(block.postDominator());
      b.addSigned(block.loop());
      b.addSigned(block.loopDepth());
      integers(block.successors(), b);
      b.add(block.instructions().size());
      for (Instruction instruction : block.instructions()) {
        encode(instruction, columns);
        at(columns, IrColumn.LINE).addSigned((long) instruction.line() - line);
        line = instruction.line();
        if (instruction.column() > 0) {
          at(columns, IrColumn.LINE).addSigned(instruction.column());
        }
      }
    }
  }

  private void encode(Instruction i, ByteColumn[] columns) {
    ByteColumn out = at(columns, IrColumn.OPERATION);
    put(i.op(), out, columns);
    put(i.type(), out, columns);
    put(i.sourceType(), out, columns);
    put(i.rounding(), out, columns);
    put(i.fusion(), out, columns);
    put(i.comparison(), out, columns);
    put(i.combine(), out, columns);
    put(i.atomic(), out, columns);
    put(i.special(), out, columns);
    out.add(
        (i.signed() ? 1 : 0)
            | (i.sourceSigned() ? 2 : 0)
            | (i.guardNegated() ? 4 : 0)
            | (i.roundToIntegral() ? 8 : 0)
            | (i.saturate() ? 16 : 0)
            | (i.flush() ? 32 : 0)
            | (i.approximate() ? 64 : 0)
            | (i.wrap() ? 128 : 0)
            | (i.memory() != null ? 256 : 0)
            | (isKeptFromCaches(i.memory()) ? KEPT_FROM_CACHES : 0)
            | (i.column() > 0 ? HAS_COLUMN : 0)
            | (i.memory() != null ? i.memory().caching().ordinal() << CACHING_SHIFT : 0));
    out.addSigned(VariantCode.of(i.variant()));
    out.addSigned(i.vectorGroup());
    ByteColumn operands = at(columns, IrColumn.OPERAND);
    operands.addSigned(i.guard());
    integers(i.destinations(), operands);
    operands.add(i.sources().size());
    for (Operand operand : i.sources()) {
      operands.addSigned(operand.register());
      if (!operand.isRegister()) {
        at(columns, IrColumn.IMMEDIATE).addSigned(operand.bits());
      }
    }
    if (i.memory() != null) {
      ByteColumn memory = at(columns, IrColumn.MEMORY);
      put(i.memory().space(), memory, columns);
      put(i.memory().element(), memory, columns);
      memory.addSigned(i.memory().width());
      memory.addSigned(i.memory().slot());
      memory.addSigned(i.memory().offset());
      int kind = (i.memory().isVolatile() ? 1 : 0) | (i.memory().readOnly() ? 2 : 0);
      memory.addByte(kind | i.memory().order().code() << ORDER_SHIFT);
    }
    at(columns, IrColumn.SOURCE_TEXT).addText(i.text());
  }

  private static boolean isKeptFromCaches(MemoryAccess m) {
    return m != null && m.readOnly() && !m.cacheable();
  }

  private void put(Enum<?> constant, ByteColumn codes, ByteColumn[] columns) {
    names.write(constant, codes, at(columns, IrColumn.CONSTANT));
  }

  private static void integers(List<Integer> values, ByteColumn out) {
    out.add(values.size());
    for (int value : values) {
      out.addSigned(value);
    }
  }

  private static ByteColumn at(ByteColumn[] columns, IrColumn column) {
    return columns[column.ordinal()];
  }

  Kernel decode(ColumnCursor[] columns) {
    ColumnCursor in = at(columns, IrColumn.KERNEL);
    ColumnCursor text = at(columns, IrColumn.TEXT);
    String name = text.readText();
    String[] frontend = text.readText().split(COMPILER, 2);
    String source = text.readText();
    int count = in.count(in);
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String parameter = text.readText();
      Type type = require(Type.class, in, columns);
      int offset = in.readSignedInt();
      int bytes = in.readSignedInt();
      int flags = in.upTo(3);
      parameters.add(
          new Parameter(parameter, type, offset, bytes, (flags & 1) != 0, (flags & 2) != 0));
    }
    int parameterBytes = in.readSignedInt();
    count = in.count(in);
    List<Variable> variables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      variables.add(
          new Variable(
              text.readText(),
              require(Space.class, in, columns),
              in.readSignedInt(),
              in.readSignedInt(),
              in.readSignedInt(),
              at(columns, IrColumn.DATA).readBytes()));
    }
    int localBytes = in.readSignedInt();
    int privateBytes = in.readSignedInt();
    int memorySlots = in.readSignedInt();
    int loops = in.readSignedInt();
    int addressBits = in.readSignedInt();
    int fixedWidth = in.readSignedInt();
    LaunchBounds bounds = LaunchBounds.of(integers(in));
    count = in.count(at(columns, IrColumn.REGISTER));
    List<Type> registers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      registers.add(require(Type.class, at(columns, IrColumn.REGISTER), columns));
    }
    count = in.count(at(columns, IrColumn.REGISTER_NAME));
    List<String> registerNames = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      registerNames.add(at(columns, IrColumn.REGISTER_NAME).readText());
    }
    int width = Math.abs(fixedWidth);
    Set<Kernel.Trait> traits = EnumSet.noneOf(Kernel.Trait.class);
    if (fixedWidth < 0) {
      traits.add(Kernel.Trait.SUB_GROUPS);
    }
    if (addressBits < 0) {
      traits.add(Kernel.Trait.UNROLLED);
    }
    if (loops < 0) {
      traits.add(Kernel.Trait.DEMOTED);
    }
    return new Kernel(
        new Kernel.Origin(name, frontend[0], source, "", frontend.length > 1 ? frontend[1] : ""),
        new Kernel.Signature(parameters, parameterBytes, Math.abs(addressBits)),
        new Kernel.Code(
            registers,
            registerNames,
            blocks(in.count(at(columns, IrColumn.BLOCK)), columns),
            memorySlots,
            loops < 0 ? ~loops : loops),
        new Kernel.Memory(variables, localBytes, privateBytes),
        bounds,
        new Kernel.Traits(width & (1 << TARGET) - 1, width >> TARGET, traits));
  }

  private List<Block> blocks(int count, ColumnCursor[] columns) {
    ColumnCursor in = at(columns, IrColumn.BLOCK);
    List<Block> blocks = new ArrayList<>(count);
    int line = 0;
    for (int i = 0; i < count; i++) {
      int id = in.readSignedInt();
      int postDominator = in.readSignedInt();
      int loop = in.readSignedInt();
      int loopDepth = in.readSignedInt();
      List<Integer> successors = integers(in);
      int size = in.count(at(columns, IrColumn.OPERATION));
      List<Instruction> instructions = new ArrayList<>(size);
      for (int k = 0; k < size; k++) {
        line += at(columns, IrColumn.LINE).readSignedInt();
        instructions.add(instruction(line, columns));
      }
      blocks.add(new Block(id, instructions, successors, postDominator, loop, loopDepth));
    }
    return blocks;
  }

  private Instruction instruction(int line, ColumnCursor[] columns) {
    ColumnCursor in = at(columns, IrColumn.OPERATION);
    Op op = require(Op.class, in, columns);
    InstructionBuilder b =
        InstructionBuilder.of(op, require(Type.class, in, columns))
            .sourceType(require(Type.class, in, columns))
            .rounding(require(Rounding.class, in, columns))
            .fusion(require(Fusion.class, in, columns))
            .comparison(read(Comparison.class, in, columns))
            .combine(require(BoolOp.class, in, columns));
    AtomicOp atomic = read(AtomicOp.class, in, columns);
    Special special = read(Special.class, in, columns);
    int flags = in.upTo(MOST_FLAGS);
    b.signed((flags & 1) != 0)
        .sourceSigned((flags & 2) != 0)
        .roundToIntegral((flags & 8) != 0)
        .saturate((flags & 16) != 0)
        .flush((flags & 32) != 0)
        .approximate((flags & 64) != 0)
        .wrap((flags & 128) != 0)
        .variant(variant(op, atomic, special, in))
        .vectorGroup(in.readSignedInt())
        .line(line)
        .column((flags & HAS_COLUMN) != 0 ? at(columns, IrColumn.LINE).readSignedInt() : 0);
    ColumnCursor operands = at(columns, IrColumn.OPERAND);
    b.guard(operands.readSignedInt(), (flags & 4) != 0).to(integers(operands));
    int count = operands.count(operands);
    List<Operand> sources = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int register = operands.readSignedInt();
      sources.add(
          new Operand(register, register >= 0 ? 0 : at(columns, IrColumn.IMMEDIATE).readSigned()));
    }
    b.from(sources);
    if ((flags & 256) != 0) {
      ColumnCursor memory = at(columns, IrColumn.MEMORY);
      Space space = require(Space.class, memory, columns);
      Type element = require(Type.class, memory, columns);
      int width = memory.readSignedInt();
      int slot = memory.readSignedInt();
      long offset = memory.readSigned();
      int kind = memory.upTo(MOST_KINDS);
      b.memory(
          new MemoryAccess(
              space,
              element,
              width,
              slot,
              offset,
              new MemoryAccess.Qualifiers(
                  (kind & 1) != 0,
                  mutability((kind & 2) != 0, flags),
                  order(kind >> ORDER_SHIFT, memory),
                  CACHING[flags >> CACHING_SHIFT])));
    }
    return b.text(at(columns, IrColumn.SOURCE_TEXT).readText()).build();
  }

  private static MemoryAccess.Mutability mutability(boolean readOnly, int flags) {
    if (!readOnly) {
      return MemoryAccess.Mutability.MUTABLE;
    }
    return (flags & KEPT_FROM_CACHES) == 0
        ? MemoryAccess.Mutability.CACHEABLE
        : MemoryAccess.Mutability.READ_ONLY;
  }

  private static MemoryOrder order(int code, ColumnCursor in) {
    try {
      return MemoryOrder.of(code);
    } catch (IllegalArgumentException e) {
      throw in.bad(e.getMessage());
    }
  }

  private static Variant variant(Op op, AtomicOp atomic, Special special, ColumnCursor in) {
    int code = in.readSignedInt();
    try {
      Variant numbered = VariantCode.of(op, code);
      return atomic != null ? atomic : special != null ? special : numbered;
    } catch (IllegalArgumentException e) {
      throw in.bad(e.getMessage());
    }
  }

  private <E extends Enum<E>> E read(Class<E> type, ColumnCursor codes, ColumnCursor[] columns) {
    return names.read(type, codes, at(columns, IrColumn.CONSTANT));
  }

  <E extends Enum<E>> E require(Class<E> type, ColumnCursor codes, ColumnCursor[] columns) {
    return names.require(type, codes, at(columns, IrColumn.CONSTANT));
  }

  void write(Enum<?> constant, ByteColumn codes, ByteColumn[] columns) {
    put(constant, codes, columns);
  }

  private static List<Integer> integers(ColumnCursor in) {
    int count = in.count(in);
    List<Integer> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(in.readSignedInt());
    }
    return values;
  }

  private static ColumnCursor at(ColumnCursor[] columns, IrColumn column) {
    return columns[column.ordinal()];
  }
}
