// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that time keeps the order of a program: what stands behind a barrier begins after the last
 * arrival, and a consumer is not earlier than its producer.
 */
public abstract class OrderContract extends DeviceContract {
  private static final int LOADS = 24; // before or behind a barrier

  /**
   * Least time of two phases that a barrier separates, in times of one. The loads of the second
   * phase may find open rows that those of the first do not.
   */
  private static final double BOTH_LEAST = 1.6;

  private static final int FEW = 16; // rounds of the shorter of two launches
  private static final int MANY = 48;
  private static final int ADDITIONS = 32; // of a round

  /** Share of a declared latency that one link of a chain takes at least. */
  private static final double LEAST = 0.94;

  private static final String REQUEST = "network.request_latency";
  private static final String RESPONSE = "network.response_latency";

  /** Creates the contract. */
  protected OrderContract() {
    super("order");
  }

  @TestFactory
  @DisplayName("a barrier orders time: the last arrival releases the first")
  Stream<DynamicTest> aBarrierOrdersTime() {
    return each(
        device -> {
          int half = bench().device(device).capabilities().wavefront();
          if (bench().device(device).capabilities().maximumGroupSize() < 2 * half) {
            return; // a group is one wavefront
          }
          RunResult none = meet(device, half, 0, 0, 0, 0);
          if (!bench().isSimulated(none)) {
            return; // no barriers
          }
          // The wavefront that waits is the first one, then the last one.
          for (int first : List.of(0, LOADS)) {
            int other = LOADS - first;
            RunResult one = meet(device, half, first, 0, other, 0);
            RunResult both = meet(device, half, first, other, other, first);
            bench().requireSimulated(one);
            bench().requireSimulated(both);
            long single = one.kernelPicos() - none.kernelPicos();
            long together = both.kernelPicos() - none.kernelPicos();
            require(
                together >= BOTH_LEAST * single,
                ("%s: %s loads of one wavefront before a barrier take %s ps; with as many of"
                        + " another behind it, %s ps: these do not wait for the barrier")
                    .formatted(Corpus.MEET, LOADS, single, together));
          }
        });
  }

  private RunResult meet(
      DeviceSpec device, int half, int before0, int after0, int before1, int after1) {
    return bench()
        .run(
            Corpus.MEET,
            device,
            Map.of(
                "half", "" + half,
                "before0", "" + before0,
                "after0", "" + after0,
                "before1", "" + before1,
                "after1", "" + after1));
  }

  @TestFactory
  @DisplayName("a load that needs the last one's word begins after it: no sooner than declared")
  Stream<DynamicTest> dependentLoadsTakeTheirLatency() {
    return each(
        device -> {
          // Each word lies in another kilobyte and misses every cache.
          double each = cycles(device, chase(device, FEW), chase(device, MANY));
          double least = farthest(device);
          require(
              each >= LEAST * least,
              "%s: a load that needs the word of the last one takes %.1f cycles; declared: %s"
                  .formatted(Corpus.CHASE, each, least));
        });
  }

  private RunResult chase(DeviceSpec device, int rounds) {
    return bench().run(Corpus.CHASE, device, Map.of("rounds", "" + rounds));
  }

  /**
   * Returns what a load that misses every cache takes at least, by declared latencies, in cycles.
   */
  private static double farthest(DeviceSpec device) {
    double network = 0;
    if (device.has(REQUEST) && device.has(RESPONSE)) {
      network = device.value(REQUEST) + device.value(RESPONSE);
    }
    double second = device.has("l2.latency") ? device.value("l2.latency") : 0;
    double column = device.has("dram.tcl") ? device.value("dram.tcl") * 1e-12 : 0;
    return Math.max(network, second) + column * device.value(ClockSpec.COMPUTE);
  }

  @TestFactory
  @DisplayName("an addition that needs the last one's sum begins after issue.latency")
  Stream<DynamicTest> dependentAdditionsTakeTheirLatency() {
    return each(
        device -> {
          double each = cycles(device, adds(device, FEW), adds(device, MANY)) / (double) ADDITIONS;
          double least = device.has("issue.latency") ? device.value("issue.latency") : 1;
          require(
              each >= LEAST * least,
              "%s: an addition that needs the sum of the last one takes %.2f cycles; declared: %s"
                  .formatted(Corpus.ADDS, each, least));
        });
  }

  private RunResult adds(DeviceSpec device, int rounds) {
    Capabilities can = bench().device(device).capabilities();
    return bench()
        .run(
            Corpus.ADDS,
            device,
            Map.of("chained", "" + rounds, "apart", "0", "items", "" + can.wavefront()));
  }

  /** Returns the cycles of one round, from launches of {@code FEW} and of {@code MANY} rounds. */
  private double cycles(DeviceSpec device, RunResult few, RunResult many) {
    bench().requireSimulated(few);
    bench().requireSimulated(many);
    long hertz = device.value(ClockSpec.COMPUTE);
    return Numbers.cycles(many.kernelPicos() - few.kernelPicos(), hertz) / (double) (MANY - FEW);
  }
}
