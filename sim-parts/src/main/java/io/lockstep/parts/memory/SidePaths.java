// SPDX-License-Identifier: Apache-2.0
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
 * Records the critical paths of requests through the memory side: at the head of a port, in a
 * slice, behind the slice, and back. Forwards calls to a timeline.
 */
final class SidePaths extends RequestProbe {
  private final List<ClientPaths> clients = new ArrayList<>();
  private final boolean[] looked; // by client: whether its oldest request was examined
  private final Path[] head; // by client: path of its oldest request
  private final PathResource[] heldBackBy;
  private final Path[] served; // by client: path of its last accepted request
  private final Path[] fence;
  private final Path[] written; // by client: path of its last completed write
  private Path[] pending = new Path[64]; // by pending request
  private Path[] fetch = new Path[64]; // by fetch or write behind the slices: path at its begin
  private Path[] fetched = new Path[64]; // by fetch or write: path of its last data
  private int[] rowOf = new int[64]; // by fetch or write: row of the access
  private long[] dramBytes = new long[64]; // by row, starting with Path.NO_ROW
  private int row; // row of the current access
  private Path current; // path of the current request or scheduled access, at the current tick
  private Path passed; // path of the current request after its slice's arrays
  private Path arriving; // path of the data that arrives from behind the slices
  private Path answer; // path of the next response
  private RequestProbe timeline = NONE;

  /** Creates empty paths for clients whose request ports have the given capacities. */
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

  /** Sets the timeline; returns this as a probe, so that callers load no subclass. */
  RequestProbe before(RequestProbe next) {
    timeline = next;
    return this;
  }

  void begin() {
    Arrays.fill(looked, false);
    Arrays.fill(head, null);
    Arrays.fill(served, null);
    Arrays.fill(fence, null);
    Arrays.fill(written, null);
    Arrays.fill(pending, null);
    Arrays.fill(fetch, null);
    Arrays.fill(fetched, null);
    Arrays.fill(dramBytes, 0);
    current = null;
    passed = null;
    arriving = null;
  }

  /** Returns the bytes over DRAM's pins by row of the launch's code, without cache write-backs. */
  long[] dramBytes(int rows) {
    return Arrays.copyOfRange(dramBytes, 1, 1 + rows);
  }

  private static Path to(Path path, long tick, PathResource spent) {
    return path == null ? null : path.to(tick, spent);
  }

  private static int rowOf(Path path) {
    return path == null ? Path.NO_ROW : path.row();
  }

  private static Path[] room(Path[] paths, int at) {
    return at < paths.length ? paths : Arrays.copyOf(paths, Math.max(at + 1, 2 * paths.length));
  }

  @Override
  void looks(int client, long now) {
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
    row = rowOf(current);
  }

  @Override
  void holdsBack(int client, PathResource by) {
    heldBackBy[client] = by;
  }

  @Override
  void taken(int client) {
    served[client] = head[client];
    clients.get(client).served(head[client]);
    looked[client] = false;
    timeline.taken(client);
  }

  @Override
  void passes(long tick) {
    passed = to(current, tick, PathResource.L2);
  }

  @Override
  void hit(MemoryRequest r, long now, long there, long ready) {
    answer = hit(there, ready);
    timeline.hit(r, now, there, ready);
  }

  private Path hit(long there, long ready) {
    return to(to(passed, there, PathResource.SHARED_LINE), ready, PathResource.L2);
  }

  @Override
  void waits(int p, MemoryRequest r, long now, long ready) {
    pending = room(pending, p);
    pending[p] = to(passed, ready, PathResource.L2);
    timeline.waits(p, r, now, ready);
  }

  @Override
  void partHit(int p, long there, long ready) {
    pending[p] = Path.later(pending[p], hit(there, ready));
  }

  @Override
  void arrives(int p, long tick) {
    pending[p] = Path.later(pending[p], to(arriving, tick, PathResource.L2));
  }

  @Override
  void answers(int p, long tick) {
    answer = pending[p];
    timeline.answers(p, tick);
  }

  @Override
  void performs(int p, long tick) {
    pending[p] = to(pending[p], tick, PathResource.ATOMIC);
    answer = pending[p];
    row = rowOf(answer); // the result is written next
    timeline.performs(p, tick);
  }

  @Override
  void writesHit(MemoryRequest r, long now, long passed, long written) {
    answer = hit(passed, written);
    written(r.client, answer);
    timeline.writesHit(r, now, passed, written);
  }

  @Override
  void written(int p, int client, boolean late, long tick) {
    written(client, late ? pending[p] : arriving);
    answer = arriving;
    timeline.written(p, client, late, tick);
  }

  @Override
  void kept(int p, int client) {
    written(client, pending[p]);
  }

  private void written(int client, Path path) {
    written[client] = Path.later(written[client], path);
  }

  @Override
  void asksForEnd(int client) {
    fence[client] = current;
  }

  @Override
  void endsFence(int client) {
    answer = Path.later(fence[client], written[client]);
  }

  @Override
  void responds(int client, long arrival) {
    clients.get(client).responses.send(arrival, answer);
  }

  @Override
  void copies() {
    current = null;
    row = Path.NO_ROW;
  }

  @Override
  void begins(int record) {
    fetch = room(fetch, record);
    fetched = room(fetched, record);
    rowOf = record < rowOf.length ? rowOf : Arrays.copyOf(rowOf, fetch.length);
    rowOf[record] = row;
    fetch[record] = current;
    fetched[record] = current;
  }

  @Override
  void cached(int record, long there, long ready) {
    fetched[record] = Path.later(fetched[record], ofCache(there, ready));
  }

  @Override
  void answeredByCache(long there, long ready) {
    arriving = ofCache(there, ready);
  }

  private Path ofCache(long there, long ready) {
    return to(to(current, there, PathResource.MEMORY_CACHE), ready, PathResource.SHARED_LINE);
  }

  @Override
  void decided(int record, DramChannel by, long now) {
    int place = rowOf[record] - Path.NO_ROW;
    if (place >= dramBytes.length) {
      dramBytes = Arrays.copyOf(dramBytes, 2 * place);
    }
    dramBytes[place] += by.transferredBytes();
    current = to(fetch[record], now, PathResource.DRAM_QUEUE);
    Path path = to(current, by.accessed(), PathResource.DRAM_BANK);
    path = to(path, by.transferred(), PathResource.DRAM_BUS);
    arriving = to(path, by.completion(), PathResource.DRAM_RETURN);
  }

  @Override
  Path fillsCache(long tick) {
    arriving = to(arriving, tick, PathResource.MEMORY_CACHE);
    return arriving;
  }

  @Override
  void partArrives(int record) {
    fetched[record] = Path.later(fetched[record], arriving);
  }

  @Override
  void completes(int record) {
    arriving = fetched[record];
    fetch[record] = null;
    fetched[record] = null;
  }

  @Override
  Path arriving() {
    return arriving;
  }

  @Override
  void arriving(Path path) {
    arriving = path;
  }
}
