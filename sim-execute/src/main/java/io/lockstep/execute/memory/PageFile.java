// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * Pages in a temporary file, by number; the file is created for the first page.
 *
 * <p>Pages are written in batches, and neighbours are read ahead. The file is deleted as soon as it
 * is open, if the system allows that, so that its space is freed however the process ends.
 */
final class PageFile {
  private static final int PAGE = DeviceMemory.PAGE_BYTES;
  private static final int BATCH = 64; // pages
  private static final int AHEAD = 16; // pages

  @FunctionalInterface
  interface Opener {
    RandomAccessFile open() throws IOException;
  }

  private final Opener opener;
  private final BitSet free = new BitSet(); // free page numbers below count
  private int count;
  private int freeCount;
  // Where the search for a free page starts: pages added in sequence become neighbours in the file.
  private int nextFree;
  private RandomAccessFile file; // null until it is needed

  // Pages that are not yet in the file, in order; of two pages with the same number, the later is
  // valid.
  private byte[] batch;
  private final int[] numbers = new int[BATCH];
  private int waiting;

  // Pages that were read ahead.
  private byte[] ahead;
  private int aheadFrom;
  private int aheadTo;
  private int lastRead = -2;

  PageFile() {
    this(PageFile::temporary);
  }

  PageFile(Opener opener) {
    this.opener = opener;
  }

  /** Returns the size of the file in bytes, including pages not yet written. */
  long bytes() {
    return (long) count * PAGE;
  }

  /**
   * Stores a copy of a page and returns its number.
   *
   * @throws OutputException if the file cannot be written
   */
  int add(byte[] page) {
    if (batch == null) {
      batch = new byte[BATCH * PAGE];
    }
    if (waiting == BATCH) {
      flush();
    }
    int number = number();
    System.arraycopy(page, 0, batch, waiting * PAGE, page.length);
    numbers[waiting++] = number;
    return number;
  }

  private int number() {
    if (freeCount == 0) {
      return count++;
    }
    int number = free.nextSetBit(nextFree);
    if (number < 0) {
      number = free.nextSetBit(0);
    }
    free.clear(number);
    freeCount--;
    nextFree = number + 1;
    return number;
  }

  void free(int number) {
    free.set(number);
    freeCount++;
  }

  /**
   * Copies the start of a page.
   *
   * @throws OutputException if the file cannot be read
   */
  void read(int number, byte[] into, int at, int length) {
    for (int w = waiting - 1; w >= 0; w--) {
      if (numbers[w] == number) {
        System.arraycopy(batch, w * PAGE, into, at, length);
        return;
      }
    }
    if (number < aheadFrom || number >= aheadTo) {
      fetch(number, number == lastRead + 1 ? AHEAD : 1);
    }
    lastRead = number;
    System.arraycopy(ahead, (number - aheadFrom) * PAGE, into, at, length);
  }

  private void fetch(int number, int pages) {
    if (ahead == null) {
      ahead = new byte[AHEAD * PAGE];
    }
    aheadTo = aheadFrom = number;
    int done = 0;
    try {
      file.seek((long) number * PAGE);
      while (done < pages * PAGE) {
        int n = file.read(ahead, done, pages * PAGE - done);
        if (n < 0) {
          break; // the last pages are in the batch
        }
        done += n;
      }
      if (done < PAGE) {
        throw new IOException("the file is cut");
      }
    } catch (IOException e) {
      throw failed("the temporary file of device memory cannot be read", e);
    }
    // Reads search the batch first, so outdated pages in this buffer do not matter until the batch
    // is written.
    aheadTo = number + done / PAGE;
  }

  private void flush() {
    try {
      if (file == null) {
        file = opener.open();
      }
      for (int from = 0; from < waiting; ) {
        int to = from + 1;
        while (to < waiting && numbers[to] == numbers[to - 1] + 1) {
          to++;
        }
        file.seek((long) numbers[from] * PAGE);
        file.write(batch, from * PAGE, (to - from) * PAGE);
        from = to;
      }
    } catch (IOException e) {
      throw failed("device memory beyond --memory cannot be written there", e);
    }
    waiting = 0;
    aheadTo = aheadFrom; // pages that were read ahead may be outdated
  }

  private static RandomAccessFile temporary() throws IOException {
    Path path = ProcessFiles.newFile(".pages");
    try {
      return new RandomAccessFile(path.toFile(), "rw");
    } finally {
      ProcessFiles.delete(path);
    }
  }

  /** Closes the file, which frees its space; the pages are lost. */
  void close() {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw failed("the temporary file of device memory cannot be closed", e);
      }
    }
  }

  private static OutputException failed(String what, IOException e) {
    return new OutputException(System.getProperty("java.io.tmpdir"), what, e);
  }
}
