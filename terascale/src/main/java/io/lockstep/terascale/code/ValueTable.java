package io.lockstep.terascale.code;

import java.util.Arrays;

/**
 * The location of each 32-bit value of a program: its channel (fixed when first written) and, after
 * allocation, its register. Not thread-safe while it grows.
 */
public final class ValueTable {
  private int[] channel;
  private int[] register;
  private int[] leader;
  private int count;

  /**
   * Creates values without channel and register.
   *
   * @param count initial number of values
   */
  public ValueTable(int count) {
    channel = new int[Math.max(16, count)];
    register = new int[Math.max(16, count)];
    Arrays.fill(channel, -1);
    Arrays.fill(register, -1);
    leader = new int[channel.length];
    Arrays.fill(leader, -1);
    this.count = count;
  }

  /** {@return one more value} */
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

  /** {@return number of values} */
  public int count() {
    return count;
  }

  /**
   * {@return channel 0 to 3, or -1 while free}
   *
   * @param value its number
   */
  public int channel(int value) {
    return channel[value];
  }

  /**
   * Fixes a channel.
   *
   * @param value its number
   * @param toChannel 0 to 3
   */
  public void pin(int value, int toChannel) {
    channel[value] = toChannel;
  }

  /**
   * Declares values to be channels of one register.
   *
   * @param members up to four values, the first of which leads; a single value is unchanged
   */
  public void group(int... members) {
    for (int m : members) {
      if (members.length > 1 && leader[m] < 0) {
        leader[m] = members[0];
      }
    }
  }

  /**
   * {@return whether a value shares its register with others}
   *
   * @param value its number
   */
  public boolean isGrouped(int value) {
    return leader[value] >= 0;
  }

  /**
   * {@return the first value of the register that a value is a channel of: itself if it is the only
   * one}
   *
   * @param value its number
   */
  public int leader(int value) {
    return leader[value] < 0 ? value : leader[value];
  }

  /**
   * {@return 128-bit register, or -1}
   *
   * @param value its number
   */
  public int register(int value) {
    return register[value];
  }

  /**
   * Assigns a register.
   *
   * @param value its number
   * @param number of a 128-bit register
   */
  public void assign(int value, int number) {
    register[value] = number;
  }
}
