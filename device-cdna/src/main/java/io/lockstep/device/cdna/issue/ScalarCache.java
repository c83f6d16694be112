package io.lockstep.device.cdna.issue;

import io.lockstep.core.device.DeviceSpec;
import io.lockstep.core.hardware.Cluster;
import io.lockstep.core.hardware.MemorySide;
import io.lockstep.core.hardware.MemoryUnit;

/**
 * The scalar data cache that neighbouring compute units share, with the way back to whoever asked.
 * Not thread-safe.
 */
final class ScalarCache implements MemoryUnit.Listener {
  final MemoryUnit unit;
  final int[] place;
  private final CdnaComputeUnit[] users;
  private final int wavefronts;
  private int count;

  ScalarCache(Cluster cluster, int firstUnit, DeviceSpec spec, MemorySide memory) {
    users = new CdnaComputeUnit[spec.integer("scalar_cache.sharing")];
    wavefronts = spec.integer("compute.simds") * spec.integer("compute.wave_slots");
    var config = CdnaMemory.scalarUnit(spec);
    unit = new MemoryUnit(cluster, "cu[" + firstUnit + "].scalar", firstUnit, config, memory, this);
    place = new int[config.tokens()];
  }

  /** Adds a compute unit; its number among the users. */
  int join(CdnaComputeUnit user) {
    users[count] = user;
    return count++;
  }

  /** The owner number of a wavefront. */
  int owner(int user, int wavefront) {
    return user * wavefronts + wavefront;
  }

  @Override
  public void completed(int owner, int token, long tick) {
    users[owner / wavefronts].scalarCompleted(owner % wavefronts, place[token], tick);
  }

  @Override
  public void accepting(long tick) {
    for (int i = 0; i < count; i++) {
      users[i].accepting(tick);
    }
  }

  @Override
  public void drained(long tick) {
    users[0].drained(tick);
  }
}
