// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.memory.AsyncCopies.Copy;
import io.lockstep.frontend.ptx.memory.MemoryAccesses.Target;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;

/**
 * Decodes bulk copies ({@code cp.async.bulk}) within a work-group, and leaves other copies to
 * {@link AsyncCopies}. A copy to shared memory becomes a loop of asynchronous copies of 16 bytes
 * and, behind them, a barrier's count of their bytes. A copy to global memory becomes loads and
 * stores, which are done where they stand, so that the groups of such copies need nothing.
 */
public final class BulkCopies {
  private static final int TARGET = 90; // first instruction set with bulk copies
  private static final int UNIT = 16; // of which addresses and sizes are multiples
  private static final int PIECE = 256; // bytes of a trip of the loop
  private static final int LONGEST = 4 * PIECE; // bytes of a copy without a loop

  private BulkCopies() {}

  public static Decoder of(String base) {
    return base.equals("cp") ? BulkCopies::decode : null;
  }

  private static void decode(String base, Modifiers m, PtxWriter e) {
    if (m.take("reduce")) {
      throw e.unsupported("bulk reductions");
    }
    m.takeOne("async");
    if (m.take("bulk")) {
      bulk(m, e);
    } else {
      AsyncCopies.decode(m, e);
    }
  }

  private static void bulk(Modifiers m, PtxWriter e) {
    if (m.take("tensor") || m.take("prefetch")) {
      throw e.unsupported("tensor maps and bulk prefetches");
    }
    e.specials.target = Math.max(e.specials.target, TARGET);
    if (m.take("commit_group")) {
      m.done();
      e.expect(0);
    } else if (m.take("wait_group")) {
      m.take("read");
      m.done();
      e.expect(1);
      AsyncCopies.groups(e);
    } else if (m.take("bulk_group")) {
      store(m, e);
    } else {
      load(m, e);
    }
  }

  private static void load(Modifiers m, PtxWriter e) {
    boolean local = m.takeAny("shared::cta", "shared::cluster") != null;
    boolean global = m.take("global");
    boolean counted = m.take("mbarrier::complete_tx::bytes");
    if (local && !global && counted) {
      throw e.unsupported(Modifiers.CLUSTERS);
    }
    if (m.take("multicast::cluster")) {
      throw e.unsupported("copies to several blocks of a cluster");
    }
    if (!local || !global || !counted) {
      throw e.error(
          "'%s' is a copy from .global to .shared::cta or .shared::cluster with"
                  .formatted(e.instruction().spelling())
              + " .mbarrier::complete_tx::bytes, or from .shared::cta to .global with .bulk_group");
    }
    policy(4, m, e);
    Operand size = size(e);
    Target to = MemoryAccesses.target(e.argument(0), Space.LOCAL, e);
    Target from = MemoryAccesses.target(e.argument(1), Space.GLOBAL, e);
    copy(new Copy(Variant.Copy.BULK, Space.GLOBAL, to, from, PIECE), size, e);
    SharedBarriers.complete(3, size, e);
  }

  private static void store(Modifiers m, PtxWriter e) {
    m.takeOne("global");
    m.takeOne("shared::cta");
    if (m.take("cp_mask")) {
      throw e.unsupported("bulk copies of some bytes of each 16");
    }
    policy(3, m, e);
    Operand size = size(e);
    Target to = MemoryAccesses.target(e.argument(0), Space.GLOBAL, e);
    Target from = MemoryAccesses.target(e.argument(1), Space.LOCAL, e);
    copy(new Copy(Variant.Copy.NONE, Space.LOCAL, to, from, PIECE), size, e);
  }

  private static void policy(int operands, Modifiers m, PtxWriter e) {
    boolean policy = m.hints();
    m.done();
    e.expect(policy ? operands + 1 : operands);
    if (policy) {
      e.operand(operands, PtxType.B64);
    }
  }

  private static Operand size(PtxWriter e) {
    Operand size = e.operand(2, PtxType.U32);
    if (size.isRegister()) {
      Instruction i = AsyncCopies.definition(size.register(), new ArrayList<>(), e);
      boolean constant = i != null && i.op() == Op.MOVE && i.guard() < 0;
      return constant && !i.sources().get(0).isRegister() ? i.sources().get(0) : size;
    }
    return size;
  }

  /** Copies a number of bytes: pieces in a loop, and the rest by the bits of the number. */
  private static void copy(Copy piece, Operand size, PtxWriter e) {
    if (!size.isRegister() && (size.bits() < 0 || size.bits() % UNIT != 0)) {
      throw e.error(
          e.argument(2), "expected a multiple of %s bytes, found %s".formatted(UNIT, size.bits()));
    }
    if (!size.isRegister() && size.bits() <= LONGEST) {
      int bytes = (int) size.bits();
      new Copy(piece.kind(), piece.source(), piece.to(), piece.from(), bytes).pieces(bytes, e);
      return;
    }
    int next = e.temp(addresses(piece.source(), e));
    int target = e.temp(addresses(piece.source() == Space.LOCAL ? Space.GLOBAL : Space.LOCAL, e));
    int left = e.temp(Type.I32);
    Copy.move(next, piece.from(), e);
    Copy.move(target, piece.to(), e);
    e.emit(Op.MOVE, Type.I32, left, size);
    Copy moving = new Copy(piece.kind(), piece.source(), Copy.at(target), Copy.at(next), PIECE);
    Draft head = e.current;
    Draft each = new Draft();
    Draft rest = new Draft();
    if (size.isRegister()) {
      Operand some = e.compare(Comparison.GE, Type.I32, size, Operand.immediate(PIECE));
      e.branch(some.register(), false, rest, each);
    } else {
      e.close(each);
    }
    e.open(each);
    moving.pieces(PIECE, e);
    step(moving, PIECE, e);
    Copy.step(left, -PIECE, e);
    Operand more =
        e.compare(Comparison.GE, Type.I32, Operand.register(left), Operand.immediate(PIECE));
    e.branch(more.register(), false, rest, each);
    e.open(rest);
    if (size.isRegister()) {
      for (int bytes = PIECE / 2; bytes >= UNIT; bytes /= 2) {
        rest = part(moving, size, bytes, e);
      }
    } else {
      int bytes = (int) size.bits() % PIECE;
      new Copy(piece.kind(), piece.source(), moving.to(), moving.from(), bytes).pieces(bytes, e);
    }
    e.straight.put(rest, head);
  }

  private static void step(Copy moving, int bytes, PtxWriter e) {
    Copy.step(moving.from().base().register(), bytes, e);
    Copy.step(moving.to().base().register(), bytes, e);
  }

  /** Copies a number of bytes if the size has this bit; returns the block behind it. */
  private static Draft part(Copy whole, Operand size, int bytes, PtxWriter e) {
    Draft part = new Draft();
    Draft after = new Draft();
    Operand bit = e.value(Op.AND, Type.I32, size, bytes);
    Operand set = e.compare(Comparison.NE, Type.I32, bit, Operand.immediate(0));
    e.branch(set.register(), false, after, part);
    e.open(part);
    new Copy(whole.kind(), whole.source(), whole.to(), whole.from(), bytes).pieces(bytes, e);
    step(whole, bytes, e);
    e.close(after);
    e.open(after);
    return after;
  }

  private static Type addresses(Space space, PtxWriter e) {
    return space == Space.GLOBAL && e.addressBits == 64 ? Type.I64 : Type.I32;
  }
}
