package io.lockstep.parts.path;

/**
 * The paths between a memory unit and the memory side: of requests on their way, of responses, and
 * of the requests that were served last, whose credit goes back. Not thread-safe.
 */
public final class ClientPaths {
  /** Requests on their way to the memory side. */
  public final PathLane requests = new PathLane();

  /** Responses on their way back. */
  public final PathLane responses = new PathLane();

  private final Path[] served;
  private int last;

  /**
   * Nothing under way.
   *
   * @param credits requests that may be under way
   */
  public ClientPaths(int credits) {
    served = new Path[Integer.highestOneBit(2 * credits) * 2];
  }

  /**
   * The memory side has taken a request.
   *
   * @param path of that, or null where it is not known
   */
  public void served(Path path) {
    last = last + 1 & served.length - 1;
    served[last] = path;
  }

  /**
   * {@return the path of the request that was served last by a tick: its credit is the last that
   * has left by then; null where none is known}
   *
   * @param tick not after what the memory side has simulated
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
