// SPDX-License-Identifier: Apache-2.0
/** Recommends changes to kernels: rules find problems, and the gain of each change is simulated. */
module io.lockstep.advise {
  requires transitive io.lockstep.explain;

  exports io.lockstep.advise;

  uses io.lockstep.advise.AdviceRule;

  provides io.lockstep.advise.AdviceRule with
      io.lockstep.advise.rule.BankConflicts,
      io.lockstep.advise.rule.Barriers,
      io.lockstep.advise.rule.ChannelCamping,
      io.lockstep.advise.rule.ContendedAtomics,
      io.lockstep.advise.rule.Divergence,
      io.lockstep.advise.rule.DoublePrecision,
      io.lockstep.advise.rule.FewGroups,
      io.lockstep.advise.rule.IdleMatrixUnit,
      io.lockstep.advise.rule.IntegerDivision,
      io.lockstep.advise.rule.LowOccupancy,
      io.lockstep.advise.rule.LowPacking,
      io.lockstep.advise.rule.MatrixProducts,
      io.lockstep.advise.rule.Overlap,
      io.lockstep.advise.rule.PageableMemory,
      io.lockstep.advise.rule.RedundantReads,
      io.lockstep.advise.rule.SlowStores,
      io.lockstep.advise.rule.SmallLaunches,
      io.lockstep.advise.rule.SpecialFunctions,
      io.lockstep.advise.rule.Spills,
      io.lockstep.advise.rule.TileCopies,
      io.lockstep.advise.rule.Transfers,
      io.lockstep.advise.rule.UncoalescedAccess,
      io.lockstep.advise.rule.UniformLoads;
}
