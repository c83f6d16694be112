/**
 * What a programmer should change in a kernel: rules, and the gain of each change by simulation.
 */
module io.lockstep.advise {
  requires transitive io.lockstep.explain;

  exports io.lockstep.advise;

  uses io.lockstep.advise.AdviceRule;

  provides io.lockstep.advise.AdviceRule with
      io.lockstep.advise.rule.BankConflicts,
      io.lockstep.advise.rule.ChannelCamping,
      io.lockstep.advise.rule.RedundantReads,
      io.lockstep.advise.rule.UncoalescedAccess,
      io.lockstep.advise.rule.UniformLoads;
}
