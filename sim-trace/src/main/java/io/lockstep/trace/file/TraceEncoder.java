// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.Digests;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * Encodes a program into its canonical columns and hashes them as they grow. The hash is computed
 * event by event and segment by segment over the bytes added to the columns, in order; it does not
 * depend on the division into chunks or on their compression.
 */
final class TraceEncoder {
  static final int STEP = 0;
  static final int GROUP = 1;
  static final int LAUNCH_END = 2;

  private final MessageDigest sha = Digests.start();
  private final ColumnCursor.Hash hash;
  private final ByteColumn[] columns = ColumnSet.create(Column.values().length);
  private final int[] hashed = new int[columns.length];
  private int rawBytes;

  private Segment last; // of this launch, whose bytes are still in the columns; or null
  private final int[] lastFrom = new int[columns.length]; // its bytes, by column
  private final int[] lastTo = new int[columns.length];

  private HostStep.Launch launch;
  private long lastGroup;

  /** Creates an encoder for a program that is known later; it computes no identity. */
  TraceEncoder(ColumnCursor.Hash hash) {
    this.hash = hash;
  }

  TraceEncoder(Program program) {
    hash = (column, bytes, from, length) -> sha.update(bytes, from, length);
    sha.update("lockstep trace\n".getBytes(StandardCharsets.US_ASCII));
    ByteColumn packed = new ByteColumn();
    ColumnSet.pack(ProgramCodec.encode(withoutFolders(program)), packed);
    sha.update(packed.array(), 0, packed.size());
  }

  /** Removes the folders of kernel texts, which are not part of the trace's identity. */
  private static Program withoutFolders(Program p) {
    return new Program(
        p.name(),
        p.kernels().stream().map(TraceEncoder::withoutFolder).toList(),
        p.buffers(),
        p.parameters(),
        p.warmups(),
        p.timing(),
        p.streams());
  }

  private static Kernel withoutFolder(Kernel k) {
    String source = k.source();
    int slash = Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\'));
    return k.withSource(source.substring(slash + 1));
  }

  /** Returns the SHA-256 of the static tables; must be called before anything else is encoded. */
  String programIdentity() {
    return Digests.hex(sha.digest());
  }

  /** Returns what adds bytes to the identity that were encoded before. */
  ColumnCursor.Hash hash() {
    return hash;
  }

  /** Returns whether any segment since the last {@link #clear} has waits. */
  boolean hasWaits() {
    return columns[Column.WAIT.ordinal()].size() > 0;
  }

  /** Returns the columns of a chunk, without the column of waits if there are none. */
  ByteColumn[] storedColumns() {
    return hasWaits() ? columns : Arrays.copyOf(columns, Column.WAIT.ordinal());
  }

  /** Returns the number of bytes in the columns since the last {@link #clear}. */
  int rawBytes() {
    return rawBytes;
  }

  boolean inLaunch() {
    return launch != null;
  }

  long lastGroup() {
    return lastGroup;
  }

  void step(HostStep step) {
    event(STEP);
    StepCodec.encode(step, columns[Column.STEP.ordinal()], columns[Column.ARGUMENT.ordinal()]);
    launch = step.asLaunch();
    lastGroup = -1;
    last = null;
    addToHash();
  }

  /** Encodes the head of a work-group; its segments follow one by one. */
  void group(WorkGroupRecord group) {
    if (launch == null) {
      throw new IllegalStateException("a work-group outside a launch");
    }
    if (group.group() <= lastGroup) {
      throw new IllegalArgumentException(
          "work-group " + group.group() + " after " + lastGroup + ": ids must ascend");
    }
    event(GROUP);
    ByteColumn out = columns[Column.GROUP.ordinal()];
    out.add(group.group() - lastGroup - 1);
    out.add(group.segments().size());
    lastGroup = group.group();
    addToHash();
  }

  void segment(Segment segment) {
    if (segment.workItems() != launch.geometry().groupSize()) {
      throw new IllegalArgumentException(
          "a segment of %s work-items in groups of %s"
              .formatted(segment.workItems(), launch.geometry().groupSize()));
    }
    boolean repeats = last != null && segment.isLike(last);
    if (repeats) {
      SegmentCodec.encodeLike(segment, columns, lastFrom, lastTo);
    } else {
      SegmentCodec.encode(segment, columns);
    }
    last = segment;
    System.arraycopy(hashed, 0, lastFrom, 0, hashed.length);
    addToHash();
    System.arraycopy(hashed, 0, lastTo, 0, hashed.length);
  }

  void launchEnd(LaunchEnd end) {
    if (launch == null) {
      throw new IllegalStateException("the end of a launch outside a launch");
    }
    event(LAUNCH_END);
    ByteColumn out = columns[Column.STEP.ordinal()];
    out.addSigned(end.minimumWidth());
    out.addSigned(end.flags());
    launch = null;
    addToHash();
  }

  /** Returns the default end of the open launch; null if no launch is open. */
  LaunchEnd openEnd() {
    return launch == null ? null : LaunchEnd.of(launch);
  }

  /** Returns the identity of the trace with an outcome; must be the last call. */
  byte[] finish(Outcome outcome) {
    ByteColumn out = new ByteColumn();
    ProgramCodec.encode(outcome, out);
    sha.update(out.array(), 0, out.size());
    return sha.digest();
  }

  private void event(int kind) {
    columns[Column.EVENT.ordinal()].addByte(kind);
  }

  private void addToHash() {
    int sum = 0;
    for (int i = 0; i < hashed.length; i++) {
      ByteColumn column = columns[i];
      int size = column.size();
      if (size != hashed[i]) {
        hash.add(i, column.array(), hashed[i], size - hashed[i]);
        hashed[i] = size;
      }
      sum = Math.addExact(sum, size);
    }
    rawBytes = sum;
  }

  /** Empties the columns; the hash continues. */
  void clear() {
    last = null;
    for (int i = 0; i < hashed.length; i++) {
      columns[i].clear();
      hashed[i] = 0;
    }
    rawBytes = 0;
  }
}
