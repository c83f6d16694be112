// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import java.util.Arrays;

/**
 * The resident pages of device memory, up to a budget. Beyond the budget, pages that have not been
 * used for long are evicted: unwritten pages are dropped, written pages move to a file.
 *
 * <p>Replacement is a clock with two hands, which adds no cost to accesses. The first hand sets
 * pages aside, out of the table where accesses find them; pages that are then used return to the
 * table. The second hand, an eighth of the clock behind, evicts the others. Arrays are reused, so
 * that the heap does not grow.
 */
final class ResidentPages {
  private static final int FIRST_FRAMES = 1024;

  private final int most;
  private final int distance; // from the second hand to the first
  private final PageFile file;
  private PagedBuffer[] owners = new PagedBuffer[0]; // by frame
  private int[] pages = new int[0];
  private int frames;
  private int hand;
  private byte[] spare; // array of an evicted page, or null
  private long bytes;
  private int departures;
  private long arrivals;

  /** Creates a set of up to {@code budget} bytes, but at least one page, backed by {@code file}. */
  ResidentPages(long budget, PageFile file) {
    this.file = file;
    most = (int) Math.max(1, Math.min(1 << 30, budget >>> DeviceMemory.PAGE_BITS));
    distance = Math.max(1, most / 8);
  }

  long bytes() {
    return bytes;
  }

  /** Returns the evictions modulo 2^32; while unchanged, references to pages stay valid. */
  int departures() {
    return departures;
  }

  /** Returns the number of pages that were made resident. */
  long arrivals() {
    return arrivals;
  }

  /** Returns the size of the file in bytes, including free space between pages. */
  long fileBytes() {
    return file.bytes();
  }

  void close() {
    file.close();
  }

  /**
   * Makes a page that is not in the table resident, with its last or initial contents, and puts it
   * into the table.
   */
  byte[] bring(PagedBuffer b, int page) {
    byte[] data = b.recall(page);
    if (data != null) {
      return data;
    }
    int slot = b.slot(page);
    int length = b.length(page);
    data = room(b, page, length);
    if (slot >= 0) {
      file.read(slot, data, 0, length);
    } else if (b.shared != null) {
      System.arraycopy(b.shared, 0, data, 0, length);
    } else {
      b.filler.fill((long) page << DeviceMemory.PAGE_BITS, data, length);
    }
    b.setPage(page, data);
    return data;
  }

  /** Called before a resident page is written; frees its copy in the file. */
  void written(PagedBuffer b, int page) {
    b.setWritten(page);
    int slot = b.slot(page);
    if (slot >= 0) {
      file.free(slot);
      b.setSlot(page, -1);
    }
  }

  /** Copies the start of a page that is in the file, without making it resident. */
  void readFile(int slot, byte[] into, int at, int length) {
    file.read(slot, into, at, length);
  }

  void drop(PagedBuffer b) {
    for (int p = b.nextModified(0); p < b.pages; p = b.nextModified(p + 1)) {
      int slot = b.slot(p);
      if (slot >= 0) {
        file.free(slot);
      }
    }
    if (b.resident > 0) {
      dropFrames(b);
    }
    b.clear();
  }

  private void dropFrames(PagedBuffer b) {
    int kept = 0;
    int next = hand;
    for (int f = 0; f < frames; f++) {
      if (owners[f] == b) {
        bytes -= b.length(pages[f]);
        next -= f < hand ? 1 : 0;
      } else {
        owners[kept] = owners[f];
        pages[kept++] = pages[f];
      }
    }
    Arrays.fill(owners, kept, frames, null);
    frames = kept;
    hand = next;
    departures++;
  }

  /** Returns an array for a page, with arbitrary contents. */
  private byte[] room(PagedBuffer b, int page, int length) {
    int frame = frames < most ? add() : depart();
    owners[frame] = b;
    pages[frame] = page;
    b.resident++;
    arrivals++;
    bytes += length;
    byte[] data = spare;
    if (length < DeviceMemory.PAGE_BYTES || data == null) {
      return new byte[length];
    }
    spare = null;
    return data;
  }

  private int add() {
    if (frames == owners.length) {
      int size = (int) Math.min(most, Math.max(FIRST_FRAMES, 2L * frames));
      owners = Arrays.copyOf(owners, size);
      pages = Arrays.copyOf(pages, size);
    }
    return frames++;
  }

  /** Evicts a page; returns its frame. */
  private int depart() {
    while (true) {
      int first = (hand + distance) % most;
      owners[first].setAside(pages[first]);
      int frame = hand;
      hand = (hand + 1) % most;
      byte[] data = owners[frame].aside(pages[frame]);
      if (data != null) {
        depart(owners[frame], pages[frame], data);
        return frame;
      }
    }
  }

  private void depart(PagedBuffer b, int page, byte[] data) {
    if (b.isWritten(page)) {
      b.setSlot(page, file.add(data));
      b.clearWritten(page);
    }
    b.dropAside(page);
    b.resident--;
    bytes -= data.length;
    departures++;
    if (data.length == DeviceMemory.PAGE_BYTES) {
      spare = data;
    }
  }
}
