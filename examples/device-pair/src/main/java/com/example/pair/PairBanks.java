package com.example.pair;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule;

/** Words of one bank are read one after the other, a word that several lanes read once. */
record PairBanks(int banks) implements LocalMemoryRule {
  @Override
  public int clocks(Access access, Operation operation) {
    int most = 0;
    for (int lane = access.firstLane(); lane >= 0; lane = access.nextLane(lane)) {
      long word = access.address(lane) / 4;
      int words = 1;
      for (int other = access.nextLane(lane); other >= 0; other = access.nextLane(other)) {
        long its = access.address(other) / 4;
        words += its != word && its % banks == word % banks ? 1 : 0;
      }
      most = Math.max(most, words);
    }
    return Math.max(most, conflictFree(access));
  }

  @Override
  public int conflictFree(Access access) {
    return Math.max(1, (access.active() + banks - 1) / banks);
  }
}
