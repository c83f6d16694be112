// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import io.lockstep.parts.transaction.MemoryUnit;
import io.lockstep.parts.transaction.ResourceUse;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import io.lockstep.spi.stats.StatisticSet;
import io.lockstep.spi.stats.StatisticsSink;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Utilization of memory units while kernels ran: of their entries, which lines pass in sequence,
 * and of their links to and from the network. The use of units of one kind is summed. Not
 * thread-safe.
 */
public final class MemoryRoofs {
  private static final class OfKind {
    ResourceUse entries = ResourceUse.NONE;
    ResourceUse requests = ResourceUse.NONE;
    ResourceUse responses = ResourceUse.NONE;
  }

  private static final Map<Resource, StatisticSet<ResourceUse>> ENTRIES =
      new EnumMap<>(Resource.class);
  private static final StatisticSet<ResourceUse> RESPONSES =
      link(
          "response",
          "Bytes of responses, headers included, on the links into the memory units of one kind: the"
              + " kind that used the largest share.");
  private static final StatisticSet<ResourceUse> REQUESTS =
      link(
          "request",
          "Bytes of requests, headers included, on the links out of the memory units of one kind:"
              + " the kind that used the largest share.");

  static {
    entry(Resource.L1, "first-level data cache", "l1");
    entry(Resource.MEMORY_PATH, "path to memory", "memory_path");
    entry(Resource.TEXTURE, "texture cache", "texture_cache");
    entry(Resource.CONSTANTS, "scalar or constant cache", "scalar");
  }

  private final Map<Resource, OfKind> kinds = new EnumMap<>(Resource.class);

  /**
   * Collects the use of all memory units.
   *
   * @param units compute units of the device
   * @param kernels number of ticks in which kernels ran since the last reset
   */
  public MemoryRoofs(ComputeUnit[] units, long kernels) {
    for (ComputeUnit unit : units) {
      for (MemoryUnit memory : unit.memoryUnits()) {
        OfKind kind = kinds.computeIfAbsent(memory.config().entry(), k -> new OfKind());
        kind.entries = kind.entries.and(memory.entered(kernels));
        kind.requests = kind.requests.and(memory.sent(kernels));
        kind.responses = kind.responses.and(memory.received(kernels));
      }
    }
  }

  private static void entry(Resource resource, String part, String name) {
    ENTRIES.put(
        resource,
        StatisticSet.<ResourceUse>of(part)
            .count(
                name + ".lines",
                "Lines of reads, writes and atomics that entered, one after the other.",
                ResourceUse::used)
            .count(
                name + ".lines_at_peak",
                "Lines that could have entered all units while kernels ran.",
                ResourceUse::peak)
            .roof(
                resource,
                name + ".busy",
                "Share of these that entered.",
                name + ".lines",
                name + ".lines_at_peak")
            .build());
  }

  private static StatisticSet<ResourceUse> link(String of, String definition) {
    String name = "network." + of;
    return StatisticSet.<ResourceUse>of("network")
        .level(name + "_bytes", "B", definition, ResourceUse::used)
        .level(
            name + "_at_peak",
            "B",
            "Bytes that these links could have carried while kernels ran.",
            ResourceUse::peak)
        .roof(
            Resource.NETWORK,
            name + "_busy",
            "Share of the links' rate used while kernels ran.",
            name + "_bytes",
            name + "_at_peak")
        .build();
  }

  /** {@return all utilization statistics of memory units} */
  public static List<Statistic> all() {
    List<Statistic> all = new ArrayList<>();
    ENTRIES.values().forEach(set -> all.addAll(set.declared()));
    all.addAll(RESPONSES.declared());
    all.addAll(REQUESTS.declared());
    return all;
  }

  /**
   * Writes the statistics of the entries of all kinds of memory units.
   *
   * @param out receives the statistics
   */
  public void writeEntries(StatisticsSink out) {
    kinds.forEach((resource, kind) -> ENTRIES.get(resource).write(kind.entries, out));
  }

  /**
   * Writes the statistics of each link for the kind of units with the highest utilization.
   *
   * @param out receives the statistics
   */
  public void writeLinks(StatisticsSink out) {
    ResourceUse requests = ResourceUse.NONE;
    ResourceUse responses = ResourceUse.NONE;
    for (OfKind kind : kinds.values()) {
      requests = requests.orMore(kind.requests);
      responses = responses.orMore(kind.responses);
    }
    if (responses.peak() > 0) {
      RESPONSES.write(responses, out);
    }
    if (requests.peak() > 0) {
      REQUESTS.write(requests, out);
    }
  }
}
