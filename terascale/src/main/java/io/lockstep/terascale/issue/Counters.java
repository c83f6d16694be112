package io.lockstep.terascale.issue;

import io.lockstep.core.engine.StateReader;
import io.lockstep.core.engine.StateWriter;
import io.lockstep.parts.stats.Totals;

/** What a compute unit has issued since the last reset. Not thread-safe. */
final class Counters {
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

  /** Adds the statistics; {@code width} is the slots of a bundle. */
  void add(int width, Totals out) {
    out.add("machine_instructions", bundles + fetches + stores + controlFlow);
    out.add("vliw.bundles", bundles);
    out.add("vliw.slots", slots);
    out.ratio("vliw.packing", slots, bundles * width);
    out.add("lds.accesses", ldsAccesses);
    out.add("lds.cycles", ldsCycles);
    out.add("lds.conflict_cycles", ldsConflicts);
    out.add("texture.requests", samples);
    out.add("texture.texels", texels);
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
