// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.engine.Inbox;
import io.lockstep.core.engine.Port;
import io.lockstep.core.queue.Phase;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.region.RegionMemory;
import io.lockstep.parts.region.RegionMessage;
import io.lockstep.parts.region.RegionOperation;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.RefusalException;

/**
 * The compute unit's side of {@link RegionMemory}: sends the wavefronts' operations and reports
 * their completion. All of its state is in the ports. Not thread-safe.
 */
public final class RegionUnit {
  /** Receives completed operations. */
  public interface Listener {
    /**
     * Reports a completed operation.
     *
     * @param tag tag of the operation
     * @param tick current tick
     */
    void regionCompleted(int tag, long tick);
  }

  private final RegionMemory memory;
  private final RegionBanks banks;
  private final Port port;
  private final Inbox answers;
  private final int component;
  private final Wavefronts wavefronts;
  private final Listener listener;
  private final Access access = new Access();
  private LaunchPlan launch;
  private int slot;
  private int wavefrontsOfGroup;

  /**
   * Connects a compute unit.
   *
   * @param cluster cluster of the compute unit
   * @param path path of the component, for example {@code cu[3].region}
   * @param memory region memory of the device
   * @param wavefronts wavefronts of the compute unit
   * @param most maximum number of operations of a wavefront in flight
   * @param listener receives completed operations
   */
  public RegionUnit(
      Cluster cluster,
      String path,
      RegionMemory memory,
      Wavefronts wavefronts,
      int most,
      Listener listener) {
    this.memory = memory;
    this.wavefronts = wavefronts;
    this.listener = listener;
    banks = new RegionBanks(memory.config().banks());
    component = cluster.component(path, this);
    EventKind onReturn =
        cluster.kind("region.return", Phase.WORK, (RegionUnit u, long t, int x) -> u.onReturn(t));
    answers = cluster.inbox(onReturn);
    port = memory.connect(path, component, cluster.partition(), answers, most * wavefronts.slots());
  }

  /**
   * Begins a launch.
   *
   * @param plan plan of the launch that the compute unit runs next
   */
  public void begin(LaunchPlan plan) {
    launch = plan;
    slot = memory.slot(plan);
    wavefrontsOfGroup = RegionMemory.wavefronts(plan, wavefronts.width());
  }

  /**
   * Issues an operation at the current tick.
   *
   * @param w slot of the wavefront
   * @param operation operation to perform
   * @param memorySlot slot of the recorded access, or -1 for a barrier
   * @param tag number that is returned at completion
   * @throws RefusalException if the operation accesses bytes that the device lacks
   */
  public void issue(int w, RegionOperation operation, int memorySlot, int tag) {
    int cycles = 1;
    if (memorySlot >= 0) {
      wavefronts.access(w, memorySlot, access);
      checkBounds();
      cycles =
          switch (operation) {
            case MOVE -> banks.cycles(access, false);
            case ATOMIC -> banks.cycles(access, true);
            default -> 1;
          };
    }
    long message = RegionMessage.of(operation, slot, cycles, tag);
    if (!port.send(message, wavefronts.number(w, wavefrontsOfGroup))) {
      throw new IllegalStateException("a wavefront has too many operations of region memory");
    }
  }

  private void checkBounds() {
    int bytes = memory.config().bytes();
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long end = access.address(lane) + access.elementBytes();
      if (end > bytes) {
        throw new RefusalException(
            "kernel '%s': accesses byte %s of region memory, of which the device has %s"
                .formatted(launch.code().kernel().name(), end - 1, bytes));
      }
    }
  }

  private void onReturn(long tick) {
    for (int r = answers.first(tick, component); r != Inbox.NONE; r = answers.next(r)) {
      listener.regionCompleted((int) answers.a(r), tick);
    }
  }
}
