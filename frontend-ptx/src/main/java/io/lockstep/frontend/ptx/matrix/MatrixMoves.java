// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.memory.MemoryAccesses;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * Decodes {@code ldmatrix}, {@code stmatrix} and {@code movmatrix}: each matrix is an access of a
 * word of each lane, at an address that another lane holds, and a transposition.
 */
public final class MatrixMoves {
  private static final int LOADS = 75; // first instruction set with ldmatrix and movmatrix
  private static final int STORES = 90; // first instruction set with stmatrix
  private static final int BYTES = 100; // first instruction set with matrices of bytes

  private MatrixMoves() {}

  public static Decoder of(String base) {
    return switch (base) {
      case "ldmatrix" -> MatrixMoves::load;
      case "stmatrix" -> MatrixMoves::store;
      case "movmatrix" -> MatrixMoves::move;
      default -> null;
    };
  }

  private static void aligned(Modifiers m, PtxWriter e) {
    if (!m.take("sync") || !m.take("aligned")) {
      throw e.error("'%s' needs .sync.aligned".formatted(e.instruction().spelling()));
    }
    e.specials.fixedWidth = true;
    e.specials.target = Math.max(e.specials.target, LOADS);
  }

  /** Takes the rest of the modifiers of an access; returns its matrices, negative to transpose. */
  private static int matrices(Modifiers m, PtxWriter e) {
    int count = m.takeOne("x1", "x2", "x4").charAt(1) - '0';
    boolean transposes = m.take("trans");
    m.takeOne("shared", "shared::cta");
    m.takeOne("b16");
    m.done();
    e.expect(2);
    return transposes ? -count : count;
  }

  private static void load(String base, Modifiers m, PtxWriter e) {
    aligned(m, e);
    String size = m.takeOne("m8n8", "m8n16", "m16n16");
    if (!size.equals("m8n8")) {
      loadBytes(size.equals("m16n16"), m, e);
      return;
    }
    int count = matrices(m, e);
    List<Argument> to = Matrices.elements(e, 0, Math.abs(count));
    List<Operand> rows = rows(1, Math.abs(count), e);
    for (int k = 0; k < to.size(); k++) {
      int d = e.destination(to.get(k), PtxType.B32, false);
      int loaded = count < 0 || d < 0 ? temporary(e) : d;
      e.emit(InstructionBuilder.of(Op.LOAD, Type.I32).from(rows.get(k)).memory(word()).to(loaded));
      if (count < 0 && d >= 0) {
        e.emit(transposed(Operand.register(loaded)).to(d));
      }
    }
  }

  /** Loads matrices of rows of 16 elements, which are or become bytes. */
  private static void loadBytes(boolean tall, Modifiers m, PtxWriter e) {
    String number = tall ? m.takeOne("x1", "x2") : m.takeOne("x1", "x2", "x4");
    if (tall && !m.take("trans")) {
      throw e.error("'%s' needs .trans".formatted(e.instruction().spelling()));
    }
    m.takeOne("shared", "shared::cta");
    Variant.Arrangement expanded = null;
    if (!tall || !m.take("b8")) {
      m.takeOne("b8x16");
      boolean six = m.takeOne("b6x16_p32", "b4x16_p64").startsWith("b6");
      expanded = six ? Variant.Arrangement.SIX_BITS : Variant.Arrangement.FOUR_BITS;
    }
    m.done();
    e.expect(2);
    e.specials.target = Math.max(e.specials.target, BYTES);
    int count = (number.charAt(1) - '0') * (tall ? 2 : 1);
    List<Integer> to = Matrices.results(e, count, PtxType.B32);
    List<Operand> rows = rows(1, count, e);
    List<Operand> words = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int loaded = temporary(e);
      e.emit(InstructionBuilder.of(Op.LOAD, Type.I32).from(rows.get(k)).memory(word()).to(loaded));
      if (expanded != null) {
        int bytes = tall ? temporary(e) : to.get(k);
        e.emit(arranged(expanded, Operand.register(loaded)).to(bytes));
        loaded = bytes;
      }
      words.add(Operand.register(loaded));
    }
    for (int k = 0; tall && k < count; k++) {
      boolean first = k % 2 == 0;
      e.emit(
          arranged(
                  first ? Variant.Arrangement.FIRST_BYTES : Variant.Arrangement.SECOND_BYTES,
                  words.get(k / 2 * 2),
                  words.get(k / 2 * 2 + 1))
              .to(to.get(k)));
    }
  }

  private static InstructionBuilder arranged(Variant.Arrangement how, Operand... of) {
    return InstructionBuilder.of(Op.TRANSPOSE, Type.I32).variant(how).from(of);
  }

  private static void store(String base, Modifiers m, PtxWriter e) {
    aligned(m, e);
    m.takeOne("m8n8");
    int count = matrices(m, e);
    e.specials.target = Math.max(e.specials.target, STORES);
    List<Argument> from = Matrices.elements(e, 1, Math.abs(count));
    List<Operand> values = new ArrayList<>();
    for (Argument a : from) {
      Operand value = e.operand(a, PtxType.B32, false);
      if (count < 0) {
        int turned = temporary(e);
        e.emit(transposed(value).to(turned));
        value = Operand.register(turned);
      }
      values.add(value);
    }
    List<Operand> rows = rows(0, Math.abs(count), e);
    for (int k = 0; k < values.size(); k++) {
      e.emit(
          InstructionBuilder.of(Op.STORE, Type.I32)
              .from(rows.get(k), values.get(k))
              .memory(word()));
    }
  }

  private static void move(String base, Modifiers m, PtxWriter e) {
    aligned(m, e);
    m.takeOne("m8n8");
    m.takeOne("trans");
    m.takeOne("b16");
    m.done();
    e.expect(2);
    e.emit(transposed(e.operand(1, PtxType.B32)).to(e.destination(0, PtxType.B32)));
  }

  private static int temporary(PtxWriter e) {
    return e.builder.register(Type.I32, "matrix");
  }

  private static InstructionBuilder transposed(Operand of) {
    return arranged(Variant.Arrangement.HALVES, of);
  }

  private static MemoryAccess word() {
    return new MemoryAccess(Space.LOCAL, Type.I32, 1, -1, 0);
  }

  /** Returns the addresses of a lane's word of each matrix. */
  private static List<Operand> rows(int argument, int count, PtxWriter e) {
    MemoryAccesses.Target target = MemoryAccesses.target(e.argument(argument), Space.LOCAL, e);
    Operand base = target.base();
    if (base.isRegister() && e.builder.typeOf(base.register()).isWide()) {
      int narrow = temporary(e);
      e.emit(
          InstructionBuilder.of(Op.CONVERT, Type.I32).sourceType(Type.I64).from(base).to(narrow));
      base = Operand.register(narrow);
    }
    if (target.offset() != 0) {
      int moved = temporary(e);
      e.emit(
          InstructionBuilder.of(Op.ADD, Type.I32)
              .from(base, Operand.immediate(target.offset()))
              .to(moved));
      base = Operand.register(moved);
    }
    List<Operand> rows = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int row = temporary(e);
      e.emit(
          InstructionBuilder.of(Op.ROW_ADDRESS, Type.I32)
              .variant(Variant.Matrices.values()[k])
              .from(base)
              .to(row));
      rows.add(Operand.register(row));
    }
    return rows;
  }
}
