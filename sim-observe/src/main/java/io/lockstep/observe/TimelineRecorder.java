// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import io.lockstep.spi.SliceKind;
import io.lockstep.spi.Timeline;
import java.util.zip.Deflater;

/**
 * Encodes the intervals of one partition into blocks in a temporary file, so that memory is bounded
 * and the order in the final file does not depend on threads. Used only by its partition's thread.
 */
final class TimelineRecorder implements Timeline.Recorder {
  private static final int BLOCK_BYTES = 1 << 16;
  private static final int MOST_BYTES_OF_SLICE = 48;

  private final TimelineScope scope;
  private final long interval;
  private final SpillFile spill;
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
  private final ByteBlock block = new ByteBlock(BLOCK_BYTES);
  private int tracks;
  private long before;
  private long slices;

  /** Creates a recorder with counter intervals of {@code interval} ticks. */
  TimelineRecorder(TimelineScope scope, long interval) {
    this.scope = scope;
    this.interval = interval;
    spill = new SpillFile();
  }

  @Override
  public int track(String component, String lane) {
    return track(TimelineFormat.TRACK, component, lane);
  }

  @Override
  public int detail(String component, String lane) {
    return interval == 0 ? Timeline.UNSEEN : track(TimelineFormat.DETAIL, component, lane);
  }

  @Override
  public long interval() {
    return interval;
  }

  private int track(int type, String component, String lane) {
    if (!scope.component(component)) {
      return Timeline.UNSEEN;
    }
    block.writeByte(type);
    block.writeText(component);
    block.writeText(lane);
    flushIfFull();
    return tracks++;
  }

  @Override
  public void slice(int track, SliceKind kind, long start, long end, long a, long b) {
    if (!scope.keeps(start, end)) {
      return;
    }
    block.writeByte(kind.ordinal() + 1);
    block.writeNumber(track);
    block.writeSigned(start - before);
    block.writeNumber(end - start);
    block.writeNumber(a);
    block.writeNumber(b);
    before = start;
    slices++;
    flushIfFull();
  }

  private void flushIfFull() {
    if (block.size() > BLOCK_BYTES - MOST_BYTES_OF_SLICE) {
      flush();
    }
  }

  private void flush() {
    spill.write(block.stored(TimelineFormat.SLICES, deflater));
    block.clear();
    before = 0;
  }

  /** Moves all blocks to a file; returns the number of intervals. */
  long drainTo(OutputFile out) {
    if (block.size() > 0) {
      flush();
    }
    spill.drainTo(out);
    return slices;
  }

  void close() {
    deflater.end();
    spill.close();
  }
}
