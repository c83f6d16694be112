// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.memory;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Type;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Device memory as separate sparse buffers: a page is created when it is touched, so that the cost
 * depends only on the touched bytes.
 *
 * <p>A page that was never written is a pure function of its position ({@link PageFiller}), so such
 * pages are dropped when too many are resident; written pages move to a temporary file. Zeros and
 * repeated patterns are read from one shared page per buffer. Little-endian. Not thread-safe.
 */
public final class DeviceMemory {
  /**
   * Number of offset bits inside a page. Pages have 4 KiB: scattered accesses cost memory by the
   * page, and the loops over work-items are no faster with larger pages.
   */
  public static final int PAGE_BITS = 12;

  public static final int PAGE_BYTES = 1 << PAGE_BITS;

  public static final int PAGE_MASK = PAGE_BYTES - 1;

  public static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle FLOAT =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LEAST_BUDGET = 512L << 20;

  private final BufferTable buffers = new BufferTable();
  private boolean bitsOfTexels;
  private final PagedBuffer none = fresh("", Type.I8, 0, AllocatedRest.none(0), null);
  private final ResidentPages resident;
  private int pageLimit;

  public DeviceMemory() {
    this(usualBudget());
  }

  /**
   * Creates a memory without buffers.
   *
   * @param budget bytes of pages in memory; further written pages move to a temporary file
   */
  public DeviceMemory(long budget) {
    this(budget, new PageFile());
  }

  DeviceMemory(long budget, PageFile file) {
    resident = new ResidentPages(budget, file);
  }

  /**
   * {@return the default limit of pages in memory: a quarter of the heap, at least 512 MiB, at most
   * half of the heap}
   */
  public static long usualBudget() {
    long heap = Runtime.getRuntime().maxMemory();
    return Math.min(heap / 2, Math.max(LEAST_BUDGET, heap / 4));
  }

  /** Deletes the temporary file, if any; the memory cannot be read afterwards. */
  public void close() {
    resident.close();
  }

  /**
   * Allocates a buffer.
   *
   * @param name name in messages
   * @param bytes size, less than 1 TiB
   * @param filler initial contents, or null for zeros
   * @return the buffer's number: 0, 1, 2, …
   */
  public int allocate(String name, Type type, long bytes, PageFiller filler) {
    buffers.add(fresh(name, type, bytes, AllocatedRest.none(bytes), filler));
    return buffers.size() - 1;
  }

  private static PagedBuffer fresh(
      String name, Type type, long bytes, AllocatedRest rest, PageFiller filler) {
    if (bytes < 0 || rest.readable() > Address.OFFSET_MASK) {
      throw new IllegalArgumentException("buffer " + name + ": " + bytes + " bytes");
    }
    PagedBuffer buffer = new PagedBuffer(name, type, bytes, rest);
    buffer.filler = filler;
    buffer.shared = filler == null ? PagedBuffer.ZEROS : null;
    return buffer;
  }

  /**
   * Replaces a buffer, whose contents are lost, by an empty one of another size. A released buffer
   * has no bytes, so that every access is an error.
   *
   * @param name name in messages
   * @param bytes size, less than 1 TiB
   * @param rest what kernels may access behind it
   */
  public void replace(int buffer, String name, Type type, long bytes, AllocatedRest rest) {
    resident.drop(buffers.get(buffer));
    buffers.set(buffer, fresh(name, type, bytes, rest, null));
  }

  /**
   * Gives a buffer another size. It keeps its contents as far as they fit; the contents of what is
   * added are undefined.
   *
   * @param bytes size, less than 1 TiB
   * @param rest what kernels may access behind it
   */
  public void resize(int buffer, long bytes, AllocatedRest rest) {
    PagedBuffer from = buffers.get(buffer);
    PagedBuffer to = fresh(from.name, from.type, bytes, rest, from.filler);
    to.shared = from.shared;
    byte[] page = new byte[PAGE_BYTES]; // reading one page may evict the other
    for (int p = from.nextModified(0); p < from.pages; p = from.nextModified(p + 1)) {
      int length = p < to.pages ? Math.min(from.length(p), to.length(p)) : 0;
      if (length > 0) {
        System.arraycopy(readable(from, p), 0, page, 0, length);
        System.arraycopy(page, 0, writable(to, p), 0, length);
      }
    }
    to.touched = from.touched;
    resident.drop(from);
    buffers.set(buffer, to);
  }

  /**
   * {@return the end of the accesses of kernels behind the size of a buffer, since the last call
   * for this buffer; 0 if there were none}
   */
  public long takeBeyond(int buffer) {
    PagedBuffer b = buffers.get(buffer);
    long end = b.beyond;
    b.beyond = 0;
    return end;
  }

  /**
   * Permits kernels from now on to read texels of 32 bits as the other of integers and floats,
   * which gives their bits; otherwise this ends a kernel with an error.
   */
  public void permitBitsOfTexels() {
    bitsOfTexels = true;
  }

  /** Notes that a kernel reads texels of 32 bits as another type; returns whether it may. */
  public boolean readsBits(int buffer, Type as) {
    if (bitsOfTexels) {
      buffers.get(buffer).readAs = as;
    }
    return bitsOfTexels;
  }

  /**
   * {@return the type, F32 or I32, as which kernels have read the bits of a buffer's texels since
   * the last call for this buffer, empty if they read none so}
   */
  public Optional<Type> takeReadAs(int buffer) {
    PagedBuffer b = buffers.get(buffer);
    Optional<Type> as = Optional.ofNullable(b.readAs);
    b.readAs = null;
    return as;
  }

  public int buffers() {
    return buffers.size();
  }

  public String name(int buffer) {
    return buffers.get(buffer).name;
  }

  public long bytes(int buffer) {
    return buffers.get(buffer).bytes;
  }

  public Type type(int buffer) {
    return buffers.get(buffer).type;
  }

  /** Returns whether the page at an offset is in memory or in the file. */
  public boolean holds(int buffer, long offset) {
    PagedBuffer b = buffers.get(buffer);
    int page = (int) (offset >>> PAGE_BITS);
    return b.page(page) != null || b.aside(page) != null || b.slot(page) >= 0;
  }

  /** {@return whether a buffer was written since the last call for this buffer} */
  public boolean takeWritten(int buffer) {
    PagedBuffer b = buffers.get(buffer);
    boolean touched = b.touched;
    b.touched = false;
    return touched;
  }

  /** {@return bytes of pages in memory; shared pages are not counted} */
  public long residentBytes() {
    return resident.bytes();
  }

  /** {@return bytes of the temporary file with the written pages that do not fit into memory} */
  public long fileBytes() {
    return resident.fileBytes();
  }

  /**
   * Copies bytes out of a buffer.
   *
   * @throws IndexOutOfBoundsException if the range leaves the buffer or the array
   */
  public void read(int buffer, long offset, byte[] into, int at, int length) {
    PagedBuffer b = buffers.check(buffer, offset, length);
    while (length > 0) {
      int page = (int) (offset >>> PAGE_BITS);
      int inPage = (int) offset & PAGE_MASK;
      int part = Math.min(length, PAGE_BYTES - inPage);
      int slot = part == PAGE_BYTES ? b.slotOnly(page) : -1;
      if (slot >= 0) { // a scan of whole buffers must not evict other pages
        resident.readFile(slot, into, at, part);
      } else {
        System.arraycopy(readable(b, page), inPage, into, at, part);
      }
      offset += part;
      at += part;
      length -= part;
    }
  }

  /**
   * Copies bytes into a buffer.
   *
   * @throws IndexOutOfBoundsException if the range leaves the buffer or the array
   */
  public void write(int buffer, long offset, byte[] from, int at, int length) {
    PagedBuffer b = buffers.check(buffer, offset, length);
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

  /** Repeats an element's bytes over a whole buffer, without allocating pages. */
  public void fill(int buffer, byte[] pattern) {
    PagedBuffer b = buffers.get(buffer);
    if (pattern.length == 0) {
      throw new IllegalArgumentException("empty pattern");
    }
    resident.drop(b);
    b.touched = true;
    b.fill(pattern.clone());
  }

  /** Copies the first bytes of one buffer to the start of another. */
  public void copy(int from, int to, long bytes) {
    PagedBuffer source = buffers.check(from, 0, bytes);
    PagedBuffer target = buffers.check(to, 0, bytes);
    if (source == target) {
      return;
    }
    if (bytes == source.bytes && bytes == target.bytes) {
      resident.drop(target);
      target.touched = true;
      target.filler = source.filler;
      target.shared = source.shared;
      byte[] page = new byte[PAGE_BYTES]; // reading one page may evict the other
      for (int p = source.nextModified(0); p < source.pages; p = source.nextModified(p + 1)) {
        int length = source.length(p);
        read(from, (long) p << PAGE_BITS, page, 0, length);
        System.arraycopy(page, 0, writable(target, p), 0, length);
      }
      return;
    }
    copy(from, 0, to, 0, bytes);
  }

  /** Copies bytes from any place in a buffer to any place in another, or in the same buffer. */
  public void copy(int from, long fromOffset, int to, long toOffset, long bytes) {
    buffers.check(from, fromOffset, bytes);
    buffers.check(to, toOffset, bytes);
    byte[] part = new byte[(int) Math.min(PAGE_BYTES, bytes)]; // pages may evict each other
    for (long done = 0; done < bytes; done += part.length) {
      int length = (int) Math.min(part.length, bytes - done);
      read(from, fromOffset + done, part, 0, length);
      write(to, toOffset + done, part, 0, length);
    }
  }

  /** Returns the buffer of a functional address; one without bytes if there is none. */
  public PagedBuffer bufferAt(long address) {
    int number = Address.buffer(address);
    return number >= 0 && number < buffers.size() ? buffers.get(number) : none;
  }

  /** Returns whether all bytes from a functional address on belong to one buffer. */
  public boolean contains(long address, long length) {
    return Address.offset(address) <= bufferAt(address).bytes - length;
  }

  public byte[] readable(PagedBuffer b, int page) {
    byte[] data = b.page(page);
    if (data == null && b.shared != null && b.aside(page) == null && b.slot(page) < 0) {
      data = b.shared;
    }
    return data != null ? data : resident.bring(b, page);
  }

  public byte[] writable(PagedBuffer b, int page) {
    b.touched = true;
    byte[] data = b.page(page);
    if (data == null) {
      data = resident.bring(b, page);
    }
    if (!b.isWritten(page)) {
      resident.written(b, page);
    }
    return data;
  }

  /** Returns the number of dropped pages; while unchanged, references to pages stay valid. */
  public int departures() {
    return resident.departures();
  }

  /** Returns the number of times that a page was brought into memory. */
  public long arrivals() {
    return resident.arrivals();
  }

  // The following methods are for the executor's loops. A page must be used before the next page is
  // requested, since the request may evict it.

  /**
   * Returns the page of a functional address, for reading.
   *
   * @throws io.lockstep.execute.fault.MemoryFault if the access leaves its buffer or is not aligned
   */
  public byte[] pageForRead(long address, int bytes) {
    PagedBuffer b = buffers.locate(address, bytes);
    int page = (int) (Address.offset(address) >>> PAGE_BITS);
    pageLimit = b.limit(page);
    return page < b.pages ? readable(b, page) : PagedBuffer.ZEROS;
  }

  /**
   * Returns the page of a functional address, for writing.
   *
   * @throws io.lockstep.execute.fault.MemoryFault if the access leaves its buffer or is not aligned
   */
  public byte[] pageForWrite(long address, int bytes) {
    PagedBuffer b = buffers.locateForWrite(address, bytes);
    int page = (int) (Address.offset(address) >>> PAGE_BITS);
    pageLimit = b.limit(page);
    return writable(b, page);
  }

  /**
   * Returns the number of bytes of the page returned last that belong to its buffer; 0 or less if
   * it lies in the rest of the allocation.
   */
  public int pageLimit() {
    return pageLimit;
  }

  /**
   * {@return the unsigned byte at a functional address as defined by {@link
   * io.lockstep.kernel.ir.Address}}
   */
  public int loadByte(long address) {
    return pageForRead(address, 1)[(int) address & PAGE_MASK] & 0xFF;
  }

  public int loadShort(long address) {
    return (short) SHORT.get(pageForRead(address, 2), (int) address & PAGE_MASK) & 0xFFFF;
  }

  public int loadInt(long address) {
    return (int) INT.get(pageForRead(address, 4), (int) address & PAGE_MASK);
  }

  public long loadLong(long address) {
    return (long) LONG.get(pageForRead(address, 8), (int) address & PAGE_MASK);
  }

  /** Stores the lowest 8 bits at a functional address. */
  public void storeByte(long address, int value) {
    pageForWrite(address, 1)[(int) address & PAGE_MASK] = (byte) value;
  }

  public void storeShort(long address, int value) {
    SHORT.set(pageForWrite(address, 2), (int) address & PAGE_MASK, (short) value);
  }

  public void storeInt(long address, int value) {
    INT.set(pageForWrite(address, 4), (int) address & PAGE_MASK, value);
  }

  public void storeLong(long address, long value) {
    LONG.set(pageForWrite(address, 8), (int) address & PAGE_MASK, value);
  }
}
