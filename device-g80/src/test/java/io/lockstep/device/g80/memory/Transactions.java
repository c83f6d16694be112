// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.CoalescingRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Shows what a rule makes of an access, as "address+bytes". */
final class Transactions {
  static final long IDLE = -1;

  private Transactions() {}

  /** One half-warp. */
  static List<String> of(CoalescingRule rule, int bytes, IntToLongFunction address) {
    return of(rule, scattered(16, bytes, address), 0);
  }

  /** A warp: two half-warps, one after the other. */
  static List<String> ofWarp(CoalescingRule rule, int bytes, IntToLongFunction address) {
    Access access = scattered(32, bytes, address);
    List<String> all = new ArrayList<>(of(rule, access, 0));
    all.addAll(of(rule, access, 16));
    return all;
  }

  /** A half-warp of an access that the test has made. */
  static List<String> of(CoalescingRule rule, Access access, int from) {
    List<String> out = new ArrayList<>();
    access.window(from, 16);
    rule.coalesce(access, (address, size) -> out.add(address + "+" + size));
    return out;
  }

  static int bytes(List<String> transactions) {
    return transactions.stream().mapToInt(t -> Integer.parseInt(t.split("\\+")[1])).sum();
  }

  /** An access by lane. */
  static Access scattered(int lanes, int bytes, IntToLongFunction address) {
    Access access = new Access();
    long mask = 0;
    for (int lane = 0; lane < lanes; lane++) {
      long a = address.applyAsLong(lane);
      if (a != IDLE) {
        mask |= 1L << lane;
        access.addresses()[lane] = a;
      }
    }
    access.setScattered(mask, lanes, bytes);
    return access;
  }
}
