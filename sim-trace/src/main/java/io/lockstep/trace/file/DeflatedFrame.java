// SPDX-License-Identifier: Apache-2.0
package io.lockstep.trace.file;

import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;

/** A frame's payload and its compressed form, with the compressor. Reused. */
final class DeflatedFrame {
  private static final long KEPT = 200; // milliseconds that an idle thread is kept

  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          KEPT,
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "lockstep-trace");
            thread.setDaemon(true);
            return thread;
          });

  /** The payload, which the caller fills before {@link #run}. */
  final ByteColumn raw = new ByteColumn();

  /** The compressed payload: the first {@link #length} bytes. */
  byte[] stored = new byte[4096];

  int length;
  FrameWriter.Placed placed;
  private final Deflater deflater;
  private FutureTask<Void> task; // null unless started

  DeflatedFrame(int level) {
    deflater = new Deflater(level);
  }

  /** Compresses the payload. */
  void run() {
    deflater.reset();
    deflater.setInput(raw.array(), 0, raw.size());
    deflater.finish();
    length = 0;
    while (!deflater.finished()) {
      if (length == stored.length) {
        stored = Arrays.copyOf(stored, 2 * length);
      }
      length += deflater.deflate(stored, length, stored.length - length);
    }
  }

  /** Has another thread compress the payload. */
  void start() {
    task = new FutureTask<>(this::run, null);
    THREADS.execute(task);
  }

  /** Waits until the payload is compressed. */
  void await() {
    boolean interrupted = false;
    while (task != null) {
      try {
        task.get();
        task = null;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        throw new IllegalStateException("a chunk was not compressed", e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Frees the compressor, after its work. */
  void close() {
    try {
      await();
    } catch (IllegalStateException e) {
      task = null; // the file is not completed
    }
    deflater.end();
  }
}
