// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.game;

import java.util.ArrayList;
import java.util.List;

/** Sets of players as bit masks; bit i stands for player i. */
public final class Coalition {
  public static final int MOST_PLAYERS = 62;

  public static final long NONE = 0;

  private Coalition() {}

  public static long all(int players) {
    if (players < 0 || players > MOST_PLAYERS) {
      throw new IllegalArgumentException(players + " players");
    }
    return (1L << players) - 1;
  }

  public static long of(int player) {
    return 1L << player;
  }

  public static boolean has(long coalition, int player) {
    return (coalition & of(player)) != 0;
  }

  /** Returns the players of a coalition in ascending order. */
  public static List<Integer> players(long coalition) {
    List<Integer> players = new ArrayList<>();
    for (long left = coalition; left != 0; left &= left - 1) {
      players.add(Long.numberOfTrailingZeros(left));
    }
    return players;
  }
}
