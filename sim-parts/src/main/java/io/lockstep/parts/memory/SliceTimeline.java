// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.memory;

import io.lockstep.parts.memory.map.Message;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.util.Arrays;

/**
 * Shows the requests that slices serve on a timeline, from acceptance to the response or the write.
 * Concurrent requests use separate lanes. A request is identified by its client and sequence
 * number, which are counted alike on both sides because requests are accepted in order.
 */
final class SliceTimeline extends RequestProbe {
  private final Timeline.Recorder recorder;
  private final int[][] track; // by slice and lane: track
  private final long[][] free; // by slice and lane: tick from which the lane is free
  private final int[] lanes;
  private final long[] taken; // by client: number of accepted requests
  private long[] start = new long[64]; // by pending request: tick of its begin
  private long[] request = new long[64];
  private SliceKind[] kind = new SliceKind[64];
  private int[] slice = new int[64];
  private long[] size = new long[64];

  private SliceTimeline(Timeline.Recorder recorder, int slices, int clients) {
    this.recorder = recorder;
    track = new int[slices][4];
    free = new long[slices][4];
    lanes = new int[slices];
    taken = new long[clients];
  }

  /** Creates tracks for all slices; returns {@link #NONE} if a filter excludes them. */
  static RequestProbe of(Timeline.Recorder recorder, int slices, int clients) {
    SliceTimeline timeline = new SliceTimeline(recorder, slices, clients);
    boolean any = false;
    for (int s = 0; s < slices; s++) {
      any |= timeline.track[s][timeline.addLane(s)] != Timeline.UNSEEN;
    }
    return any ? timeline : NONE;
  }

  private int addLane(int s) {
    int lane = lanes[s]++;
    if (lane == track[s].length) {
      track[s] = Arrays.copyOf(track[s], 2 * lane);
      free[s] = Arrays.copyOf(free[s], 2 * lane);
    }
    track[s][lane] = recorder.detail("l2[" + s + "]", "request " + lane);
    return lane;
  }

  @Override
  void taken(int client) {
    taken[client]++;
  }

  @Override
  void hit(MemoryRequest r, long now, long there, long ready) {
    slice(r.slice, SliceKind.L2_HIT, now, ready, number(r.client), r.bytes);
  }

  @Override
  void writesHit(MemoryRequest r, long now, long passed, long written) {
    slice(r.slice, SliceKind.L2_WRITE, now, written, number(r.client), r.bytes);
  }

  private long number(int client) {
    return Message.number(client, taken[client]);
  }

  @Override
  void waits(int p, MemoryRequest r, long now, long ready) {
    if (p >= start.length) {
      int room = Math.max(2 * start.length, p + 1);
      start = Arrays.copyOf(start, room);
      request = Arrays.copyOf(request, room);
      kind = Arrays.copyOf(kind, room);
      slice = Arrays.copyOf(slice, room);
      size = Arrays.copyOf(size, room);
    }
    start[p] = now;
    request[p] = number(r.client);
    kind[p] = kind(r);
    slice[p] = r.slice;
    size[p] = r.bytes;
  }

  private static SliceKind kind(MemoryRequest r) {
    if (r.isWrite()) {
      return SliceKind.L2_WRITE;
    }
    if (r.isAtomic()) {
      return SliceKind.L2_ATOMIC;
    }
    return r.held ? SliceKind.L2_HIT : r.cached ? SliceKind.L2_MISS : SliceKind.L2_DIRECT;
  }

  @Override
  void answers(int p, long tick) {
    ends(p, tick);
  }

  @Override
  void performs(int p, long tick) {
    ends(p, tick);
  }

  @Override
  void written(int p, int client, boolean late, long tick) {
    ends(p, tick);
  }

  private void ends(int p, long tick) {
    if (p < kind.length && kind[p] != null) { // requests from before the timeline are not shown
      slice(slice[p], kind[p], start[p], tick, request[p], size[p]);
      kind[p] = null;
    }
  }

  private void slice(int s, SliceKind how, long from, long until, long of, long bytes) {
    int lane = 0;
    while (lane < lanes[s] && free[s][lane] > from) {
      lane++;
    }
    if (lane == lanes[s]) {
      addLane(s);
    }
    if (track[s][lane] != Timeline.UNSEEN) {
      free[s][lane] = Math.max(from + 1, until);
      recorder.slice(track[s][lane], how, from, free[s][lane], of, bytes);
    }
  }
}
