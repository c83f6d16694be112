// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.kernel.ir.Address;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;

/**
 * Encodes segments as columns. Every segment is coded separately, so the bytes of a segment depend
 * neither on its chunk nor on its neighbours: the trace's identity is computed over these bytes.
 */
final class SegmentCodec {
  private static final int KIND_MASK = 7;
  private static final int HAS_STRIDES = 8;
  private static final int HAS_POOL = 16;

  /** Flag in the first number of a segment, above the largest size of a work-group. */
  private static final int HAS_WAITS = 4 * TraceFormat.MAX_GROUP_SIZE;

  private static final int MOST_HEAD = 2 * TraceFormat.MAX_GROUP_SIZE + 1;
  private static final RunKind[] KINDS = RunKind.values();

  private SegmentCodec() {}

  static void encode(Segment s, ByteColumn[] columns) {
    ByteColumn shape = columns[Column.SHAPE.ordinal()];
    boolean waits = !s.waits().isEmpty();
    int head = s.workItems() << 1 | (s.isUniform() ? 1 : 0);
    shape.add(waits ? head | HAS_WAITS : head);
    shape.add(s.paths());
    shape.add(s.outcomes().length);
    shape.add(s.slots());
    shape.add(s.pool().length);
    shape.add(s.widePool().length);
    if (!s.isUniform()) {
      encodePathOf(s, columns[Column.PATH_OF.ordinal()]);
    }
    encodePaths(s, columns[Column.PATH.ordinal()]);
    ByteColumn outcome = columns[Column.OUTCOME.ordinal()];
    for (long word : s.outcomes()) {
      outcome.addWord(word);
    }
    encodeRuns(s, columns);
    encodeBases(s, columns);
    PoolCodec.encode(s.pool(), columns[Column.POOL.ordinal()]);
    ByteColumn wide = columns[Column.WIDE_POOL.ordinal()];
    long lastWide = 0;
    for (long value : s.widePool()) {
      wide.addSigned(value - lastWide);
      lastWide = value;
    }
    if (waits) {
      WaitCodec.encode(s.waits(), columns[Column.WAIT.ordinal()]);
    }
  }

  private static void encodePathOf(Segment s, ByteColumn out) {
    for (int i = 0; i < s.workItems(); ) {
      int path = s.pathOf(i);
      int end = i + 1;
      while (end < s.workItems() && s.pathOf(end) == path) {
        end++;
      }
      out.add(path + 1);
      out.add(end - i - 1);
      i = end;
    }
  }

  private static void encodePaths(Segment s, ByteColumn out) {
    int bit = 0;
    for (int p = 0; p < s.paths(); p++) {
      if (s.firstOutcome(p) != bit) {
        throw new IllegalArgumentException("path " + p + ": outcomes have a gap");
      }
      out.addSigned(s.firstBlock(p));
      out.add(s.blockCount(p));
      out.add(s.endOutcome(p) - bit);
      bit = s.endOutcome(p);
    }
  }

  private static void encodeRuns(Segment s, ByteColumn[] columns) {
    ByteColumn slots = columns[Column.SLOT.ordinal()];
    ByteColumn kinds = columns[Column.RUN_KIND.ordinal()];
    ByteColumn counts = columns[Column.RUN_COUNT.ordinal()];
    ByteColumn steps = columns[Column.RUN_STEP.ordinal()];
    ByteColumn strides = columns[Column.STRIDE.ordinal()];
    ByteColumn pools = columns[Column.POOL_START.ordinal()];
    int run = 0;
    int lastPool = 0;
    for (int slot = 0; slot < s.slots(); slot++) {
      int end = slot + 1 < s.slots() ? s.firstRun(slot + 1) : s.runs();
      if (s.firstRun(slot) != run) {
        throw new IllegalArgumentException("slot " + slot + ": runs have a gap");
      }
      slots.add(end - run);
      int next = 0;
      for (; run < end; run++) {
        int first = s.runFirst(run);
        int count = s.runCount(run);
        counts.addSigned(first - next);
        counts.add(count);
        next = first + count;
        steps.addSigned(s.step(run));
        int kind = s.kind(run).ordinal();
        if ((s.stride(run, 0) | s.stride(run, 1) | s.stride(run, 2)) != 0) {
          kind |= HAS_STRIDES;
          strides.addSigned(s.stride(run, 0));
          strides.addSigned(s.stride(run, 1));
          strides.addSigned(s.stride(run, 2));
        }
        if ((s.poolStart(run) | s.low(run)) != 0) {
          kind |= HAS_POOL;
          pools.addSigned((long) s.poolStart(run) - lastPool);
          pools.addSigned(s.low(run));
          lastPool = s.poolStart(run);
        }
        kinds.addByte(kind);
      }
    }
    if (run != s.runs()) {
      throw new IllegalArgumentException("runs that belong to no slot");
    }
  }

  private static void encodeBases(Segment s, ByteColumn[] columns) {
    ByteColumn windows = columns[Column.WINDOW.ordinal()];
    ByteColumn offsets = columns[Column.OFFSET.ordinal()];
    for (int slot = 0; slot < s.slots(); slot++) {
      int end = slot + 1 < s.slots() ? s.firstRun(slot + 1) : s.runs();
      long expected = 0;
      for (int run = s.firstRun(slot); run < end; run++) {
        long base = s.base(run, s.runFirst(run));
        long difference = base - expected;
        long offset = difference << 64 - Address.OFFSET_BITS >> 64 - Address.OFFSET_BITS;
        windows.addSigned(difference - offset >> Address.OFFSET_BITS);
        offsets.addSigned(offset);
        expected = base + s.runCount(run) * s.step(run);
      }
    }
  }

  /**
   * Encodes a segment that is like another one, whose bytes the columns contain; only the bases of
   * runs are encoded anew.
   *
   * @param from first byte of the other segment, by column
   * @param to end of its bytes, by column
   */
  static void encodeLike(Segment s, ByteColumn[] columns, int[] from, int[] to) {
    for (int c = 0; c < columns.length; c++) {
      if (c != Column.WINDOW.ordinal() && c != Column.OFFSET.ordinal()) {
        columns[c].addBytes(columns[c].array(), from[c], to[c] - from[c]);
      }
    }
    encodeBases(s, columns);
  }

  static Segment decode(ColumnCursor[] columns) {
    ColumnCursor shape = columns[Column.SHAPE.ordinal()];
    int head = shape.upTo(HAS_WAITS + MOST_HEAD);
    boolean waits = head >= HAS_WAITS;
    head &= HAS_WAITS - 1;
    if (head > MOST_HEAD) {
      throw shape.bad("at most " + MOST_HEAD + " was expected, found " + head);
    }
    int workItems = head >> 1;
    int paths = shape.count(columns[Column.PATH.ordinal()]);
    int words = shape.upTo(columns[Column.OUTCOME.ordinal()].remaining() / 8);
    int slots = shape.count(columns[Column.SLOT.ordinal()]);
    int poolBytes = columns[Column.POOL.ordinal()].remaining();
    int poolLength =
        shape.upTo(
            (int) Math.min(TraceFormat.MAX_POOL, (long) PoolCodec.VALUES_A_BYTE * poolBytes));
    int wideLength = shape.count(columns[Column.WIDE_POOL.ordinal()]);
    if ((head & 1) != 0 && paths == 0 && workItems > 0) {
      throw shape.bad("a uniform segment has a path, found none");
    }
    int[] pathOf =
        (head & 1) != 0 ? null : decodePathOf(workItems, paths, columns[Column.PATH_OF.ordinal()]);

    int[] firstBlock = new int[paths];
    int[] blockCount = new int[paths];
    int[] outcomeBit = new int[paths + 1];
    ColumnCursor path = columns[Column.PATH.ordinal()];
    for (int p = 0; p < paths; p++) {
      firstBlock[p] = path.readSignedInt();
      blockCount[p] = path.readInt();
      long end = outcomeBit[p] + (long) path.readInt();
      if (end > 64L * words) {
        throw path.bad("at most " + 64L * words + " outcomes were expected, found " + end);
      }
      outcomeBit[p + 1] = (int) end;
    }
    long[] outcomes = new long[words];
    for (int i = 0; i < words; i++) {
      outcomes[i] = columns[Column.OUTCOME.ordinal()].readWord();
    }

    ColumnCursor slot = columns[Column.SLOT.ordinal()];
    int[] slotRun = new int[slots + 1];
    int mostRuns = columns[Column.RUN_KIND.ordinal()].remaining();
    for (int i = 0; i < slots; i++) {
      slotRun[i + 1] = slotRun[i] + slot.upTo(mostRuns - slotRun[i]);
    }
    int runs = slotRun[slots];
    int[] runFirst = new int[runs];
    int[] runCount = new int[runs];
    byte[] runKind = new byte[runs];
    long[] runBase = new long[runs];
    long[] runStep = new long[runs];
    int[] strides = new int[3 * runs];
    int[] runPool = new int[runs];
    int[] runLow = new int[runs];
    ColumnCursor kinds = columns[Column.RUN_KIND.ordinal()];
    ColumnCursor counts = columns[Column.RUN_COUNT.ordinal()];
    ColumnCursor windows = columns[Column.WINDOW.ordinal()];
    ColumnCursor offsets = columns[Column.OFFSET.ordinal()];
    ColumnCursor steps = columns[Column.RUN_STEP.ordinal()];
    ColumnCursor stride = columns[Column.STRIDE.ordinal()];
    ColumnCursor pools = columns[Column.POOL_START.ordinal()];
    int lastPool = 0;
    for (int i = 0; i < slots; i++) {
      int next = 0;
      long expected = 0;
      for (int run = slotRun[i]; run < slotRun[i + 1]; run++) {
        int kind = kinds.readByte();
        if ((kind & KIND_MASK) >= KINDS.length || kind >= 2 * HAS_POOL) {
          throw kinds.bad("a kind of run was expected, found " + kind);
        }
        runKind[run] = (byte) (kind & KIND_MASK);
        runFirst[run] = next + counts.readSignedInt();
        runCount[run] = counts.readInt();
        next = runFirst[run] + runCount[run];
        runBase[run] =
            expected + (windows.readSigned() << Address.OFFSET_BITS) + offsets.readSigned();
        runStep[run] = steps.readSigned();
        expected = runBase[run] + runCount[run] * runStep[run];
        if ((kind & HAS_STRIDES) != 0) {
          strides[3 * run] = stride.readSignedInt();
          strides[3 * run + 1] = stride.readSignedInt();
          strides[3 * run + 2] = stride.readSignedInt();
        }
        if ((kind & HAS_POOL) != 0) {
          lastPool += pools.readSignedInt();
          runPool[run] = lastPool;
          runLow[run] = pools.readSignedInt();
        }
        checkPool(runKind[run], runPool[run], poolLength, wideLength, pools);
      }
    }
    return new Segment(
        workItems,
        new Segment.Paths(pathOf, firstBlock, blockCount, outcomeBit, outcomes),
        new Segment.Occurrences(slotRun, runFirst, runCount),
        new Segment.Formulas(runKind, runBase, runStep, strides),
        new Segment.Scatters(
            runPool,
            runLow,
            PoolCodec.decode(poolLength, columns[Column.POOL.ordinal()]),
            decodeWidePool(wideLength, columns[Column.WIDE_POOL.ordinal()])),
        waits ? WaitCodec.decode(slots, workItems, columns[Column.WAIT.ordinal()]) : Waits.NONE);
  }

  private static void checkPool(int kind, int start, int pool, int widePool, ColumnCursor column) {
    int length =
        switch (KINDS[kind]) {
          case SCATTER -> pool;
          case SCATTER_WIDE -> widePool;
          default -> Integer.MAX_VALUE;
        };
    if (start < 0 || start > length) {
      throw column.bad("a scatter within a pool of " + length + " was expected, found " + start);
    }
  }

  private static int[] decodePathOf(int workItems, int paths, ColumnCursor in) {
    int[] pathOf = new int[workItems];
    for (int i = 0; i < workItems; ) {
      int path = in.upTo(paths) - 1;
      int end = i + 1 + in.upTo(workItems - i - 1);
      java.util.Arrays.fill(pathOf, i, end, path);
      i = end;
    }
    return pathOf;
  }

  private static long[] decodeWidePool(int length, ColumnCursor in) {
    long[] pool = new long[length];
    long last = 0;
    for (int i = 0; i < length; i++) {
      last += in.readSigned();
      pool[i] = last;
    }
    return pool;
  }
}
