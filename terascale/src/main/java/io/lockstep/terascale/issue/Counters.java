package io.lockstep.terascale.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.stats.StatisticSet;
import io.lockstep.parts.stats.Totals;
import io.lockstep.parts.texture.TextureCounts;
import io.lockstep.parts.unit.LocalMemoryCounts;
import io.lockstep.parts.unit.MachineInstructions;

/** What a compute unit has issued since the last reset. Not thread-safe. */
final class Counters implements MachineInstructions, LocalMemoryCounts, TextureCounts {
  /** What only machines of bundles have. */
  static final StatisticSet<Counters> VLIW =
      StatisticSet.<Counters>of("bundles")
          .count("vliw.bundles", "VLIW bundles issued.", c -> c.bundles)
          .count("vliw.slots", "Slots filled over the bundles issued.", c -> c.slots)
          .ratio(
              "vliw.packing",
              "Slots filled / (bundles x width).",
              c -> c.slots,
              c -> c.bundles * c.width)
          .counter("ALUPacking")
          .build();

  long bundles;
  long slots;
  long fetches;
  long stores;
  long controlFlow;
  long ldsAccesses;
  long ldsCycles;
  long ldsConflicts;
  long samples;
  long texels;

  void reset() {
    bundles = 0;
    slots = 0;
    fetches = 0;
    stores = 0;
    controlFlow = 0;
    ldsAccesses = 0;
    ldsCycles = 0;
    ldsConflicts = 0;
    samples = 0;
    texels = 0;
  }

  private final int width;

  /**
   * @param width slots of a bundle
   */
  Counters(int width) {
    this.width = width;
  }

  /** Adds the statistics. */
  void add(Totals out) {
    MachineInstructions.STATISTICS.write(this, out);
    VLIW.write(this, out);
    LocalMemoryCounts.STATISTICS.write(this, out);
    TextureCounts.STATISTICS.write(this, out);
  }

  @Override
  public long machineInstructions() {
    return bundles + fetches + stores + controlFlow;
  }

  @Override
  public long accesses() {
    return ldsAccesses;
  }

  @Override
  public long busyCycles() {
    return ldsCycles;
  }

  @Override
  public long conflictCycles() {
    return ldsConflicts;
  }

  @Override
  public long requests() {
    return samples;
  }

  @Override
  public long texels() {
    return texels;
  }

  void save(StateWriter out) {
    out.writeLongs(
        new long[] {
          bundles,
          slots,
          fetches,
          stores,
          controlFlow,
          ldsAccesses,
          ldsCycles,
          ldsConflicts,
          samples,
          texels
        });
  }

  void load(StateReader in) {
    long[] saved = in.readLongs();
    bundles = saved[0];
    slots = saved[1];
    fetches = saved[2];
    stores = saved[3];
    controlFlow = saved[4];
    ldsAccesses = saved[5];
    ldsCycles = saved[6];
    ldsConflicts = saved[7];
    samples = saved[8];
    texels = saved[9];
  }
}
