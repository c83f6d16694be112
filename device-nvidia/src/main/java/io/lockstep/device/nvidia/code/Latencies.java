// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import io.lockstep.sm.code.ControlBits;
import io.lockstep.sm.code.Pipe;
import io.lockstep.sm.code.Rate;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.EnumMap;
import java.util.Map;

/**
 * Cycles between the issues of an instruction with fixed latency and of one that reads its result,
 * and between instructions of one pipe. Immutable and thread-safe.
 */
public final class Latencies {
  private final Capability capability;
  private final TensorUnit tensor;
  private final int samePipe;
  private final int otherPipe;
  private final int wideProduct;
  private final int wideInterval;
  private final int doubles;
  private final boolean doublesCounted;
  private final boolean reuses;
  private final int half;
  private final int halfImmediate;
  private final int address;
  private final int guard;
  private final int uniform;
  private final int uniformLoad;
  private final int leave;
  private final int meet;
  private final boolean beforeAmpere;
  private final int clock;
  private final int firstClock;
  private final int expected;
  private final int expectedMemory;
  private final Map<Pipe, Integer> intervals = new EnumMap<>(Pipe.class);
  private final int productInterval;
  private final int registerInterval;
  private final int shiftInterval;
  private final int oneHalfInterval;
  private final int reductionInterval;
  private final boolean doubleConverts;
  private final int memoryInterval;

  public Latencies(DeviceSpec spec) {
    tensor = new TensorUnit(spec);
    capability = Capability.of(spec.choice("unit.capability"));
    samePipe = spec.integer("issue.latency");
    otherPipe = spec.integer("code.other_pipe");
    wideProduct = spec.integer("code.wide_product");
    wideInterval = spec.integer("code.wide_interval");
    doubles = spec.integer("code.double");
    doublesCounted = spec.flag("code.double_counted");
    reuses = spec.flag("code.reuse");
    half = spec.integer("code.half");
    halfImmediate = spec.integer("code.half_immediate");
    address = spec.integer("code.address");
    guard = spec.integer("code.guard");
    uniform = spec.integer("code.uniform");
    uniformLoad = spec.integer("code.uniform_load");
    leave = spec.integer("code.leave");
    meet = spec.integer("code.meet");
    beforeAmpere = capability.compareTo(Capability.AMPERE) < 0;
    clock = spec.integer("code.clock");
    firstClock = spec.integer("code.first_clock");
    expected = spec.integer("code.expected");
    expectedMemory = spec.integer("code.expected_memory");
    productInterval = spec.integer("issue.multiply32");
    registerInterval = spec.integer("code.register_interval");
    shiftInterval = (int) spec.optional("issue.shift").orElse(spec.value("issue.alu"));
    oneHalfInterval = (int) spec.optional("issue.half_alone").orElse(spec.value("issue.half"));
    reductionInterval = spec.integer("issue.reduction");
    doubleConverts = spec.flag("issue.double_converts");
    memoryInterval = spec.integer("memory.address_interval");
    intervals.put(Pipe.FMA, spec.integer("issue.interval"));
    intervals.put(Pipe.ALU, spec.integer("issue.alu"));
    intervals.put(Pipe.HALF, spec.integer("issue.half"));
    intervals.put(Pipe.UNIFORM, spec.integer("issue.uniform"));
    intervals.put(Pipe.SPECIAL, spec.integer("code.special_interval"));
    intervals.put(Pipe.CONSTANT, spec.integer("code.constant_interval"));
    // Counters, or their stall counts, separate the others.
    intervals.put(Pipe.DOUBLE, doublesCounted ? 1 : spec.integer("issue.double"));
    intervals.put(Pipe.BRANCH, 1);
    intervals.put(Pipe.BARRIER, 1);
  }

  public Capability capability() {
    return capability;
  }

  /**
   * Returns the pipe of an instruction: the unit of doubles of some chips converts from and to 64
   * bits.
   *
   * @param usual that of other instructions of this operation
   */
  public Pipe pipe(String name, Pipe usual) {
    return doubleConverts && Rate.isLongConversion(name) ? Pipe.DOUBLE : usual;
  }

  public TensorUnit tensor() {
    return tensor;
  }

  /** Whether operands stay in the register cache for the next instruction. */
  public boolean reuses() {
    return reuses;
  }

  /** Whether a counter, not its latency, says when an instruction's results may be read. */
  public boolean isVariable(SassOp op) {
    return switch (op.pipe) {
      case SPECIAL, SHUFFLE, CONSTANT, SHARED, GLOBAL, PRIVATE, TEXTURE -> true;
      case DOUBLE -> doublesCounted;
      case TENSOR -> tensor.isCounted();
      default -> false;
    };
  }

  public int of(SassOp producer, SassOp consumer, boolean guards) {
    boolean predicate = producer.results.get(0).kind() == Value.Kind.PREDICATE;
    if (guards || predicate && (consumer.is("FMUL") || consumer.is("FADD"))) {
      return guard;
    }
    if (predicate) {
      return samePipe;
    }
    boolean queue = consumer.isMemory() || consumer.pipe == Pipe.SHUFFLE;
    int least =
        switch (producer.pipe) {
          case DOUBLE -> doubles;
          case UNIFORM -> producer.is("ULDC") ? uniformLoad : uniform;
          case TENSOR -> tensor.untilResult(producer.matrix);
          case HALF ->
              producer.is("HFMA2.MMA")
                  ? halfImmediate
                  : capability == Capability.AMPERE && producer.name.contains("BF16")
                      ? samePipe // the pipe of other halves has another latency
                      : half;
          default ->
              producer.is("IMAD.WIDE") || producer.is("IMAD.HI") && isWide(consumer)
                  ? wideProduct
                  : producer.pipe == consumer.pipe ? samePipe : otherPipe;
        };
    return queue ? Math.max(least, address) : least;
  }

  /**
   * Cycles after which another instruction may write the result of an instruction. If it keeps the
   * result in the lanes outside its guard, ptxas lets it follow in the same pipe at once: the pipe
   * writes in order, and nothing reads the result in between.
   */
  public int untilOverwritten(SassOp producer, SassOp next) {
    boolean keeps = next.guard != null && !next.whole;
    boolean inOrder = producer.pipe == next.pipe && !isWide(producer) && !isWide(next);
    return keeps && inOrder && (producer.pipe == Pipe.FMA || producer.pipe == Pipe.ALU)
        ? 1
        : of(producer, next, false);
  }

  /** Whether an instruction computes the upper half of a product. */
  private static boolean isWide(SassOp op) {
    return op.is("IMAD.WIDE") || op.is("IMAD.HI");
  }

  /** Cycles from an instruction to the first reader of its results that a schedule expects. */
  public int expected(SassOp op) {
    if (op.results.isEmpty()) {
      return 1;
    }
    return isVariable(op) ? counted(op) : of(op, op, false);
  }

  /** Cycles between an instruction and one that reads or writes its results, as expected. */
  public int expected(SassOp producer, SassOp consumer) {
    if (isVariable(producer)) {
      return counted(producer);
    }
    boolean guards = consumer.guard != null && producer.results.contains(positive(consumer.guard));
    return of(producer, consumer, guards);
  }

  private static Value positive(Value guard) {
    return guard.negated() ? guard.not() : guard;
  }

  private int counted(SassOp op) {
    return switch (op.pipe) {
      case GLOBAL, PRIVATE, TEXTURE -> expectedMemory;
      default -> expected;
    };
  }

  /** Cycles between the issues of two consecutive instructions for which a pipe is busy. */
  public int interval(SassOp op, SassOp next) {
    if (op.is("ULDC") || next.is("ULDC")) { // the uniform datapath issues those from memory, too
      return op.pipe == next.pipe ? intervals.get(Pipe.UNIFORM) : 1;
    }
    if (op.pipe != next.pipe) {
      return op.isMemory() && next.isMemory() ? memoryInterval : 1;
    }
    if (op.matrix != null) {
      return tensor.untilNext(op.matrix);
    }
    if (op.is("S2R") || next.is("S2R")) {
      return registerInterval;
    }
    int usual = intervals.getOrDefault(op.pipe, memoryInterval);
    return switch (Rate.of(op.name, capability.bothHalves())) {
      case USUAL -> usual;
      case PRODUCT -> productInterval;
      case WIDE_PRODUCT -> wideInterval;
      case SHIFT -> shiftInterval;
      case ONE_HALF -> oneHalfInterval;
      case REDUCTION -> {
        boolean both = Rate.of(next.name, capability.bothHalves()) == Rate.REDUCTION;
        yield both ? reductionInterval : 1;
      }
    };
  }

  /** Returns the least stall count of an instruction, whichever follows. */
  public int least(SassOp op) {
    if (op.readsClock() && op.is("CS2R")) {
      return clock;
    }
    if (op.is("DEPBAR") && !op.is("DEPBAR.LE")) {
      return firstClock;
    }
    boolean leaves = op.is("BRA") || op.is("EXIT") || op.is("BSYNC");
    return leaves ? leave : op.is("BAR") && beforeAmpere ? meet : 1;
  }

  /** Returns the largest stall count of an instruction. */
  public int most(SassOp op) {
    return op.matrix == null ? ControlBits.MOST_STALL : tensor.mostStall();
  }

  /** Cycles from an instruction without results to the next access or branch. */
  public int toAccess(SassOp op) {
    return op.is("BAR") ? meet : 0;
  }

  /** The latency that a row shows: to a consumer in the same pipe; 0 for a counter. */
  public int own(SassOp op) {
    return isVariable(op) || op.results.isEmpty() ? 0 : of(op, op, false);
  }
}
