// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Issue intervals and latencies of instruction classes, in shader clocks. Immutable. */
public final class Timings {
  private final DeviceSpec spec;
  private final Map<String, Integer> clocks = new ConcurrentHashMap<>();
  final int simple;
  final int simpleLatency;
  final int dualMultiply;
  final int doubleInterval;
  final int sharedLatency;
  final int constantLatency;
  final int branchLatency;
  final int sharedOperand;
  final int fewestRegisters;

  /** Reads sections {@code issue}, {@code lds} and {@code constant} of a specification. */
  public Timings(DeviceSpec s) {
    spec = s;
    simple = s.integer("issue.interval");
    simpleLatency = s.integer("issue.latency");
    dualMultiply = s.integer("issue.dual_multiply");
    doubleInterval = optional(s, "issue.double");
    sharedLatency = s.integer("lds.latency");
    constantLatency = s.integer("constant.latency");
    branchLatency = s.integer("issue.branch_latency");
    sharedOperand = s.integer("issue.shared_operand");
    fewestRegisters = s.integer("registers.fewest");
  }

  /** The clocks of a parameter of section {@code issue}. */
  int of(String name) {
    return clocks.computeIfAbsent(name, n -> spec.integer("issue." + n));
  }

  private static int optional(DeviceSpec s, String path) {
    return s.has(path) ? s.integer(path) : 0;
  }
}
