// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.observe.line.SourceLines;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Measures all launches of one kernel. Memory use grows with the size of the kernel and, up to a
 * limit, with the number of touched lines, but not with the number of work-items.
 */
final class KernelMeter implements WidthMeter.Visitor {
  /** Maximum number of distinct geometries to list. */
  static final int GEOMETRIES = 16;

  /** Numbers of banks of the modelled local memories. */
  static final int[] BANKS = {16, 32};

  private final Kernel kernel;
  private final WidthMeter narrow;
  private final WidthMeter wide;
  private final AccessMeter[][] ofBlock;
  private final AccessShape shape = new AccessShape();
  private final BankPasses[] banks = {new BankPasses(BANKS[0]), new BankPasses(BANKS[1])};
  private final LineSet lines;
  private final Set<KernelCard.Shape> shapes = new LinkedHashSet<>();
  private List<TextureInfo> textures = List.of();
  private int widthOf = -1;
  private boolean widthKnown = true;
  private int flags;
  private long launches;
  private long groups;

  /** Creates a meter for device memory addresses below {@code memoryBytes}. */
  KernelMeter(Kernel kernel, long memoryBytes) {
    this.kernel = kernel;
    narrow = new WidthMeter(kernel, 32);
    wide = new WidthMeter(kernel, 64);
    lines = new LineSet(memoryBytes);
    ofBlock = new AccessMeter[kernel.blocks().size()][];
    for (Block block : kernel.blocks()) {
      List<AccessMeter> meters = new ArrayList<>();
      for (Instruction i : block.instructions()) {
        if (i.isRecorded()) {
          meters.add(new AccessMeter(i, block.id()));
        }
      }
      ofBlock[block.id()] = meters.toArray(AccessMeter[]::new);
    }
  }

  void begin(HostStep.Launch launch, long[] bufferAddress) {
    launches++;
    textures = launch.textures();
    narrow.begin(launch, bufferAddress);
    wide.begin(launch, bufferAddress);
    if (shapes.size() < GEOMETRIES) {
      shapes.add(
          new KernelCard.Shape(
              launch.geometry(),
              launch.dynamicLocalBytes(),
              launch.domainWidth(),
              launch.domainHeight()));
    }
  }

  void group(WorkGroupRecord record) {
    groups++;
    narrow.group(record, null);
    wide.group(record, this);
  }

  void end(LaunchEnd end) {
    widthOf = Math.max(widthOf, end.minimumWidth());
    widthKnown &= end.minimumWidth() > 0;
    flags |= end.flags();
  }

  @Override
  public void wavefront(int firstItem, Geometry group) {
    shape.place(firstItem, group.sizeX(), group.sizeY(), group.sizeZ());
  }

  @Override
  public void pixels(int[] items, int count, int tileWidth) {
    shape.placePixels(items, count, tileWidth);
  }

  @Override
  public void block(Wavefronts wavefronts, int block, Access scratch) {
    for (AccessMeter meter : ofBlock[block]) {
      int slot = meter.instruction.memory().slot();
      wavefronts.access(0, slot, scratch);
      if (scratch.mask() != 0) {
        request(meter, scratch);
      }
      for (int more = 1; more < meter.instruction.slots(); more++) {
        wavefronts.access(0, slot + more, scratch); // advances the cursor past the remaining slots
      }
    }
  }

  private void request(AccessMeter meter, Access access) {
    meter.requests++;
    meter.lanes += access.active();
    if (meter.isTexture()) {
      texels(meter, access);
      return;
    }
    switch (meter.space()) {
      case GLOBAL, CONSTANT -> device(meter, access, access.mask());
      case LOCAL -> local(meter, access, access.mask());
      case GENERIC -> generic(meter, access);
      default -> own(meter, access, access.mask());
    }
  }

  /**
   * Counts bytes of texels. Their lines are not counted, since the layout depends on the device.
   */
  private void texels(AccessMeter meter, Access access) {
    meter.deviceLanes += access.active();
    if (meter.instruction.op() != Op.TEXTURE) {
      meter.deviceBytes += (long) access.active() * meter.bytes;
      return;
    }
    for (long m = access.mask(); m != 0; m &= m - 1) {
      int number = TextureInfo.textureOf(access.address(Long.numberOfTrailingZeros(m)));
      meter.deviceBytes +=
          number >= 0 && number < textures.size() ? textures.get(number).texelBytes() : 0;
    }
  }

  /** Splits a generic request by the memories that its lanes access. */
  private void generic(AccessMeter meter, Access access) {
    long local = 0;
    long own = 0;
    for (long m = access.mask(); m != 0; m &= m - 1) {
      long window = access.address(Long.numberOfTrailingZeros(m)) >>> Address.OFFSET_BITS;
      local |= window == Address.LOCAL_WINDOW ? m & -m : 0;
      own |= window == Address.PRIVATE_WINDOW ? m & -m : 0;
    }
    device(meter, access, access.mask() & ~local & ~own);
    local(meter, access, local);
    own(meter, access, own);
  }

  private void device(AccessMeter meter, Access access, long mask) {
    if (mask == 0) {
      return;
    }
    look(meter, access, mask);
    meter.deviceRequests++;
    meter.deviceLanes += shape.lanes;
    meter.deviceBytes += (long) shape.lanes * meter.bytes;
    meter.distinctBytes += (long) shape.distinct * meter.bytes;
    meter.lines += shape.lines;
    for (int k = 0; k < shape.lanes; k++) {
      lines.touch(shape.address(k));
    }
  }

  private void local(AccessMeter meter, Access access, long mask) {
    if (mask == 0) {
      return;
    }
    look(meter, access, mask);
    meter.localLanes += shape.lanes;
    for (int b = 0; b < banks.length; b++) {
      int from = 0;
      while (from < shape.lanes) {
        int part = shape.lane(from) / banks[b].lanes();
        int to = from + 1;
        while (to < shape.lanes && shape.lane(to) / banks[b].lanes() == part) {
          to++;
        }
        banks[b].look(shape, from, to, meter.bytes);
        meter.passes[b] += banks[b].passes;
        meter.fewest[b] += banks[b].fewest;
        from = to;
      }
    }
  }

  private void own(AccessMeter meter, Access access, long mask) {
    if (mask != 0) {
      look(meter, access, mask);
      meter.privateLanes += shape.lanes;
    }
  }

  private void look(AccessMeter meter, Access access, long mask) {
    shape.read(access, mask);
    shape.look(meter.bytes);
    meter.pattern(shape.pattern, shape.strideX, shape.strideY, shape.strideZ);
    if (meter.isAtomic()) {
      meter.addresses += shape.distinct;
      meter.chains += shape.most;
    }
  }

  KernelCard card(SourceLines sources) {
    return new CardWriter(kernel, narrow, wide, ofBlock, sources)
        .card(
            new KernelCard.Launches(
                launches,
                groups,
                wide.workItems(),
                List.copyOf(shapes),
                widthKnown && widthOf > 0 ? widthOf : 0,
                flags),
            lines.count() * LineSet.LINE_BYTES,
            lines.isExact());
  }
}
