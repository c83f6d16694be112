// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.matrix;

import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.memory.MemoryAccesses;
import io.lockstep.frontend.ptx.memory.MemoryAccesses.Target;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax.Name;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads and stores the matrices of {@code wmma} instructions. As ptxas does, a lane accesses a word
 * of neighbouring elements where memory and registers have the same order. Where they have not,
 * matrices of eight by eight 16-bit elements are transposed between lanes, and wider and narrower
 * elements are accessed one by one.
 */
final class WmmaFragments {
  private static final int WORD = 32;
  private static final int SIDE = 8;

  private final PtxWriter e;
  private final Places places;
  private final int bits;
  private final Space space;
  private final Target target;
  private final Operand stride;
  private final Map<Integer, Operand> lines = new HashMap<>(); // by first line; never iterated
  private Operand first;

  /** The matrices of a product. */
  enum Part {
    /** The left factor. */
    A,
    /** The right factor. */
    B,
    /** The summand and the result. */
    C
  }

  /**
   * The places in memory of the elements of lane 0, as lines and numbers within a line, and how far
   * those of lanes 1 and 4 are away; a line is a row or a column.
   */
  private record Places(int[] line, int[] inLine, int lineStep, int inLineStep) {
    static Places of(MatrixShape shape, Part part, boolean rows) {
      int[][] zero = coordinates(shape, part, 0, rows);
      int[][] one = coordinates(shape, part, 1, rows);
      return new Places(zero[0], zero[1], one[0][0] - zero[0][0], one[1][0] - zero[1][0]);
    }

    private static int[][] coordinates(MatrixShape shape, Part part, int lane, boolean rows) {
      int count =
          switch (part) {
            case A -> shape.leftElements();
            case B -> shape.rightElements();
            case C -> shape.rows() * shape.columns() / shape.lanes();
          };
      int[] row = new int[count];
      int[] column = new int[count];
      int height = part == Part.B ? shape.depth() : shape.rows();
      int width = part == Part.A ? shape.depth() : shape.columns();
      for (int r = 0; r < height; r++) {
        for (int c = 0; c < width; c++) {
          int holder =
              switch (part) {
                case A -> shape.leftLane(0, r, c);
                case B -> shape.rightLane(0, c, r);
                case C -> shape.resultLane(0, r, c);
              };
          if (holder == lane) {
            int place =
                switch (part) {
                  case A -> shape.leftPlace(r, c);
                  case B -> shape.rightPlace(c, r);
                  case C -> shape.resultPlace(0, r, c);
                };
            row[place] = r;
            column[place] = c;
          }
        }
      }
      return rows ? new int[][] {row, column} : new int[][] {column, row};
    }

    /** Whether lanes of one group of four have neighbouring elements of a line in memory. */
    boolean isAlong() {
      return inLineStep > 0;
    }
  }

  /**
   * @param rows whether rows are contiguous in memory, rather than columns
   * @param stride elements from a line to the next
   */
  WmmaFragments(PtxWriter e, MatrixShape shape, Part part, boolean rows, Space space, Argument at) {
    this.e = e;
    this.space = space;
    places = Places.of(shape, part, rows);
    bits = part == Part.C ? shape.result().bits() : shape.left().bits();
    target = MemoryAccesses.target(e.argument(at.address()), space, e);
    int width = part == Part.A ? shape.depth() : shape.columns();
    int height = part == Part.B ? shape.depth() : shape.rows();
    stride =
        at.stride() < e.arguments()
            ? e.operand(at.stride(), PtxType.U32)
            : Operand.immediate(rows ? width : height);
  }

  /** The numbers of the operands that hold the address and the distance of lines. */
  record Argument(int address, int stride) {}

  /** Whether the elements can be accessed: those of less than a byte only in the lanes' order. */
  boolean isLegal() {
    return bits >= Byte.SIZE || places.isAlong();
  }

  private static Operand constant(long number) {
    return Operand.immediate(number);
  }

  private Operand lane() {
    Name name = new Name(e.instruction().opcode(), "%laneid", "", false, 0);
    return e.specials.of(name, PtxType.U32);
  }

  private Operand times(Operand a, long b) {
    return a.isRegister() ? b == 1 ? a : e.value(Op.MUL, Type.I32, a, b) : constant(a.bits() * b);
  }

  private boolean isNarrow() {
    return space == Space.LOCAL || e.addressBits == WORD;
  }

  /** Returns base + number · bytes as an address. */
  private Operand address(Operand base, Operand number, long bytes) {
    if (isNarrow()) {
      return e.value(Op.MAD, Type.I32, number, constant(bytes), base);
    }
    return e.value(
        Type.I64,
        InstructionBuilder.of(Op.MAD_WIDE, Type.I64)
            .sourceType(Type.I32)
            .from(number, constant(bytes), base));
  }

  private Operand base() {
    Operand base = target.base();
    return base.isRegister() && isNarrow() && e.builder.typeOf(base.register()).isWide()
        ? e.convert(Type.I32, Type.I64, base)
        : base;
  }

  /** Returns base + elements, where elements of less than a byte begin whole bytes. */
  private Operand moved(Operand base, Operand elements) {
    return bits < Byte.SIZE
        ? address(
            base,
            e.value(Op.SHR, Type.I32, elements, Integer.numberOfTrailingZeros(Byte.SIZE / bits)),
            1)
        : address(base, elements, bits / Byte.SIZE);
  }

  /** Returns the address of an element of a lane: a number of lines and elements further on. */
  private Operand line(int number) {
    if (number > 0) {
      return lines.computeIfAbsent(number, n -> moved(first, times(stride, n)));
    }
    return first;
  }

  private long inLine(int place) {
    return target.offset() + (long) places.inLine[place] * bits / Byte.SIZE;
  }

  /** Sets the address of the lane's element at the least line. */
  private void words(int inLine) {
    Operand lane = lane();
    Operand group = e.value(Op.SHR, Type.I32, lane, 2);
    Operand inGroup = e.value(Op.AND, Type.I32, lane, 3);
    boolean along = bits == Short.SIZE || places.isAlong();
    Operand number = along ? group : times(inGroup, places.lineStep);
    Operand rest = along ? times(inGroup, inLine) : group;
    first = moved(base(), e.value(Op.MAD, Type.I32, number, stride, rest));
  }

  private MemoryAccess access(Type element, int width, long offset) {
    return new MemoryAccess(space, element, width, -1, offset);
  }

  /** Loads the registers of a lane. */
  void load(List<Integer> to) {
    if (bits == Short.SIZE) {
      loadMatrices(to);
      return;
    }
    words(places.inLineStep);
    Type type = bits == Long.SIZE ? Type.F64 : e.builder.typeOf(to.get(0));
    int each = Math.max(1, places.inLineStep * bits / Math.max(WORD, bits)); // registers at once
    int packed = Math.max(1, WORD / bits);
    for (int r = 0; r < to.size(); r += places.isAlong() ? each : 1) {
      if (places.isAlong() || packed == 1) {
        int width = places.isAlong() ? each : 1;
        e.emit(
            InstructionBuilder.of(Op.LOAD, type)
                .from(line(places.line[r * packed]))
                .to(to.subList(r, r + width))
                .memory(access(type, width, inLine(r * packed)))
                .vectorGroup(width > 1 ? e.vectorGroup() : -1));
      } else {
        bytes(to.get(r), r * packed);
      }
    }
  }

  /** Loads a word whose bytes are apart in memory. */
  private void bytes(int to, int place) {
    Operand word = null;
    for (int k = 0; k < WORD / Byte.SIZE; k++) {
      Operand octet =
          e.value(
              Type.I32,
              InstructionBuilder.of(Op.LOAD, Type.I32)
                  .from(line(places.line[place + k]))
                  .memory(access(Type.I8, 1, inLine(place + k))));
      Operand moved = k == 0 ? octet : e.value(Op.SHL, Type.I32, octet, Byte.SIZE * k);
      word = k == 0 ? moved : e.value(Op.OR, Type.I32, word, moved);
    }
    e.emit(Op.MOVE, Type.I32, to, word);
  }

  private void loadMatrices(List<Integer> to) {
    boolean turns = !places.isAlong();
    int together = Math.min(4, to.size());
    if (space != Space.LOCAL) {
      words(2);
    }
    for (int r = 0; r < to.size(); r++) {
      if (space == Space.LOCAL && r % together == 0) {
        rows(r, together);
      }
      boolean shared = space == Space.LOCAL;
      Operand from = shared ? row(r % together) : line(places.line[2 * r]);
      int loaded = turns ? e.temp(Type.I32) : to.get(r);
      e.emit(
          InstructionBuilder.of(Op.LOAD, Type.I32)
              .from(from)
              .memory(access(Type.I32, 1, shared ? 0 : inLine(2 * r)))
              .to(loaded));
      if (turns) {
        e.emit(Op.TRANSPOSE, Type.I32, to.get(r), Operand.register(loaded));
      }
    }
  }

  private Operand row(int matrix) {
    return e.value(
        Type.I32,
        InstructionBuilder.of(Op.ROW_ADDRESS, Type.I32)
            .variant(Variant.Matrices.values()[matrix])
            .from(first));
  }

  /** Sets the address of the row that a lane supplies for its eighth of the next matrices. */
  private void rows(int register, int together) {
    Operand lane = lane();
    Operand line = e.value(Op.AND, Type.I32, lane, SIDE - 1);
    Operand inLine = constant(0);
    for (int step = 1; step < together; step *= 2) {
      Operand from = step == 1 ? lane : e.value(Op.SHR, Type.I32, lane, 1);
      Operand bit = e.value(Op.AND, Type.I32, from, SIDE);
      int next = 2 * (register + step);
      if (places.line[next] > places.line[2 * register]) {
        line = e.value(Op.ADD, Type.I32, line, bit);
      } else {
        inLine = e.value(Op.ADD, Type.I32, inLine, bit);
      }
    }
    Operand lines = line;
    if (places.line[2 * register] > 0) {
      lines = e.value(Op.ADD, Type.I32, line, places.line[2 * register]);
    }
    Operand elements = e.value(Op.MAD, Type.I32, lines, stride, inLine);
    Operand at = address(base(), elements, Short.BYTES);
    long offset = inLine(2 * register);
    first = offset == 0 ? at : e.value(Op.ADD, Type.I32, at, offset);
  }

  /** Stores the registers of a lane. */
  void store(List<Operand> from) {
    if (bits == Short.SIZE) {
      words(2);
      for (int r = 0; r < from.size(); r++) {
        Operand word =
            places.isAlong() ? from.get(r) : e.value(Op.TRANSPOSE, Type.I32, from.get(r));
        put(r, List.of(word), Type.I32, inLine(2 * r), places.line[2 * r]);
      }
      return;
    }
    words(places.inLineStep);
    Type type = bits == Long.SIZE ? Type.F64 : Type.I32;
    int width = places.isAlong() ? places.inLineStep : 1;
    for (int r = 0; r < from.size(); r += width) {
      put(r, from.subList(r, r + width), type, inLine(r), places.line[r]);
    }
  }

  private void put(int register, List<Operand> values, Type type, long offset, int line) {
    List<Operand> sources = new ArrayList<>(List.of(line(line)));
    sources.addAll(values);
    e.emit(
        InstructionBuilder.of(Op.STORE, type)
            .from(sources)
            .memory(access(type, values.size(), offset))
            .vectorGroup(values.size() > 1 ? e.vectorGroup() : -1));
  }
}
