// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.memory;

import io.lockstep.frontend.ptx.arithmetic.Moves;
import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.memory.MemoryAccesses.Target;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.kernel.analysis.LocalBarrier;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.MemoryOrder;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.List;

/**
 * Decodes operations on barriers in shared memory (mbarrier), which become atomic operations on
 * their state ({@link LocalBarrier}).
 */
public final class SharedBarriers {
  private static final List<String> OPERATIONS =
      List.of(
          "init",
          "inval",
          "arrive",
          "arrive_drop",
          "expect_tx",
          "complete_tx",
          "test_wait",
          "try_wait",
          "pending_count");
  private static final int BYTES = 90; // first instruction set with counts of bytes

  private SharedBarriers() {}

  public static Decoder of(String base) {
    return base.equals("mbarrier") ? SharedBarriers::decode : null;
  }

  private static void decode(String base, Modifiers m, PtxWriter e) {
    String operation = m.takeFirst(OPERATIONS);
    if (operation == null) {
      throw e.error(
          "'%s' needs one of .%s"
              .formatted(e.instruction().spelling(), String.join(", .", OPERATIONS)));
    }
    switch (operation) {
      case "init" -> init(m, e);
      case "inval" -> {
        Space space = space(m);
        m.done();
        e.expect(1);
        emit(AtomicOp.BARRIER_INVALIDATE, at(0, space, e), Operand.immediate(0), -1, e);
      }
      case "expect_tx" -> expect(false, m, e);
      case "complete_tx" -> expect(true, m, e);
      case "arrive" -> arrive(false, m, e);
      case "arrive_drop" -> arrive(true, m, e);
      case "test_wait" -> test(false, m, e);
      case "try_wait" -> test(true, m, e);
      default -> pending(m, e);
    }
  }

  /** Decodes cp.async.mbarrier.arrive, of which the first two fields are taken. */
  static void arriveCopied(Modifiers m, PtxWriter e) {
    m.takeOne("arrive");
    boolean counted = m.take("noinc");
    Space space = space(m);
    m.done();
    e.expect(1);
    // Without .noinc the phase waits for one arrival more, and this is it.
    Operand arrivals = Operand.immediate(counted ? 1 : 0);
    emit(AtomicOp.BARRIER_ARRIVE_COPIED, at(0, space, e), arrivals, -1, e);
  }

  private static Space space(Modifiers m) {
    Space space = MemoryAccesses.spaceNamed(m.takeAny("shared", "shared::cta"));
    m.takeOne("b64");
    return space;
  }

  private static void init(Modifiers m, PtxWriter e) {
    Space space = space(m);
    m.done();
    e.expect(2);
    Target at = at(0, space, e);
    emit(AtomicOp.BARRIER_INIT, at, wide(count(1, e), e), -1, e);
  }

  private static Operand count(int index, PtxWriter e) {
    Operand count = e.operand(index, PtxType.U32);
    if (!count.isRegister() && (count.bits() < 1 || count.bits() > LocalBarrier.MOST)) {
      throw e.error(
          e.argument(index),
          "expected a count of 1 to %s, found %s"
              .formatted(LocalBarrier.MOST, PtxWriter.shown(e.argument(index))));
    }
    return count;
  }

  private static Operand wide(Operand count, PtxWriter e) {
    return count.isRegister() ? e.convert(Type.I64, Type.I32, count) : count;
  }

  private static void expect(boolean completes, Modifiers m, PtxWriter e) {
    MemoryOrder order = order(m, "relaxed", MemoryOrder.Order.RELAXED);
    if (m.takeAny("shared::cluster", "cluster") != null) {
      throw e.unsupported(Modifiers.CLUSTERS);
    }
    Space space = space(m);
    m.done();
    e.expect(2);
    Target at = at(0, space, e);
    Operand bytes = bytes(1, e);
    if (completes) {
      bytes = e.value(Op.SUB, Type.I64, Operand.immediate(0), bytes);
    }
    emit(AtomicOp.BARRIER_EXPECT, at, bytes, -1, order, e);
  }

  private static Operand bytes(int index, PtxWriter e) {
    e.specials.target = Math.max(e.specials.target, BYTES);
    return wide(e.operand(index, PtxType.U32), e);
  }

  /** Completes a number of bytes of the barrier at an argument, behind copies. */
  static void complete(int index, Operand bytes, PtxWriter e) {
    Target at = at(index, Space.LOCAL, e);
    emit(AtomicOp.BARRIER_COMPLETE_COPIED, at, wide(bytes, e), -1, e);
  }

  private static void arrive(boolean drops, Modifiers m, PtxWriter e) {
    boolean expects = m.take("expect_tx");
    boolean partial = m.take("noComplete");
    MemoryOrder order = order(m, "release", MemoryOrder.Order.RELEASE);
    if (m.takeAny("shared::cluster", "cluster") != null) {
      throw e.unsupported(Modifiers.CLUSTERS);
    }
    Space space = space(m);
    m.done();
    e.expect(partial || expects ? 3 : 2, 3);
    int to = e.destination(e.argument(0), PtxType.B64, false);
    Target at = at(1, space, e);
    if (expects) {
      emit(AtomicOp.BARRIER_EXPECT, at, bytes(2, e), -1, MemoryOrder.UNSAID, e);
    }
    Operand count = e.arguments() > 2 && !expects ? count(2, e) : Operand.immediate(1);
    Operand arrivals = wide(count, e);
    if (drops && !count.isRegister()) {
      arrivals = Operand.immediate(LocalBarrier.arrivals((int) count.bits(), true));
    } else if (drops) {
      Operand dropped = e.value(Op.SHL, Type.I64, arrivals, 32);
      arrivals = e.value(Op.OR, Type.I64, arrivals, dropped);
    }
    emit(AtomicOp.BARRIER_ARRIVE, at, arrivals, to, order, e);
  }

  private static void test(boolean tries, Modifiers m, PtxWriter e) {
    boolean parity = m.take("parity");
    MemoryOrder order = order(m, "acquire", MemoryOrder.Order.ACQUIRE);
    if (m.take("cluster")) {
      throw e.unsupported(Modifiers.CLUSTERS);
    }
    Space space = space(m);
    m.done();
    e.expect(3, tries ? 4 : 3);
    int to = e.destination(0, PtxType.PRED);
    Operand phase = e.operand(2, parity ? PtxType.U32 : PtxType.B64);
    if (tries && e.arguments() > 3) {
      e.operand(3, PtxType.U32); // a time, which changes no result
    }
    if (parity && phase.isRegister()) {
      phase = e.value(Op.SHL, Type.I64, wide(phase, e), LocalBarrier.PHASE_SHIFT);
    } else if (parity) {
      phase = Operand.immediate(phase.bits() << LocalBarrier.PHASE_SHIFT);
    }
    Target at = at(1, space, e);
    // A test begins its block, so that the executor may let the work-items wait before it.
    Draft own = new Draft();
    Draft before = e.current;
    e.close(own);
    e.open(own);
    e.straight.put(own, before);
    int passed = e.temp(Type.I64);
    emit(AtomicOp.BARRIER_TEST, at, phase, passed, order, e);
    e.emit(
        InstructionBuilder.of(Op.COMPARE, Type.I64)
            .comparison(Comparison.NE)
            .from(Operand.register(passed), Operand.immediate(0))
            .to(to));
  }

  private static MemoryOrder order(Modifiers m, String name, MemoryOrder.Order order) {
    boolean relaxed = "relaxed".equals(m.takeAny(name, "relaxed"));
    m.take("cta");
    return new MemoryOrder(relaxed ? MemoryOrder.Order.RELAXED : order, MemoryOrder.Scope.GROUP);
  }

  private static void pending(Modifiers m, PtxWriter e) {
    m.takeOne("b64");
    m.done();
    e.expect(2);
    int to = e.destination(0, PtxType.U32);
    Operand state = e.operand(1, PtxType.B64);
    Operand shifted = e.value(Op.SHR, Type.I64, state, LocalBarrier.PENDING_SHIFT);
    Operand low = e.convert(Type.I32, Type.I64, shifted);
    Operand missing = e.value(Op.SUB, Type.I32, Operand.immediate(0), low);
    e.emit(Op.AND, Type.I32, to, missing, Operand.immediate(LocalBarrier.MOST));
  }

  /** Returns the place of a barrier in shared memory; generic addresses lie in its window. */
  private static Target at(int index, Space space, PtxWriter e) {
    Target target = MemoryAccesses.target(e.argument(index), space, e);
    if (space == Space.LOCAL) {
      return target;
    }
    long window = Moves.window(true, e);
    if (!target.base().isRegister()) {
      return new Target(Operand.immediate(target.base().bits() - window), target.offset());
    }
    Type type = e.addressBits == 64 ? Type.I64 : Type.I32;
    Operand base = e.value(Op.SUB, type, target.base(), window);
    return new Target(base, target.offset());
  }

  private static void emit(AtomicOp op, Target at, Operand value, int to, PtxWriter e) {
    emit(op, at, value, to, MemoryOrder.UNSAID, e);
  }

  private static void emit(
      AtomicOp op, Target at, Operand value, int to, MemoryOrder order, PtxWriter e) {
    InstructionBuilder b =
        InstructionBuilder.of(Op.ATOMIC, Type.I64)
            .atomic(op)
            .from(at.base(), value)
            .memory(
                new MemoryAccess(
                    Space.LOCAL,
                    Type.I64,
                    1,
                    -1,
                    at.offset(),
                    MemoryAccess.Qualifiers.ofAtomic(order)));
    if (to >= 0) {
      b.to(to);
    }
    e.emit(b);
  }
}
