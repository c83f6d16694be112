// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample.strata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the caches of simulated launches as the whole program would leave them. Data at a pointer
 * stay in the caches while launches use it again before others have filled the caches. Then the
 * last launch that used a pointer of a simulated launch warms the caches for it, and so does the
 * last one with the same kernel and pointers. A launch that accesses a part of its data only may
 * find those of any launch, so all that share a pointer with it warm the caches. Data of earlier
 * simulated launches that would have left the caches are dropped. Immutable.
 */
public final class WarmingPlan {
  /** The uses of a pointer that found its data in the caches. */
  private static final class Chain {
    int first; // the first launch after the data had left the caches
    int last;
    long sum; // bytes of all launches up to the last one
    int touched = -1; // last launch that is simulated or warms, of all uses
  }

  private final LaunchRole[] roles; // by launch
  private final Map<Integer, List<Long>> gone = new HashMap<>(); // by launch; never iterated
  private final Map<Long, Chain> chains = new HashMap<>(); // by pointer; never iterated

  /**
   * @param simulated launches that are simulated
   * @param partial launches that access a part of the data at their pointers
   * @param bytes bytes that each launch accesses
   * @param capacity bytes of the caches that keep data between launches
   */
  public WarmingPlan(
      LaunchStrata program, BitSet simulated, BitSet partial, long[] bytes, long capacity) {
    roles = new LaunchRole[program.launches()];
    Arrays.fill(roles, LaunchRole.LEFT_OUT);
    simulated.stream().forEach(l -> roles[l] = LaunchRole.SIMULATED);
    long[] after = new long[roles.length + 1]; // sums of bytes
    for (int l = 0; l < roles.length; l++) {
      after[l + 1] = after[l] + bytes[l];
      for (long pointer : program.pointers(l)) {
        Chain chain = chains.computeIfAbsent(pointer, p -> new Chain());
        boolean isBroken = chain.sum > 0 && after[l] - chain.sum >= capacity;
        if (chain.sum == 0 || isBroken) {
          chain.first = l;
        }
        if (simulated.get(l)) {
          warm(chain, pointer, l);
        }
        chain.last = l;
        chain.sum = after[l + 1];
      }
      int same = program.same(l);
      if (simulated.get(l) && same >= 0 && after[l] - after[same + 1] < capacity) {
        warms(same);
      }
      for (int k = l - 1;
          simulated.get(l) && partial.get(l) && k >= 0 && after[l] - after[k + 1] < capacity;
          k--) {
        if (isShared(program.pointers(k), program.pointers(l))) {
          warms(k);
        }
      }
    }
  }

  private static boolean isShared(long[] pointers, long[] others) {
    return Arrays.stream(pointers).anyMatch(p -> Arrays.stream(others).anyMatch(o -> o == p));
  }

  private void warm(Chain chain, long pointer, int launch) {
    int user = launch;
    if (chain.first < launch) {
      user = chain.last;
      warms(user);
    }
    if (chain.touched >= 0 && chain.touched < chain.first) {
      gone.computeIfAbsent(user, any -> new ArrayList<>()).add(pointer);
    }
    chain.touched = launch;
  }

  private void warms(int launch) {
    if (roles[launch] == LaunchRole.LEFT_OUT) {
      roles[launch] = LaunchRole.WARMS;
    }
  }

  public LaunchRole role(int launch) {
    return roles[launch];
  }

  /** Returns the pointers whose data leave the caches before a launch. */
  public List<Long> gone(int launch) {
    return gone.getOrDefault(launch, List.of());
  }
}
