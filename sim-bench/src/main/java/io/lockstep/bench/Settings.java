package io.lockstep.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Settings of a simulation that must not affect its results.
 *
 * @param sinks attached, each with its own thread
 * @param file whether the trace is read from a file instead of executed
 * @param resumed whether the run is saved and loaded at some tick
 * @param jdk number of the JDK, 0 for this one
 */
record Settings(int threads, int sinks, boolean file, boolean resumed, int jdk) {
  private static final int[] THREADS = {1, 2, 4};
  private static final int[] SINKS = {0, 1, 3};

  /** Returns the settings with which all others are compared. */
  static Settings plain() {
    return new Settings(1, 0, false, false, 0);
  }

  private static Settings of(int[] choice) {
    return new Settings(
        THREADS[choice[0]], SINKS[choice[1]], choice[2] == 1, choice[3] == 1, choice[4]);
  }

  /**
   * Pairwise testing: each pair of values of two settings occurs, the plain ones first. Greedy:
   * each combination covers as many new pairs as possible.
   */
  static List<Settings> pairs(int jdks) {
    int[] values = {THREADS.length, SINKS.length, 2, 2, jdks};
    int n = values.length;
    boolean[][][][] seen = new boolean[n][n][8][8];
    List<Settings> rows = new ArrayList<>();
    int[] choice = new int[n];
    while (true) {
      rows.add(of(choice));
      mark(choice, seen);
      int[] best = null;
      int most = 0;
      int[] candidate = new int[n];
      do {
        int fresh = fresh(candidate, seen);
        if (fresh > most) {
          most = fresh;
          best = candidate.clone();
        }
      } while (next(candidate, values));
      if (best == null) {
        return rows;
      }
      choice = best;
    }
  }

  private static boolean next(int[] candidate, int[] values) {
    for (int i = 0; i < values.length; i++) {
      if (++candidate[i] < values[i]) {
        return true;
      }
      candidate[i] = 0;
    }
    return false;
  }

  private static int fresh(int[] choice, boolean[][][][] seen) {
    int fresh = 0;
    for (int i = 0; i < choice.length; i++) {
      for (int j = 0; j < i; j++) {
        fresh += seen[i][j][choice[i]][choice[j]] ? 0 : 1;
      }
    }
    return fresh;
  }

  private static void mark(int[] choice, boolean[][][][] seen) {
    for (int i = 0; i < choice.length; i++) {
      for (int j = 0; j < i; j++) {
        seen[i][j][choice[i]][choice[j]] = true;
      }
    }
  }

  String encode() {
    return threads + ":" + sinks + ":" + file + ":" + resumed + ":" + jdk;
  }

  static Settings parse(String text) {
    String[] f = text.split(":");
    return new Settings(
        Integer.parseInt(f[0]),
        Integer.parseInt(f[1]),
        Boolean.parseBoolean(f[2]),
        Boolean.parseBoolean(f[3]),
        Integer.parseInt(f[4]));
  }
}
