// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.ProgramSource;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;

/**
 * A trace file opened for reading: static tables, outcome and index are in memory, chunks are read
 * on demand.
 *
 * <p>Any number of independent replays may be open at once. Damage to header, tables, outcome,
 * index or trailer is detected when the file is opened, damage to a chunk when the chunk is read;
 * both are an {@link InputException} with the byte offset. Thread-safe; a replay is not.
 */
public final class TraceFile implements Recording {
  private final Path path;
  private final FrameReader frames;
  private final String identity;
  private final TraceIndex index;
  private final Program program;
  private final int version;
  private final Outcome outcome;
  private final long sourcesEnd;

  private TraceFile(Path path, FrameReader frames) {
    this.path = path;
    this.frames = frames;
    version = frames.header();
    ByteBuffer trailer = frames.trailer();
    long position = trailer.getLong();
    byte[] sha = new byte[32];
    trailer.get(sha);
    identity = Digests.hex(sha);
    index =
        TraceIndex.decode(
            frames.frame(position, TraceFormat.INDEX, frames.size() - TraceFormat.TRAILER_BYTES),
            frames.where(position));
    sourcesEnd = position;
    if (index.indexPosition() > position) {
      throw frames.bad(position, "damaged trace: frames without gaps were expected");
    }
    program =
        ProgramCodec.decode(
            frames.frame(
                TraceFormat.HEADER_BYTES,
                TraceFormat.PROGRAM,
                (long) TraceFormat.HEADER_BYTES + index.programBytes()),
            frames.where(TraceFormat.HEADER_BYTES));
    long outcomePosition = index.outcomePosition();
    outcome =
        ProgramCodec.decodeOutcome(
            frames.frame(outcomePosition, TraceFormat.OUTCOME, index.indexPosition()),
            frames.where(outcomePosition));
    sources(); // finds damage
  }

  /**
   * Opens a trace file of any name.
   *
   * @throws InputException if the file is missing, not a trace, of another format or damaged, or
   *     its kernels are malformed
   */
  public static TraceFile open(Path path) {
    TraceFile file = openUnverified(path);
    try {
      file.verifyKernels();
      return file;
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** Opens a file without verifying its kernels, for files that this process has recorded. */
  static TraceFile openUnverified(Path path) {
    FrameReader frames = new FrameReader(path);
    try {
      return new TraceFile(path, frames);
    } catch (RuntimeException e) {
      frames.close();
      throw e;
    }
  }

  /** Verifies the kernels of a file, which may come from any program. */
  private void verifyKernels() {
    for (Kernel kernel : program.kernels()) {
      List<String> problems = KernelVerifier.problems(kernel);
      if (!problems.isEmpty()) {
        throw frames.bad(
            TraceFormat.HEADER_BYTES,
            "damaged trace: kernel '" + kernel.name() + "' is malformed: " + problems.get(0));
      }
    }
  }

  /** Returns whether a file begins like a trace of any format; false if it cannot be read. */
  public static boolean isTrace(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      ByteBuffer start = FrameWriter.buffer(8).put(in.readNBytes(8));
      long magic = start.getLong(0);
      return magic == TraceFormat.MAGIC || magic == TraceFormat.OLD_MAGIC;
    } catch (IOException e) {
      return false;
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Program program() {
    return program;
  }

  @Override
  public Outcome outcome() {
    return outcome;
  }

  /**
   * Returns the texts that were kept, by the kernels' file names; a recorded workload has none,
   * since its files stand beside it.
   */
  public SortedMap<String, String> sources() {
    long position = index.indexPosition();
    return position == sourcesEnd
        ? Collections.emptySortedMap()
        : ProgramCodec.decodeSources(
            frames.frame(position, TraceFormat.SOURCES, sourcesEnd), frames.where(position));
  }

  /** Returns the version of the file's format. */
  int version() {
    return version;
  }

  public long bytes() {
    return frames.size();
  }

  public long steps() {
    return index.steps();
  }

  @Override
  public long groups() {
    return index.groups();
  }

  public List<ChunkInfo> chunks() {
    return index.chunks();
  }

  /** Starts a replay, to be closed by the caller, which fails when it reaches a damaged chunk. */
  @Override
  public ProgramSource replay() {
    return new FileReplay(program, outcome, index, frames);
  }

  /**
   * Reads the whole file once, which detects damage. Returns its records in memory if they fit into
   * a bound, else this file.
   *
   * @param bound bytes of records to keep in memory
   * @param sink also receives the records
   */
  public Recording held(long bound, ProgramSink sink) {
    List<ProgramItem> items = new ArrayList<>();
    long bytes = 0;
    try (ProgramSource replay = replay()) {
      ProgramItem item = replay.next();
      for (; item != ProgramItem.END; item = replay.next()) {
        item.tell(sink);
        bytes += item.heldBytes();
        if (bytes > bound) {
          items.clear();
        } else {
          items.add(item);
        }
      }
      sink.finish(outcome);
    }
    return bytes > bound ? this : new HeldProgram(program, items, outcome, identity, groups());
  }

  @Override
  public void copyTo(Path target) {
    try (OutputFile copy = new OutputFile(target)) {
      copy.copy(path);
      copy.commit();
    }
  }

  /**
   * Reads the complete work-groups that begin in one chunk, in order, possibly of several launches,
   * without reading unrelated parts of the file.
   */
  public List<WorkGroupRecord> groups(int number) {
    ChunkReader chunk = chunk(number);
    int carried = chunk.carriedSegments();
    for (; carried > 0 && chunk.hasSegment(); carried--) {
      SegmentCodec.decode(chunk.columns());
    }
    long last = chunk.lastGroup();
    List<WorkGroupRecord> records = new ArrayList<>();
    for (int event = chunk.nextEvent(); event >= 0; event = chunk.nextEvent()) {
      if (event == TraceEncoder.STEP) {
        last = -1;
      } else if (event == TraceEncoder.GROUP) {
        ColumnCursor in = chunk.column(Column.GROUP);
        last += 1 + in.read();
        int count = in.readInt();
        List<Segment> segments = new ArrayList<>();
        ChunkReader from = chunk;
        int next = number + 1;
        while (segments.size() < count) {
          if (from.hasSegment()) {
            segments.add(SegmentCodec.decode(from.columns()));
          } else if (next < chunks().size()) {
            from = chunk(next++);
          } else {
            throw in.bad("the rest of work-group " + last + " was expected in a next chunk");
          }
        }
        records.add(new WorkGroupRecord(last, segments));
      }
    }
    return records;
  }

  /** Reads the whole file, and throws an InputException if its identity is not the stored one. */
  public void verify() {
    TraceDigest digest = new TraceDigest(program);
    try (ProgramSource replay = replay()) {
      ProgramSink.drain(replay, digest);
    }
    if (!digest.identity().equals(identity)) {
      throw frames.bad(
          frames.size() - TraceFormat.TRAILER_BYTES + 8,
          "damaged trace: identity " + digest.identity() + " was expected, found " + identity);
    }
  }

  ChunkReader chunk(int number) {
    return frames.chunk(index.chunks().get(number));
  }

  @Override
  public void close() {
    frames.close();
  }
}
