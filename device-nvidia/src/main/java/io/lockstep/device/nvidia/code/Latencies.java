// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

/**
 * Cycles between the issues of an instruction with fixed latency and of one that reads its result,
 * as ptxas 13.0 encodes them; those of 7.0, for which it has no target, are those of 7.5 except for
 * double precision (Jia et al., "Dissecting the NVIDIA Volta GPU Architecture").
 */
record Latencies(Capability capability) {
  private static final int SAME_PIPE = 4;
  private static final int OTHER_PIPE = 5;
  private static final int WIDE_PRODUCT = 6;
  private static final int DOUBLE = 8;
  private static final int ADDRESS = 5;
  private static final int ADDRESS_TURING = 8;
  private static final int GUARD = 13;
  private static final int GUARD_TURING = 12;
  private static final int UNIFORM = 6;
  private static final int UNIFORM_LOAD = 2;
  private static final int HALF = 6;
  private static final int MATRIX_HALF = 10;
  private static final int LEAVE = 5;
  private static final int MEET = 6;
  private static final int EXPECTED = 24;
  private static final int EXPECTED_MEMORY = 100;
  private static final int MEMORY_INTERVAL = 4;
  private static final int CONSTANT_INTERVAL = 8;

  /** Whether a counter, not its latency, says when an instruction's results may be read. */
  boolean isVariable(SassOp op) {
    return switch (op.pipe) {
      case SPECIAL, SHUFFLE, CONSTANT, SHARED, GLOBAL, PRIVATE, TEXTURE -> true;
      case DOUBLE -> capability != Capability.VOLTA && capability != Capability.HOPPER;
      default -> false;
    };
  }

  int of(SassOp producer, SassOp consumer, boolean guards) {
    boolean predicate = producer.results.get(0).kind() == Value.Kind.PREDICATE;
    if (guards || predicate && (consumer.is("FMUL") || consumer.is("FADD"))) {
      return capability.isAtLeast(Capability.AMPERE) ? GUARD : GUARD_TURING;
    }
    if (predicate) {
      return SAME_PIPE;
    }
    boolean queue = consumer.isMemory() || consumer.pipe == Pipe.SHUFFLE;
    int least =
        switch (producer.pipe) {
          case DOUBLE -> DOUBLE;
          case UNIFORM -> producer.is("ULDC") ? UNIFORM_LOAD : UNIFORM;
          case HALF ->
              producer.is("HFMA2.MMA")
                  ? MATRIX_HALF
                  : capability == Capability.AMPERE_GRAPHICS ? SAME_PIPE : HALF;
          default ->
              producer.is("IMAD.WIDE") || producer.is("IMAD.HI")
                  ? WIDE_PRODUCT
                  : producer.pipe == consumer.pipe ? SAME_PIPE : OTHER_PIPE;
        };
    if (!queue) {
      return least;
    }
    boolean late = !capability.isAtLeast(Capability.AMPERE);
    return Math.max(least, late ? ADDRESS_TURING : ADDRESS);
  }

  /** Cycles from an instruction to the first reader of its results that a schedule expects. */
  int expected(SassOp op) {
    if (op.results.isEmpty()) {
      return 1;
    }
    return isVariable(op) ? counted(op) : of(op, op, false);
  }

  /** Cycles between an instruction and one that reads or writes its results, as expected. */
  int expected(SassOp producer, SassOp consumer) {
    if (isVariable(producer)) {
      return counted(producer);
    }
    boolean guards = consumer.guard != null && producer.results.contains(positive(consumer.guard));
    return of(producer, consumer, guards);
  }

  private static Value positive(Value guard) {
    return guard.negated() ? guard.not() : guard;
  }

  private static int counted(SassOp op) {
    return switch (op.pipe) {
      case GLOBAL, PRIVATE, TEXTURE -> EXPECTED_MEMORY;
      default -> EXPECTED;
    };
  }

  /** Cycles between the issues of two consecutive instructions for which a pipe is busy. */
  int interval(SassOp op, SassOp next) {
    if (op.pipe != next.pipe) {
      return op.isMemory() && next.isMemory() ? MEMORY_INTERVAL : 1;
    }
    return switch (op.pipe) {
      case ALU -> 2;
      case FMA ->
          op.is("IMAD.WIDE") || op.is("IMAD.HI") ? 4 : op.is("IMAD") || !hasTwoFloatUnits() ? 2 : 1;
      case SPECIAL -> op.is("S2R") || next.is("S2R") ? 4 : 8;
      case DOUBLE -> 4;
      case HALF -> 2;
      case UNIFORM -> capability == Capability.HOPPER ? 1 : 2;
      case BRANCH, BARRIER -> 1;
      case CONSTANT -> capability == Capability.HOPPER ? CONSTANT_INTERVAL : MEMORY_INTERVAL;
      default -> MEMORY_INTERVAL;
    };
  }

  private boolean hasTwoFloatUnits() {
    return capability.isAtLeast(Capability.AMPERE_GRAPHICS);
  }

  /** Returns the least stall count of an instruction, whichever follows. */
  int least(SassOp op) {
    if (op.readsClock() && op.is("CS2R") || op.is("DEPBAR")) {
      return clock(op.is("DEPBAR"));
    }
    boolean leaves = op.is("BRA") || op.is("EXIT") || op.is("BSYNC");
    boolean late = capability.isAtLeast(Capability.AMPERE);
    return leaves ? LEAVE : op.is("BAR") ? late ? MEET : LEAVE : 1;
  }

  private int clock(boolean first) {
    if (capability == Capability.HOPPER) {
      return 2;
    }
    boolean late = capability.isAtLeast(Capability.AMPERE);
    return first ? late ? 7 : 4 : late ? 5 : 6;
  }

  /** The latency that a row shows: to a consumer in the same pipe; 0 for a counter. */
  int own(SassOp op) {
    return isVariable(op) || op.results.isEmpty() ? 0 : of(op, op, false);
  }

  /** Cycles for which the reads of an instruction's registers hold up the next one. */
  int bubbles(SassOp op) {
    int[] banks = new int[2];
    long[] seen = new long[4];
    for (Value s : op.sources) {
      if (s.kind() == Value.Kind.VECTOR) {
        long bit = 1L << s.number();
        banks[s.number() % 2] += (seen[s.number() / Long.SIZE] & bit) == 0 ? 1 : 0;
        seen[s.number() / Long.SIZE] |= bit;
      }
    }
    int most = Math.max(banks[0], banks[1]);
    boolean wide = !capability.isAtLeast(Capability.AMPERE); // only all three sources conflict
    return wide ? (most > 2 ? 1 : 0) : Math.max(0, most - 1);
  }
}
