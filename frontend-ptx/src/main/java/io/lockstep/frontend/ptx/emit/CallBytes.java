// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.emit;

import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Maps the bytes of a call's parameter or result to registers. If all accesses use one offset and
 * width, one register carries the value. If caller and function differ (a char passed as 32 bits
 * and read as 8, structures copied in different pieces), values are assembled from parts. Registers
 * never overlap, so every byte has exactly one register.
 */
public final class CallBytes {
  private CallBytes() {}

  /** A register that carries {@code bytes} bytes from {@code start} on. */
  private record Piece(long start, int bytes, int register) {
    long end() {
      return start + bytes;
    }
  }

  public static Operand load(Symbol.Slots slots, PtxType type, long offset, PtxWriter e) {
    List<Piece> pieces = pieces(slots, type.type(), offset, e);
    if (isWhole(pieces, type, offset)) {
      return Operand.register(pieces.get(0).register());
    }
    Type wide = type.bytes() == 8 ? Type.I64 : Type.I32;
    Operand value = Operand.immediate(0);
    for (Piece p : pieces) {
      long low = Math.max(p.start(), offset);
      long bytes = Math.min(p.end(), offset + type.bytes()) - low;
      Operand part = shifted(e, p, 8 * (low - p.start()), wide);
      int sum = e.temp(wide);
      e.emit(
          Op.BIT_FIELD_INSERT,
          wide,
          sum,
          part,
          value,
          Operand.immediate(8 * (low - offset)),
          Operand.immediate(8 * bytes));
      value = Operand.register(sum);
    }
    return narrowed(e, value, wide, integer(type.bytes()));
  }

  /** Emits a piece shifted right by a number of bits and converted to a wide type. */
  private static Operand shifted(PtxWriter e, Piece piece, long bits, Type wide) {
    Type own = piece.bytes() == 8 ? Type.I64 : Type.I32;
    Operand value =
        Halves.widen(e, Operand.register(piece.register()), own, integer(piece.bytes()));
    if (bits > 0) {
      int t = e.temp(own);
      e.emit(Op.SHR, own, t, value, Operand.immediate(bits));
      value = Operand.register(t);
    }
    return own == wide ? value : converted(e, value, own, wide);
  }

  public static void store(
      Symbol.Slots slots, PtxType type, long offset, Operand value, PtxWriter e) {
    List<Piece> pieces = pieces(slots, type.type(), offset, e);
    Type held = value.isRegister() ? e.builder.typeOf(value.register()) : type.type();
    if (isWhole(pieces, type, offset)) {
      boolean same = held.bits() == type.bits();
      e.emit(
          InstructionBuilder.of(same ? Op.MOVE : Op.CONVERT, type.type())
              .sourceType(type.type())
              .from(value)
              .to(pieces.get(0).register()));
      return;
    }
    Type wide = type.bytes() == 8 ? Type.I64 : Type.I32;
    Operand all = Halves.widen(e, value, wide, integer(type.bytes()));
    for (Piece p : pieces) {
      long low = Math.max(p.start(), offset);
      long bytes = Math.min(p.end(), offset + type.bytes()) - low;
      Operand part = all;
      if (low > offset) {
        int t = e.temp(wide);
        e.emit(Op.SHR, wide, t, all, Operand.immediate(8 * (low - offset)));
        part = Operand.register(t);
      }
      Type own = p.bytes() == 8 ? Type.I64 : Type.I32;
      part = own == wide ? part : converted(e, part, wide, own);
      if (bytes < p.bytes()) {
        Operand before = Halves.widen(e, Operand.register(p.register()), own, integer(p.bytes()));
        int t = e.temp(own);
        e.emit(
            Op.BIT_FIELD_INSERT,
            own,
            t,
            part,
            before,
            Operand.immediate(8 * (low - p.start())),
            Operand.immediate(8 * bytes));
        part = Operand.register(t);
      }
      e.convert(integer(p.bytes()), own, p.register(), part);
    }
  }

  /** Copies a parameter to private memory because its function indexes it. */
  public static void spill(Symbol.Slots slots, Symbol.Placed memory, PtxWriter e) {
    spill(memory, e, (type, at) -> load(slots, type, at, e));
  }

  public static void spill(Symbol.Argument argument, PtxWriter e) {
    spill(
        argument.memory(),
        e,
        (type, at) -> {
          return e.value(
              type.type(),
              InstructionBuilder.of(Op.LOAD, type.type())
                  .from(Operand.immediate(argument.offset() + at))
                  .memory(
                      new MemoryAccess(
                          Space.PARAMETER,
                          type.type(),
                          1,
                          -1,
                          0,
                          MemoryAccess.Qualifiers.CONSTANT)));
        });
  }

  private static void spill(
      Symbol.Placed memory, PtxWriter e, BiFunction<PtxType, Long, Operand> value) {
    for (long at = 0; at < memory.bytes(); ) {
      int bytes = 4;
      while (at + bytes > memory.bytes() || (memory.offset() + at) % bytes != 0) {
        bytes /= 2;
      }
      PtxType type = bytes == 4 ? PtxType.B32 : bytes == 2 ? PtxType.B16 : PtxType.B8;
      e.emit(
          InstructionBuilder.of(Op.STORE, type.type())
              .from(Operand.immediate(memory.offset() + at), value.apply(type, at))
              .memory(new MemoryAccess(Space.PRIVATE, type.type(), 1, -1, 0)));
      at += bytes;
    }
  }

  private static boolean isWhole(List<Piece> pieces, PtxType type, long offset) {
    Piece first = pieces.get(0);
    return pieces.size() == 1 && first.start() == offset && first.bytes() == type.bytes();
  }

  /** Returns the registers of a range of bytes, ascending; uncovered bytes get new registers. */
  private static List<Piece> pieces(Symbol.Slots slots, Type type, long offset, PtxWriter e) {
    List<Piece> found = new ArrayList<>();
    long end = offset + type.bytes();
    long at = offset;
    while (at < end) {
      Piece next = first(slots, at, end);
      if (next == null && at == offset) {
        found.add(add(slots, at, type, e));
        return found;
      }
      long gap = next == null ? end : next.start();
      while (at < gap) {
        int bytes = 1;
        while (bytes < 8 && at % (2L * bytes) == 0 && at + 2L * bytes <= gap) {
          bytes *= 2;
        }
        found.add(add(slots, at, integer(bytes), e));
        at += bytes;
      }
      if (next != null) {
        found.add(next);
        at = next.end();
      }
    }
    return found;
  }

  /** Returns the first register that carries a byte of a range, or null. */
  private static Piece first(Symbol.Slots slots, long offset, long end) {
    Piece best = null;
    for (Map.Entry<Long, Integer> entry : slots.registers().entrySet()) {
      Piece p = new Piece(entry.getKey() >> 8, (int) (entry.getKey() & 255), entry.getValue());
      if (p.start() < end && offset < p.end() && (best == null || p.start() < best.start())) {
        best = p;
      }
    }
    return best;
  }

  private static Piece add(Symbol.Slots slots, long offset, Type type, PtxWriter e) {
    int register = e.builder.register(type, slots.name() + "+" + offset);
    slots.registers().put(offset << 8 | type.bytes(), register);
    return new Piece(offset, type.bytes(), register);
  }

  private static Operand narrowed(PtxWriter e, Operand value, Type wide, Type part) {
    return wide.bits() == part.bits() ? value : converted(e, value, wide, part);
  }

  private static Operand converted(PtxWriter e, Operand value, Type from, Type to) {
    return e.convert(to, from, value);
  }

  private static Type integer(int bytes) {
    return switch (bytes) {
      case 1 -> Type.I8;
      case 2 -> Type.I16;
      case 4 -> Type.I32;
      default -> Type.I64;
    };
  }
}
