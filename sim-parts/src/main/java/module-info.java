/** What devices are made of: their specification, the parts that they share, their statistics. */
module io.lockstep.parts {
  requires transitive io.lockstep.core;
  requires transitive io.lockstep.trace;

  exports io.lockstep.parts.access;
  exports io.lockstep.parts.board;
  exports io.lockstep.parts.cache;
  exports io.lockstep.parts.device;
  exports io.lockstep.parts.dispatch;
  exports io.lockstep.parts.dram;
  exports io.lockstep.parts.host;
  exports io.lockstep.parts.issue;
  exports io.lockstep.parts.memory;
  exports io.lockstep.parts.occupancy;
  exports io.lockstep.parts.path;
  exports io.lockstep.parts.policy;
  exports io.lockstep.parts.rate;
  exports io.lockstep.parts.spec;
  exports io.lockstep.parts.state;
  exports io.lockstep.parts.stats;
  exports io.lockstep.parts.texture;
  exports io.lockstep.parts.unit;
  exports io.lockstep.parts.wave;

  uses io.lockstep.parts.device.DeviceProvider;
  uses io.lockstep.parts.policy.Policy;

  provides io.lockstep.parts.policy.Policy with
      io.lockstep.parts.cache.FirstIn,
      io.lockstep.parts.cache.LeastRecentlyUsed,
      io.lockstep.parts.cache.RandomLine,
      io.lockstep.parts.cache.ReadOnly,
      io.lockstep.parts.cache.TreePlru,
      io.lockstep.parts.cache.WriteBack,
      io.lockstep.parts.cache.WriteBackNoAllocate,
      io.lockstep.parts.cache.WriteEvict,
      io.lockstep.parts.cache.WriteThrough,
      io.lockstep.parts.cache.WriteThroughAllocate,
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
      io.lockstep.parts.dram.SingleBank,
      io.lockstep.parts.issue.GreedyThenOldest,
      io.lockstep.parts.issue.LongestReady,
      io.lockstep.parts.issue.OldestFirst,
      io.lockstep.parts.issue.RoundRobin,
      io.lockstep.parts.issue.TwoLevel;
}
