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

  /** Called when the memory side examines a client's oldest request. */
  void looks(int client, long now) {}

  /** Called when a resource blocks a client's oldest request. */
  void holdsBack(int client, PathResource by) {}

  /** Called when the memory side accepts a client's oldest request or fence. */
  void taken(int client) {}

  /** Called with the tick at which the current request has passed its slice's arrays. */
  void passes(long tick) {}

  /** Called when a read hits a line available at {@code there}; data leaves at {@code ready}. */
  void hit(MemoryRequest r, long now, long there, long ready) {}

  /** Called when the current request becomes pending as number {@code p}, ready at a later tick. */
  void waits(int p, MemoryRequest r, long now, long ready) {}

  void partHit(int p, long there, long ready) {}

  /** Called when data from behind the slices reaches a pending request. */
  void arrives(int p, long tick) {}

  void answers(int p, long tick) {}

  /** Called when the atomics of a pending request are done and answered. */
  void performs(int p, long tick) {}

  /** Called when a write stays in its slice, whose arrays it has passed at {@code passed}. */
  void writesHit(MemoryRequest r, long now, long passed, long written) {}

  /** Called when a write or atomic is written; {@code late} if atomic operations end after that. */
  void written(int p, int client, boolean late, long tick) {}

  /** Called when the result of a pending request's atomics stays in the slice. */
  void kept(int p, int client) {}

  void asksForEnd(int client) {}

  /** Called when a client's writes have ended, before the response to its fence is sent. */
  void endsFence(int client) {}

  void responds(int client, long arrival) {}

  /** Called when a copy engine begins a fetch or write, which belongs to no request. */
  void copies() {}

  void begins(int record) {}

  void cached(int record, long there, long ready) {}

  void answeredByCache(long there, long ready) {}

  /** Called when DRAM has scheduled a fetch or write, before further calls that it causes. */
  void decided(int record, DramChannel by, long now) {}

  /** Returns the path of a sector from DRAM into the memory-side cache at a tick. */
  Path fillsCache(long tick) {
    return null;
  }

  /** Called when data from DRAM completes a part of a fetch or write. */
  void partArrives(int record) {}

  void completes(int record) {}

  /** Returns the path of the data that arrives from behind the slices. */
  Path arriving() {
    return null;
  }

  /** Restores the path of arriving data, which the service of a request may have changed. */
  void arriving(Path path) {}
}
