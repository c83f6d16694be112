// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.arithmetic.Moves;
import io.lockstep.frontend.ptx.emit.CallBytes;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.emit.Symbol;
import io.lockstep.frontend.ptx.emit.Symbol.Placed;
import io.lockstep.frontend.ptx.syntax.Literals;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.frontend.ptx.syntax.Syntax.Literal;
import io.lockstep.frontend.ptx.syntax.Syntax.Memory;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

public final class MemoryAccesses {
  static final String[] ORDERS = {"weak", "relaxed", "acquire", "release", "acq_rel"};
  static final String[] SCOPES = {"cta", "gpu", "sys", "cluster"};
  private static final String[] CACHES = {"ca", "cg", "cs", "lu", "cv", "wb", "wt"};
  private static final String UNALLOCATED = "L1::no_allocate";
  private static final String[] SPACES = {
    "global", "shared", "shared::cta", "local", "const", "param", "param::entry", "param::func"
  };

  private MemoryAccesses() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "ld", "ldu" -> MemoryAccesses::load;
      case "st" -> MemoryAccesses::store;
      default -> null;
    };
  }

  public static Space spaceNamed(String name) {
    if (name == null) {
      return Space.GENERIC;
    }
    return switch (name) {
      case "global" -> Space.GLOBAL;
      case "shared", "shared::cta" -> Space.LOCAL;
      case "local" -> Space.PRIVATE;
      case "const" -> Space.CONSTANT;
      default -> Space.PARAMETER;
    };
  }

  /** Returns the order and scope that an instruction names; the default scope is the device. */
  static MemoryOrder order(Modifiers m) {
    String order = m.takeAny(ORDERS);
    String scope = m.takeAny(SCOPES);
    MemoryOrder.Order named =
        switch (order == null ? "weak" : order) {
          case "relaxed" -> MemoryOrder.Order.RELAXED;
          case "acquire" -> MemoryOrder.Order.ACQUIRE;
          case "release" -> MemoryOrder.Order.RELEASE;
          case "acq_rel" -> MemoryOrder.Order.ACQUIRE_RELEASE;
          default -> MemoryOrder.Order.UNSAID;
        };
    if (named == MemoryOrder.Order.UNSAID) {
      return MemoryOrder.UNSAID;
    }
    return new MemoryOrder(
        named,
        switch (scope == null ? "gpu" : scope) {
          case "cta" -> MemoryOrder.Scope.GROUP;
          case "sys" -> MemoryOrder.Scope.SYSTEM;
          default -> MemoryOrder.Scope.DEVICE;
        });
  }

  private record Shape(
      Space space, PtxType type, int width, MemoryAccess.Qualifiers qualifiers, boolean policy) {
    static Shape of(String base, Modifiers m, PtxWriter e) {
      boolean isVolatile = m.take("volatile") | m.take("mmio");
      // Relaxed and stronger accesses bypass registers, like volatile ones.
      MemoryOrder order = MemoryAccesses.order(m);
      isVolatile |= !order.equals(MemoryOrder.UNSAID);
      boolean nonCoherent = m.take("nc");
      String cache = m.takeAny(CACHES);
      isVolatile |= "cv".equals(cache) || "wt".equals(cache); // the same machine code as .volatile
      MemoryAccess.Caching caching =
          "cg".equals(cache)
              ? MemoryAccess.Caching.SECOND_LEVEL
              : m.take(UNALLOCATED) ? MemoryAccess.Caching.NO_ALLOCATE : MemoryAccess.Caching.ALL;
      boolean policy = m.hints();
      m.ignore("unified");
      Space space = spaceNamed(m.takeAny(SPACES));
      if (m.take("v8")) {
        throw e.unsupported("vectors of eight (sm_100)");
      }
      int width = m.take("v2") ? 2 : m.take("v4") ? 4 : 1;
      PtxType type = m.type();
      m.done();
      if (type == PtxType.PRED || type.isPacked() || type.isBrain()) {
        throw e.error("'" + base + "' takes no ." + type.shown());
      }
      MemoryAccess.Mutability mutability =
          nonCoherent || base.equals("ldu") || space == Space.CONSTANT
              ? MemoryAccess.Mutability.CACHEABLE
              : MemoryAccess.Mutability.MUTABLE;
      return new Shape(
          space,
          type,
          width,
          new MemoryAccess.Qualifiers(
              isVolatile,
              mutability,
              order,
              base.equals("st") ? MemoryAccess.Caching.ALL : caching),
          policy);
    }

    /** Expects two operands and, optionally, a cache policy, which has no effect. */
    void expect(PtxWriter e) {
      e.expect(policy ? 3 : 2);
      if (policy) {
        e.operand(2, PtxType.B64);
      }
    }

    List<Argument> elements(Argument data, PtxWriter e) {
      if (width == 1 && !(data instanceof Syntax.Vector)) {
        return List.of(data);
      }
      List<Argument> all = data instanceof Syntax.Vector v ? v.elements() : List.of();
      if (all.size() != width) {
        throw e.error(
            data,
            "expected a vector of "
                + width
                + " registers, found "
                + (all.isEmpty() ? PtxWriter.shown(data) : all.size() + " elements"));
      }
      return all;
    }

    MemoryAccess in(Space other, long offset) {
      return access(offset).withSpace(other).with(MemoryAccess.Mutability.MUTABLE);
    }

    MemoryAccess access(long offset) {
      return new MemoryAccess(space, type.type(), width, -1, offset, qualifiers);
    }
  }

  /** An address operand: run-time base and constant offset. */
  public record Target(Operand base, long offset) {}

  static Memory memory(Argument argument, PtxWriter e) {
    if (!(argument instanceof Memory memory)) {
      throw e.error(
          argument, "expected an address in brackets, found " + PtxWriter.shown(argument));
    }
    return memory;
  }

  public static Target target(Argument argument, Space space, PtxWriter e) {
    Memory memory = memory(argument, e);
    if (memory.extra() != null) {
      throw e.error(argument, "'" + e.instruction().spelling() + "' takes no coordinates");
    }
    if (memory.base() instanceof Literal literal) {
      return new Target(Operand.immediate(Literals.bits(e.source, literal, PtxType.U64)), 0);
    }
    Name name = (Name) memory.base();
    int register = e.register(name);
    if (register >= 0) {
      int bits = e.builder.typeOf(register).bits();
      // Work-group and private memory fit 32-bit addresses even if pointers have 64 bits.
      boolean small = space == Space.LOCAL || space == Space.PRIVATE;
      if (bits != e.addressBits && !(small && bits == 32)) {
        throw e.error(
            name,
            "address register '%s' is %s, addresses have %s bits"
                .formatted(
                    name.text(), bits == 1 ? "a predicate" : bits + " bits wide", e.addressBits));
      }
      return new Target(Operand.register(register), memory.offset());
    }
    if (e.names.symbol(name.text()) instanceof Placed placed) {
      checkSpace(placed, space, name, e);
      Operand base = PtxWriter.symbolAddress(placed, 0);
      boolean local = placed.space() == Space.LOCAL;
      if (space == Space.GENERIC && (local || placed.space() == Space.PRIVATE)) {
        base = Operand.immediate(base.bits() + Moves.window(local, e));
      }
      return new Target(base, memory.offset());
    }
    if (e.names.symbol(name.text()) != null) {
      throw e.error(
          name,
          "'%s' is a parameter, '%s' accesses .%s"
              .formatted(name.text(), e.instruction().spelling(), ptxName(space)));
    }
    throw e.unknown(name);
  }

  private static void checkSpace(Placed placed, Space space, Name name, PtxWriter e) {
    if (space != Space.GENERIC && space != placed.space()) {
      throw e.error(
          name,
          "'%s' lies in .%s, '%s' accesses .%s"
              .formatted(
                  name.text(),
                  ptxName(placed.space()),
                  e.instruction().spelling(),
                  ptxName(space)));
    }
  }

  private static String ptxName(Space space) {
    return switch (space) {
      case GLOBAL -> "global";
      case CONSTANT -> "const";
      case LOCAL -> "shared";
      case PRIVATE -> "local";
      case PARAMETER -> "param";
      default -> "generic";
    };
  }

  private static void load(String base, Modifiers m, PtxWriter e) {
    Shape shape = Shape.of(base, m, e);
    shape.expect(e);
    List<Integer> destinations = new ArrayList<>();
    Type type = shape.type().type();
    for (Argument a : shape.elements(e.argument(0), e)) {
      int d = e.destination(a, shape.type(), true);
      destinations.add(d);
      if (d >= 0 && e.builder.typeOf(d).bits() > type.bits()) {
        type = e.builder.typeOf(d);
      }
    }
    InstructionBuilder b =
        InstructionBuilder.of(Op.LOAD, type).signed(shape.type().signed()).to(destinations);
    if (shape.width() > 1) {
      b.vectorGroup(e.vectorGroup());
    }
    if (shape.space() == Space.PARAMETER) {
      loadParameter(shape, destinations, b, e);
      return;
    }
    Target target = target(e.argument(1), shape.space(), e);
    e.emit(b.from(target.base()).memory(shape.access(target.offset())));
  }

  private static void loadParameter(
      Shape shape, List<Integer> destinations, InstructionBuilder b, PtxWriter e) {
    Memory memory = memory(e.argument(1), e);
    if (!(memory.base() instanceof Name name)) {
      throw e.error(memory, "expected the name of a parameter");
    }
    int register = e.register(name);
    if (register >= 0) {
      Integer offset = e.parameterAddresses.get(register);
      if (offset == null && e.spilled) {
        MemoryAccess access = shape.in(Space.PRIVATE, memory.offset());
        e.emit(b.from(Operand.register(register)).memory(access));
        return;
      }
      if (offset == null) {
        throw e.error(memory, "parameters indexed at run time are not supported");
      }
      e.emit(b.from(Operand.immediate(offset + memory.offset())).memory(shape.access(0)));
      return;
    }
    Symbol symbol = e.names.symbol(name.text());
    long bytes = (long) shape.type().bytes() * shape.width();
    if (symbol instanceof Symbol.Argument argument) {
      bounds(name, memory.offset(), bytes, argument.bytes(), e);
      e.emit(
          b.from(Operand.immediate(argument.offset() + memory.offset())).memory(shape.access(0)));
    } else if (symbol instanceof Placed placed && e.spilled && placed.space() == Space.PRIVATE) {
      bounds(name, memory.offset(), bytes, placed.bytes(), e);
      MemoryAccess access = shape.in(Space.PRIVATE, memory.offset());
      e.emit(b.from(Operand.immediate(placed.offset())).memory(access));
    } else if (symbol instanceof Symbol.Slots slots) {
      bounds(name, memory.offset(), bytes, slots.room(), e);
      for (int i = 0; i < destinations.size(); i++) {
        int d = destinations.get(i);
        if (d >= 0) {
          long at = memory.offset() + (long) i * shape.type().bytes();
          extend(shape, CallBytes.load(slots, shape.type(), at, e), d, e);
        }
      }
    } else {
      throw symbol == null
          ? e.unknown(name)
          : e.error(name, "'" + name.text() + "' is not a parameter");
    }
  }

  private static void bounds(Name name, long offset, long bytes, long size, PtxWriter e) {
    if (offset < 0 || offset + bytes > size) {
      throw e.error(
          name,
          "bytes %s to %s lie outside parameter '%s' of %s bytes"
              .formatted(offset, offset + bytes - 1, name.text(), size));
    }
  }

  private static void extend(Shape shape, Operand from, int d, PtxWriter e) {
    Type held = e.builder.typeOf(d);
    if (held.bits() == shape.type().bits()) {
      e.emit(Op.MOVE, held, d, from);
    } else {
      e.emit(
          InstructionBuilder.of(Op.CONVERT, held)
              .sourceType(shape.type().type())
              .signed(shape.type().signed())
              .sourceSigned(shape.type().signed())
              .from(from)
              .to(d));
    }
  }

  private static void store(String base, Modifiers m, PtxWriter e) {
    Shape shape = Shape.of(base, m, e);
    shape.expect(e);
    if (shape.space() == Space.CONSTANT) {
      throw e.error("constant memory cannot be written; expected .global, .shared or .local");
    }
    List<Argument> elements = shape.elements(e.argument(1), e);
    if (shape.space() == Space.PARAMETER) {
      storeParameter(shape, elements, e);
      return;
    }
    Target target = target(e.argument(0), shape.space(), e);
    List<Operand> sources = new ArrayList<>();
    sources.add(target.base());
    for (Argument a : elements) {
      sources.add(e.operand(a, shape.type(), true));
    }
    InstructionBuilder b =
        InstructionBuilder.of(Op.STORE, shape.type().type())
            .from(sources)
            .memory(shape.access(target.offset()));
    if (shape.width() > 1) {
      b.vectorGroup(e.vectorGroup());
    }
    e.emit(b);
  }

  private static void storeParameter(Shape shape, List<Argument> elements, PtxWriter e) {
    Memory memory = memory(e.argument(0), e);
    if (!(memory.base() instanceof Name name)
        || !(e.names.symbol(name.text()) instanceof Symbol.Slots slots)) {
      throw e.error(memory, "only the parameters and results of calls can be written");
    }
    bounds(name, memory.offset(), (long) shape.type().bytes() * shape.width(), slots.room(), e);
    for (int i = 0; i < elements.size(); i++) {
      Operand value = e.operand(elements.get(i), shape.type(), true);
      long at = memory.offset() + (long) i * shape.type().bytes();
      CallBytes.store(slots, shape.type(), at, value, e);
    }
  }
}
