package io.lockstep.trace.file;

import io.lockstep.trace.InputException;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramSink;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a trace file ({@link TraceFormat}) as the program is executed.
 *
 * <p>The file appears under its name only when it is complete: until {@link #finish} it is a file
 * beside it, which {@link #close} deletes if the program did not come to its end. Memory is bounded
 * by a chunk and, at some 60 bytes each, the index's entries. Not thread-safe.
 *
 * <p>What cannot be written (no such folder, disk full) is an {@link InputException} that names the
 * file.
 */
public final class TraceWriter implements ProgramSink, AutoCloseable {
  private static final int LEVEL = 6;

  private final Path target;
  private final Path part;
  private final FrameWriter out;
  private final TraceEncoder encoder;
  private final ByteColumn raw = new ByteColumn();
  private final List<ChunkInfo> chunks = new ArrayList<>();
  private final int programBytes;
  private long steps;
  private long groups;

  // The chunk being filled.
  private int events;
  private int chunkGroups;
  private int carried;
  private long firstStep;
  private long firstGroup = -1;
  private boolean startsInLaunch;
  private long startGroup = -1;

  private String identity;
  private boolean closed;

  /**
   * Starts a file.
   *
   * @param target the file's name; replaced if it exists, but only by a complete file
   * @param program what is known from the start
   */
  public TraceWriter(Path target, Program program) {
    this(target, program, LEVEL, TraceFormat.VERSION);
  }

  /**
   * As above.
   *
   * @param level Deflate's level, 1 (fast) to 9 (small)
   * @param version of the format
   */
  TraceWriter(Path target, Program program, int level, int version) {
    this.target = target;
    try {
      Path folder = target.toAbsolutePath().getParent();
      Path name = target.getFileName();
      if (folder == null || name == null || Files.isDirectory(target)) {
        throw new InputException(target.toString(), "a file name was expected, found a folder");
      }
      FrameWriter writer = null;
      Path candidate = null;
      for (int i = 0; writer == null; i++) {
        candidate = folder.resolve(name + "." + ProcessHandle.current().pid() + "-" + i + ".part");
        try {
          writer = new FrameWriter(candidate, level, version);
        } catch (FileAlreadyExistsException e) {
          if (i == 1000) {
            throw e;
          }
        }
      }
      part = candidate;
      out = writer;
    } catch (IOException e) {
      throw unwritable(e);
    }
    try {
      encoder = new TraceEncoder(program, version);
      ColumnSet.pack(ProgramCodec.encode(program), raw);
      programBytes = out.frame(TraceFormat.PROGRAM, raw);
    } catch (IOException e) {
      close();
      throw unwritable(e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private InputException unwritable(IOException e) {
    String reason = e.getMessage();
    if (e instanceof NoSuchFileException) {
      reason = "no such folder";
    } else if (e instanceof FileSystemException f) {
      reason = f.getReason() == null ? e.getClass().getSimpleName() : f.getReason();
    }
    return new InputException(target.toString(), "the trace cannot be written: " + reason, e);
  }

  @Override
  public void step(HostStep step) {
    endLaunch();
    flushIfFull();
    encoder.step(step);
    steps++;
    events++;
  }

  @Override
  public void group(WorkGroupRecord group) {
    flushIfFull();
    encoder.group(group);
    if (chunkGroups++ == 0) {
      firstGroup = group.group();
    }
    groups++;
    events++;
    List<Segment> segments = group.segments();
    for (int i = 0; i < segments.size(); i++) {
      encoder.segment(segments.get(i));
      if (encoder.rawBytes() >= TraceFormat.CHUNK_BYTES && i + 1 < segments.size()) {
        flush();
        carried = segments.size() - i - 1;
      }
    }
  }

  @Override
  public void launchEnd(LaunchEnd end) {
    encoder.launchEnd(end);
    events++;
  }

  private void endLaunch() {
    LaunchEnd end = encoder.openEnd();
    if (end != null) {
      launchEnd(end);
    }
  }

  private void flushIfFull() {
    if (chunkGroups >= TraceFormat.CHUNK_GROUPS
        || events >= TraceFormat.CHUNK_EVENTS
        || encoder.rawBytes() >= TraceFormat.CHUNK_BYTES) {
      flush();
    }
  }

  private void flush() {
    if (encoder.rawBytes() == 0) {
      return;
    }
    raw.clear();
    raw.add(events);
    raw.add(carried);
    raw.addByte(startsInLaunch ? 1 : 0);
    raw.addSigned(startGroup);
    ColumnSet.pack(encoder.columns(), raw);
    try {
      long position = out.position();
      int bytes = out.frame(TraceFormat.CHUNK, raw);
      chunks.add(
          new ChunkInfo(
              position, bytes, raw.size(), events, firstStep, firstGroup, chunkGroups, carried));
    } catch (IOException e) {
      close();
      throw unwritable(e);
    }
    encoder.clear();
    events = 0;
    chunkGroups = 0;
    carried = 0;
    firstStep = steps;
    firstGroup = -1;
    startsInLaunch = encoder.inLaunch();
    startGroup = encoder.lastGroup();
  }

  /** Completes the file and gives it its name; replaces an older one. */
  @Override
  public void finish(Outcome outcome) {
    endLaunch();
    flush();
    byte[] sha = encoder.finish(outcome);
    try {
      raw.clear();
      ProgramCodec.encode(outcome, raw);
      int outcomeBytes = out.frame(TraceFormat.OUTCOME, raw);
      long position = out.position();
      raw.clear();
      new TraceIndex(programBytes, chunks, outcomeBytes, steps, groups).encode(raw);
      out.frame(TraceFormat.INDEX, raw);
      out.trailer(position, sha);
      out.close();
      try {
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException e) {
      close();
      throw unwritable(e);
    }
    closed = true;
    identity = TraceEncoder.hex(sha);
  }

  /** The trace's identity as 64 hexadecimal digits; after {@link #finish}. */
  public String identity() {
    if (identity == null) {
      throw new IllegalStateException("the program has not ended");
    }
    return identity;
  }

  /** Deletes what was written unless {@link #finish} came first. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      try {
        out.close();
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      // The trace is given up either way; its remains are worth no second message.
      return;
    }
  }
}
