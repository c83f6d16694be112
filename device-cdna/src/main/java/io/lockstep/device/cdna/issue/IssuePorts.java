package io.lockstep.device.cdna.issue;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.parts.state.SavedPart;
import io.lockstep.parts.unit.ComputeUnitConfig;
import io.lockstep.parts.unit.IssueAccount;
import java.util.Arrays;

/**
 * The time of a compute unit's issue ports: a vector, a scalar and a branch port for each SIMD, the
 * address unit, the LDS banks.
 *
 * <p>While a SIMD's wavefronts issue anything, the time its ports are not used counts as {@link
 * Cause#OTHER_PORT}; from {@link #sleep} to {@link #awake} as what all wait for. Not thread-safe.
 */
final class IssuePorts extends SavedPart {
  private final IssueAccount account;
  private final int simds;
  private final byte[] asleep;
  private boolean empty = true;

  IssuePorts(IssueAccount account, int simds) {
    this.account = account;
    this.simds = simds;
    asleep = state.keep(new byte[simds]);
    Arrays.fill(asleep, (byte) Cause.NO_WAVEFRONT.ordinal());
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
    return new ComputeUnitConfig(slots, slots, width, false, count(simds), Cause.SCHEME);
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

  /** Accounts for a port's time since it was last used, then for its use. */
  void use(int port, long from, long until, Cause cause) {
    account.advance(port, from, Cause.OTHER_PORT.ordinal());
    account.advance(port, until, cause.ordinal());
  }

  boolean isAsleep(int simd) {
    return asleep[simd] >= 0;
  }

  /** No wavefront of the SIMD can issue from here on. */
  void sleep(int simd, long tick, Cause cause) {
    for (int p = simd; p < 3 * simds; p += simds) {
      account.advance(p, tick, Cause.OTHER_PORT.ordinal());
    }
    doze(simd, cause);
  }

  /** A wavefront of the SIMD can issue. */
  void awake(int simd, long tick) {
    int cause = asleep[simd];
    asleep[simd] = -1;
    for (int p = simd; p < 3 * simds; p += simds) {
      account.advance(p, tick, cause);
      account.state(p, Cause.OTHER_PORT.ordinal());
    }
  }

  private void doze(int simd, Cause cause) {
    asleep[simd] = (byte) cause.ordinal();
    for (int p = simd; p < 3 * simds; p += simds) {
      account.state(p, cause.ordinal());
    }
  }

  /** A wavefront has come to a SIMD. */
  void started(int simd, long tick) {
    if (asleep[simd] == Cause.NO_WAVEFRONT.ordinal()) {
      awake(simd, tick);
      doze(simd, Cause.DEPENDENCY);
    }
    if (empty) {
      empty = false;
      account.change(vectorMemory(), tick, Cause.OTHER_PORT.ordinal());
      account.change(localData(), tick, Cause.OTHER_PORT.ordinal());
    }
  }

  /** The unit's last wavefront has ended. */
  void emptied(long tick) {
    empty = true;
    account.change(vectorMemory(), tick, Cause.NO_WAVEFRONT.ordinal());
    account.change(localData(), tick, Cause.NO_WAVEFRONT.ordinal());
  }
}
