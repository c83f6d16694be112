// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import io.lockstep.io.OutputException;
import io.lockstep.study.store.Hosts;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.study.store.ResultStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The outcomes of one process, in an append-only file with a single writer. {@link #add} returns
 * after the outcome has been forced to disk; outcomes of concurrent threads are flushed together.
 * After a failed write, earlier lines are intact and the next outcome starts another file, so that
 * no line follows a torn line. The file is created with the first outcome. Thread-safe.
 */
public final class SegmentFile implements ResultStore, AutoCloseable {
  public static final String ENDING = ".seg";

  private static final int LONGEST_PART = 60;
  private static final String HOST = Hosts.here();
  private static final long PROCESS = ProcessHandle.current().pid();
  private static final SecureRandom RANDOM = new SecureRandom();

  interface Opener {
    /** Opens a new file as a stream whose {@code flush} forces the data to disk. */
    OutputStream open(Path file) throws IOException;
  }

  /** Lines that are written and flushed together. */
  private static final class Batch {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    boolean ended;
    IOException failure; // null if there was none
    Path file; // the file that failed
  }

  private final Path folder;
  private final String start;
  private final String plan;
  private final Opener opener;

  private Batch next = new Batch();
  private boolean writing;
  private boolean closed;
  private Path file; // used only by the writing thread
  // Used only by the writing thread; null if the next batch starts a new file.
  private OutputStream stream;

  /**
   * @param shard shard of this process, for the file name
   */
  public SegmentFile(SweepFolder sweep, String shard) {
    this(sweep.results(), sweep.plan(), shard, ForcedFile::new);
  }

  SegmentFile(Path folder, String plan, String shard, Opener opener) {
    this.folder = folder;
    this.plan = plan;
    this.opener = opener;
    start = plain(shard) + "-" + plain(HOST) + "-" + PROCESS + "-";
  }

  private static String plain(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._]", "_");
    return plain.substring(0, Math.min(LONGEST_PART, plain.length()));
  }

  @Override
  public void add(PointOutcome outcome) {
    byte[] line = SegmentLine.of(OutcomeText.write(outcome));
    Batch mine;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("closed");
      }
      mine = next;
      mine.bytes.writeBytes(line);
    }
    write(mine);
    if (mine.failure != null) {
      throw new OutputException(mine.file.toString(), mine.failure);
    }
  }

  /**
   * Waits until a batch has been flushed or has failed. The first thread to find no writer flushes
   * the batch for all its threads.
   */
  private void write(Batch mine) {
    boolean interrupted = false;
    boolean first;
    synchronized (this) {
      while (writing && !mine.ended) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true; // the line may be flushed already, so the result is awaited
        }
      }
      first = !mine.ended; // in this case, {@code mine} is still {@code next}
      if (first) {
        writing = true;
        next = new Batch();
      }
    }
    if (first) {
      try {
        force(mine);
      } finally {
        synchronized (this) {
          mine.ended = true;
          writing = false;
          notifyAll();
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void force(Batch batch) {
    try {
      if (stream == null) {
        byte[] random = new byte[6];
        RANDOM.nextBytes(random);
        file = folder.resolve(start + HexFormat.of().formatHex(random) + ENDING);
        stream = opener.open(file);
        stream.write(SegmentLine.of(header().text()));
      }
      batch.bytes.writeTo(stream);
      stream.flush();
    } catch (IOException e) {
      batch.failure = e;
      batch.file = file;
      leave();
    }
  }

  private SegmentHeader header() {
    return new SegmentHeader(
        SegmentHeader.VERSION, plan, HOST, PROCESS, System.currentTimeMillis());
  }

  /** Abandons the file, so that no line follows a torn line. */
  private void leave() {
    OutputStream left = stream;
    stream = null;
    try {
      if (left != null) {
        left.close();
      }
    } catch (IOException e) {
      return; // all acknowledged lines are on disk
    }
  }

  /** Closes the file; added outcomes are already on disk. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      boolean interrupted = false;
      while (writing) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    leave();
  }
}
