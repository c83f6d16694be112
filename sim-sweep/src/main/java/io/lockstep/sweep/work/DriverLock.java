// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import io.lockstep.study.store.Hosts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Prevents a second driver from working on the same folder, if the file system supports locks. The
 * lock only avoids duplicate work; the data is safe without a lock. The operating system releases
 * the lock when the process ends.
 */
public final class DriverLock implements AutoCloseable {
  /** System property that disables the lock, for tests. */
  static final String PROPERTY = "lockstep.sweep.lock";

  /** Signals that another driver is active; the message names it in one line. */
  public static final class BusyException extends RuntimeException {
    BusyException(String message) {
      super(message);
    }
  }

  private final FileChannel channel; // null if locking is disabled or unsupported

  private DriverLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws BusyException if another driver holds the lock
   */
  public static DriverLock take(Path folder) {
    if ("off".equals(System.getProperty(PROPERTY))) {
      return new DriverLock(null);
    }
    Path file = folder.resolve("driver.lock");
    Path says = folder.resolve("driver");
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        String since = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Files.writeString(
            says,
            "process " + ProcessHandle.current().pid() + " on " + Hosts.here() + " since " + since);
        return new DriverLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      close(channel);
      throw new BusyException(folder + ": " + who(says) + " is working on it");
    } catch (IOException e) {
      close(channel); // the file system has no locks, or is full
      return new DriverLock(null);
    }
    close(channel);
    throw new BusyException(folder + ": " + who(says) + " is working on it");
  }

  private static String who(Path says) {
    try {
      return Files.readString(says, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "another driver";
    }
  }

  private static void close(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      return; // the lock is released at the end of the process
    }
  }

  @Override
  public void close() {
    close(channel);
  }
}
