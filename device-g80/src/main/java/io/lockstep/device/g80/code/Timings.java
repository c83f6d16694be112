// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.code;

import io.lockstep.spi.spec.DeviceSpec;

/** Issue intervals and latencies of instruction classes, in shader clocks. Immutable. */
public final class Timings {
  final int simple;
  final int simpleLatency;
  final int multiply24;
  final int multiply32;
  final int multiply32Latency;
  final int multiplyAdd32Latency;
  final int divideInt;
  final int divideIntLatency;
  final int divideFloat;
  final int divideFloatLatency;
  final int dualMultiply;
  final int sfu;
  final int sfuLatency;
  final int rangeStepLatency;
  final int doubleInterval;
  final int doubleLatency;
  final int divideDouble;
  final int divideDoubleLatency;
  final int sharedLatency;
  final int constantLatency;
  final int barrier;
  final int branchLatency;
  final int sharedOperand;
  final int fewestRegisters;

  /** Reads sections {@code issue}, {@code lds} and {@code constant} of a specification. */
  public Timings(DeviceSpec s) {
    simple = s.integer("issue.interval");
    simpleLatency = s.integer("issue.latency");
    multiply24 = s.integer("issue.multiply24");
    multiply32 = s.integer("issue.multiply32");
    multiply32Latency = s.integer("issue.multiply32_latency");
    multiplyAdd32Latency = s.integer("issue.multiply_add32_latency");
    divideInt = s.integer("issue.divide_int");
    divideIntLatency = s.integer("issue.divide_int_latency");
    divideFloat = s.integer("issue.divide_float");
    divideFloatLatency = s.integer("issue.divide_float_latency");
    dualMultiply = s.integer("issue.dual_multiply");
    sfu = s.integer("issue.transcendental");
    sfuLatency = s.integer("issue.transcendental_latency");
    rangeStepLatency = s.integer("issue.range_step_latency");
    doubleInterval = optional(s, "issue.double");
    doubleLatency = optional(s, "issue.double_latency");
    divideDouble = optional(s, "issue.divide_double");
    divideDoubleLatency = optional(s, "issue.divide_double_latency");
    sharedLatency = s.integer("lds.latency");
    constantLatency = s.integer("constant.latency");
    barrier = s.integer("issue.barrier_interval");
    branchLatency = s.integer("issue.branch_latency");
    sharedOperand = s.integer("issue.shared_operand");
    fewestRegisters = s.integer("registers.fewest");
  }

  private static int optional(DeviceSpec s, String path) {
    return s.has(path) ? s.integer(path) : 0;
  }
}
