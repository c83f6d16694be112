package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.Pipe;
import io.lockstep.parts.state.SavedPart;

/**
 * What instructions wait for beside the issue port, and from when on each is free. Not thread-safe.
 */
final class Resources extends SavedPart {
  // What a pipe's instructions wait for beside the port.
  static final int SP = 0;
  static final int SFU = 1;
  static final int DP = 2;
  static final int GLOBAL = 3;
  static final int CONSTANT = 4;
  static final int TEXTURE = 5;
  static final int NOTHING = 6;
  static final int END = 7; // no instruction: the warp leaves

  private static final int[] RESOURCE = new int[Pipe.values().length];
  private static final Cause[] ISSUED = new Cause[Pipe.values().length];

  static {
    map(Pipe.SP, SP, Cause.ISSUED_SP);
    map(Pipe.SFU, SFU, Cause.ISSUED_SFU);
    map(Pipe.DP, DP, Cause.ISSUED_DOUBLE);
    map(Pipe.SHARED, SP, Cause.ISSUED_SHARED);
    map(Pipe.CONSTANT, CONSTANT, Cause.ISSUED_CONSTANT);
    map(Pipe.TEXTURE, TEXTURE, Cause.ISSUED_TEXTURE);
    map(Pipe.GLOBAL, GLOBAL, Cause.ISSUED_GLOBAL);
    map(Pipe.PRIVATE, GLOBAL, Cause.ISSUED_GLOBAL);
    map(Pipe.BARRIER, NOTHING, Cause.ISSUED_BARRIER);
    map(Pipe.BRANCH, NOTHING, Cause.ISSUED_BRANCH);
  }

  private static void map(Pipe pipe, int resource, Cause issued) {
    RESOURCE[pipe.ordinal()] = resource;
    ISSUED[pipe.ordinal()] = issued;
  }

  private static final Cause[] BUSY = {
    Cause.LDS_CONFLICT,
    Cause.PIPE,
    Cause.PIPE,
    Cause.CREDIT,
    Cause.CREDIT,
    Cause.CREDIT,
    Cause.DEPENDENCY,
    Cause.DEPENDENCY
  };

  /** Tick from which each is free, or {@link WarpTable#NEVER} until its memory unit says so. */
  final long[] free = state.keep(new long[END + 1]);

  /** What the instructions of a pipe need; pipes are ordinals of {@link Pipe}. */
  static byte of(int pipe) {
    return (byte) RESOURCE[pipe];
  }

  /** Whether an arithmetic unit is what is needed. */
  static boolean isArithmetic(int resource) {
    return resource == SP || resource == SFU || resource == DP;
  }

  /** What the port does with an instruction of a pipe. */
  static int issued(int pipe) {
    return ISSUED[pipe].ordinal();
  }

  /** What the port does while a resource is busy. */
  static int busy(int resource) {
    return BUSY[resource].ordinal();
  }
}
