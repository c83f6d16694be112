// SPDX-License-Identifier: Apache-2.0
/** The hardware that devices are made of: caches, DRAM, memory, wavefronts, dispatch, units. */
module io.lockstep.parts {
  requires transitive io.lockstep.spi;

  exports io.lockstep.parts.access;
  exports io.lockstep.parts.board;
  exports io.lockstep.parts.cache;
  exports io.lockstep.parts.cache.policy;
  exports io.lockstep.parts.dispatch;
  exports io.lockstep.parts.dram;
  exports io.lockstep.parts.dram.mapping;
  exports io.lockstep.parts.issue;
  exports io.lockstep.parts.memory;
  exports io.lockstep.parts.memory.spec;
  exports io.lockstep.parts.memory.map;
  exports io.lockstep.parts.rate;
  exports io.lockstep.parts.region;
  exports io.lockstep.parts.counters;
  exports io.lockstep.parts.texture;
  exports io.lockstep.parts.transaction;
  exports io.lockstep.parts.unit;
  exports io.lockstep.parts.wave;

  provides io.lockstep.spi.policy.Policy with
      io.lockstep.parts.cache.policy.BitPlru,
      io.lockstep.parts.cache.policy.FirstIn,
      io.lockstep.parts.cache.policy.LeastRecentlyUsed,
      io.lockstep.parts.cache.policy.RandomLine,
      io.lockstep.parts.cache.policy.ReadOnly,
      io.lockstep.parts.cache.policy.TreePlru,
      io.lockstep.parts.cache.policy.WriteBack,
      io.lockstep.parts.cache.policy.WriteEvict,
      io.lockstep.parts.cache.policy.WriteThrough,
      io.lockstep.parts.dispatch.BreadthFirst,
      io.lockstep.parts.dispatch.DepthFirst,
      io.lockstep.parts.dispatch.RoundRobinDies,
      io.lockstep.parts.dispatch.RoundRobinUnits,
      io.lockstep.parts.dram.AllBanks,
      io.lockstep.parts.dram.mapping.BlockInterleaved,
      io.lockstep.parts.dram.FirstCome,
      io.lockstep.parts.dram.FirstReady,
      io.lockstep.parts.dram.mapping.HashedChannels,
      io.lockstep.parts.dram.mapping.PermutedBanks,
      io.lockstep.parts.dram.mapping.RowInterleaved,
      io.lockstep.parts.dram.mapping.RowsAboveBanks,
      io.lockstep.parts.dram.SingleBank,
      io.lockstep.parts.issue.GreedyThenOldest,
      io.lockstep.parts.issue.GreedyThenYoungest,
      io.lockstep.parts.issue.LongestReady,
      io.lockstep.parts.issue.OldestFirst,
      io.lockstep.parts.issue.RoundRobin,
      io.lockstep.parts.issue.TwoLevel;
}
