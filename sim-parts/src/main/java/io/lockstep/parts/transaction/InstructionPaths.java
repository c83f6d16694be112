// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.spi.path.ClientPaths;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.util.ArrayDeque;

/**
 * Records the critical paths to the data of a memory unit's instructions. A path continues from the
 * latest of the instruction's issue, the event that made room for the instruction, and the
 * preceding request. Forwards calls to a timeline.
 */
final class InstructionPaths extends InstructionProbe {
  private final ClientPaths client;
  private final long requestTicks;
  private final Path[] data; // by token: path to its last data so far
  private final ArrayDeque<Path> parked = new ArrayDeque<>();
  private final ArrayDeque<Path> queue = new ArrayDeque<>();
  private Path issuer;
  private Path cause; // path to the current event; null outside of events
  private Path arriving;
  private Path entering;
  private Path departed;
  private Path draining;
  private Path drained;
  private InstructionProbe timeline = NONE;

  InstructionPaths(ClientPaths client, long requestTicks, int tokens) {
    this.client = client;
    this.requestTicks = requestTicks;
    data = new Path[tokens];
  }

  // Stands for null, which an ArrayDeque does not permit. It is earlier than any path.
  private static final Path NOTHING = Path.start(Long.MIN_VALUE, 0);

  private static Path known(Path path) {
    return path == NOTHING ? null : path;
  }

  private static Path held(Path path) {
    return path == null ? NOTHING : path;
  }

  @Override
  void issuer(Path path) {
    issuer = path;
  }

  @Override
  void begins(int token) {
    data[token] = null;
    timeline.begins(token);
  }

  @Override
  void counts() {
    timeline.counts();
  }

  @Override
  void given() {
    timeline.given();
  }

  @Override
  void ends(int token, int owner, long tick) {
    timeline.ends(token, owner, tick);
  }

  @Override
  void transaction(int kind, long tick, int bytes) {
    timeline.transaction(kind, tick, bytes);
  }

  @Override
  void sends(int token, long tick) {
    timeline.sends(token, tick);
  }

  @Override
  Path data(int token) {
    return data[token];
  }

  @Override
  Path cause() {
    return cause;
  }

  @Override
  void enters() {
    entering = issuer;
  }

  @Override
  void parks() {
    parked.addLast(held(issuer));
  }

  @Override
  void triesAgain() {
    entering = Path.later(known(parked.getFirst()), cause);
    if (entering != null && known(parked.getFirst()) != null) {
      entering = entering.to(0, PathResource.FIRST_LEVEL, parked.getFirst().row());
    }
  }

  @Override
  void unparked() {
    parked.removeFirst();
  }

  @Override
  void hit(int token, long tick) {
    if (entering != null) {
      is(token, entering.to(tick, PathResource.FIRST_LEVEL));
    }
  }

  private void is(int token, Path path) {
    data[token] = Path.later(data[token], path);
  }

  @Override
  void asks(boolean isNew, long depart) {
    Path path = entering == null ? null : entering.to(depart, PathResource.FIRST_LEVEL);
    if (isNew) {
      queue.addLast(held(path));
    } else {
      queue.addLast(held(Path.later(known(queue.removeLast()), path)));
    }
  }

  @Override
  void asksForEnd(long tick) {
    timeline.asksForEnd(tick);
    queue.addLast(held(Path.later(draining, cause)));
  }

  @Override
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

  @Override
  void answered(long tick, long there) {
    Path path = client.responses.take();
    if (path != null) {
      cause = path.to(tick, PathResource.NETWORK);
      arriving = cause.to(there, PathResource.FIRST_LEVEL);
    } else {
      arriving = null;
    }
  }

  @Override
  void credited(long tick, long latency) {
    Path served = client.servedBy(tick - latency);
    cause = served == null ? null : served.to(tick, PathResource.NETWORK);
  }

  @Override
  void part(int token) {
    if (arriving != null) {
      is(token, arriving);
    }
  }

  @Override
  void handled() {
    arriving = null;
  }

  @Override
  void over() {
    cause = null;
  }

  @Override
  void drains(Path path) {
    draining = path;
    drained = null;
  }

  @Override
  void isDrained() {
    drained = cause;
  }

  @Override
  Path drained() {
    return drained;
  }

  /** Sets the timeline; returns this as a probe, so that callers load no subclass. */
  InstructionProbe before(InstructionProbe next) {
    timeline = next;
    return this;
  }

  void begin() {
    issuer = null;
    departed = null;
    drained = null;
    draining = null;
  }
}
