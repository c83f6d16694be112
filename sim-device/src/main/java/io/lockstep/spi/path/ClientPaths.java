// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

/**
 * Critical paths between a memory unit and the memory side: of requests, of responses, and of the
 * most recently served requests, whose credit returns. Not thread-safe.
 */
public final class ClientPaths {
  /** Requests to the memory side. */
  public final PathLane requests = new PathLane();

  /** Responses from the memory side. */
  public final PathLane responses = new PathLane();

  private final Path[] served;
  private int last;

  /**
   * Creates empty lanes.
   *
   * @param credits maximum number of requests in flight
   */
  public ClientPaths(int credits) {
    served = new Path[Integer.highestOneBit(2 * credits) * 2];
  }

  /**
   * Records that the memory side has accepted a request.
   *
   * @param path path of the request, or null if unknown
   */
  public void served(Path path) {
    last = last + 1 & served.length - 1;
    served[last] = path;
  }

  /**
   * {@return the path of the last request that the memory side has served by a tick and whose
   * credit has thus returned; null if unknown}
   *
   * @param tick not after the time that the memory side has simulated
   */
  public Path servedBy(long tick) {
    for (int k = 0; k < served.length; k++) {
      Path path = served[last - k & served.length - 1];
      if (path == null || path.tick() <= tick) {
        return path;
      }
    }
    return null;
  }
}
