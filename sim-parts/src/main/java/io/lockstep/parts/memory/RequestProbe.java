package io.lockstep.parts.memory;

import io.lockstep.parts.dram.DramChannel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;

/**
 * Observes requests on their way through the memory side. This class ignores them all, and is all
 * that is loaded where nothing is observed, so its calls cost nothing; {@link SidePaths} and {@link
 * SliceTimeline} record what they are for. Belongs to its memory side's partition.
 */
class RequestProbe {
  /** Observes nothing. */
  static final RequestProbe NONE = new RequestProbe();

  // ------------------------------------------------------------------ ports

  /** The memory side looks at a client's oldest request. */
  void looks(int client, long now) {}

  /** A client's oldest request is held back by a resource. */
  void holdsBack(int client, PathResource by) {}

  /** A client's oldest request, or fence, has been taken. */
  void taken(int client) {}

  // ------------------------------------------------------------------ slices

  /** The request that is served is through its slice at a tick. */
  void passes(long tick) {}

  /** A read is answered at once: its line is there at a tick, its data ready at a later one. */
  void hit(MemoryRequest r, long now, long there, long ready) {}

  /** The request that is served waits as number {@code p}, and is not ready before a tick. */
  void waits(int p, MemoryRequest r, long now, long ready) {}

  /** A part of the request that is served was a hit. */
  void partHit(int p, long there, long ready) {}

  /** A request that waited has what came from behind, at a tick. */
  void arrives(int p, long tick) {}

  /** A request that waited is answered at a tick. */
  void answers(int p, long tick) {}

  /** The atomics of a request that waited are done at a tick, and answered. */
  void performs(int p, long tick) {}

  // ------------------------------------------------------------------ writes and fences

  /** A write stays in its slice: it is through at a tick, and written at a later one. */
  void writesHit(MemoryRequest r, long now, long passed, long written) {}

  /**
   * A write or atomic that waited is written behind the slices.
   *
   * @param late whether its atomic operations end later than that
   */
  void written(int p, int client, boolean late, long tick) {}

  /** What the atomics of a request have written stays in the slice. */
  void kept(int p, int client) {}

  /** A client asks for the end of its writes. */
  void asksForEnd(int client) {}

  /** A client's writes have ended; the answer leaves next. */
  void endsFence(int client) {}

  /** A response leaves; it arrives at a tick. */
  void responds(int client, long arrival) {}

  // ------------------------------------------------------------------ behind the slices

  /** A copy engine begins a fetch or write: it belongs to no request. */
  void copies() {}

  /** The request that is served begins a fetch or write. */
  void begins(int record) {}

  /** A part of a fetch or write, by the memory-side cache: its line is there, its data later. */
  void cached(int record, long there, long ready) {}

  /** The fetch that is served is answered by the memory-side cache. */
  void answeredByCache(long there, long ready) {}

  /** DRAM has decided a fetch or write; what follows at once comes of that. */
  void decided(int record, DramChannel by, long now) {}

  /** Returns the path of what DRAM has brought; it is in the memory-side cache at a tick. */
  Path fillsCache(long tick) {
    return null;
  }

  /** A part of a fetch or write is what came from DRAM. */
  void partArrives(int record) {}

  /** All of a fetch or write is there. */
  void completes(int record) {}

  /** Returns the path of what came from behind the slices. */
  Path arriving() {
    return null;
  }

  /** Sets the path of what came from behind, which others have changed meanwhile. */
  void arriving(Path path) {}
}
