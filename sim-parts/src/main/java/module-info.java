// SPDX-License-Identifier: Apache-2.0
/** The hardware that devices are made of: caches, DRAM, memory, wavefronts, dispatch, units. */
module io.lockstep.parts {
  requires transitive io.lockstep.spi;

  exports io.lockstep.parts.access;
  exports io.lockstep.parts.board;
  exports io.lockstep.parts.cache;
  exports io.lockstep.parts.dispatch;
  exports io.lockstep.parts.dram;
  exports io.lockstep.parts.issue;
  exports io.lockstep.parts.memory;
  exports io.lockstep.parts.rate;
  exports io.lockstep.parts.region;
  exports io.lockstep.parts.counters;
  exports io.lockstep.parts.texture;
  exports io.lockstep.parts.unit;
  exports io.lockstep.parts.wave;

  provides io.lockstep.spi.policy.Policy with
      io.lockstep.parts.cache.BitPlru,
      io.lockstep.parts.cache.FirstIn,
      io.lockstep.parts.cache.LeastRecentlyUsed,
      io.lockstep.parts.cache.RandomLine,
      io.lockstep.parts.cache.ReadOnly,
      io.lockstep.parts.cache.TreePlru,
      io.lockstep.parts.cache.WriteBack,
      io.lockstep.parts.cache.WriteEvict,
      io.lockstep.parts.cache.WriteThrough,
      io.lockstep.parts.dispatch.BreadthFirst,
      io.lockstep.parts.dispatch.DepthFirst,
      io.lockstep.parts.dispatch.RoundRobinDies,
      io.lockstep.parts.dispatch.RoundRobinUnits,
      io.lockstep.parts.dram.AllBanks,
      io.lockstep.parts.dram.BlockInterleaved,
      io.lockstep.parts.dram.FirstCome,
      io.lockstep.parts.dram.FirstReady,
      io.lockstep.parts.dram.HashedChannels,
      io.lockstep.parts.dram.PermutedBanks,
      io.lockstep.parts.dram.RowInterleaved,
      io.lockstep.parts.dram.RowsAboveBanks,
      io.lockstep.parts.dram.SingleBank,
      io.lockstep.parts.issue.GreedyThenOldest,
      io.lockstep.parts.issue.GreedyThenYoungest,
      io.lockstep.parts.issue.LongestReady,
      io.lockstep.parts.issue.OldestFirst,
      io.lockstep.parts.issue.RoundRobin,
      io.lockstep.parts.issue.TwoLevel;
}
