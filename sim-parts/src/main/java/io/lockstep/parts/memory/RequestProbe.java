// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.dram.DramChannel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Observes requests at the memory side. Without observers no subclass is loaded, so that the JIT
 * compiler removes the calls. {@link SidePaths} and {@link SliceTimeline} record the requests.
 */
class RequestProbe {
  static final RequestProbe NONE = new RequestProbe();

  /** The memory side examines a client's oldest request. */
  void looks(int client, long now) {}

  /** A resource blocks a client's oldest request. */
  void holdsBack(int client, PathResource by) {}

  /** The memory side accepts a client's oldest request or fence. */
  void taken(int client) {}

  /** The current request has passed its slice's arrays at a tick. */
  void passes(long tick) {}

  /** A read hits: its line is available at {@code there}, its data leaves at {@code ready}. */
  void hit(MemoryRequest r, long now, long there, long ready) {}

  /** The current request becomes pending as number {@code p}, not ready before a tick. */
  void waits(int p, MemoryRequest r, long now, long ready) {}

  void partHit(int p, long there, long ready) {}

  /** Data from behind the slices reaches a pending request. */
  void arrives(int p, long tick) {}

  void answers(int p, long tick) {}

  /** The atomics of a pending request are done and answered. */
  void performs(int p, long tick) {}

  /** A write stays in its slice, which it has passed at {@code passed}. */
  void writesHit(MemoryRequest r, long now, long passed, long written) {}

  /** A write or atomic is written; {@code late} if its atomic operations end later. */
  void written(int p, int client, boolean late, long tick) {}

  /** The result of a pending request's atomics stays in the slice. */
  void kept(int p, int client) {}

  void asksForEnd(int client) {}

  /** A client's writes have ended; the response to its fence leaves next. */
  void endsFence(int client) {}

  void responds(int client, long arrival) {}

  /** A copy engine begins a fetch or write, which belongs to no request. */
  void copies() {}

  void begins(int record) {}

  void cached(int record, long there, long ready) {}

  void answeredByCache(long there, long ready) {}

  /** DRAM has scheduled a fetch or write, which causes the calls that follow in this event. */
  void decided(int record, DramChannel by, long now) {}

  /** Returns the path of a sector from DRAM, available in the memory-side cache at a tick. */
  Path fillsCache(long tick) {
    return null;
  }

  /** Data from DRAM is a part of a fetch or write. */
  void partArrives(int record) {}

  void completes(int record) {}

  /** Returns the path of the data that arrives from behind the slices. */
  Path arriving() {
    return null;
  }

  /** Restores the path of arriving data, which served requests may have changed. */
  void arriving(Path path) {}
}
