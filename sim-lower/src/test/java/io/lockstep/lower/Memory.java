// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Memory of the interpreters, which keeps a log of all stores. */
final class Memory {
  private final Map<String, Integer> bytes = new HashMap<>();
  private final List<String> stores = new ArrayList<>();

  /** The stores in order. */
  List<String> stores() {
    return stores;
  }

  int load(String space, int bits, boolean signed, int address) {
    int value = 0;
    for (int k = 0; k < bits / 8; k++) {
      int at = address + k;
      value |= (bytes.getOrDefault(space + at, at * 37 + 11) & 255) << 8 * k;
    }
    return signed ? value << 32 - bits >> 32 - bits : value;
  }

  void store(String space, int bits, int address, int value) {
    for (int k = 0; k < bits / 8; k++) {
      bytes.put(space + (address + k), value >> 8 * k & 255);
    }
    stores.add("%s %s bits at %s: %s".formatted(space, bits, address, value));
  }

  static int argument(long offset) {
    return (int) (0x1000 + 96 * offset);
  }
}
