package io.lockstep.frontend.ptx;

import static java.util.Map.entry;

import io.lockstep.trace.ir.Special;
import io.lockstep.trace.ir.Type;
import java.util.Map;
import java.util.Set;

/** The special registers by their PTX names. */
final class Specials {
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

  /** Registers whose value depends on how a device places groups. */
  private static final Set<String> REFUSED =
      Set.of(
          "%smid",
          "%nsmid",
          "%globaltimer_lo",
          "%globaltimer_hi",
          "%clusterid",
          "%nclusterid",
          "%cluster_ctaid",
          "%cluster_nctaid",
          "%cluster_ctarank",
          "%cluster_nctarank",
          "%is_explicit_cluster",
          "%aggr_smem_size",
          "%reserved_smem_offset_begin",
          "%pm0",
          "%current_graph_exec");

  /** Those that only have a meaning at the width of a warp. */
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

  static Special named(String name) {
    return NAMES.get(name);
  }

  static Set<String> names() {
    return NAMES.keySet();
  }

  static boolean isRefused(String name) {
    return REFUSED.contains(name);
  }

  static boolean fixesWidth(Special special) {
    return WIDTH.contains(special);
  }

  static Type type(Special special) {
    return special == Special.CLOCK64
            || special == Special.GLOBAL_TIMER
            || special == Special.GRID_ID
        ? Type.I64
        : Type.I32;
  }
}
