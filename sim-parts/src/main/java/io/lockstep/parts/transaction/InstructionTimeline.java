// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.transaction;

import io.lockstep.parts.memory.map.Message;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.util.Arrays;

/** Shows the instructions of a memory unit on a timeline, concurrent ones on separate lanes. */
final class InstructionTimeline extends InstructionProbe {
  private static final int NONE = -1;
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final Timeline.Recorder recorder;
  private final String component;
  private final int client;
  private final int requests; // track of requests, or UNSEEN
  private final long[] number; // by token: sequence number of the instruction
  private final int[] sent; // by token: number of requests
  private long begun;
  private long allSent;
  private final long[] start;
  private final byte[] kind;
  private final long[] bytes;
  private int[] laneTrack = new int[8];
  private long[] laneFree = new long[8];
  private int lanes;
  private int current = NONE; // token of the current instruction, or NONE
  private long looseTick;
  private long looseBytes; // bytes written at looseTick outside of instructions

  private InstructionTimeline(
      Timeline.Recorder recorder, String component, int client, int tokens, long since) {
    this.recorder = recorder;
    this.component = component;
    this.client = client;
    number = new long[tokens];
    sent = new int[tokens];
    start = new long[tokens];
    kind = new byte[tokens];
    bytes = new long[tokens];
    Arrays.fill(start, since);
    Arrays.fill(kind, (byte) Message.READ);
    addLane();
    // Requests are numbered from the beginning of the run, which a later recorder has not seen.
    boolean wanted = since <= 0 && laneTrack[0] != Timeline.UNSEEN;
    requests = wanted ? recorder.detail(component, "requests") : Timeline.UNSEEN;
  }

  /** Creates the tracks of a unit; {@link InstructionProbe#NONE} if a filter excludes the unit. */
  static InstructionProbe of(
      Timeline.Recorder recorder, String component, int client, int tokens, long since) {
    InstructionTimeline timeline =
        new InstructionTimeline(recorder, component, client, tokens, since);
    return timeline.laneTrack[0] == Timeline.UNSEEN ? InstructionProbe.NONE : timeline;
  }

  private int addLane() {
    if (lanes == laneTrack.length) {
      laneTrack = Arrays.copyOf(laneTrack, 2 * lanes);
      laneFree = Arrays.copyOf(laneFree, 2 * lanes);
    }
    laneTrack[lanes] = recorder.track(component, "lane " + lanes);
    return lanes++;
  }

  @Override
  void begins(int token) {
    current = token;
    start[token] = UNKNOWN;
    kind[token] = (byte) Message.READ;
    bytes[token] = 0;
    number[token] = begun++;
    sent[token] = 0;
  }

  @Override
  void counts() {
    begun++;
  }

  @Override
  void sends(int token, long tick) {
    long request = allSent++;
    if (requests != Timeline.UNSEEN && token >= 0) {
      sent[token]++;
      recorder.slice(requests, SliceKind.REQUEST, tick, tick, of(number[token]), of(request));
    }
  }

  @Override
  void asksForEnd(long tick) {
    sends(MemoryUnit.NO_TOKEN, tick);
  }

  private long of(long count) {
    return Message.number(client, count);
  }

  @Override
  void transaction(int messageKind, long tick, int size) {
    if (current == NONE) {
      if (tick != looseTick) {
        flush();
      }
      looseTick = tick;
      looseBytes += size;
      return;
    }
    start[current] = Math.min(start[current], tick);
    kind[current] = (byte) messageKind;
    bytes[current] += size;
  }

  @Override
  void given() {
    current = NONE;
  }

  @Override
  void flush() {
    if (looseBytes > 0) {
      slice(lane(looseTick), SliceKind.STORE, looseTick, looseTick + 1, 0, looseBytes);
      looseBytes = 0;
    }
  }

  @Override
  void ends(int token, int owner, long tick) {
    long from = start[token];
    if (from == UNKNOWN) {
      return; // no lane was active: nothing was requested
    }
    long until = Math.max(from + 1, tick);
    SliceKind shown =
        kind[token] == Message.WRITE
            ? SliceKind.STORE
            : kind[token] == Message.ATOMIC ? SliceKind.ATOMIC : SliceKind.LOAD;
    int lane = lane(from);
    if (sent[token] > 0) {
      recorder.slice(
          laneTrack[lane], SliceKind.INSTRUCTION, from, until, of(number[token]), sent[token]);
    }
    slice(lane, shown, from, until, Math.max(0, owner), bytes[token]);
  }

  private int lane(long from) {
    int lane = 0;
    while (lane < lanes && laneFree[lane] > from) {
      lane++;
    }
    return lane < lanes ? lane : addLane();
  }

  private void slice(int lane, SliceKind shown, long from, long until, long a, long b) {
    laneFree[lane] = until;
    recorder.slice(laneTrack[lane], shown, from, until, a, b);
  }
}
