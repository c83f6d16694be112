// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.access;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Merges the accesses of lanes into transactions, as a device does. Stateless and thread-safe. */
public interface CoalescingRule {
  /** {@return the number of lanes whose accesses are coalesced together, such as a half-warp} */
  int lanesPerRequest();

  /**
   * Emits the transactions of one request.
   *
   * @param access the access, narrowed to the request's lanes
   * @param out receives each transaction
   */
  void coalesce(Access access, TransactionSink out);

  /**
   * {@return what checks expect of this rule, for {@link io.lockstep.spi.DeviceProvider#declares}}
   * For {@code coalescing.stride.N} the transactions of a wavefront whose work-items read words
   * that lie N words apart, of all powers of two to 32. Families whose transactions are lines of
   * {@code l1.line} need not declare it.
   *
   * @param lanes lanes of a wavefront, at most 64
   */
  default Map<String, Double> declared(int lanes) {
    SortedMap<String, Double> declared = new TreeMap<>();
    for (int stride = 1; stride <= CheckReads.WORDS; stride *= 2) {
      declared.put(
          CheckReads.TRANSACTIONS + stride, (double) CheckReads.transactions(this, lanes, stride));
    }
    return declared;
  }
}
