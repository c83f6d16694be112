// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import java.util.Arrays;

/**
 * The location of each 32-bit value of a program: its channel (fixed when first written) and, after
 * allocation, its register. Not thread-safe while values are added.
 */
public final class ValueTable {
  private int[] channel;
  private int[] register;
  private int[] leader;
  private int count;

  public ValueTable(int count) {
    channel = new int[Math.max(16, count)];
    register = new int[Math.max(16, count)];
    Arrays.fill(channel, -1);
    Arrays.fill(register, -1);
    leader = new int[channel.length];
    Arrays.fill(leader, -1);
    this.count = count;
  }

  public int add() {
    if (count == channel.length) {
      channel = Arrays.copyOf(channel, 2 * count);
      register = Arrays.copyOf(register, 2 * count);
      leader = Arrays.copyOf(leader, 2 * count);
      Arrays.fill(leader, count, 2 * count, -1);
      Arrays.fill(channel, count, 2 * count, -1);
      Arrays.fill(register, count, 2 * count, -1);
    }
    return count++;
  }

  public int count() {
    return count;
  }

  /** Returns the channel of a value, from 0 to 3; -1 while no channel is fixed. */
  public int channel(int value) {
    return channel[value];
  }

  public void pin(int value, int toChannel) {
    channel[value] = toChannel;
  }

  /** Groups up to four values as channels of one register; the first is the leader. */
  public void group(int... members) {
    for (int m : members) {
      if (members.length > 1 && leader[m] < 0) {
        leader[m] = members[0];
      }
    }
  }

  public boolean isGrouped(int value) {
    return leader[value] >= 0;
  }

  /** Returns the first value of the register that contains a value. */
  public int leader(int value) {
    return leader[value] < 0 ? value : leader[value];
  }

  /** Returns the number of the 128-bit register of a value, or -1. */
  public int register(int value) {
    return register[value];
  }

  public void assign(int value, int number) {
    register[value] = number;
  }
}
