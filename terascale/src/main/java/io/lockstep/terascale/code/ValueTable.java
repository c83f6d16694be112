// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.code;

import java.util.ArrayList;
import java.util.List;

/**
 * The location of each 32-bit value of a program: its channel (fixed when first written) and, after
 * allocation, its register. Not thread-safe while values are added.
 */
public final class ValueTable {
  private static final class Location {
    private int channel = -1;
    private int register = -1;
    private int leader = -1;
  }

  private final List<Location> locations = new ArrayList<>();

  public ValueTable(int count) {
    for (int v = 0; v < count; v++) {
      add();
    }
  }

  public int add() {
    locations.add(new Location());
    return locations.size() - 1;
  }

  public int count() {
    return locations.size();
  }

  /** Returns the channel of a value, from 0 to 3; -1 while no channel is fixed. */
  public int channel(int value) {
    return locations.get(value).channel;
  }

  public void pin(int value, int toChannel) {
    locations.get(value).channel = toChannel;
  }

  /** Groups up to four values as channels of one register; the first is the leader. */
  public void group(int... members) {
    for (int m : members) {
      if (members.length > 1 && !isGrouped(m)) {
        locations.get(m).leader = members[0];
      }
    }
  }

  public boolean isGrouped(int value) {
    return locations.get(value).leader >= 0;
  }

  /** Returns the first value of the register that contains a value. */
  public int leader(int value) {
    return isGrouped(value) ? locations.get(value).leader : value;
  }

  /** Returns the number of the 128-bit register of a value, or -1. */
  public int register(int value) {
    return locations.get(value).register;
  }

  public void assign(int value, int number) {
    locations.get(value).register = number;
  }
}
