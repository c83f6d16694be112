package io.lockstep.parts.memory;

import io.lockstep.parts.dram.DramChannel;
import io.lockstep.spi.path.ClientPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathLane;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The critical paths of requests through the memory side: at the head of their port, in a slice,
 * behind it, and back. There is one only where paths are wanted. Not thread-safe.
 */
final class SidePaths {
  private final List<ClientPaths> clients = new ArrayList<>();
  private final boolean[] looked; // by client: its oldest request has been looked at
  private final Path[] head; // and its path
  private final PathResource[] heldBackBy;
  private final Path[] served; // by client: its last request
  private final Path[] fence;
  private final Path[] written; // by client: its last write that is done
  private Path[] pending = new Path[64]; // by request in a slice
  private Path[] fetch = new Path[64]; // by fetch or write behind the slices: where it began
  private Path[] fetched = new Path[64]; // and the last of its data
  private Path current; // the request that is served or decided, at the current tick
  private Path passed; // and through its slice
  private Path arriving; // what came from behind
  private Path answer; // of the response that leaves next

  /**
   * @param capacities requests in the port of each client
   */
  SidePaths(int[] capacities) {
    int n = capacities.length;
    for (int capacity : capacities) {
      clients.add(new ClientPaths(capacity));
    }
    looked = new boolean[n];
    head = new Path[n];
    heldBackBy = new PathResource[n];
    served = new Path[n];
    fence = new Path[n];
    written = new Path[n];
  }

  ClientPaths client(int c) {
    return clients.get(c);
  }

  /** A launch begins: what was before is not needed any more. */
  void begin() {
    Arrays.fill(looked, false);
    Arrays.fill(head, null);
    Arrays.fill(served, null);
    Arrays.fill(fence, null);
    Arrays.fill(written, null);
    Arrays.fill(pending, null);
    Arrays.fill(fetch, null);
    Arrays.fill(fetched, null);
    current = null;
    passed = null;
    arriving = null;
  }

  private static Path to(Path path, long tick, PathResource spent) {
    return path == null ? null : path.to(tick, spent);
  }

  private static Path[] room(Path[] paths, int at) {
    return at < paths.length ? paths : Arrays.copyOf(paths, Math.max(at + 1, 2 * paths.length));
  }

  // ------------------------------------------------------------------ ports

  /** The oldest request of a client is looked at: what it needed last, and what held it back. */
  void look(int client, long now) {
    Path path = head[client];
    if (!looked[client]) {
      looked[client] = true;
      PathLane lane = clients.get(client).requests;
      long arrival = lane.arrival();
      Path own = to(lane.take(), Math.min(arrival, now), PathResource.NETWORK);
      path = own;
      if (own != null && served[client] != null && served[client].tick() > own.tick()) {
        path = Path.later(own, served[client]).to(0, PathResource.NETWORK, own.row());
      }
      heldBackBy[client] = PathResource.NETWORK;
    }
    head[client] = to(path, now, heldBackBy[client]);
    current = head[client];
  }

  /** A client's oldest request is held back by something. */
  void holdsBack(int client, PathResource what) {
    heldBackBy[client] = what;
  }

  /** A client's oldest request has been served. */
  void served(int client) {
    served[client] = head[client];
    clients.get(client).served(head[client]);
    looked[client] = false;
  }

  // ------------------------------------------------------------------ slices

  /** The request that is served is through its slice at a tick. */
  void passes(long tick) {
    passed = to(current, tick, PathResource.L2);
  }

  /** The path of a hit: its line is there at a tick, its data at a later one. */
  Path hit(long there, long ready) {
    return to(to(passed, there, PathResource.SHARED_LINE), ready, PathResource.L2);
  }

  /** The request that is served waits for something, and is not ready before a tick. */
  void waits(int p, long ready) {
    pending = room(pending, p);
    pending[p] = to(passed, ready, PathResource.L2);
  }

  /** A part of the request that is served was a hit. */
  void partHit(int p, long there, long ready) {
    pending[p] = Path.later(pending[p], hit(there, ready));
  }

  /** A request that waited has what came from behind, at a tick. */
  void arrives(int p, long tick) {
    pending[p] = Path.later(pending[p], to(arriving, tick, PathResource.L2));
  }

  /** The path of a request that waited. */
  Path pending(int p) {
    return pending[p];
  }

  /** The atomics of a request are done at a tick. */
  void performs(int p, long tick) {
    pending[p] = to(pending[p], tick, PathResource.ATOMIC);
  }

  // ------------------------------------------------------------------ writes and fences

  /** A client's write is done; null for the one that came from behind. */
  void written(int client, Path path) {
    written[client] = Path.later(written[client], path);
  }

  /** What came from behind. */
  Path arriving() {
    return arriving;
  }

  /** Says again what came from behind: others have come of it meanwhile. */
  void arriving(Path path) {
    arriving = path;
  }

  /** A client asks for the end of its writes. */
  void asksForEnd(int client) {
    fence[client] = current;
  }

  /** The path to the end of a client's writes. */
  Path end(int client) {
    return Path.later(fence[client], written[client]);
  }

  /** What the response that leaves next comes of. */
  void answers(Path path) {
    answer = path;
  }

  /** A response leaves; it arrives at a tick. */
  void responds(int client, long arrival) {
    clients.get(client).responses.send(arrival, answer);
  }

  // ------------------------------------------------------------------ behind the slices

  /** The request that is served begins a fetch or write. */
  void begins(int record) {
    fetch = room(fetch, record);
    fetched = room(fetched, record);
    fetch[record] = current;
    fetched[record] = current;
  }

  /** A part of a fetch or write, by the memory-side cache: its line is there, its data later. */
  void cached(int record, long there, long ready) {
    fetched[record] = Path.later(fetched[record], ofCache(there, ready));
  }

  /** The fetch that is served is answered by the memory-side cache. */
  void answeredByCache(long there, long ready) {
    arriving = ofCache(there, ready);
  }

  private Path ofCache(long there, long ready) {
    return to(to(current, there, PathResource.MEMORY_CACHE), ready, PathResource.SHARED_LINE);
  }

  /** DRAM has decided a fetch or write; what follows at once comes of that. */
  void decided(int record, DramChannel by, long now) {
    current = to(fetch[record], now, PathResource.DRAM_QUEUE);
    Path path = to(current, by.accessed(), PathResource.DRAM_BANK);
    path = to(path, by.transferred(), PathResource.DRAM_BUS);
    arriving = to(path, by.completion(), PathResource.DRAM_RETURN);
  }

  /** What DRAM has brought is in the memory-side cache at a tick. */
  Path fillsCache(long tick) {
    arriving = to(arriving, tick, PathResource.MEMORY_CACHE);
    return arriving;
  }

  /** A part of a fetch or write is what came from DRAM. */
  void partArrives(int record) {
    fetched[record] = Path.later(fetched[record], arriving);
  }

  /** All of a fetch or write is there. */
  void completes(int record) {
    arriving = fetched[record];
    fetch[record] = null;
    fetched[record] = null;
  }
}
