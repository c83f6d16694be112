// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.OutputFile;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.Outcome;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.WorkGroupRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.SortedMap;

/**
 * Collects the items of a program whose kernels and buffers are known only at its end, in a
 * temporary file, and then writes the trace. The chunks are copied as they are; the identity, which
 * begins with the program's tables, is computed at the end. Memory is bounded as in {@link
 * TraceWriter}. Not thread-safe.
 */
public final class TraceSpool implements AutoCloseable {
  /** Deflate level: copied chunks keep it. */
  private static final int LEVEL = 6;

  private final Path folder;
  private final Path path;
  private final HashOrder order;
  private final FrameWriter out;
  private final ChunkWriter chunks;

  /** Creates the temporary file. */
  public TraceSpool() {
    try {
      folder = ProcessFiles.newFolder();
    } catch (IOException e) {
      throw new OutputException(
          System.getProperty("java.io.tmpdir"), "no folder can be made there", e);
    }
    path = folder.resolve("spool.lkt");
    order = new HashOrder(folder.resolve("spool.order"));
    out = new FrameWriter(new OutputFile(path), LEVEL);
    chunks = new ChunkWriter(out, new TraceEncoder(order));
  }

  public void step(HostStep step) {
    chunks.step(step);
  }

  public void group(WorkGroupRecord group) {
    chunks.group(group);
  }

  public void launchEnd(LaunchEnd end) {
    chunks.launchEnd(end);
  }

  /** Ends the items; no more can be added. Called once, before {@link #write}. */
  public void end() {
    chunks.finish();
    order.end();
    out.commit();
  }

  /**
   * Writes the trace, which replaces an existing file when it is complete.
   *
   * @param program tables to which the items refer
   * @param sources texts by the kernels' file names, which are not part of the identity
   * @return the trace's identity as 64 hexadecimal digits
   */
  public String write(
      Path target, Program program, Outcome outcome, SortedMap<String, String> sources) {
    try (FrameReader frames = new FrameReader(path);
        FrameWriter written = new FrameWriter(new OutputFile(target), LEVEL)) {
      TraceEncoder identity = new TraceEncoder(program);
      order.replay(() -> read(frames), identity.hash());
      byte[] sha = identity.finish(outcome);
      ByteColumn raw = new ByteColumn();
      ColumnSet.pack(ProgramCodec.encode(program), raw);
      int programBytes = written.frame(TraceFormat.PROGRAM, raw);
      copy(written);
      raw.clear();
      ProgramCodec.encode(outcome, raw);
      int outcomeBytes = written.frame(TraceFormat.OUTCOME, raw);
      if (!sources.isEmpty()) {
        raw.clear();
        ProgramCodec.encode(sources, raw);
        written.frame(TraceFormat.SOURCES, raw);
      }
      long position = written.position();
      raw.clear();
      chunks.index(programBytes, outcomeBytes).encode(raw);
      written.frame(TraceFormat.INDEX, raw);
      written.trailer(position, sha);
      written.commit();
      return Digests.hex(sha);
    }
  }

  private Iterator<ChunkReader> read(FrameReader frames) {
    return chunks.chunks().stream().map(frames::chunk).iterator();
  }

  private void copy(FrameWriter written) {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(path)) {
      in.skipNBytes(TraceFormat.HEADER_BYTES);
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        written.copy(buffer, n);
      }
    } catch (IOException e) {
      throw new InputException(path.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /** Deletes the temporary file. */
  @Override
  public void close() {
    order.close();
    out.close();
    ProcessFiles.delete(folder);
  }
}
