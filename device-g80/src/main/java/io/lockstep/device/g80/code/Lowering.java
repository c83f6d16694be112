package io.lockstep.device.g80.code;

import io.lockstep.core.device.RefusalException;
import io.lockstep.trace.ir.Block;
import io.lockstep.trace.ir.Fusion;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.OpClass;
import io.lockstep.trace.ir.Operand;
import io.lockstep.trace.ir.Space;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.ir.Uniformity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lowers a portable kernel to warps' instructions of compute capability 1.x.
 *
 * <p>Addresses are 32 bits wide; a contracted multiply-add is a MAD; 32-bit multiplies, divisions
 * and 64-bit arithmetic are fixed sequences; copies between registers are coalesced away; kernel
 * arguments and group sizes come out of shared memory, and arithmetic takes one operand from there. A
 * branch that may diverge is preceded by a
 * {@code joinat} that pushes its meeting point.
 *
 * <p>Not thread-safe; one per kernel.
 */
public final class Lowering {
  private final Kernel kernel;
  private final Timings timings;
  private final Uniformity uniformity;
  private final SharedOperands operands;
  private final ParameterOperands arguments;
  private final Rows rows = new Rows();
  private final StringBuilder text = new StringBuilder();

  private Lowering(Kernel kernel, Timings timings) {
    this.kernel = kernel;
    this.timings = timings;
    uniformity = new Uniformity(kernel);
    operands = new SharedOperands(kernel);
    arguments = new ParameterOperands(kernel, operands);
  }

  /**
   * The kernel's code.
   *
   * @throws RefusalException where an operation has no form on this generation
   */
  public static WarpCode lower(Kernel kernel, Timings timings) {
    return new Lowering(kernel, timings).run();
  }

  private WarpCode run() {
    int registers = RegisterCount.of(kernel, arguments);
    text.append("// ").append(kernel.name()).append(": ").append(registers);
    text.append(" registers a thread, ").append(kernel.localBytes());
    text.append(" bytes of shared memory beside header and arguments\n");
    for (Block block : kernel.blocks()) {
      rows.startBlock();
      text.append("B").append(block.id()).append(":\n");
      for (Instruction i : block.instructions()) {
        lower(block, i);
      }
    }
    return rows.finish(kernel, registers, kernel.registers().size(), text.toString());
  }

  private void lower(Block block, Instruction i) {
    int t = timings.simple();
    if (operands.isFolded(i) || arguments.isFolded(i)) {
      return;
    }
    Instruction folded = operands.foldedInto(i);
    if (folded != null) {
      withSharedOperand(i, folded);
      return;
    }
    switch (i.op()) {
      case MOVE -> {
        if (i.sources().get(0).isRegister()) {
          rename(i);
        } else {
          int n = registersOf(i);
          emit(i, Pipe.SP, n == 1 ? "mov b32" : "mov b32, mov b32", n, n * t, timings.simpleLatency());
        }
      }
      case SPECIAL -> emit(i, Pipe.SP, "mov b32 s[]", 1, t, timings.simpleLatency());
      case LOAD, STORE, ATOMIC, TEXTURE, SURFACE_LOAD, SURFACE_STORE -> memory(i);
      case BARRIER -> {
        if (i.mode() != 0) {
          throw refuse(i, "a barrier that reduces or only arrives");
        }
        emit(i, Pipe.BARRIER, "bar sync", 1, timings.barrier(), 0);
      }
      case FENCE -> emit(i, Pipe.BRANCH, "membar", 1, t, 0);
      case BRANCH, SWITCH -> branch(block, i);
      case JUMP -> {
        if (!block.successors().isEmpty() && block.successors().get(0) != block.id() + 1) {
          emit(i, Pipe.BRANCH, "bra B" + block.successors().get(0), 1, t, timings.branchLatency());
        }
      }
      case EXIT -> text.append("    exit (flag)\n");
      case SHUFFLE, MATCH, REDUCE, ACTIVE_MASK, ELECT ->
          throw refuse(i, "lane operations other than votes");
      case VOTE -> emit(i, Pipe.SP, "vote", 1, t, timings.simpleLatency());
      case PRINTF -> throw refuse(i, "printf");
      default -> arithmetic(i);
    }
  }

  /** Arithmetic that takes one operand straight from shared memory. */
  private void withSharedOperand(Instruction i, Instruction load) {
    boolean mad = i.opClass() == OpClass.FLOAT_FMA || i.opClass() == OpClass.FLOAT_MAD;
    int clocks = mad ? timings.sharedOperandMad() : timings.simple();
    List<Integer> sources = new ArrayList<>(sources(i));
    sources.remove(load.destinations().get(0));
    sources.addAll(sources(load));
    rows.add(
        load, Pipe.SHARED, 1, clocks, timings.sharedLatency(), WarpCode.LOAD, sources,
        destinations(i));
    String name = mad ? "mad f32" : i.op().name().toLowerCase(Locale.ROOT);
    line(name + " (s[] for " + kernel.registerNames().get(load.destinations().get(0)) + ")", i,
        Pipe.SHARED, clocks);
  }

  private String where(Instruction i) {
    return "kernel '" + kernel.name() + "', " + kernel.source() + ":" + i.line();
  }

  private RefusalException refuse(Instruction i, String what) {
    return new RefusalException(where(i) + ": uses " + what + ", which this device lacks");
  }

  private void branch(Block block, Instruction i) {
    int t = timings.simple();
    if (!uniformity.isUniformBranch(block.id()) && block.postDominator() >= 0) {
      rows.add(i, Pipe.BRANCH, 1, t, 0, WarpCode.NONE, List.of(), List.of());
      line("joinat B" + block.postDominator(), i, Pipe.BRANCH, t);
    }
    emit(
        i,
        Pipe.BRANCH,
        "bra B" + block.successors().get(block.successors().size() - 1),
        1,
        t,
        timings.branchLatency());
    boolean falls = block.successors().get(0) == block.id() + 1;
    if (!falls) {
      rows.add(i, Pipe.BRANCH, 1, t, 0, WarpCode.NONE, List.of(), List.of());
      line("bra B" + block.successors().get(0), i, Pipe.BRANCH, t);
    }
  }

  private void memory(Instruction i) {
    int t = timings.simple();
    Space space = i.memory() == null ? Space.TEXTURE : i.memory().space();
    byte access =
        switch (i.op()) {
          case STORE, SURFACE_STORE -> WarpCode.STORE;
          case ATOMIC ->
              i.opClass() == OpClass.ATOMIC ? WarpCode.ATOMIC : WarpCode.ATOMIC_RETURN;
          default -> WarpCode.LOAD;
        };
    switch (space) {
      case PARAMETER -> emit(i, Pipe.SP, "mov s[param]", 1, t, timings.simpleLatency());
      case LOCAL -> {
        // No wide shared access on this generation: one request a word.
        int words = Math.max(1, i.memory().bytes() / 4);
        emitAccess(i, Pipe.SHARED, name(i) + " s[]", words, words * t,
            access == WarpCode.STORE ? 0 : timings.sharedLatency(), access);
      }
      case CONSTANT ->
          emitAccess(i, Pipe.CONSTANT, "ld c[]", 1, t, timings.constantLatency(), access);
      case PRIVATE -> {
        // Words are interleaved over the lanes, so a wide element is one request a word.
        int words = Math.max(1, i.memory().bytes() / 4);
        emitAccess(i, Pipe.PRIVATE, name(i) + " l[]", words, t, 0, access);
      }
      case TEXTURE, REGION ->
          throw new RefusalException(where(i) + ": textures are not modelled on this generation yet");
      default -> emitAccess(i, Pipe.GLOBAL, name(i) + " g[]", 1, t, 0, access);
    }
  }

  private static String name(Instruction i) {
    return i.op() == Op.STORE
        ? "st"
        : i.op() == Op.LOAD
            ? "ld"
            : "atom " + i.atomic().name().toLowerCase(Locale.ROOT);
  }

  private void arithmetic(Instruction i) {
    Timings s = timings;
    int t = s.simple();
    boolean wide = wide(i);
    if (s.doubleInterval() == 0 && (i.type() == Type.F64 || i.sourceType() == Type.F64)) {
      throw refuse(i, "double precision");
    }
    switch (i.opClass()) {
      case ADDRESS -> address(i);
      case INT_MUL24 -> emit(i, Pipe.SP, "mul24", 1, s.multiply24(), s.simpleLatency());
      case INT_MUL32 -> {
        if (powerOfTwo(i)) {
          emit(i, Pipe.SP, i.op() == Op.MAD ? "shl, add" : "shl",
              i.op() == Op.MAD ? 2 : 1, i.op() == Op.MAD ? 2 * t : t, s.simpleLatency());
        } else if (i.op() == Op.MAD) {
          emit(i, Pipe.SP, "mad32 (sequence)", s.multiply32() / t + 1, s.multiply32() + t,
              s.multiplyAdd32Latency());
        } else {
          emit(i, Pipe.SP, "mul32 (sequence)", s.multiply32() / t, s.multiply32(),
              s.multiply32Latency());
        }
      }
      case INT_MUL_WIDE -> {
        int parts = i.op() == Op.MUL_WIDE || i.op() == Op.MAD_WIDE ? 2
            : i.op() == Op.MUL_HI && !wide ? 1 : 3;
        if (i.op() == Op.MUL_WIDE && powerOfTwo(i)) {
          emit(i, Pipe.SP, "shl, shr", 2, 2 * t, s.simpleLatency());
        } else {
          emit(i, Pipe.SP, "mul64 (sequence)", parts * s.multiply32() / t,
              parts * s.multiply32(), parts * s.multiply32Latency());
        }
      }
      case INT_DIV ->
          emit(i, Pipe.SP, wide ? "div64 (sequence)" : "div32 (sequence)",
              (wide ? 4 : 1) * s.divideInt() / t, (wide ? 4 : 1) * s.divideInt(),
              (wide ? 4 : 1) * s.divideIntLatency());
      case FLOAT_DIV ->
          emit(i, Pipe.SP, "div f32 (sequence)", s.divideFloat() / t, s.divideFloat(),
              s.divideFloatLatency());
      case SFU_RCP, SFU_RSQRT, SFU_LOG ->
          emit(i, Pipe.SFU, i.op().name().toLowerCase(Locale.ROOT) + " f32", 1, s.sfu(),
              s.sfuLatency());
      case SFU_EXP, SFU_SINCOS -> {
        // The range step runs on the SPs, the function on the SFU.
        rows.add(i, Pipe.SP, 1, t, s.rangeStepLatency() - s.sfuLatency(), WarpCode.NONE,
            sources(i), List.of());
        line("pre f32", i, Pipe.SP, t);
        emit(i, Pipe.SFU, i.op().name().toLowerCase(Locale.ROOT) + " f32", 1, s.sfu(),
            s.rangeStepLatency() - t); // both together
      }
      case SFU_SQRT -> {
        rows.add(i, Pipe.SFU, 1, s.sfu(), s.sfuLatency(), WarpCode.NONE, sources(i), List.of());
        line("rsqrt f32", i, Pipe.SFU, s.sfu());
        emit(i, Pipe.SFU, "rcp f32", 1, s.sfu(), 2 * s.sfuLatency() - s.sfu());
      }
      case FLOAT_FMA -> {
        if (i.fusion() == Fusion.REQUIRED) {
          throw refuse(i, "a single-precision fused multiply-add");
        }
        emit(i, Pipe.SP, "mad f32", 1, t, s.simpleLatency());
      }
      case FLOAT_MAD -> emit(i, Pipe.SP, "mad f32", 1, t, s.simpleLatency());
      case DOUBLE_ADD, DOUBLE_MUL, DOUBLE_FMA ->
          emit(i, Pipe.DP, "dfma f64", 1, s.doubleInterval(), s.doubleLatency());
      case DOUBLE_DIV ->
          emit(i, Pipe.DP, "div f64 (sequence)", s.divideDouble() / s.doubleInterval(),
              s.divideDouble(), s.divideDoubleLatency());
      case INT_DOT -> emit(i, Pipe.SP, "dot (sequence)", 8, 8 * t, 2 * s.simpleLatency());
      case INT_BIT -> {
        int n = bitSequence(i);
        emit(i, Pipe.SP, i.op().name().toLowerCase(Locale.ROOT) + (n > 1 ? " (sequence)" : ""),
            n, n * t, n * s.simpleLatency());
      }
      case SELECT -> {
        int n = 2 * registersOf(i);
        emit(i, Pipe.SP, "mov, mov ($c)", n, n * t, s.simpleLatency());
      }
      case CONVERT_FLOAT, CONVERT_INT_FLOAT -> {
        if (i.type() == Type.F64 || i.sourceType() == Type.F64) {
          emit(i, Pipe.DP, "cvt f64", 1, s.doubleInterval(), s.doubleLatency());
        } else {
          emit(i, Pipe.SP, "cvt", 1, t, s.simpleLatency());
        }
      }
      case CONVERT_INT -> {
        boolean drop = i.sourceType().bits() >= i.type().bits();
        if (drop && i.type().bits() >= 32) {
          rename(i);
        } else {
          emit(i, Pipe.SP, "cvt", 1, t, s.simpleLatency());
        }
      }
      case COMPARE_FLOAT, COMPARE_INT -> {
        boolean wideSource = i.sourceType() == Type.I64;
        if (i.sourceType() == Type.F64) {
          emit(i, Pipe.DP, "set f64", 1, s.doubleInterval(), s.doubleLatency());
        } else {
          emit(i, Pipe.SP, "set $c", wideSource ? 2 : 1, wideSource ? 2 * t : t,
              s.simpleLatency());
        }
      }
      default -> {
        int n = wide && !i.type().isFloat() ? 2 : 1;
        if (i.opClass() == OpClass.INT_SHIFT && wide) {
          n = 3;
        }
        emit(i, Pipe.SP, i.op().name().toLowerCase(Locale.ROOT), n, n * t, s.simpleLatency());
      }
    }
  }

  /** 32-bit arithmetic for what only forms addresses. */
  private void address(Instruction i) {
    int t = timings.simple();
    switch (i.op()) {
      case CONVERT, MOVE -> rename(i);
      case MUL_WIDE, MUL, MAD, MAD_WIDE -> {
        boolean mad = i.op() == Op.MAD || i.op() == Op.MAD_WIDE;
        if (powerOfTwo(i)) {
          emit(i, Pipe.SP, mad ? "shl, add" : "shl", mad ? 2 : 1, mad ? 2 * t : t,
              timings.simpleLatency());
        } else {
          emit(i, Pipe.SP, "mul32 (sequence)", timings.multiply32() / t, timings.multiply32(),
              timings.multiply32Latency());
        }
      }
      default ->
          emit(i, Pipe.SP, i.op().name().toLowerCase(Locale.ROOT), 1, t, timings.simpleLatency());
    }
  }

  /** Instructions of a bit operation that this generation has no single instruction for. */
  private static int bitSequence(Instruction i) {
    return switch (i.op()) {
      case BIT_FIELD_EXTRACT -> 2; // shl, shr
      case BIT_FIELD_INSERT -> 4;
      case FUNNEL_LEFT, FUNNEL_RIGHT -> 3; // shl, shr, or
      case BIT_REVERSE -> 15; // five steps of shift, mask and merge
      case POPCOUNT -> 12; // sums of pairs, nibbles, bytes
      case COUNT_LEADING_ZEROS, FIND_LEADING, FIND_LEADING_SHIFT -> 4; // by conversion to float
      case PERMUTE_BYTES -> 8;
      default -> 1;
    };
  }

  private static boolean wide(Instruction i) {
    return i.type() == Type.I64;
  }

  /** 32-bit registers of the result. */
  private static int registersOf(Instruction i) {
    return i.type() == Type.I64 || i.type() == Type.F64 ? 2 : 1;
  }

  private static boolean powerOfTwo(Instruction i) {
    List<Operand> s = i.sources();
    for (int k = 0; k < 2 && k < s.size(); k++) {
      if (!s.get(k).isRegister() && Long.bitCount(s.get(k).bits()) == 1) {
        return true;
      }
    }
    return false;
  }

  /** A copy that the register allocator removes: the value keeps its scoreboard entry's time. */
  private void rename(Instruction i) {
    rows.add(i, Pipe.SP, 0, 0, 0, WarpCode.NONE, sources(i), destinations(i));
  }

  private void emit(
      Instruction i, Pipe pipe, String name, int instructions, int interval, int latency) {
    rows.add(
        i, pipe, instructions, interval, latency, WarpCode.NONE, sources(i), destinations(i));
    line(name, i, pipe, interval);
  }

  private void emitAccess(
      Instruction i,
      Pipe pipe,
      String name,
      int instructions,
      int interval,
      int latency,
      byte access) {
    rows.add(i, pipe, instructions, interval, latency, access, sources(i), destinations(i));
    line(name, i, pipe, interval);
  }

  private static List<Integer> sources(Instruction i) {
    List<Integer> list = new ArrayList<>();
    for (Operand o : i.sources()) {
      if (o.isRegister()) {
        list.add(o.register());
      }
    }
    if (i.guard() >= 0) {
      list.add(i.guard());
    }
    return list;
  }

  private static List<Integer> destinations(Instruction i) {
    return i.destinations().stream().filter(d -> d >= 0).toList();
  }

  private void line(String name, Instruction i, Pipe pipe, int interval) {
    StringBuilder operands = new StringBuilder();
    for (int d : i.destinations()) {
      if (d >= 0) {
        operands.append(operands.isEmpty() ? "" : ", ").append(kernel.registerNames().get(d));
      }
    }
    for (Operand o : i.sources()) {
      operands.append(operands.isEmpty() ? "" : ", ");
      operands.append(
          o.isRegister() ? kernel.registerNames().get(o.register()) : "0x" + Long.toHexString(o.bits()));
    }
    String guard =
        i.guard() < 0
            ? ""
            : "(" + (i.guardNegated() ? "!" : "") + kernel.registerNames().get(i.guard()) + ") ";
    text.append(
        String.format(
            Locale.ROOT,
            "    %-9s %-40s // %d clk, line %d%n",
            pipe.name().toLowerCase(Locale.ROOT),
            guard + name + " " + operands,
            interval,
            i.line()));
  }
}
