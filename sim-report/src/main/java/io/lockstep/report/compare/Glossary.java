package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.spi.stats.CommonCause;

final class Glossary {
  private static final String[][] WORDS = {
    {
      "compute unit",
      "The part of a GPU that holds work-groups and runs them: a compute unit or, as other vendors say, a multiprocessor."
    },
    {"wavefront", "Work-items that run in step; 64 or fewer, by device; of 32 also called a warp."},
    {
      "issue port",
      "Where a unit starts instructions. In each cycle a port issues, or waits for one reason."
    },
    {
      "occupancy",
      "Wavefronts that a compute unit may hold of those it has slots for; achieved: those that were there on average."
    },
    {
      "lanes",
      "How full wavefronts ran: active lanes of all lanes. Branches that diverge leave some idle."
    },
    {"packing", "Used slots of VLIW bundles."},
    {
      "trans/req",
      "Memory transactions a request of a wavefront: 1 is best on devices that coalesce."
    },
    {"LDS confl.", "Cycles of local memory beyond those without bank conflicts."},
    {
      "hit",
      "Look-ups of a cache that found their data, by level: L1, texture, L2, memory-side (MALL)."
    },
    {"DRAM busy", "Share of the memory's peak rate used while kernels ran."},
    {
      "bound by",
      "By one written rule for all devices: launch or transfers; else what was used to 60 % of its peak or more (memory, cache, atomics, local memory, issue ports); else what ports wait for most."
    },
    {"kernels", "The kernels' own time, without launches, transfers and waiting between them."},
    {"refused", "The device cannot run the workload, and says which capability it lacks."},
    {
      "geometric mean",
      "The n-th root of the product of n ratios: the mean for which it does not matter which device is the base."
    },
  };

  private Glossary() {}

  static void write(Element page) {
    Element list = page.child("dl");
    for (String[] word : WORDS) {
      list.add(Element.of("dt", word[0]), Element.of("dd", word[1]));
    }
    for (CommonCause cause : CommonCause.values()) {
      list.add(Element.of("dt", cause.label()), Element.of("dd", cause.meaning()));
    }
  }
}
