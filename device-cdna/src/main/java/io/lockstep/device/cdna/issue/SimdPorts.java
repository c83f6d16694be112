package io.lockstep.device.cdna.issue;

import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.IssueAccount;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.RowTicks;
import java.util.Arrays;

/**
 * The time of a compute unit's issue ports: a vector, a scalar and a branch port for each SIMD, the
 * address unit, the LDS banks.
 *
 * <p>While a SIMD's wavefronts issue anything, the time its ports are not used counts as {@link
 * Cause#OTHER_PORT}; from {@link #sleep} to {@link #awake} as what all wait for.
 *
 * <p>By rows of the code (docs/by-line.md): a use counts to the instruction that issues; a port
 * that is not asked for to what its SIMD (the two of the whole unit: the unit) issued last; a sleep
 * to the instruction that the oldest wavefront waits at.
 */
final class SimdPorts extends SavedPart {
  private static final int OTHER_PORT = GcnIssueCause.OTHER_PORT.ordinal();

  private final IssueAccount account;
  private final int simds;
  private final byte[] asleep;
  private boolean empty = true;
  private final int[] issued; // by SIMD, and of the unit: row that was issued last
  private final int[] waitsAt; // by SIMD: row, while it is asleep

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

  /** Ports of a compute unit. */
  static int count(int simds) {
    return 3 * simds + 2;
  }

  /** What a compute unit with these ports is made of. */
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

  /** A launch begins: rows of the code before mean nothing any more. */
  void begin() {
    Arrays.fill(issued, RowTicks.NONE);
    Arrays.fill(waitsAt, RowTicks.NONE);
  }

  /**
   * A SIMD issues an instruction to one of its ports, or to the address unit.
   *
   * @param row of the instruction
   */
  void issue(int simd, int port, long tick, long until, GcnIssueCause cause, int row) {
    issues(simd, tick, row);
    use(port, tick, until, cause, row);
  }

  /**
   * A SIMD issues an instruction: from here on, the ports that it does not ask for wait for that.
   */
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

  /** Accounts for a port's time since it was last used, then for its use. */
  void use(int port, long from, long until, GcnIssueCause cause, int row) {
    account.advance(port, from, OTHER_PORT, issued[port < 3 * simds ? port % simds : simds]);
    account.advance(port, until, cause.ordinal(), row);
  }

  boolean isAsleep(int simd) {
    return asleep[simd] >= 0;
  }

  /**
   * No wavefront of the SIMD can issue from here on.
   *
   * @param row that the one whose cause it is waits at
   */
  void sleep(int simd, long tick, GcnIssueCause cause, int row) {
    for (int p = simd; p < 3 * simds; p += simds) {
      account.advance(p, tick, OTHER_PORT, issued[simd]);
    }
    doze(simd, cause, row);
  }

  /** A wavefront of the SIMD can issue. */
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

  /**
   * A wavefront has come to a SIMD.
   *
   * @param row where it begins
   */
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

  /** The unit's last wavefront has ended. */
  void emptied(long tick) {
    empty = true;
    for (int p = vectorMemory(); p <= localData(); p++) {
      account.advance(p, tick, OTHER_PORT, issued[simds]);
      account.change(p, tick, GcnIssueCause.NO_WAVEFRONT.ordinal());
    }
  }
}
