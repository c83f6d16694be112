// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.occupancy;

import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.Resource;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.spi.spec.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Computes the number of resident thread blocks of a multiprocessor.
 *
 * <p>Each sub-partition has an equal part of the registers, from which whole warps take theirs. The
 * toolkit's calculator also wants one block's warps, rounded up to the number of sub-partitions, to
 * fit the register file; where it has 65,536 registers and a block may have all of them, that
 * follows. Shared memory is what the largest carve-out offers, or the given one; on some chips each
 * block takes some besides its own.
 *
 * <p>Source: CUDA C++ Programming Guide, technical specifications by compute capability; the
 * occupancy calculator of the CUDA toolkit (cuda_occupancy.h of 13.0).
 *
 * <p>Immutable and thread-safe.
 */
public final class SmOccupancy {
  private static final int KIB = 1024;

  private final UnitLimits limits;
  private final Resource registers;
  private final Resource shared;
  private final int reserved;
  private final List<Integer> carveOuts;
  private final long cache; // bytes of the first level and shared memory, if they are together
  private final long way; // bytes of a way of the first level
  private final long notCached; // bytes that never hold data of the first level
  private final OptionalLong preferred; // bytes of the carve-out that the specification sets

  /**
   * @param carveOuts sizes of shared memory that a multiprocessor offers, in KiB, ascending; the L1
   *     has the rest; empty if shared memory has storage of its own
   */
  public SmOccupancy(List<Integer> carveOuts, Figures f) {
    int warp = f.integer("unit.wavefront");
    int warps = f.integer("unit.wavefronts");
    int parts = f.integer("unit.simds");
    reserved = f.integer("lds.reserved");
    this.carveOuts = carveOuts;
    cache = f.value("l1.size");
    way = cache / f.value("l1.ways");
    notCached = f.value("l1.reserved");
    preferred = f.optional("lds.carve_out");
    registers =
        Resource.forWavefronts("registers", Need.REGISTERS, f.integer("registers.size") / parts)
            .inBanks(parts)
            .taking(warp)
            .inGranules(f.integer("registers.granule"));
    shared =
        shared(
            // the reserved bytes also of a block without shared memory
            preferred.isPresent()
                ? smallest(Math.max(reserved, preferred.getAsLong()))
                : f.value("lds.size"),
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
   * block that is larger gets the smallest carve-out that holds it.
   */
  public Occupancy fit(Needs block) {
    long one = shared.ofGroup(block, limits.wavefronts(block.groupSize()));
    if (preferred.isEmpty() || one <= shared.total()) {
      return Occupancy.of(limits, block);
    }
    List<Resource> resources = new ArrayList<>(limits.resources());
    resources.set(resources.indexOf(shared), shared(smallest(one), shared.charge().granule()));
    return Occupancy.of(
        new UnitLimits(limits.width(), limits.maximum(), limits.largestGroup(), resources), block);
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
   * block needs more; else the smallest that holds the blocks, which is a guess: the Programming
   * Guide leaves the choice to the driver.
   */
  public int carveOut(Needs block, int blocks) {
    long one = shared.ofGroup(block, limits.wavefronts(block.groupSize()));
    return carveOuts.isEmpty() ? 0 : (int) smallest(Math.max(one, preferred.orElse(blocks * one)));
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

  private long smallest(long bytes) {
    return carveOuts.stream()
            .filter(kib -> (long) kib * KIB >= bytes)
            .findFirst()
            .orElse(carveOuts.get(carveOuts.size() - 1))
        * (long) KIB;
  }
}
