// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.occupancy;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Computes the number of resident thread blocks of a multiprocessor.
 *
 * <p>Each sub-partition has an equal part of the registers, from which whole warps take theirs. The
 * toolkit's calculator also wants one block's warps, rounded up to the number of sub-partitions, to
 * fit the register file; where it has 65,536 registers and a block may have all of them, that
 * follows. Shared memory is what the largest carve-out offers, unless the specification prefers the
 * first level or sets a carve-out; on some chips each block takes some besides its own.
 *
 * <p>Source: CUDA C++ Programming Guide, technical specifications by compute capability; the
 * occupancy calculator of the CUDA toolkit (cuda_occupancy.h of 13.0).
 *
 * <p>Immutable and thread-safe.
 */
public final class SmOccupancy {
  /** Values of {@code lds.preference}, as those of cudaFuncSetCacheConfig. */
  public enum Preference {
    NONE,
    L1,
    SHARED;

    /** Returns the names of the values. */
    public static String[] names() {
      return Stream.of(values()).map(p -> p.name().toLowerCase(Locale.ROOT)).toArray(String[]::new);
    }
  }

  private final UnitLimits limits;
  private final Resource registers;
  private final Resource shared;
  private final int reserved;
  private final long sizes; // of shared memory that a kernel may get; 0 if it is apart
  private final Preference preference;
  private final long cache; // bytes of the first level and shared memory, if they are together
  private final long way; // bytes of a way of the first level
  private final long notCached; // bytes that never hold data of the first level
  private final OptionalLong set; // bytes of the carve-out that the specification sets

  public SmOccupancy(Figures f) {
    int warp = f.integer("unit.wavefront");
    int warps = f.integer("unit.wavefronts");
    int parts = f.integer("unit.simds");
    reserved = f.integer("lds.reserved");
    sizes = f.optional("lds.sizes").orElse(0);
    preference = Preference.values()[(int) f.optional("lds.preference").orElse(0)];
    cache = f.value("l1.size");
    way = cache / f.value("l1.ways");
    notCached = f.value("l1.reserved");
    set = f.optional("lds.carve_out");
    registers =
        Resource.forWavefronts("registers", Need.REGISTERS, f.integer("registers.size") / parts)
            .inBanks(parts)
            .taking(warp)
            .inGranules(f.integer("registers.granule"));
    shared =
        shared(
            // the reserved bytes also of a block without shared memory
            set.isPresent()
                ? Sizes.smallest(sizes, Math.max(reserved, set.getAsLong()))
                : sizes == 0
                    ? f.value("lds.size")
                    : Math.min(f.value("lds.size"), Sizes.largest(sizes)),
            f.integer("lds.granule"));
    limits =
        new UnitLimits(
            warp,
            warps,
            f.integer("unit.group_size"),
            List.of(
                Resource.forWavefronts("wavefronts", Need.SLOT, warps),
                Resource.forGroups("groups", Need.SLOT, f.integer("unit.groups")),
                registers,
                shared));
  }

  public UnitLimits limits() {
    return limits;
  }

  private static Resource shared(long bytes, long granule) {
    return Resource.forGroups("shared memory", Need.LOCAL_MEMORY, bytes).inGranules(granule);
  }

  /**
   * Returns the residency of a block. A carve-out that the specification sets limits it, but a
   * block that is larger gets the smallest carve-out that holds it, as every block does where the
   * first level is preferred.
   */
  public Occupancy fit(Needs block) {
    long one = shared.ofGroup(block, limits.wavefronts(block.groupSize()));
    boolean isOwn = set.isPresent() ? one > shared.total() : prefers(Preference.L1);
    if (!isOwn) {
      return Occupancy.of(limits, block);
    }
    List<Resource> resources = new ArrayList<>(limits.resources());
    long bytes = Sizes.smallest(sizes, one);
    resources.set(resources.indexOf(shared), shared(bytes, shared.charge().granule()));
    return Occupancy.of(
        new UnitLimits(limits.width(), limits.maximum(), limits.largestGroup(), resources), block);
  }

  private boolean prefers(Preference which) {
    return sizes != 0 && preference == which;
  }

  /** Returns the shared memory of a multiprocessor in bytes. */
  public long sharedBytes() {
    return shared.total();
  }

  /** Returns the largest number of registers of a thread with which so many blocks fit; or 0. */
  public int mostRegisters(int threads, int blocks) {
    return (int) Math.max(0, limits.most(Needs.of(threads), Need.REGISTERS, blocks));
  }

  /**
   * @param registersPerThread number of registers per thread
   * @param sharedPerBlock shared memory of a block in bytes, static and dynamic
   */
  public Needs needs(int threads, int registersPerThread, int sharedPerBlock) {
    return Needs.of(threads, registersPerThread, (long) sharedPerBlock + reserved);
  }

  /**
   * Returns the bytes of the carve-out of a kernel of which a multiprocessor holds so many blocks;
   * the first-level cache has the rest. It is the one that the specification sets, or larger if one
   * block needs more; else the one that the specification prefers. Without a preference it is the
   * smallest that holds the blocks, which is a guess: the Programming Guide leaves the choice to
   * the driver.
   */
  public int carveOut(Needs block, int blocks) {
    if (sizes == 0) {
      return 0;
    }
    long one = shared.ofGroup(block, limits.wavefronts(block.groupSize()));
    long usual =
        switch (preference) {
          case NONE -> blocks * one;
          case L1 -> one;
          case SHARED -> Sizes.largest(sizes);
        };
    return (int) Sizes.smallest(sizes, Math.max(one, set.orElse(usual)));
  }

  /** Returns the ways of the first level that a launch leaves. */
  public int ways(LaunchPlan plan) {
    int threads = plan.geometry().groupSize();
    return (int) (cache(threads, plan.localBytes(), plan.occupancy().groups()) / way);
  }

  /**
   * Returns the bytes of the first level that blocks leave.
   *
   * @param shared bytes of shared memory of a block
   * @param blocks number of blocks that a multiprocessor holds
   */
  public long cache(int threads, int shared, int blocks) {
    long taken = Math.max(carveOut(needs(threads, 0, shared), blocks), notCached);
    return Math.max(way, (cache - taken) / way * way);
  }
}
