package io.lockstep.trace.exec;

import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Type;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Device memory as separate sparse buffers: a page exists once it is touched, so that a launch over
 * gigabytes costs what it touches.
 *
 * <p>A page that was never written is a pure function of its position ({@link PageFiller}), hence
 * such pages may be dropped again when many are resident. Zeros and repeated patterns are read from
 * one shared page a buffer. Bytes are little-endian. Not thread-safe.
 */
public final class DeviceMemory {
  /**
   * Bits of an offset inside a page. Pages of 4 KiB: scattered accesses cost memory by the page,
   * and the loops over work-items are no slower than with larger ones.
   */
  static final int PAGE_BITS = 12;

  /** Bytes of a page. */
  static final int PAGE_BYTES = 1 << PAGE_BITS;

  /** Mask of an offset inside a page. */
  static final int PAGE_MASK = PAGE_BYTES - 1;

  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] ZEROS = new byte[PAGE_BYTES];

  /** Resident bytes of unwritten pages above which they are dropped. */
  private static final long CLEAN_LIMIT = 256L << 20;

  /** Bits of a page's number inside a leaf of a buffer's table; leaves exist once they are used. */
  private static final int LEAF_BITS = 10;

  private static final int LEAF_MASK = (1 << LEAF_BITS) - 1;

  private static final class Buffer {
    final String name;
    final Type type;
    final long bytes;
    final int pages;
    private final byte[][][] leaves;
    final long[] written;
    PageFiller filler;

    /** Whether anything was written since this was last asked. */
    boolean touched;

    /** What every unwritten page holds, or null where the filler decides. */
    byte[] shared;

    Buffer(String name, Type type, long bytes) {
      this.name = name;
      this.type = type;
      this.bytes = bytes;
      pages = Math.toIntExact((bytes + PAGE_BYTES - 1) >>> PAGE_BITS);
      leaves = new byte[(pages >>> LEAF_BITS) + 1][][];
      written = new long[(pages + 63) >>> 6];
    }

    byte[] page(int page) {
      byte[][] leaf = leaves[page >>> LEAF_BITS];
      return leaf == null ? null : leaf[page & LEAF_MASK];
    }

    void setPage(int page, byte[] data) {
      byte[][] leaf = leaves[page >>> LEAF_BITS];
      if (leaf == null) {
        leaf = leaves[page >>> LEAF_BITS] = new byte[1 << LEAF_BITS][];
      }
      leaf[page & LEAF_MASK] = data;
    }

    /** The first page from one on that exists, or the number of pages. */
    int next(int page) {
      while (page < pages) {
        byte[][] leaf = leaves[page >>> LEAF_BITS];
        if (leaf == null) {
          page = (page | LEAF_MASK) + 1;
        } else if (leaf[page & LEAF_MASK] == null) {
          page++;
        } else {
          return page;
        }
      }
      return pages;
    }

    boolean isWritten(int page) {
      return (written[page >>> 6] & 1L << page) != 0;
    }

    int length(int page) {
      return (int) Math.min(PAGE_BYTES, bytes - ((long) page << PAGE_BITS));
    }
  }

  private final List<Buffer> buffers = new ArrayList<>();
  private long cleanBytes;
  private long writtenBytes;

  /** Nothing allocated. */
  public DeviceMemory() {}

  /**
   * Allocates a buffer.
   *
   * @param name for messages
   * @param type element type
   * @param bytes size, less than 1 TiB
   * @param filler initial contents, or null for zeros
   * @return the buffer's number: 0, 1, 2, …
   */
  public int allocate(String name, Type type, long bytes, PageFiller filler) {
    if (bytes < 0 || bytes > Address.OFFSET_MASK) {
      throw new IllegalArgumentException("buffer " + name + ": " + bytes + " bytes");
    }
    Buffer buffer = new Buffer(name, type, bytes);
    buffer.filler = filler;
    buffer.shared = filler == null ? ZEROS : null;
    buffers.add(buffer);
    return buffers.size() - 1;
  }

  /** Number of buffers. */
  public int buffers() {
    return buffers.size();
  }

  /** Name of a buffer. */
  public String name(int buffer) {
    return buffers.get(buffer).name;
  }

  /** Element type of a buffer. */
  public Type type(int buffer) {
    return buffers.get(buffer).type;
  }

  /** Size of a buffer in bytes. */
  public long bytes(int buffer) {
    return buffers.get(buffer).bytes;
  }

  /** Whether a buffer was written since this was last asked of it. */
  public boolean takeWritten(int buffer) {
    Buffer b = buffers.get(buffer);
    boolean touched = b.touched;
    b.touched = false;
    return touched;
  }

  /** Bytes of pages that exist; shared pages count nothing. */
  public long residentBytes() {
    return cleanBytes + writtenBytes;
  }

  /**
   * Copies bytes out of a buffer.
   *
   * @throws IndexOutOfBoundsException where the range leaves the buffer or the array
   */
  public void read(int buffer, long offset, byte[] into, int at, int length) {
    Buffer b = check(buffer, offset, length);
    while (length > 0) {
      int page = (int) (offset >>> PAGE_BITS);
      int inPage = (int) offset & PAGE_MASK;
      int part = Math.min(length, PAGE_BYTES - inPage);
      System.arraycopy(readable(b, page), inPage, into, at, part);
      offset += part;
      at += part;
      length -= part;
    }
  }

  /**
   * Copies bytes into a buffer.
   *
   * @throws IndexOutOfBoundsException where the range leaves the buffer or the array
   */
  public void write(int buffer, long offset, byte[] from, int at, int length) {
    Buffer b = check(buffer, offset, length);
    while (length > 0) {
      int page = (int) (offset >>> PAGE_BITS);
      int inPage = (int) offset & PAGE_MASK;
      int part = Math.min(length, PAGE_BYTES - inPage);
      System.arraycopy(from, at, writable(b, page), inPage, part);
      offset += part;
      at += part;
      length -= part;
    }
  }

  /** Repeats an element's bytes over a whole buffer; costs no memory. */
  public void fill(int buffer, byte[] pattern) {
    Buffer b = buffers.get(buffer);
    if (pattern.length == 0) {
      throw new IllegalArgumentException("empty pattern");
    }
    dropPages(b);
    b.touched = true;
    byte[] element = pattern.clone();
    if (PAGE_BYTES % element.length == 0) {
      b.filler = null;
      b.shared = isZero(element) ? ZEROS : new byte[PAGE_BYTES];
      if (b.shared != ZEROS) {
        repeat(0, element, b.shared, PAGE_BYTES);
      }
    } else {
      b.shared = null;
      b.filler = (offset, page, length) -> repeat(offset, element, page, length);
    }
  }

  private static boolean isZero(byte[] bytes) {
    for (byte value : bytes) {
      if (value != 0) {
        return false;
      }
    }
    return true;
  }

  private static void repeat(long offset, byte[] element, byte[] page, int length) {
    for (int i = 0; i < length; i++) {
      page[i] = element[(int) ((offset + i) % element.length)];
    }
  }

  /** Copies the first bytes of one buffer over those of another. */
  public void copy(int from, int to, long bytes) {
    Buffer source = check(from, 0, bytes);
    Buffer target = check(to, 0, bytes);
    if (source == target) {
      return;
    }
    if (bytes == source.bytes && bytes == target.bytes) {
      dropPages(target);
      target.touched = true;
      target.filler = source.filler;
      target.shared = source.shared;
      for (int p = source.next(0); p < source.pages; p = source.next(p + 1)) {
        if (source.isWritten(p)) {
          System.arraycopy(source.page(p), 0, writable(target, p), 0, source.length(p));
        }
      }
      return;
    }
    for (long offset = 0; offset < bytes; offset += PAGE_BYTES) {
      int page = (int) (offset >>> PAGE_BITS);
      int length = (int) Math.min(PAGE_BYTES, bytes - offset);
      System.arraycopy(readable(source, page), 0, writable(target, page), 0, length);
    }
  }

  private Buffer check(int buffer, long offset, long length) {
    Buffer b = buffers.get(buffer);
    if (offset < 0 || length < 0 || offset > b.bytes - length) {
      throw new IndexOutOfBoundsException(
          "bytes "
              + offset
              + " to "
              + (offset + length)
              + " of buffer "
              + b.name
              + ", which has "
              + b.bytes);
    }
    return b;
  }

  private void dropPages(Buffer b) {
    for (int p = b.next(0); p < b.pages; p = b.next(p + 1)) {
      if (b.isWritten(p)) {
        writtenBytes -= b.page(p).length;
      } else {
        cleanBytes -= b.page(p).length;
      }
    }
    Arrays.fill(b.leaves, null);
    Arrays.fill(b.written, 0);
  }

  private byte[] readable(Buffer b, int page) {
    byte[] data = b.page(page);
    if (data != null) {
      return data;
    }
    if (b.shared != null) {
      return b.shared;
    }
    data = create(b, page);
    cleanBytes += data.length;
    if (cleanBytes > CLEAN_LIMIT) {
      dropClean();
      cleanBytes += data.length;
    }
    b.setPage(page, data);
    return data;
  }

  private byte[] writable(Buffer b, int page) {
    b.touched = true;
    byte[] data = b.page(page);
    if (b.isWritten(page)) {
      return data;
    }
    if (data == null) {
      data = create(b, page);
      b.setPage(page, data);
    } else {
      cleanBytes -= data.length;
    }
    writtenBytes += data.length;
    b.written[page >>> 6] |= 1L << page;
    return data;
  }

  private static byte[] create(Buffer b, int page) {
    int length = b.length(page);
    if (b.shared != null) {
      return Arrays.copyOf(b.shared, length);
    }
    byte[] data = new byte[length];
    if (b.filler != null) {
      b.filler.fill((long) page << PAGE_BITS, data, length);
    }
    return data;
  }

  private void dropClean() {
    for (Buffer b : buffers) {
      for (int p = b.next(0); p < b.pages; p = b.next(p + 1)) {
        if (!b.isWritten(p)) {
          b.setPage(p, null);
        }
      }
    }
    cleanBytes = 0;
  }

  // What the executor's loops use. A page found for reading may be kept while one operation runs,
  // not longer: unwritten pages come and go.

  /**
   * The page that holds a functional address, for reading.
   *
   * @throws MemoryFault where the access leaves its buffer or is not aligned
   */
  byte[] pageForRead(long address, int bytes) {
    return readable(locate(address, bytes), (int) (Address.offset(address) >>> PAGE_BITS));
  }

  /**
   * The page that holds a functional address, for writing.
   *
   * @throws MemoryFault where the access leaves its buffer or is not aligned
   */
  byte[] pageForWrite(long address, int bytes) {
    return writable(locate(address, bytes), (int) (Address.offset(address) >>> PAGE_BITS));
  }

  /**
   * How many bytes of the page of an address belong to its buffer.
   *
   * @throws MemoryFault where the access leaves its buffer or is not aligned
   */
  int pageLimit(long address, int bytes) {
    return locate(address, bytes).length((int) (Address.offset(address) >>> PAGE_BITS));
  }

  /** An index below zero borrows from the window before; it is told of the buffer it meant. */
  private MemoryFault outOfBounds(int number, long offset, int bytes) {
    boolean negative = offset > Address.OFFSET_MASK / 2 && number + 1 < buffers.size();
    Buffer b = buffers.get(negative ? number + 1 : number);
    return new MemoryFault(
        MemoryFault.Kind.OUT_OF_BOUNDS,
        negative ? offset - Address.OFFSET_MASK - 1 : offset,
        bytes,
        "buffer " + b.name + " of " + b.bytes + " bytes");
  }

  private Buffer locate(long address, int bytes) {
    int number = Address.buffer(address);
    if (number == -1 && Address.offset(address) > Address.OFFSET_MASK / 2 && !buffers.isEmpty()) {
      throw outOfBounds(number, Address.offset(address), bytes);
    }
    if (number < 0 || number >= buffers.size()) {
      throw new MemoryFault(MemoryFault.Kind.NO_BUFFER, address, bytes, "");
    }
    Buffer b = buffers.get(number);
    long offset = Address.offset(address);
    if (offset > b.bytes - bytes) {
      throw outOfBounds(number, offset, bytes);
    }
    if ((offset & bytes - 1) != 0) {
      throw new MemoryFault(MemoryFault.Kind.MISALIGNED, offset, bytes, "buffer " + b.name);
    }
    return b;
  }

  /** Loads an unsigned byte at a functional address. */
  public int loadByte(long address) {
    return pageForRead(address, 1)[(int) address & PAGE_MASK] & 0xFF;
  }

  /** Loads an unsigned 16-bit value at a functional address. */
  public int loadShort(long address) {
    return (short) SHORT.get(pageForRead(address, 2), (int) address & PAGE_MASK) & 0xFFFF;
  }

  /** Loads 32 bits at a functional address. */
  public int loadInt(long address) {
    return (int) INT.get(pageForRead(address, 4), (int) address & PAGE_MASK);
  }

  /** Loads 64 bits at a functional address. */
  public long loadLong(long address) {
    return (long) LONG.get(pageForRead(address, 8), (int) address & PAGE_MASK);
  }

  /** Stores a byte at a functional address. */
  public void storeByte(long address, int value) {
    pageForWrite(address, 1)[(int) address & PAGE_MASK] = (byte) value;
  }

  /** Stores 16 bits at a functional address. */
  public void storeShort(long address, int value) {
    SHORT.set(pageForWrite(address, 2), (int) address & PAGE_MASK, (short) value);
  }

  /** Stores 32 bits at a functional address. */
  public void storeInt(long address, int value) {
    INT.set(pageForWrite(address, 4), (int) address & PAGE_MASK, value);
  }

  /** Stores 64 bits at a functional address. */
  public void storeLong(long address, long value) {
    LONG.set(pageForWrite(address, 8), (int) address & PAGE_MASK, value);
  }
}
