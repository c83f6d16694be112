// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

import io.lockstep.device.g80.code.Pipe;
import io.lockstep.sm.WarpTable;

/** Resources that instructions need besides the issue port, and when each is free. */
final class IssueResources {
  // Resources that are assigned to pipes.
  static final int SP = 0;
  static final int SFU = 1;
  static final int DP = 2;
  static final int GLOBAL = 3;
  static final int CONSTANT = 4;
  static final int TEXTURE = 5;
  static final int NOTHING = 6;
  static final int END = 7; // not a resource: the warp ends

  private static final int[] RESOURCE = new int[Pipe.values().length];
  private static final WarpIssueCause[] ISSUED = new WarpIssueCause[Pipe.values().length];

  static {
    map(Pipe.SP, SP, WarpIssueCause.ISSUED_SP);
    map(Pipe.MULTIPLY, SP, WarpIssueCause.ISSUED_SP);
    map(Pipe.SFU, SFU, WarpIssueCause.ISSUED_SFU);
    map(Pipe.DP, DP, WarpIssueCause.ISSUED_DOUBLE);
    map(Pipe.SHARED, SP, WarpIssueCause.ISSUED_SHARED);
    map(Pipe.CONSTANT, CONSTANT, WarpIssueCause.ISSUED_CONSTANT);
    map(Pipe.TEXTURE, TEXTURE, WarpIssueCause.ISSUED_TEXTURE);
    map(Pipe.GLOBAL, GLOBAL, WarpIssueCause.ISSUED_GLOBAL);
    map(Pipe.PRIVATE, GLOBAL, WarpIssueCause.ISSUED_GLOBAL);
    map(Pipe.BARRIER, NOTHING, WarpIssueCause.ISSUED_BARRIER);
    map(Pipe.BRANCH, NOTHING, WarpIssueCause.ISSUED_BRANCH);
  }

  private static void map(Pipe pipe, int resource, WarpIssueCause issued) {
    RESOURCE[pipe.ordinal()] = resource;
    ISSUED[pipe.ordinal()] = issued;
  }

  private static final WarpIssueCause[] BUSY = {
    WarpIssueCause.LDS_CONFLICT,
    WarpIssueCause.PIPE,
    WarpIssueCause.PIPE,
    WarpIssueCause.CREDIT,
    WarpIssueCause.CREDIT,
    WarpIssueCause.CREDIT,
    WarpIssueCause.DEPENDENCY,
    WarpIssueCause.DEPENDENCY
  };

  /** Tick at which each resource is free; {@link WarpTable#NEVER} while its unit refuses rows. */
  final long[] free = new long[END + 1];

  /** Returns the resource of a pipe, given the ordinal of a {@link Pipe}. */
  static byte of(int pipe) {
    return (byte) RESOURCE[pipe];
  }

  static boolean isArithmetic(int resource) {
    return resource == SP || resource == SFU || resource == DP;
  }

  static int issued(int pipe) {
    return ISSUED[pipe].ordinal();
  }

  static int busy(int resource) {
    return BUSY[resource].ordinal();
  }
}
