// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.emit.Decoder;
import io.lockstep.frontend.ptx.emit.PtxWriter;
import io.lockstep.frontend.ptx.syntax.Modifiers;
import io.lockstep.frontend.ptx.syntax.PtxType;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.frontend.ptx.syntax.Syntax.Argument;
import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Variant;
import io.lockstep.kernel.type.MemoryFence;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Decodes barriers and cross-lane operations; the latter fix the wavefront width at 32. */
final class Lanes {
  private static final Operand ALL = Operand.immediate(-1);

  /** Lockstep's extension for OpenCL C's barriers: the last argument holds their flags. */
  private static final String FLAGS = "flags";

  private static final int LOCAL = 1; // CLK_LOCAL_MEM_FENCE
  private static final int GLOBAL = 2; // CLK_GLOBAL_MEM_FENCE

  private Lanes() {}

  static Decoder of(String base) {
    return switch (base) {
      case "bar", "barrier" -> Lanes::barrier;
      case "shfl" -> Lanes::shuffle;
      case "vote" -> Lanes::vote;
      case "match" -> Lanes::match;
      case "redux" -> Lanes::reduce;
      case "activemask" -> Lanes::activeMask;
      case "elect" -> Lanes::elect;
      default -> null;
    };
  }

  private static void barrier(String base, Modifiers m, PtxWriter e) {
    if (m.take("warp")) {
      m.take("sync");
      boolean fenced = m.take(FLAGS);
      m.done();
      e.expect(fenced ? 2 : 1);
      e.operand(0, PtxType.B32);
      e.specials.fixedWidth = true;
      e.emit(
          InstructionBuilder.of(Op.FENCE, Type.I1)
              .variant(Variant.Fence.LANES)
              .fence(fenced ? fence(e) : MemoryFence.BOTH));
      return;
    }
    if (m.take("cluster")) {
      throw e.unsupported("thread-block clusters");
    }
    m.ignore("cta", "aligned");
    String kind = m.takeOne("sync", "arrive", "red");
    if (kind.equals("red")) {
      barrierReduce(m, e);
    } else {
      boolean fenced = kind.equals("sync") && m.take(FLAGS);
      m.done();
      boolean arrive = kind.equals("arrive");
      e.expect(arrive || fenced ? 2 : 1, 2);
      List<Operand> sources = new ArrayList<>();
      for (int i = 0; i < (fenced ? 1 : e.arguments()); i++) {
        sources.add(e.operand(i, PtxType.U32));
      }
      e.emit(
          InstructionBuilder.of(Op.BARRIER, Type.I32)
              .fence(fenced ? fence(e) : MemoryFence.BOTH)
              .variant(arrive ? Variant.Barrier.ARRIVE : Variant.Barrier.WAIT)
              .from(sources));
    }
    Draft next = new Draft();
    e.close(next);
    e.open(next);
  }

  /** Returns the fence that the flags in operand 1 select; both memories if not constant. */
  private static MemoryFence fence(PtxWriter e) {
    Operand flags = e.operand(1, PtxType.U32);
    return flags.isRegister()
        ? MemoryFence.BOTH
        : MemoryFence.of((flags.bits() & LOCAL) != 0, (flags.bits() & GLOBAL) != 0);
  }

  private static void barrierReduce(Modifiers m, PtxWriter e) {
    String op = m.takeOne("popc", "and", "or");
    PtxType t = m.type();
    m.done();
    e.expect(3, 4);
    int last = e.arguments() - 1;
    List<Operand> sources = new ArrayList<>();
    sources.add(e.operand(1, PtxType.U32));
    sources.add(e.operand(last, PtxType.PRED));
    if (last == 3) {
      sources.add(e.operand(2, PtxType.U32));
    }
    Variant.Barrier kind =
        switch (op) {
          case "popc" -> Variant.Barrier.COUNT_TRUE;
          case "and" -> Variant.Barrier.ALL_TRUE;
          default -> Variant.Barrier.ANY_TRUE;
        };
    e.emit(
        InstructionBuilder.of(Op.BARRIER, t.type())
            .variant(kind)
            .from(sources)
            .to(e.destination(0, t)));
  }

  private static void shuffle(String base, Modifiers m, PtxWriter e) {
    boolean sync = m.take("sync");
    String kind = m.takeOne("up", "down", "bfly", "idx");
    PtxType t = m.type();
    m.done();
    e.expect(sync ? 5 : 4);
    int[] d = pair(t, e);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.SHUFFLE, t.type())
            .variant(
                switch (kind) {
                  case "up" -> Variant.Shuffle.UP;
                  case "down" -> Variant.Shuffle.DOWN;
                  case "bfly" -> Variant.Shuffle.BUTTERFLY;
                  default -> Variant.Shuffle.INDEX;
                })
            .from(
                e.operand(1, t),
                e.operand(2, PtxType.B32),
                e.operand(3, PtxType.B32),
                sync ? e.operand(4, PtxType.B32) : ALL)
            .to(d[0], d[1]));
  }

  /** Parses a destination operand, {@code d} or {@code d|p}. */
  private static int[] pair(PtxType t, PtxWriter e) {
    Argument a = e.argument(0);
    if (a instanceof Syntax.Pair pair) {
      return new int[] {
        e.destination(pair.first(), t, false), e.destination(pair.second(), PtxType.PRED, false)
      };
    }
    return new int[] {e.destination(a, t, false), -1};
  }

  private static void vote(String base, Modifiers m, PtxWriter e) {
    boolean sync = m.take("sync");
    String kind = m.takeOne("all", "any", "uni", "ballot");
    PtxType t = m.type();
    m.done();
    e.expect(sync ? 3 : 2);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.VOTE, t.type())
            .variant(
                switch (kind) {
                  case "all" -> Variant.Vote.ALL;
                  case "any" -> Variant.Vote.ANY;
                  case "uni" -> Variant.Vote.UNIFORM;
                  default -> Variant.Vote.BALLOT;
                })
            .from(e.operand(1, PtxType.PRED), sync ? e.operand(2, PtxType.B32) : ALL)
            .to(e.destination(0, t)));
  }

  private static void match(String base, Modifiers m, PtxWriter e) {
    m.take("sync");
    boolean all = m.takeOne("any", "all").equals("all");
    PtxType t = m.type();
    m.done();
    e.expect(3);
    int[] d = pair(PtxType.B32, e);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.MATCH, Type.I32)
            .sourceType(t.type())
            .variant(all ? Variant.Match.ALL : Variant.Match.ANY)
            .from(e.operand(1, t), e.operand(2, PtxType.B32))
            .to(d[0], d[1]));
  }

  private static void reduce(String base, Modifiers m, PtxWriter e) {
    m.take("sync");
    String op = m.takeOne("add", "min", "max", "and", "or", "xor");
    if (m.takeAny("abs", "NaN") != null) {
      throw e.unsupported("reductions of floating-point numbers between lanes");
    }
    PtxType t = m.type();
    m.done();
    e.expect(3);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.REDUCE, t.type())
            .signed(t.signed())
            .atomic(AtomicOp.valueOf(op.toUpperCase(Locale.ROOT)))
            .from(e.operand(1, t), e.operand(2, PtxType.B32))
            .to(e.destination(0, t)));
  }

  private static void activeMask(String base, Modifiers m, PtxWriter e) {
    PtxType t = m.type();
    m.done();
    e.expect(1);
    e.specials.fixedWidth = true;
    e.emit(InstructionBuilder.of(Op.ACTIVE_MASK, t.type()).to(e.destination(0, t)));
  }

  private static void elect(String base, Modifiers m, PtxWriter e) {
    m.take("sync");
    m.done();
    e.expect(2);
    int[] d = pair(PtxType.B32, e);
    e.specials.fixedWidth = true;
    e.emit(
        InstructionBuilder.of(Op.ELECT, Type.I32).from(e.operand(1, PtxType.B32)).to(d[0], d[1]));
  }
}
