// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.multiprocessor;

/** Records the warp and row of outstanding loads, by memory unit and token. */
final class LoadTable {
  private final int[][] row;
  private final int[][] generation;

  LoadTable(int... tokens) {
    row = new int[tokens.length][];
    generation = new int[tokens.length][];
    for (int unit = 0; unit < tokens.length; unit++) {
      row[unit] = new int[tokens[unit]];
      generation[unit] = new int[tokens[unit]];
    }
  }

  /** Adds a load. The generation distinguishes its warp from later warps in the same slot. */
  void put(int unit, int token, int rowOfCode, int generationOfWarp) {
    row[unit][token] = rowOfCode;
    generation[unit][token] = generationOfWarp;
  }

  int row(int unit, int token) {
    return row[unit][token];
  }

  /** Whether a load belongs to the warp that currently occupies the slot. */
  boolean isOf(int unit, int token, int generationOfWarp) {
    return generation[unit][token] == generationOfWarp;
  }

  /** Returns a number that is unique among outstanding loads. */
  int number(int unit, int token) {
    return row.length * token + unit;
  }
}
