// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.RowTicks;
import java.util.Arrays;

/**
 * Accounts the cycles of a compute unit's issue ports: a vector, a scalar and a branch port for
 * each SIMD, plus the address unit and the LDS banks.
 *
 * <p>While any wavefront of a SIMD issues, the idle time of its ports counts as {@link
 * Cause#OTHER_PORT}; from {@link #sleep} to {@link #awake} it counts as the stall reason of the
 * SIMD's oldest wavefront.
 *
 * <p>Cycles are also attributed to rows of the code (docs/by-line.md): busy cycles to the issuing
 * instruction; idle cycles to the last instruction that the SIMD issued, or the unit for the two
 * shared ports; and the cycles of a sleep to the instruction at which the oldest wavefront waits.
 */
final class SimdPorts {
  private static final int OTHER_PORT = GcnIssueCause.OTHER_PORT.ordinal();

  private final IssueAccount account;
  private final int simds;
  private final byte[] asleep;
  private boolean empty = true;
  private final int[] issued; // by SIMD, then for the unit: row issued last
  private final int[] waitsAt; // by SIMD: row while asleep

  SimdPorts(IssueAccount account, int simds) {
    this.account = account;
    this.simds = simds;
    asleep = new byte[simds];
    issued = new int[simds + 1];
    waitsAt = new int[simds];
    begin();
    Arrays.fill(asleep, (byte) GcnIssueCause.NO_WAVEFRONT.ordinal());
  }

  static int count(int simds) {
    return 3 * simds + 2;
  }

  static ComputeUnitConfig unit(DeviceSpec spec) {
    int width = spec.integer("unit.wavefront");
    int simds = spec.integer("unit.simds");
    int slots = simds * spec.integer("unit.wave_slots");
    return new ComputeUnitConfig(slots, slots, width, false, count(simds), GcnIssueCause.SCHEME);
  }

  int valu(int simd) {
    return simd;
  }

  int scalar(int simd) {
    return simds + simd;
  }

  int branch(int simd) {
    return 2 * simds + simd;
  }

  int vectorMemory() {
    return 3 * simds;
  }

  int localData() {
    return 3 * simds + 1;
  }

  void begin() {
    Arrays.fill(issued, RowTicks.NONE);
    Arrays.fill(waitsAt, RowTicks.NONE);
  }

  /** Accounts an instruction on one of a SIMD's ports or on the address unit. */
  void issue(int simd, int port, long tick, long until, GcnIssueCause cause, int row) {
    issues(simd, tick, row);
    use(port, tick, until, cause, row);
  }

  /** Accounts an instruction of a SIMD, and the idle time of the SIMD's ports before it. */
  void issues(int simd, long tick, int row) {
    if (!account.isByRow()) {
      return;
    }
    int before = issued[simd];
    account.advance(simd, tick, OTHER_PORT, before);
    account.advance(simds + simd, tick, OTHER_PORT, before);
    account.advance(2 * simds + simd, tick, OTHER_PORT, before);
    int last = issued[simds];
    account.advance(vectorMemory(), tick, OTHER_PORT, last);
    account.advance(localData(), tick, OTHER_PORT, last);
    issued[simd] = row;
    issued[simds] = row;
  }

  /** Accounts a port's idle time since its last use, followed by the new use. */
  void use(int port, long from, long until, GcnIssueCause cause, int row) {
    account.advance(port, from, OTHER_PORT, issued[port < 3 * simds ? port % simds : simds]);
    account.advance(port, until, cause.ordinal(), row);
  }

  boolean isAsleep(int simd) {
    return asleep[simd] >= 0;
  }

  /** Marks a SIMD as unable to issue; {@code row} is the row of a wavefront with that cause. */
  void sleep(int simd, long tick, GcnIssueCause cause, int row) {
    for (int p = simd; p < 3 * simds; p += simds) {
      account.advance(p, tick, OTHER_PORT, issued[simd]);
    }
    doze(simd, cause, row);
  }

  void awake(int simd, long tick) {
    int cause = asleep[simd];
    asleep[simd] = -1;
    for (int p = simd; p < 3 * simds; p += simds) {
      account.advance(p, tick, cause, waitsAt[simd]);
      account.state(p, OTHER_PORT, issued[simd]);
    }
  }

  private void doze(int simd, GcnIssueCause cause, int row) {
    asleep[simd] = (byte) cause.ordinal();
    waitsAt[simd] = row;
    for (int p = simd; p < 3 * simds; p += simds) {
      account.state(p, cause.ordinal(), row);
    }
  }

  /** Accounts the start of a wavefront from the row of its first instruction on. */
  void started(int simd, long tick, int row) {
    if (asleep[simd] == GcnIssueCause.NO_WAVEFRONT.ordinal()) {
      issued[simd] = row;
      awake(simd, tick);
      doze(simd, GcnIssueCause.DEPENDENCY, row);
    }
    if (empty) {
      empty = false;
      issued[simds] = row;
      account.change(vectorMemory(), tick, OTHER_PORT, row);
      account.change(localData(), tick, OTHER_PORT, row);
    }
  }

  /** Accounts the end of the unit's last wavefront. */
  void emptied(long tick) {
    empty = true;
    for (int p = vectorMemory(); p <= localData(); p++) {
      account.advance(p, tick, OTHER_PORT, issued[simds]);
      account.change(p, tick, GcnIssueCause.NO_WAVEFRONT.ordinal());
    }
  }
}
