package io.lockstep.parts.memory;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.core.engine.Stateful;
import java.util.Arrays;

/**
 * The clients whose oldest request has arrived and waits for nothing, in the turn in which they are
 * served: each time beginning with another one.
 *
 * <p>Before they are served, the tags that their requests will ask for are read, level by level: a
 * look-up in hundreds of caches misses the host's own each time, and what is read for all clients
 * one after the other comes at the same time. Not thread-safe.
 */
final class DueClients implements Stateful {
  private static final int WORTH_PREVIEW = 2; // clients
  private static final int FAR = 128; // clients: what fewer ask for stays near in the host

  private final MemoryClients clients;
  private final WaitLists waits;
  private final AddressMap map;
  private final Slices slices;
  private final MemoryPath path;
  private final long hitTicks;
  private int first;
  private int[] due = {};
  private int count;
  private long[] address = {}; // of their oldest requests
  private int[] slice = {};
  private boolean[] held = {}; // whether their slices seem to hold them
  private long seen; // so that no reading is left out

  DueClients(
      MemoryClients clients,
      WaitLists waits,
      AddressMap map,
      Slices slices,
      MemoryPath path,
      long hitTicks) {
    this.hitTicks = hitTicks;
    this.clients = clients;
    this.waits = waits;
    this.map = map;
    this.slices = slices;
    this.path = path;
  }

  /** Finds them; answers how many there are. */
  int find(long tick) {
    int n = clients.count();
    if (due.length < n) {
      due = Arrays.copyOf(due, n);
      address = Arrays.copyOf(address, n);
      slice = Arrays.copyOf(slice, n);
      held = Arrays.copyOf(held, n);
    }
    int i = first;
    first = first + 1 == n ? 0 : first + 1;
    int found = collect(tick, 0, i, n);
    found = collect(tick, found, 0, i);
    count = found;
    if (found >= WORTH_PREVIEW && n >= FAR) {
      preview(tick + hitTicks);
    }
    return found;
  }

  /** Adds those of a range behind those found so far; answers how many there are then. */
  private int collect(long tick, int sofar, int from, int to) {
    long[] arrivals = clients.arrivals();
    int found = sofar;
    for (int i = from; i < to; i++) {
      if (arrivals[i] <= tick && waits.blockedOn(i) == WaitLists.NONE) {
        due[found++] = i;
      }
    }
    return found;
  }

  /** One of them, by its turn. */
  int client(int k) {
    return due[k];
  }

  private void preview(long answered) {
    long sum = 0;
    for (int k = 0; k < count; k++) {
      int client = due[k];
      long at = Message.address(clients.requests(client).headA());
      address[k] = at;
      slice[k] = map.slice(clients.unit(client), at);
    }
    sum += slices.previewSets(slice, address, count);
    sum += slices.previewLines(slice, address, count, held);
    int absent = 0;
    for (int k = 0; k < count; k++) {
      if (held[k]) {
        sum += clients.previewLink(due[k], answered);
      } else {
        slice[absent] = slice[k];
        address[absent++] = address[k];
      }
    }
    sum += slices.previewMisses(slice, address, absent);
    sum += path.previewSets(address, absent);
    sum += path.previewLines(address, absent);
    seen = sum;
  }

  @Override
  public void save(StateWriter out) {
    out.writeInt(first);
  }

  @Override
  public void load(StateReader in) {
    first = in.readInt();
  }

  @Override
  public String toString() {
    return count + " clients are due, seen " + seen;
  }
}
