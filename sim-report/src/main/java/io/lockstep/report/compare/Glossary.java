// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Element;
import io.lockstep.spi.stats.CommonCause;

final class Glossary {
  private static final String[][] WORDS = {
    {"compute unit", "The processor of a GPU that executes work-groups."},
    {"wavefront", "Work-items that execute in lockstep, at most 64 depending on the device."},
    {
      "issue port",
      "The part of a compute unit that issues instructions. In each cycle it issues, or stalls"
          + " for one reason."
    },
    {
      "occupancy",
      "Wavefronts that fit on a compute unit, as a share of its slots. Achieved: resident"
          + " wavefronts on average."
    },
    {"lanes", "Active lanes as a share of all lanes; divergent branches leave lanes idle."},
    {"packing", "Share of VLIW slots that hold an operation."},
    {
      "trans/req",
      "Memory transactions per request of a wavefront; 1 is best on devices that coalesce."
    },
    {"LDS confl.", "Local-memory cycles lost to bank conflicts."},
    {"hit", "Share of cache lookups that hit, by level: L1, texture, L2, memory-side (MALL)."},
    {"DRAM busy", "Share of peak DRAM bandwidth used while kernels ran."},
    {
      "bound by",
      "The limiting resource, by one rule for all devices: launches or transfers; else a resource"
          + " used at 60 % of its peak or more (memory, cache, atomics, local memory, issue"
          + " ports); else the most frequent stall reason."
    },
    {
      "kernels",
      "Execution time of kernels, without launch overhead, transfers and idle time"
          + " between launches."
    },
    {"refused", "The device lacks a capability that the workload needs; the message names it."},
    {
      "geometric mean",
      "The n-th root of the product of n ratios. Changing the base device does not change the"
          + " order of the devices."
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
