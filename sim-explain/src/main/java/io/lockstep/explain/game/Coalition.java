package io.lockstep.explain.game;

import java.util.ArrayList;
import java.util.List;

/** Sets of players as bits of a number, player i as bit i. */
public final class Coalition {
  /** Players that a game may have. */
  public static final int MOST_PLAYERS = 62;

  /** The empty coalition. */
  public static final long NONE = 0;

  private Coalition() {}

  /**
   * {@return all players of a game}
   *
   * @param players number of players
   */
  public static long all(int players) {
    if (players < 0 || players > MOST_PLAYERS) {
      throw new IllegalArgumentException(players + " players");
    }
    return (1L << players) - 1;
  }

  /**
   * {@return one player alone}
   *
   * @param player from 0 on
   */
  public static long of(int player) {
    return 1L << player;
  }

  /**
   * {@return whether a player is in it}
   *
   * @param coalition a set of players
   * @param player from 0 on
   */
  public static boolean has(long coalition, int player) {
    return (coalition & of(player)) != 0;
  }

  /**
   * {@return its players in ascending order}
   *
   * @param coalition a set of players
   */
  public static List<Integer> players(long coalition) {
    List<Integer> players = new ArrayList<>();
    for (long left = coalition; left != 0; left &= left - 1) {
      players.add(Long.numberOfTrailingZeros(left));
    }
    return players;
  }
}
