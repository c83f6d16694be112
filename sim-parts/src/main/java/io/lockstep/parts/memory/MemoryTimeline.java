package io.lockstep.parts.memory;

import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.util.Arrays;

/**
 * The instructions of one memory unit on a timeline. Concurrent instructions are on separate lanes:
 * each uses the first lane that is free at its start. Belongs to its unit's partition.
 */
public final class MemoryTimeline {
  private static final int NONE = -1;
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final Timeline.Recorder recorder;
  private final String component;
  private final int client;
  private final int requests; // their track; unseen where nobody wants them
  private final long[] number; // by token: the instruction's, among all of the unit's
  private final int[] sent; // by token: its requests
  private long begun;
  private long allSent;
  private final long[] start;
  private final byte[] kind;
  private final long[] bytes;
  private int[] laneTrack = new int[8];
  private long[] laneFree = new long[8];
  private int lanes;
  private int current = NONE; // the instruction between its begin and end
  private long looseTick;
  private long looseBytes; // written at that tick outside of instructions

  private MemoryTimeline(
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
    // Requests are known by their numbers since the beginning: not where a run was resumed.
    boolean wanted = since <= 0 && laneTrack[0] != Timeline.UNSEEN;
    requests = wanted ? recorder.detail(component, "requests") : Timeline.UNSEEN;
  }

  /**
   * Creates the tracks of a unit, unless a filter excludes it.
   *
   * @param recorder of the unit's partition
   * @param component path of the unit
   * @param client its number at the memory side
   * @param tokens maximum instructions in flight
   * @param since tick from which intervals are recorded
   * @return the timeline, or null if a filter excludes the unit
   */
  public static MemoryTimeline of(
      Timeline.Recorder recorder, String component, int client, int tokens, long since) {
    MemoryTimeline timeline = new MemoryTimeline(recorder, component, client, tokens, since);
    return timeline.laneTrack[0] == Timeline.UNSEEN ? null : timeline;
  }

  private int addLane() {
    if (lanes == laneTrack.length) {
      laneTrack = Arrays.copyOf(laneTrack, 2 * lanes);
      laneFree = Arrays.copyOf(laneFree, 2 * lanes);
    }
    laneTrack[lanes] = recorder.track(component, "lane " + lanes);
    return lanes++;
  }

  /**
   * Opens an instruction, to which transactions belong until {@link #given}.
   *
   * @param token the instruction's
   */
  public void begins(int token) {
    current = token;
    start[token] = UNKNOWN;
    kind[token] = (byte) Message.READ;
    bytes[token] = 0;
    number[token] = begun++;
    sent[token] = 0;
  }

  /** Counts an instruction that has no token. */
  public void counts() {
    begun++;
  }

  /**
   * Records a request to the memory side that is about to leave, after all earlier ones.
   *
   * @param token of its instruction; negative for none
   * @param tick of its earliest departure
   */
  public void sends(int token, long tick) {
    long request = allSent++;
    if (requests != Timeline.UNSEEN && token >= 0) {
      sent[token]++;
      recorder.slice(requests, SliceKind.REQUEST, tick, tick, of(number[token]), of(request));
    }
  }

  private long of(long count) {
    return (long) client << SliceTimeline.NUMBER_BITS | count;
  }

  /**
   * Records a transaction of the open instruction, or an unacknowledged write outside of one.
   *
   * @param messageKind one of {@link Message}'s kinds
   * @param tick of entry, possibly later than now
   * @param size bytes
   */
  public void transaction(int messageKind, long tick, int size) {
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

  /** Ends the transactions of the open instruction. */
  public void given() {
    current = NONE;
  }

  /** Writes open intervals. */
  public void flush() {
    if (looseBytes > 0) {
      slice(lane(looseTick), SliceKind.STORE, looseTick, looseTick + 1, 0, looseBytes);
      looseBytes = 0;
    }
  }

  /**
   * Writes the interval of a completed instruction.
   *
   * @param token the instruction's
   * @param owner wavefront slot, or negative if unknown
   * @param tick when its data was available
   */
  public void ends(int token, int owner, long tick) {
    long from = start[token];
    if (from == UNKNOWN) {
      return; // no lane had an address: nothing was asked for
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

  /** The first lane that is free from a tick on. */
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
