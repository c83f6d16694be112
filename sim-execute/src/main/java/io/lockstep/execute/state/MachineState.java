// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.state;

import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.execute.lane.Versions;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.trace.record.Geometry;
import java.util.Arrays;
import java.util.List;

/** State that the steps of one executor share: memories, the running group, the last access. */
public final class MachineState {
  public final DeviceMemory memory;
  public final Geometry geometry;
  public final int size;

  /** 32-bit layout of the buffers; null if pointers have 64 bits. */
  public final AddressLayout layout;

  public final byte[] arguments;
  public final ParameterLoads parameters = new ParameterLoads();
  public final byte[] local;

  /** Region memory, which all groups of the launch share. */
  public final RegionMemory region;

  public final byte[] privates;

  /** Position of each work-item's own memory in {@link #privates}. */
  public final int[] privateStarts;

  public final int privateBytes;
  public final int staticLocalBytes;
  public final Versions versions = new Versions();

  public final TextureTable textures;

  public PrintedText printed;

  /** Size of the launch's domain in pixels, or 0. */
  public final int domainWidth;

  public final int domainHeight;

  /** Mask of the work-items that cover pixels of the domain; null without a domain. */
  public final long[] covered;

  public final ScatteredAccesses scattered;

  /** Receives the accesses to device memory; null unless groups are executed side by side. */
  public AccessedBytes accessed;

  /** Barriers in local memory; null if the kernel uses none. */
  public LocalBarriers barriers;

  public long group;
  public int groupX;
  public int groupY;
  public int groupZ;

  /** Size of the running group by dimension; the last group along a dimension may be smaller. */
  public int sizeX;

  public int sizeY;
  public int sizeZ;

  public int items;

  /** Sizes of the last groups along x, y and z; empty if all groups have the same size. */
  public final List<Integer> last;

  /** Instructions of the launch so far, summed over work-items; clock registers read them. */
  public long instructions;

  /** The instruction of the last access, for messages. */
  public Instruction instruction;

  public int lane;

  public MachineState(
      DeviceMemory memory,
      Geometry geometry,
      AddressLayout layout,
      byte[] arguments,
      int staticLocalBytes,
      int localBytes,
      int privateBytes,
      LaunchResources resources) {
    this.memory = memory;
    this.geometry = geometry;
    this.size = geometry.groupSize();
    this.last = resources.last();
    measure();
    this.layout = layout;
    this.arguments = arguments;
    this.staticLocalBytes = staticLocalBytes;
    this.local = new byte[localBytes];
    this.region = new RegionMemory(geometry);
    this.privateBytes = privateBytes + 15 & -16;
    this.positions = new int[size];
    this.scattered = new ScatteredAccesses(memory, size);
    this.textures = new TextureTable(memory, resources.textures(), resources.views());
    this.printed = new PrintedText(resources.output());
    this.domainWidth = resources.domainWidth();
    this.domainHeight = resources.domainHeight();
    this.covered = domainWidth == 0 ? null : new long[(size + 63) >>> 6];
    this.privates = new byte[Math.multiplyExact(this.privateBytes, size)];
    this.privateStarts = new int[size];
    Arrays.setAll(privateStarts, i -> i * this.privateBytes);
  }

  /** Makes a work-group the running one. */
  public void select(long running) {
    group = running;
    groupX = (int) (group % geometry.groupsX());
    groupY = (int) (group / geometry.groupsX() % geometry.groupsY());
    groupZ = (int) (group / geometry.groupsX() / geometry.groupsY());
    measure();
  }

  private void measure() {
    boolean parts = !last.isEmpty();
    sizeX = parts && groupX == geometry.groupsX() - 1 ? last.get(0) : geometry.sizeX();
    sizeY = parts && groupY == geometry.groupsY() - 1 ? last.get(1) : geometry.sizeY();
    sizeZ = parts && groupZ == geometry.groupsZ() - 1 ? last.get(2) : geometry.sizeZ();
    items = sizeX * sizeY * sizeZ;
  }

  /** Starts another launch with the same geometry and memories. */
  public void restart(byte[] newArguments, KernelOutput output) {
    System.arraycopy(newArguments, 0, arguments, 0, arguments.length);
    parameters.read(arguments);
    region.restart();
    printed = new PrintedText(output);
    instructions = 0;
  }

  /** Returns whether a work-item's stores take effect. Helper pixels compute, but write nothing. */
  public boolean isCovered(int workItem) {
    return covered == null || (covered[workItem >>> 6] & 1L << workItem) != 0;
  }

  // Page of the current part of an access, set by locate() and used by the transfer loops.
  public byte[] page;

  /** Positions in {@link #page}, by work-item. */
  public final int[] positions;

  /**
   * Locates the accesses of the work-items {@code from}, {@code from + 1}, … as long as they stay
   * in one page.
   *
   * @return the first work-item whose access is in another page, at most {@code to}
   * @throws MemoryFault if an access is invalid; {@link #lane} is its work-item
   */
  public int locate(
      MemoryWindow window,
      long[] addresses,
      long offset,
      int bytes,
      int from,
      int to,
      boolean write) {
    return switch (window) {
      case DEVICE -> locateDevice(addresses, offset, bytes, from, to, write);
      case LOCAL -> locateLocal(addresses, offset, bytes, from, to);
      case PRIVATE -> locatePrivate(addresses, offset, bytes, from, to);
      case REGION -> locateRegion(addresses, offset, bytes, from, to);
      case GENERIC -> locateGeneric(addresses, offset, bytes, from, to, write);
    };
  }

  private int locateDevice(
      long[] addresses, long offset, int bytes, int from, int to, boolean write) {
    lane = from;
    long first = addresses[from] + offset;
    page = write ? memory.pageForWrite(first, bytes) : memory.pageForRead(first, bytes);
    int limit = memory.pageLimit() - bytes;
    long key = first & ~DeviceMemory.PAGE_MASK;
    int[] p = positions;
    int misaligned = bytes - 1;
    for (int i = from; i < to; i++) {
      // Inside the page, the difference is below the page's size.
      long inPage = addresses[i] + offset - key;
      if (inPage >>> DeviceMemory.PAGE_BITS != 0) {
        return i;
      }
      int at = (int) inPage;
      if (at > limit || (at & misaligned) != 0) {
        lane = i;
        if (write) {
          memory.pageForWrite(addresses[i] + offset, bytes);
        } else {
          memory.pageForRead(addresses[i] + offset, bytes);
        }
      }
      p[i] = at;
    }
    return to;
  }

  private int locateLocal(long[] addresses, long offset, int bytes, int from, int to) {
    return locateShared(local, "work-group memory", addresses, offset, bytes, from, to);
  }

  private int locateRegion(long[] addresses, long offset, int bytes, int from, int to) {
    byte[] all = region.bytes();
    return locateShared(all, "region memory", addresses, offset, bytes, from, to);
  }

  private int locateShared(
      byte[] memory, String name, long[] addresses, long offset, int bytes, int from, int to) {
    page = memory;
    long limit = memory.length - bytes;
    int misaligned = bytes - 1;
    // no address is larger than the bitwise OR of all addresses
    long bits = narrow(positions, addresses, offset, from, to);
    boolean wrong =
        (bits & misaligned) != 0
            || (bits < 0 || bits > limit) && isOutside(addresses, offset, limit, from, to);
    for (int i = from; i < to && wrong; i++) {
      long at = addresses[i] + offset;
      if (at < 0 || at > limit || (at & misaligned) != 0) {
        fault(i, at, bytes, name, memory.length);
      }
    }
    return to;
  }

  // Separate methods for the loops, each of which the JIT compiler optimises on its own.

  private static boolean isOutside(long[] addresses, long offset, long limit, int from, int to) {
    long outside = 0; // negative if any access is
    for (int i = from; i < to; i++) {
      long at = addresses[i] + offset;
      outside |= at | limit - at;
    }
    return outside < 0;
  }

  /** Sets the positions of addresses below 2 GiB; returns the bitwise OR of the addresses. */
  private static long narrow(int[] positions, long[] addresses, long offset, int from, int to) {
    long bits = 0;
    for (int i = from; i < to; i++) {
      long at = addresses[i] + offset;
      positions[i] = (int) at;
      bits |= at;
    }
    return bits;
  }

  private int locatePrivate(long[] addresses, long offset, int bytes, int from, int to) {
    page = privates;
    int limit = privateBytes - bytes;
    int misaligned = bytes - 1;
    for (int i = from; i < to; i++) {
      long at = addresses[i] + offset;
      if (at < 0 || at > limit || (at & misaligned) != 0) {
        fault(i, at, bytes, "work-item memory", privateBytes);
      }
      positions[i] = privateStarts[i] + (int) at;
    }
    return to;
  }

  private int locateGeneric(
      long[] addresses, long offset, int bytes, int from, int to, boolean write) {
    long window = addresses[from] + offset >>> Address.OFFSET_BITS;
    if (MemoryWindow.of(addresses[from] + offset) == MemoryWindow.DEVICE) {
      return locateDevice(addresses, offset, bytes, from, to, write);
    }
    int end = from + 1;
    while (end < to && addresses[end] + offset >>> Address.OFFSET_BITS == window) {
      end++;
    }
    long inWindow = offset - (window << Address.OFFSET_BITS);
    return window == Address.LOCAL_WINDOW
        ? locateLocal(addresses, inWindow, bytes, from, end)
        : locatePrivate(addresses, inWindow, bytes, from, end);
  }

  private void fault(int workItem, long at, int bytes, String where, int length) {
    lane = workItem;
    boolean inside = at >= 0 && at <= length - bytes;
    throw new MemoryFault(
        inside ? MemoryFault.Kind.MISALIGNED : MemoryFault.Kind.OUT_OF_BOUNDS,
        at,
        bytes,
        inside ? where : where + " of " + length + " bytes");
  }
}
