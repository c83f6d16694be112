// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.issue;

import io.lockstep.core.engine.EventKind;
import io.lockstep.core.queue.Phase;
import io.lockstep.gcn.isa.GcnClass;
import io.lockstep.gcn.isa.InstructionSet;
import io.lockstep.parts.memory.MemorySide;
import io.lockstep.parts.transaction.Cluster;
import io.lockstep.parts.transaction.MemoryListener;
import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Arrays;

/**
 * The scalar data cache that neighbouring compute units share, with the return path to the
 * requester.
 *
 * <p>The requests of a clock are served at the next clock in the order of the compute units,
 * independently of the order in which the units are simulated. This clock is part of the published
 * latency.
 */
final class ScalarCache implements MemoryListener {
  final MemoryUnit unit;
  private final Cluster cluster;
  private final int component;
  private final EventKind serve;
  private final PathOwner[] users;
  private final int wavefronts;
  private final int capacity;
  private int count;

  /** Index in the wavefront's counter, by token. */
  private final int[] place;

  // Queued requests, a ring for each user.
  private final long[] stamp;
  private final long[] address;
  private final int[] who;
  private final int[] size;
  private final int[] slot;
  private final int[] head;
  private final int[] waiting;
  private final long[] asked;
  private long servedAt = -1;
  private Path[] paths; // parallel to stamp; null unless critical paths are requested
  private Path roomMade;

  ScalarCache(Cluster cluster, int firstUnit, UnitDesign design, MemorySide memory) {
    DeviceSpec spec = design.spec();
    this.cluster = cluster;
    int sharing = spec.integer("scalar_cache.sharing");
    users = new PathOwner[sharing];
    wavefronts = spec.integer("unit.simds") * spec.integer("unit.wave_slots");
    int most = wavefronts * (scalarLoads(design) + 1); // maximum requests of all wavefronts
    capacity = Integer.highestOneBit(most - 1) * 2;
    stamp = new long[sharing * capacity];
    address = new long[sharing * capacity];
    who = new int[sharing * capacity];
    size = new int[sharing * capacity];
    slot = new int[sharing * capacity];
    head = new int[sharing];
    waiting = new int[sharing];
    asked = new long[sharing];
    Arrays.fill(asked, -1);
    var config = design.scalarMemory();
    unit = new MemoryUnit(cluster, "cu[" + firstUnit + "].scalar", firstUnit, config, memory, this);
    place = new int[config.tokens()];
    component = cluster.component("cu[" + firstUnit + "].scalar.queue", this);
    serve =
        cluster.kind(
            "scalar.serve", Phase.WORK, (ScalarCache c, long tick, int user) -> c.onServe(tick));
  }

  private static int scalarLoads(UnitDesign design) {
    InstructionSet isa = design.timing().isa;
    return isa.waits().get(isa.counter(GcnClass.SMEM)).most(design.spec());
  }

  /** Adds a compute unit and returns its index among the users. */
  int join(PathOwner user) {
    users[count] = user;
    return count++;
  }

  /**
   * @param at index in the wavefront's counter
   * @param tick the current tick, or a later tick if the unit is ahead of the clock
   */
  void request(int user, int wavefront, int at, long from, int bytes, long tick) {
    int i = user * capacity + (head[user] + waiting[user]++ & capacity - 1);
    stamp[i] = tick;
    address[i] = from;
    who[i] = wavefront;
    size[i] = bytes;
    slot[i] = at;
    if (asked[user] != tick) {
      asked[user] = tick;
      cluster.partition().at(tick + 1, serve, component, user);
    }
  }

  /** Enables or disables critical paths; no request may be queued. */
  void follow(boolean wanted) {
    paths = wanted ? new Path[stamp.length] : null;
    roomMade = null;
  }

  /** Sets the critical path of a user's last request. */
  void path(int user, Path path) {
    if (paths != null) {
      paths[user * capacity + (head[user] + waiting[user] - 1 & capacity - 1)] = path;
    }
  }

  private void issuer(int i, long tick) {
    Path own = paths[i];
    Path last = Path.later(own, roomMade);
    unit.issuer(last == null ? null : last.to(tick, PathResource.FIRST_LEVEL, own.row()));
  }

  private void onServe(long tick) {
    if (servedAt == tick) {
      return; // already served together with another user's request
    }
    servedAt = tick;
    for (int user = 0; user < count; user++) {
      while (waiting[user] > 0) {
        int i = user * capacity + head[user];
        if (stamp[i] >= tick || !unit.canAccept()) {
          break;
        }
        head[user] = head[user] + 1 & capacity - 1;
        waiting[user]--;
        if (paths != null) {
          issuer(i, tick);
        }
        int token = unit.begin(user * wavefronts + who[i]);
        place[token] = slot[i];
        unit.read(tick, token, address[i], size[i]);
        long done = unit.end(token);
        if (done != MemoryUnit.PENDING) {
          users[user].completed(who[i], ClassCodes.SMEM, slot[i], done, unit.path(token));
        }
      }
    }
  }

  @Override
  public void completed(int owner, int token, long tick) {
    users[owner / wavefronts].completed(
        owner % wavefronts, ClassCodes.SMEM, place[token], tick, unit.path(token));
  }

  @Override
  public void accepting(long tick) {
    roomMade = unit.cause();
    cluster.partition().at(tick + 1, serve, component, count);
  }

  @Override
  public void drained(long tick) {
    throw new IllegalStateException(unit.path() + ": a shared unit is not drained");
  }
}
