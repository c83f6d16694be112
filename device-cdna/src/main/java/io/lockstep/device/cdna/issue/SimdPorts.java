package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.RowTicks;
import java.util.Arrays;

/**
 * Cycle accounting of issue ports: vector, scalar and branch port per SIMD, address unit, LDS
 * banks.
 *
 * <p>While a SIMD issues, idle time of its ports is {@link Cause#OTHER_PORT}; from {@link #sleep}
 * to {@link #awake} it is the reason for which all wavefronts wait.
 *
 * <p>Rows (docs/by-line.md): a use belongs to its instruction; an idle port to the last one of its
 * SIMD or, if shared, of the unit; a sleep to the one at which the oldest wavefront waits.
 */
final class SimdPorts extends SavedPart {
  private static final int OTHER_PORT = GcnIssueCause.OTHER_PORT.ordinal();

  private final IssueAccount account;
  private final int simds;
  private final byte[] asleep;
  private boolean empty = true;
  private final int[] issued; // last issued row by SIMD, then of the unit
  private final int[] waitsAt; // row by sleeping SIMD

  SimdPorts(IssueAccount account, int simds) {
    this.account = account;
    this.simds = simds;
    asleep = state.keep(new byte[simds]);
    issued = state.keep(new int[simds + 1]);
    waitsAt = state.keep(new int[simds]);
    begin();
    Arrays.fill(asleep, (byte) GcnIssueCause.NO_WAVEFRONT.ordinal());
    state.flag(() -> empty, v -> empty = v);
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

  /** An instruction on one of a SIMD's ports, or on the address unit. */
  void issue(int simd, int port, long tick, long until, GcnIssueCause cause, int row) {
    issues(simd, tick, row);
    use(port, tick, until, cause, row);
  }

  /** An instruction to which the SIMD's idle ports belong from now on. */
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

  /** Accounts idle time since the last use, then the use. */
  void use(int port, long from, long until, GcnIssueCause cause, int row) {
    account.advance(port, from, OTHER_PORT, issued[port < 3 * simds ? port % simds : simds]);
    account.advance(port, until, cause.ordinal(), row);
  }

  boolean isAsleep(int simd) {
    return asleep[simd] >= 0;
  }

  /** The SIMD cannot issue; {@code row} is where the wavefront with this reason waits. */
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

  /** A new wavefront, at the row of its first instruction. */
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

  /** The unit's last wavefront ended. */
  void emptied(long tick) {
    empty = true;
    for (int p = vectorMemory(); p <= localData(); p++) {
      account.advance(p, tick, OTHER_PORT, issued[simds]);
      account.change(p, tick, GcnIssueCause.NO_WAVEFRONT.ordinal());
    }
  }
}
