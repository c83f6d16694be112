package io.lockstep.parts.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Every statistic that a result may hold: the one table that documentation and checks use.
 *
 * <p>A name ending in {@code .*} stands for all names with that beginning (one per cause or class).
 * A statistic that a device does not model is absent from its results, never zero.
 */
public final class StatisticsTable {
  private static final SortedMap<String, Statistic> TABLE = new TreeMap<>();

  static {
    add("work_groups", "1", "Work-groups executed.", "");
    add("wavefronts", "1", "Wavefronts started.", "SQ_WAVES, Wavefronts");
    add(
        "wavefront_instructions",
        "1",
        "Operations of the portable kernel executed, one per wavefront.",
        "");
    add(
        "work_item_instructions",
        "1",
        "Operations of the portable kernel executed, summed over active lanes.",
        "");
    add(
        "machine_instructions",
        "1",
        "Instructions of the device's own code issued (VLIW: bundles and fetches).",
        "SQ_INSTS, instructions");
    add("lanes.active", "1", "Active lanes summed over portable operations.", "");
    add("lanes.issued", "1", "Lanes of the wavefronts summed over portable operations.", "");
    add("lanes.utilisation", "ratio", "lanes.active / lanes.issued.", "VALUUtilization");
    add("occupancy", "ratio", "Resident wavefronts a compute unit is allowed / its maximum.", "");
    add("occupancy.groups", "1", "Work-groups a compute unit may hold at once.", "");
    add("occupancy.wavefronts", "1", "Wavefronts a compute unit may hold at once.", "");
    add("vliw.bundles", "1", "VLIW bundles issued.", "");
    add("vliw.slots", "1", "Slots filled over the bundles issued.", "");
    add("vliw.packing", "ratio", "Slots filled / (bundles x width).", "ALUPacking");
    add("lds.accesses", "1", "Local-memory operations of wavefronts.", "SQ_INSTS_LDS");
    add("lds.cycles", "cycles", "Cycles the banks of local memory were busy.", "");
    add(
        "lds.conflict_cycles",
        "cycles",
        "Cycles of local memory beyond the conflict-free ones.",
        "SQ_LDS_BANK_CONFLICT, warp_serialize");
    add("memory.requests", "1", "Memory instructions of wavefronts (or their parts).", "");
    add("memory.transactions", "1", "Transactions after coalescing.", "gld_32b .. gst_128b");
    add("memory.transactions_per_request", "ratio", "memory.transactions / memory.requests.", "");
    add("memory.bytes_requested", "B", "Bytes that active lanes asked for.", "");
    add("memory.bytes_moved", "B", "Bytes of the transactions.", "");
    add("l1.lookups", "1", "Look-ups of the first-level data cache.", "TCP_TOTAL_CACHE_ACCESSES");
    add("l1.hits", "1", "Of these, hits.", "");
    add("l1.hit_rate", "ratio", "l1.hits / l1.lookups.", "");
    add("scalar.lookups", "1", "Look-ups of the scalar or constant cache.", "");
    add("scalar.hits", "1", "Of these, hits.", "");
    add("texture.requests", "1", "Texture fetches of lanes.", "");
    add("texture.texels", "1", "Texels that they read, by filter.", "");
    add("texture.lines", "1", "Lines of these, once for the lanes that work together.", "");
    add(
        "texture.busy_cycles",
        "cycles",
        "Cycles that texture units worked on fetches.",
        "TEX busy");
    add("texture.lookups", "1", "Look-ups of the texture cache.", "tex_cache_hit + tex_cache_miss");
    add("texture.hits", "1", "Of these, hits.", "tex_cache_hit");
    add("texture.hit_rate", "ratio", "texture.hits / texture.lookups.", "");
    add("l2.lookups", "1", "Look-ups of the second-level cache.", "TCC_REQ");
    add("l2.hits", "1", "Of these, hits.", "TCC_HIT");
    add("l2.hit_rate", "ratio", "l2.hits / l2.lookups.", "L2CacheHit");
    add("l2.evictions", "1", "Lines that left the second-level cache to make room.", "");
    add("l2.bytes_read", "B", "Bytes that reads and atomics asked of the slices.", "");
    add("l2.bytes_written", "B", "Bytes that writes brought to the slices.", "");
    add("atomic.operations", "1", "Atomic operations of lanes on global memory.", "");
    add("mall.lookups", "1", "Look-ups of the memory-side cache.", "");
    add("mall.hits", "1", "Of these, hits.", "");
    add("mall.hit_rate", "ratio", "mall.hits / mall.lookups.", "");
    add("dram.reads", "1", "Bursts read.", "");
    add("dram.writes", "1", "Bursts written.", "");
    add("dram.bytes", "B", "Bytes over the memory pins.", "FetchSize + WriteSize");
    add("dram.row_hits", "1", "Accesses to an open row.", "");
    add("dram.row_misses", "1", "Accesses that opened a row.", "");
    add("dram.busy", "ratio", "Share of the peak rate used while kernels ran.", "MemUnitBusy");
    add("barrier.waits", "1", "Wavefronts that waited at a barrier.", "");
    add("branch.divergent", "1", "Branches whose lanes went different ways.", "divergent_branch");
    add("issue.*", "cycles", "Cycles of issue ports by cause; they add up to cycles x ports.", "");
    add("time.kernels", "ps", "Sum of the kernels' own times.", "");
    add("cycles.kernels", "cycles", "The same in cycles of the clock that results count.", "");
    add("launches", "1", "Kernel launches.", "");
  }

  private StatisticsTable() {}

  private static void add(String name, String unit, String definition, String counter) {
    TABLE.put(name, new Statistic(name, unit, definition, counter));
  }

  /** All entries in order of their names. */
  public static List<Statistic> all() {
    return Collections.unmodifiableList(new ArrayList<>(TABLE.values()));
  }

  /**
   * The entry for a name, instance prefixes such as {@code cu[3].} ignored.
   *
   * @return empty where the table has none: a defect of the device
   */
  public static Optional<Statistic> find(String name) {
    String plain = name.replaceFirst("^([a-z0-9_]+\\[\\d+\\]\\.)+", "");
    Statistic exact = TABLE.get(plain);
    if (exact != null) {
      return Optional.of(exact);
    }
    for (int dot = plain.lastIndexOf('.'); dot > 0; dot = plain.lastIndexOf('.', dot - 1)) {
      Statistic family = TABLE.get(plain.substring(0, dot) + ".*");
      if (family != null) {
        return Optional.of(family);
      }
    }
    return Optional.empty();
  }
}
