// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.memory;

import io.lockstep.execute.memory.AllocatedRest;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.memory.PageFiller;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Type;
import io.lockstep.program.message.Protocol;
import io.lockstep.program.message.ProtocolException;
import io.lockstep.program.message.RefusedException;
import io.lockstep.program.message.Stage;
import io.lockstep.trace.record.BufferInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;

/**
 * The device memory of a program. Buffers begin at number {@link #FIRST}, so that their addresses
 * are from 2^47 on and never addresses of the host. A released buffer's number is used again for an
 * allocation, as allocators return the same memory; its size in the trace is the largest of its
 * allocations. Not thread-safe.
 */
public final class LiveMemory {
  /** Number of the first buffer. */
  public static final int FIRST = 128;

  private static final int PART = 1 << 16;

  private static final class Window {
    final String name;
    long bytes; // of the current allocation; 0 if it was released
    long most; // of all allocations

    Window(String name, long bytes) {
      this.name = name;
      this.bytes = bytes;
      this.most = bytes;
    }
  }

  /** A range of bytes in a buffer. */
  public record Range(int buffer, long offset, long bytes) {}

  private final DeviceMemory memory;
  private final long capacity;
  private final LongFunction<AllocatedRest> rests;
  private final List<Window> windows = new ArrayList<>();
  private final byte[] part = new byte[PART];
  private long allocated;
  private int workspace = -1; // none yet

  /**
   * @param budget bytes of host memory for pages
   * @param capacity bytes of the device's memory
   * @param rests gives what kernels may access of an allocation, by its size
   */
  public LiveMemory(long budget, long capacity, LongFunction<AllocatedRest> rests) {
    this.capacity = capacity;
    this.rests = rests;
    memory = new DeviceMemory(budget);
    for (int i = 0; i < FIRST; i++) {
      memory.allocate("reserved", Type.I8, 0, null);
      windows.add(new Window("", 0));
    }
  }

  public DeviceMemory memory() {
    return memory;
  }

  /** Returns all buffers by number, empty ones for the numbers below the first. */
  public List<BufferInfo> infos() {
    List<BufferInfo> infos = new ArrayList<>();
    for (Window w : windows) {
      infos.add(new BufferInfo(infos.size(), w.name, Type.I8, w.most, w.most));
    }
    return infos;
  }

  /** Allocates zeros and returns the buffer's number. */
  public int allocate(String name, long bytes) {
    require(bytes);
    int free = released(bytes);
    return renew(free < 0 ? add(name, 0, null) : free, bytes);
  }

  /**
   * Allocates zeros at an address that is the host's, too.
   *
   * @param address start of a window below 2^47
   */
  public int allocateAt(long address, String name, long bytes) {
    require(bytes);
    int buffer = Address.buffer(address);
    if (buffer < 0 || buffer >= FIRST || Address.offset(address) != 0) {
      throw new ProtocolException(
          "a multiple of 2^40 below 2^47 as the wanted address, found 0x%x".formatted(address));
    }
    if (windows.get(buffer).bytes != 0) {
      throw new ProtocolException("memory is allocated at 0x%x".formatted(address));
    }
    windows.set(buffer, new Window(name, windows.get(buffer).most));
    return renew(buffer, bytes);
  }

  private void require(long bytes) {
    if (bytes < 1 || bytes > capacity - allocated) {
      throw new RefusedException(
          Protocol.Status.MEMORY,
          "%s bytes are asked for, %s of %s are free"
              .formatted(Long.toUnsignedString(bytes), capacity - allocated, capacity));
    }
  }

  private int renew(int buffer, long bytes) {
    Window w = windows.get(buffer);
    w.bytes = bytes;
    w.most = Math.max(w.most, bytes);
    allocated += bytes;
    memory.replace(buffer, w.name, Type.I8, bytes, rests.apply(bytes));
    return buffer;
  }

  /** Allocates a variable of a program, which is never released. */
  public int add(String name, long bytes, PageFiller filler) {
    allocated += bytes;
    windows.add(new Window(name, bytes));
    return memory.allocate(name, Type.I8, bytes, filler);
  }

  /** Returns the smallest released buffer that is large enough, else the largest, else -1. */
  private int released(long bytes) {
    int best = -1;
    for (int i = FIRST; i < windows.size(); i++) {
      Window w = windows.get(i);
      if (w.bytes == 0) {
        long most = best < 0 ? -1 : windows.get(best).most;
        boolean fits = w.most >= bytes;
        if (best < 0 || (most >= bytes ? fits && w.most < most : w.most > most)) {
          best = i;
        }
      }
    }
    return best;
  }

  /** Returns the workspace of cooperative launches, filled with zeros. */
  public int workspace() {
    if (workspace < 0) {
      workspace = add(GridWorkspace.NAME, GridWorkspace.BYTES, null);
    }
    memory.fill(workspace, new byte[] {0});
    return workspace;
  }

  /** Gives an allocation another size; it keeps its contents as far as they fit. */
  public void resize(long address, long bytes) {
    Range range = allocation(address, "another size");
    Window w = windows.get(range.buffer());
    if (bytes > w.bytes) {
      require(bytes - w.bytes);
    }
    allocated += bytes - w.bytes;
    w.bytes = bytes;
    w.most = Math.max(w.most, bytes);
    memory.resize(range.buffer(), bytes, rests.apply(bytes));
  }

  /**
   * Returns the empty range at the start of an allocation, of which a message asks for something.
   */
  private Range allocation(long address, String what) {
    Range range = range(address, 0);
    if (range.offset() != 0 || windows.get(range.buffer()).bytes == 0) {
      throw new LiveFault(what + " of memory that is not allocated");
    }
    return range;
  }

  public void free(long address) {
    Range range = allocation(address, "a release");
    Window w = windows.get(range.buffer());
    allocated -= w.bytes;
    w.bytes = 0;
    memory.replace(range.buffer(), w.name + " (released)", Type.I8, 0, AllocatedRest.none(0));
  }

  /** Returns the range that a transfer names. */
  public Range range(long address, long bytes) {
    int buffer = Address.buffer(address);
    long offset = Address.offset(address);
    if (buffer < 0 || buffer >= windows.size() || windows.get(buffer).most == 0) {
      throw new LiveFault("a transfer at address 0x%x, where no memory is".formatted(address));
    }
    Window w = windows.get(buffer);
    if (bytes > w.bytes - offset) {
      throw new LiveFault(
          "a transfer of %s bytes at %s of %s, which has %s"
              .formatted(bytes, offset, memory.name(buffer), w.bytes));
    }
    return new Range(buffer, offset, bytes);
  }

  public void write(Range to, byte[] data) {
    memory.write(to.buffer(), to.offset(), data, 0, data.length);
  }

  public void write(Range to, Stage stage, int from) {
    for (long done = 0; done < to.bytes(); done += PART) {
      int n = (int) Math.min(PART, to.bytes() - done);
      stage.read(from + (int) done, part, n);
      memory.write(to.buffer(), to.offset() + done, part, 0, n);
    }
  }

  public byte[] read(Range from) {
    byte[] data = new byte[(int) from.bytes()];
    memory.read(from.buffer(), from.offset(), data, 0, data.length);
    return data;
  }

  public void read(Range from, Stage stage, int to) {
    for (long done = 0; done < from.bytes(); done += PART) {
      int n = (int) Math.min(PART, from.bytes() - done);
      memory.read(from.buffer(), from.offset() + done, part, 0, n);
      stage.write(to + (int) done, part, n);
    }
  }

  public void fill(Range to, byte[] pattern) {
    boolean whole = to.offset() == 0 && to.bytes() == memory.bytes(to.buffer());
    if (whole && rests.apply(to.bytes()).readable() == to.bytes()) {
      memory.fill(to.buffer(), pattern);
      return;
    }
    int most = Math.max(1, PART / pattern.length) * pattern.length;
    byte[] repeated = new byte[(int) Math.min(most, to.bytes())];
    for (int k = 0; k < repeated.length; k++) {
      repeated[k] = pattern[k % pattern.length];
    }
    for (long done = 0; done < to.bytes(); done += repeated.length) {
      int n = (int) Math.min(repeated.length, to.bytes() - done);
      memory.write(to.buffer(), to.offset() + done, repeated, 0, n);
    }
  }

  /** Reports the buffers behind whose size kernels have accessed memory since the last call. */
  public void takeBeyond(ObjLongConsumer<String> found) {
    for (int i = 0; i < windows.size(); i++) {
      long end = memory.takeBeyond(i);
      if (end > 0) {
        Window w = windows.get(i);
        w.most = Math.max(w.most, end);
        found.accept("buffer %s of %s bytes".formatted(memory.name(i), w.bytes), end);
      }
    }
  }

  public void copy(Range to, Range from) {
    memory.copy(from.buffer(), from.offset(), to.buffer(), to.offset(), to.bytes());
  }

  public void close() {
    memory.close();
  }
}
