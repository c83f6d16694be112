// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.syntax;

import static java.util.Map.entry;

import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The special registers by PTX name. */
public final class Specials {
  private static final Map<String, Special> NAMES =
      Map.ofEntries(
          entry("%tid.x", Special.LOCAL_ID_X),
          entry("%tid.y", Special.LOCAL_ID_Y),
          entry("%tid.z", Special.LOCAL_ID_Z),
          entry("%ntid.x", Special.LOCAL_SIZE_X),
          entry("%ntid.y", Special.LOCAL_SIZE_Y),
          entry("%ntid.z", Special.LOCAL_SIZE_Z),
          entry("%ctaid.x", Special.GROUP_ID_X),
          entry("%ctaid.y", Special.GROUP_ID_Y),
          entry("%ctaid.z", Special.GROUP_ID_Z),
          entry("%nctaid.x", Special.NUM_GROUPS_X),
          entry("%nctaid.y", Special.NUM_GROUPS_Y),
          entry("%nctaid.z", Special.NUM_GROUPS_Z),
          entry("%laneid", Special.LANE_ID),
          entry("%warpid", Special.WAVEFRONT_ID),
          entry("%nwarpid", Special.NUM_WAVEFRONTS),
          entry("%lanemask_eq", Special.LANE_MASK_EQ),
          entry("%lanemask_le", Special.LANE_MASK_LE),
          entry("%lanemask_lt", Special.LANE_MASK_LT),
          entry("%lanemask_ge", Special.LANE_MASK_GE),
          entry("%lanemask_gt", Special.LANE_MASK_GT),
          entry("%gridid", Special.GRID_ID),
          entry("%dynamic_smem_size", Special.DYNAMIC_LOCAL_BYTES),
          entry("%total_smem_size", Special.TOTAL_LOCAL_BYTES),
          entry("%clock", Special.CLOCK),
          entry("%clock_hi", Special.CLOCK_HI),
          entry("%clock64", Special.CLOCK64),
          entry("%globaltimer", Special.GLOBAL_TIMER));

  /** Aliases: a launch without clusters has clusters of one group (PTX ISA, "%clusterid"). */
  private static final Map<String, String> CLUSTERS =
      Map.ofEntries(
          entry("%clusterid.x", "%ctaid.x"),
          entry("%clusterid.y", "%ctaid.y"),
          entry("%clusterid.z", "%ctaid.z"),
          entry("%nclusterid.x", "%nctaid.x"),
          entry("%nclusterid.y", "%nctaid.y"),
          entry("%nclusterid.z", "%nctaid.z"));

  private static final Map<String, Integer> CONSTANTS =
      Map.ofEntries(
          entry("%cluster_ctaid.x", 0),
          entry("%cluster_ctaid.y", 0),
          entry("%cluster_ctaid.z", 0),
          entry("%cluster_nctaid.x", 1),
          entry("%cluster_nctaid.y", 1),
          entry("%cluster_nctaid.z", 1),
          entry("%cluster_ctarank", 0),
          entry("%cluster_nctarank", 1),
          entry("%is_explicit_cluster", 0));

  private static final String PLACING = "it depends on how a device places groups";
  private static final String MEASURING = "it belongs to measuring tools";
  private static final String DRIVER = "the driver's own";

  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          entry("%smid", PLACING),
          entry("%nsmid", PLACING),
          entry("%aggr_smem_size", DRIVER),
          entry("%reserved_smem_offset_0", DRIVER),
          entry("%reserved_smem_offset_begin", DRIVER),
          entry("%reserved_smem_offset_end", DRIVER),
          entry("%reserved_smem_offset_cap", DRIVER),
          entry("%current_graph_exec", DRIVER));

  /** Address of the shared memory in which cooperative groups of several warps meet. */
  static final String GROUPS_MEMORY = "%reserved_smem_offset_1";

  /** Size of that memory, as NVIDIA's cooperative_groups/details/memory.h expects it. */
  static final int GROUPS_BYTES = 288;

  /** Registers that depend on the width of a warp. */
  private static final Set<Special> WIDTH =
      Set.of(
          Special.LANE_ID,
          Special.WAVEFRONT_ID,
          Special.NUM_WAVEFRONTS,
          Special.LANE_MASK_EQ,
          Special.LANE_MASK_LE,
          Special.LANE_MASK_LT,
          Special.LANE_MASK_GE,
          Special.LANE_MASK_GT);

  private Specials() {}

  public static Special named(String name) {
    return NAMES.get(CLUSTERS.getOrDefault(name, name));
  }

  public static Set<String> names() {
    return NAMES.keySet();
  }

  /** Returns all names, for the documentation. */
  public static List<String> documented() {
    Set<String> all = new TreeSet<>(NAMES.keySet());
    all.addAll(CLUSTERS.keySet());
    all.addAll(CONSTANTS.keySet());
    all.addAll(List.of("%globaltimer_lo", "%globaltimer_hi", "%envreg0", "%envreg5"));
    all.add(GROUPS_MEMORY);
    return List.copyOf(all);
  }

  /** Returns the refused registers with reasons, for the documentation. */
  public static Map<String, String> refusals() {
    Map<String, String> all = new TreeMap<>(REFUSED);
    all.put("%pm0", MEASURING);
    all.put("%pm7_64", MEASURING);
    return all;
  }

  /** Returns the value of a constant register, or null. */
  public static Integer constant(String name) {
    return CONSTANTS.get(name);
  }

  /** Returns the reason why a register is refused, or null. */
  public static String refusal(String name) {
    return name.matches("%pm[0-7](_64)?") ? MEASURING : REFUSED.get(name);
  }

  public static boolean fixesWidth(Special special) {
    return WIDTH.contains(special);
  }

  public static Type type(Special special) {
    return special == Special.CLOCK64
            || special == Special.GLOBAL_TIMER
            || special == Special.GRID_ID
        ? Type.I64
        : Type.I32;
  }
}
