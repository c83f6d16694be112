// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import io.lockstep.parts.dram.mapping.BlockInterleaved;
import io.lockstep.parts.dram.mapping.DramGeometry;
import io.lockstep.parts.dram.mapping.MappingSpec;
import io.lockstep.parts.dram.mapping.PermutedBanks;
import io.lockstep.parts.memory.map.AddressMap;
import io.lockstep.parts.memory.map.DeviceMap;
import io.lockstep.parts.memory.map.PhysicalPages;
import io.lockstep.parts.memory.spec.MemorySpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Optional;

/**
 * Creates the address map, which determines the L2 channel on the requesting compute unit's die,
 * the memory channel, bank and row.
 *
 * <p>The L2 channel is (address / 256) modulo channels (AMD compute profiler; the real hash is not
 * public). With a memory-side cache (MI300), memory is interleaved over the stacks by pages, and
 * over the channels of a stack by 256 bytes; otherwise over all channels by 256 bytes. The low bits
 * of the row select the bank, permuted by the next bits so that large strides do not stay in one
 * bank (an assumption, since no mapping is published). {@code l2.mapping} and {@code dram.mapping}
 * select other mappings; hashed channels cover all stacks.
 */
public final class GcnAddressMap {
  private GcnAddressMap() {}

  public static AddressMap of(DeviceSpec spec) {
    int dies = spec.integer("unit.dies");
    int interleave = spec.integer("l2.interleave");
    boolean memorySide = spec.has("mall.size");
    DramGeometry l2 = new DramGeometry(spec.integer("l2.channels"), interleave, 1, interleave);
    DramGeometry dram = dram(spec, interleave, memorySide);
    AddressMap map =
        new DeviceMap(
                MappingSpec.of(spec, "dram.", new PermutedBanks(), dram), dram, blockBytes(spec))
            .sliced(
                MappingSpec.of(spec, "l2.", new BlockInterleaved(), l2),
                l2,
                dies,
                (spec.integer("unit.count") + dies - 1) / dies,
                memorySide);
    return pages(spec).map(p -> p.before(map)).orElse(map);
  }

  /** Returns the scattering of pages over memory; empty if memory is contiguous. */
  public static Optional<PhysicalPages> pages(DeviceSpec spec) {
    return spec.has("memory.page")
        ? Optional.of(
            new PhysicalPages(
                spec.value("memory.page"), spec.optional("memory.page_seed").orElse(1)))
        : Optional.empty();
  }

  private static DramGeometry dram(DeviceSpec spec, int interleave, boolean memorySide) {
    int channels = spec.integer("dram.channels");
    int ofStack = memorySide ? spec.integer("dram.stack_channels") : channels;
    int stackChannels = channels % ofStack == 0 ? ofStack : channels;
    // A page has at least one block for each channel of its stack, so that all channels are used.
    int blocks = Integer.SIZE - Integer.numberOfLeadingZeros(stackChannels - 1);
    long page = memorySide ? spec.value("dram.page") : 1;
    return new DramGeometry(
        channels,
        interleave,
        stackChannels,
        Math.max(page, (long) interleave << blocks),
        spec.integer("dram.banks"),
        spec.integer("dram.row"));
  }

  /**
   * Returns the size in bytes of a block that lies in a single channel, bank and row, limited by
   * the request size and by the miss entries of the caches.
   */
  public static int blockBytes(DeviceSpec spec) {
    long l2 = Math.min(spec.value("l2.sector"), spec.value("l2.line")) * spec.value("l2.misses");
    long mall = spec.has("mall.size") ? spec.value("mall.misses") * spec.value("mall.line") : l2;
    return MemorySpec.block(
        spec.value("l2.interleave"),
        spec.value("dram.row"),
        spec.value("memory.request_size"),
        l2,
        mall);
  }
}
