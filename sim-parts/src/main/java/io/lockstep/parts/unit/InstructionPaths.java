package io.lockstep.parts.unit;

import io.lockstep.spi.path.ClientPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayDeque;

/**
 * The critical paths to what a memory unit's instructions bring, from the issue of whoever was
 * needed last: the instruction itself, the event that made room for it, or the request before it.
 * There is one only where paths are wanted. Not thread-safe.
 */
final class InstructionPaths {
  private final ClientPaths client;
  private final long requestTicks;
  private final Path[] data; // by token: to the last of its data so far
  private final ArrayDeque<Path> parked = new ArrayDeque<>();
  private final ArrayDeque<Path> queue = new ArrayDeque<>();
  private Path issuer;
  private Path cause; // of the current event, null outside of one
  private Path arriving;
  private Path entering;
  private Path departed;
  private Path draining;
  private Path drained;

  /**
   * @param client the way to the memory side and back
   * @param requestTicks latency of the way there
   * @param tokens of the unit
   */
  InstructionPaths(ClientPaths client, long requestTicks, int tokens) {
    this.client = client;
    this.requestTicks = requestTicks;
    data = new Path[tokens];
  }

  /** A queue's place holds a path: nothing known is one that nothing prefers. */
  private static final Path NOTHING = Path.start(Long.MIN_VALUE, 0);

  private static Path known(Path path) {
    return path == NOTHING ? null : path;
  }

  private static Path held(Path path) {
    return path == null ? NOTHING : path;
  }

  // ------------------------------------------------------------------ instructions

  /** Whose the next instructions are. */
  void issuer(Path path) {
    issuer = path;
  }

  void begins(int token) {
    data[token] = null;
  }

  /** The path to an instruction's data; null if nothing was asked for or known. */
  Path data(int token) {
    return data[token];
  }

  /** The path to what the current event brought. */
  Path cause() {
    return cause;
  }

  // ------------------------------------------------------------------ entering

  /** Lines of the open instruction enter. */
  void enters() {
    entering = issuer;
  }

  /** A line finds no room. */
  void parks() {
    parked.addLast(held(issuer));
  }

  /** The line that was parked first tries again. */
  void triesAgain() {
    entering = Path.later(known(parked.getFirst()), cause);
    if (entering != null && known(parked.getFirst()) != null) {
      entering = entering.to(0, PathResource.FIRST_LEVEL, parked.getFirst().row());
    }
  }

  /** The line that was parked first has entered. */
  void unparked() {
    parked.removeFirst();
  }

  /** A line's bytes are held, and there at a tick. */
  void hit(int token, long tick) {
    if (entering != null) {
      is(token, entering.to(tick, PathResource.FIRST_LEVEL));
    }
  }

  private void is(int token, Path path) {
    data[token] = Path.later(data[token], path);
  }

  // ------------------------------------------------------------------ requests

  /** A request may leave from a tick on; as one of its own or as a part of the one before. */
  void asks(boolean isNew, long depart) {
    Path path = entering == null ? null : entering.to(depart, PathResource.FIRST_LEVEL);
    if (isNew) {
      queue.addLast(held(path));
    } else {
      queue.addLast(held(Path.later(known(queue.removeLast()), path)));
    }
  }

  /** A question for the end of all writes may leave behind the last request. */
  void asksForEnd() {
    queue.addLast(held(Path.later(draining, cause)));
  }

  /** The oldest request leaves at a tick. */
  void leaves(long depart) {
    Path own = known(queue.removeFirst());
    Path last = Path.later(Path.later(own, cause), departed);
    if (last != null) {
      int row = own == null ? last.row() : own.row();
      last = last.to(depart, PathResource.NETWORK, row);
    }
    departed = last;
    client.requests.send(depart + requestTicks, last);
  }

  // ------------------------------------------------------------------ events

  /** A response has come; what it brings is there at a later tick. */
  void answered(long tick, long there) {
    Path path = client.responses.take();
    if (path != null) {
      cause = path.to(tick, PathResource.NETWORK);
      arriving = cause.to(there, PathResource.FIRST_LEVEL);
    } else {
      arriving = null;
    }
  }

  /** A credit has come. */
  void credited(long tick, long latency) {
    Path served = client.servedBy(tick - latency);
    cause = served == null ? null : served.to(tick, PathResource.NETWORK);
  }

  /** A part of an instruction has its data, by the current response. */
  void part(int token) {
    if (arriving != null) {
      is(token, arriving);
    }
  }

  /** No more responses: what follows comes of them. */
  void handled() {
    arriving = null;
  }

  /** The event is over. */
  void over() {
    cause = null;
  }

  // ------------------------------------------------------------------ the end

  /** Somebody waits for everything to be done. */
  void drains(Path path) {
    draining = path;
    drained = null;
  }

  /** Everything is done. */
  void isDrained() {
    drained = cause;
  }

  /** What was done last; null if nothing had to be waited for. */
  Path drained() {
    return drained;
  }

  /** A launch begins: what was before is not needed any more. */
  void begin() {
    issuer = null;
    departed = null;
    drained = null;
    draining = null;
  }
}
