// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.memory.MemoryAccesses.Target;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Decodes asynchronous copies to shared memory, their groups and waits. A copy becomes a load
 * followed by a store, both marked with a {@link Variant.Copy}; bytes beyond the source's size
 * become stores of zeros.
 */
final class AsyncCopies {
  private static final int WORD = 4;
  private static final int WIDEST = 16;

  private AsyncCopies() {}

  /** Decodes the modifiers behind {@code cp.async}, except those of bulk copies. */
  static void decode(Modifiers m, PtxWriter e) {
    if (m.take("mbarrier")) {
      SharedBarriers.arriveCopied(m, e);
      return;
    }
    switch (m.takeOne("ca", "cg", "commit_group", "wait_group", "wait_all")) {
      case "ca" -> copy(Variant.Copy.CACHED, m, e);
      case "cg" -> copy(Variant.Copy.UNCACHED, m, e);
      case "commit_group" -> {
        m.done();
        e.expect(0);
        commit(e);
      }
      case "wait_group" -> {
        m.done();
        e.expect(1);
        await(groups(e), e);
      }
      default -> {
        m.done();
        e.expect(0);
        commit(e);
        await(0, e);
      }
    }
  }

  /** Returns the number of groups that a wait leaves under way. */
  static long groups(PtxWriter e) {
    Operand groups = e.operand(0, PtxType.U32);
    if (groups.isRegister() || groups.bits() < 0) {
      throw e.error(
          e.argument(0),
          "expected a constant number of groups, found " + PtxWriter.shown(e.argument(0)));
    }
    return groups.bits();
  }

  private static void commit(PtxWriter e) {
    e.emit(InstructionBuilder.of(Op.COMMIT_COPIES, Type.I1));
  }

  private static void await(long groups, PtxWriter e) {
    e.emit(InstructionBuilder.of(Op.AWAIT_COPIES, Type.I32).from(Operand.immediate(groups)));
  }

  private static void copy(Variant.Copy kind, Modifiers m, PtxWriter e) {
    m.takeOne("shared", "shared::cta");
    m.takeOne("global");
    boolean policy = m.hints();
    m.done();
    e.expect(policy ? 4 : 3, policy ? 5 : 4);
    int last = e.arguments() - 1;
    if (policy) {
      e.operand(last--, PtxType.B64);
    }
    Operand bytes = e.operand(2, PtxType.U32);
    boolean whole = kind == Variant.Copy.UNCACHED;
    boolean legal =
        !bytes.isRegister()
            && (bytes.bits() == WIDEST
                || !whole && (bytes.bits() == WORD || bytes.bits() == 2 * WORD));
    if (!legal) {
      throw e.error(
          e.argument(2),
          "'%s' copies %s, found %s"
              .formatted(
                  e.instruction().spelling(),
                  whole ? "16 bytes" : "4, 8 or 16 bytes",
                  PtxWriter.shown(e.argument(2))));
    }
    Copy copy =
        new Copy(
            kind,
            Space.GLOBAL,
            MemoryAccesses.target(e.argument(0), Space.LOCAL, e),
            MemoryAccesses.target(e.argument(1), Space.GLOBAL, e),
            (int) bytes.bits());
    if (last < 3) {
      copy.pieces(copy.bytes, e);
    } else if (isPredicate(3, e)) {
      copy.either(e.operand(3, PtxType.PRED).register(), true, e);
    } else {
      copy.sized(e.operand(3, PtxType.U32), e);
    }
  }

  /**
   * Returns the last instruction that writes a register if code without branches leads from it to
   * here, and adds the registers that are written behind it; null if there is none.
   */
  static Instruction definition(int register, List<Integer> written, PtxWriter e) {
    for (Draft d = e.current; d != null; d = e.straight.get(d)) {
      for (int k = d.code().size() - 1; k >= 0; k--) {
        Instruction i = d.code().get(k);
        if (i.destinations().contains(register)) {
          return i;
        }
        written.addAll(i.writes());
      }
    }
    return null;
  }

  private static boolean isPredicate(int index, PtxWriter e) {
    return e.argument(index) instanceof Syntax.Name name
        && e.names.declaration(name.text()) != null
        && e.names.declaration(name.text()).type() == PtxType.PRED;
  }

  /**
   * A copy of a constant number of bytes.
   *
   * @param source global or local memory; the other one is the destination
   */
  record Copy(Variant.Copy kind, Space source, Target to, Target from, int bytes) {
    /** Copies a constant number of bytes and fills the rest with zeros. */
    void pieces(int size, PtxWriter e) {
      int at = 0;
      while (at < bytes) {
        boolean loads = at < size;
        int most = loads ? size - at : bytes - at;
        int piece = Math.min(WIDEST, Integer.highestOneBit(most));
        while (at % piece != 0) {
          piece /= 2;
        }
        piece(at, piece, loads, e);
        at += piece;
      }
    }

    private void piece(int at, int piece, boolean loads, PtxWriter e) {
      int width = Math.max(1, piece / WORD);
      Type element = piece == 1 ? Type.I8 : piece == 2 ? Type.I16 : Type.I32;
      List<Operand> data = Collections.nCopies(width, Operand.immediate(0));
      int group = width > 1 ? e.vectorGroup() : -1;
      if (loads) {
        List<Integer> registers = new ArrayList<>();
        for (int k = 0; k < width; k++) {
          registers.add(e.temp(Type.I32));
        }
        e.emit(
            InstructionBuilder.of(Op.LOAD, Type.I32)
                .variant(kind)
                .from(from.base())
                .to(registers)
                .memory(new MemoryAccess(source, element, width, -1, from.offset() + at))
                .vectorGroup(group));
        data = registers.stream().map(Operand::register).toList();
      }
      Space destination = source == Space.GLOBAL ? Space.LOCAL : Space.GLOBAL;
      List<Operand> sources = new ArrayList<>(List.of(to.base()));
      sources.addAll(data);
      e.emit(
          InstructionBuilder.of(Op.STORE, element)
              .variant(kind)
              .from(sources)
              .memory(new MemoryAccess(destination, element, width, -1, to.offset() + at))
              .vectorGroup(group > -1 ? e.vectorGroup() : -1));
    }

    /** Copies where a predicate holds, or does not if {@code negated}; elsewhere stores zeros. */
    void either(int predicate, boolean negated, PtxWriter e) {
      Draft head = e.current;
      Draft whole = new Draft();
      Draft between = new Draft();
      Draft zeros = new Draft();
      Draft after = new Draft();
      e.branch(predicate, negated, between, whole);
      e.open(whole);
      pieces(bytes, e);
      e.close(between);
      e.open(between);
      e.branch(predicate, !negated, after, zeros);
      e.open(zeros);
      pieces(0, e);
      e.close(after);
      e.open(after);
      e.straight.put(after, head);
    }

    /** Copies a number of bytes that may be known at run time only; never reads beyond them. */
    void sized(Operand size, PtxWriter e) {
      if (!size.isRegister()) {
        if (size.bits() < 0 || size.bits() > bytes) {
          throw e.error(
              e.argument(3),
              "expected a size of 0 to %s bytes, found %s"
                  .formatted(bytes, PtxWriter.shown(e.argument(3))));
        }
        pieces((int) size.bits(), e);
        return;
      }
      Instruction select = select(size.register(), e);
      if (select != null) {
        boolean negated = select.sources().get(0).bits() == 0;
        either(select.sources().get(2).register(), negated, e);
      } else {
        either(e.compare(Comparison.GE, Type.I32, size, Operand.immediate(bytes)), size, e);
      }
    }

    /** Copies all bytes where a predicate holds; elsewhere stores zeros, then copies byte-wise. */
    private void either(Operand full, Operand size, PtxWriter e) {
      Draft head = e.current;
      Draft whole = new Draft();
      Draft part = new Draft();
      Draft each = new Draft();
      Draft after = new Draft();
      e.branch(full.register(), false, part, whole);
      e.open(whole);
      pieces(bytes, e);
      e.close(after);
      e.open(part);
      pieces(0, e);
      int done = e.temp(Type.I32);
      int next = e.temp(e.addressBits == 64 ? Type.I64 : Type.I32);
      int target = e.temp(Type.I32);
      e.emit(Op.MOVE, Type.I32, done, Operand.immediate(0));
      move(next, from, e);
      move(target, to, e);
      Operand any = e.compare(Comparison.NE, Type.I32, size, Operand.immediate(0));
      e.branch(any.register(), false, after, each);
      e.open(each);
      new Copy(kind, source, at(target), at(next), 1).pieces(1, e);
      step(done, 1, e);
      step(next, 1, e);
      step(target, 1, e);
      Operand more = e.compare(Comparison.LT, Type.I32, Operand.register(done), size);
      e.branch(more.register(), false, after, each);
      e.open(after);
      e.straight.put(after, head);
    }

    static Target at(int register) {
      return new Target(Operand.register(register), 0);
    }

    static void step(int register, int by, PtxWriter e) {
      Type type = e.builder.typeOf(register);
      e.emit(Op.ADD, type, register, Operand.register(register), Operand.immediate(by));
    }

    static void move(int to, Target from, PtxWriter e) {
      Type type = e.builder.typeOf(to);
      Operand base = from.base();
      if (base.isRegister() && e.builder.typeOf(base.register()).bits() > type.bits()) {
        base = e.convert(type, e.builder.typeOf(base.register()), base);
      }
      e.emit(Op.ADD, type, to, base, Operand.immediate(from.offset()));
    }

    /**
     * Returns the instruction that sets a register to all bytes of the copy or to 0, by a
     * predicate, if code without branches leads from it to the copy; else null.
     */
    private Instruction select(int register, PtxWriter e) {
      List<Integer> written = new ArrayList<>();
      Instruction i = definition(register, written, e);
      return i != null && i.op() == Op.SELECT && i.guard() < 0 && isAllOrNone(i, written)
          ? i
          : null;
    }

    private boolean isAllOrNone(Instruction i, List<Integer> written) {
      Operand a = i.sources().get(0);
      Operand b = i.sources().get(1);
      Operand p = i.sources().get(2);
      boolean constant = !a.isRegister() && !b.isRegister();
      boolean both = a.bits() == bytes && b.bits() == 0 || a.bits() == 0 && b.bits() == bytes;
      return constant && both && p.isRegister() && !written.contains(p.register());
    }
  }
}
