// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.device;

import io.lockstep.run.stream.StreamTimes;
import io.lockstep.run.stream.TransferCounts;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.spi.stats.IssueCause;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.IssueScheme;
import io.lockstep.spi.stats.Resource;
import io.lockstep.spi.stats.Statistic;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Determines the bottleneck of a run, by one rule for all devices (docs/results.md).
 *
 * <p>If kernels take less than half of the measured time, the bottleneck is the largest part of the
 * rest: launches, transfers, or fills and copies on the device. Otherwise it is the resource with
 * the highest utilisation while kernels ran, from 60 % on: DRAM, the second-level cache, the atomic
 * unit of a slice, local memory, or a kind of issue port. If no resource or only issue reaches 60
 * %, the port cycles decide: a busy unit (bank conflicts, a pipe behind the only kind of port) that
 * stalls at least a quarter of them is the bottleneck. Otherwise it is issue if issue reached 60 %
 * or ports issue in half of their cycles, and the largest stall reason if not.
 */
final class Bottleneck {
  private static final BigDecimal BUSY = new BigDecimal("0.6");
  private static final String ISSUE = "issue";
  private static final String LOCAL_MEMORY = "local memory";

  private final Map<String, BigDecimal> statistics;
  private final List<Statistic> roofs;
  private final List<IssuePort> ports;
  private final List<IssueCause> causes;
  private BigDecimal most = BUSY;
  private String bound = "";

  /**
   * @param roofs statistics of the utilisation of resources, as the family declares them
   */
  Bottleneck(
      Map<String, BigDecimal> statistics, List<Statistic> roofs, Optional<IssueScheme> issue) {
    this.statistics = statistics;
    this.roofs = roofs;
    ports = issue.map(IssueScheme::ports).orElse(List.of());
    causes = issue.map(IssueScheme::causes).orElse(List.of());
  }

  /** Returns the bottleneck of a program without streams; empty if no time was measured. */
  String of(long picos, long kernelPicos, TransferCounts transfers) {
    if (picos == 0) {
      return "";
    }
    return kernelPicos < picos - kernelPicos ? ofHost(picos - kernelPicos, transfers) : ofKernels();
  }

  /**
   * Returns the bottleneck of a program with streams, from the time in which any kernel ran;
   * transfers if they take more than half of the time and more than kernels do.
   */
  String of(long picos, StreamTimes streams, TransferCounts transfers) {
    long bus = streams.anyTransfer();
    if (bus > picos - bus && bus > streams.anyKernel()) {
      return "transfers";
    }
    long device = transfers.devicePicos();
    long kernels = Math.max(0, streams.anyKernel() - device);
    if (picos == 0 || kernels >= picos - kernels) {
      return picos == 0 ? "" : ofKernels();
    }
    long alone = Math.min(picos - kernels - device, bus - streams.overlap());
    long launches = picos - kernels - alone - device;
    if (launches >= alone && launches >= device) {
      return "launch";
    }
    return alone >= device ? "transfers" : "fills and copies";
  }

  private static String ofHost(long picos, TransferCounts transfers) {
    long device = transfers.devicePicos();
    long launches = picos - transfers.picos() - device;
    if (launches >= transfers.picos() && launches >= device) {
      return "launch";
    }
    return transfers.picos() >= device ? "transfers" : "fills and copies";
  }

  private String ofKernels() {
    consider("memory bandwidth", Resource.DRAM);
    consider("cache bandwidth", Resource.L2);
    consider("atomics", Resource.ATOMICS);
    consider(LOCAL_MEMORY, Resource.LOCAL_MEMORY);
    for (IssuePort port : ports) {
      consider(
          switch (port.work()) {
            case COMPUTE -> ISSUE;
            case MEMORY -> "memory issue";
            case LOCAL_MEMORY -> LOCAL_MEMORY;
          },
          port.busy());
    }
    return bound.isEmpty() || bound.equals(ISSUE) ? ofPorts() : bound;
  }

  private void consider(String name, Resource resource) {
    for (Statistic roof : roofs) {
      if (roof.resource().filter(resource::equals).isPresent()) {
        consider(name, roof.name());
      }
    }
  }

  /** Keeps the resource with the highest utilisation so far. */
  private void consider(String name, String busy) {
    BigDecimal share = statistics.getOrDefault(busy, BigDecimal.ZERO);
    int more = share.compareTo(most);
    if (more > 0 || more == 0 && bound.isEmpty()) {
      most = share;
      bound = name;
    }
  }

  /** Decides between issue and the largest stall reason, from the port cycles with a wavefront. */
  private String ofPorts() {
    long total = 0;
    long issued = 0;
    long largest = 0;
    IssueCause waiting = null;
    for (IssueCause c : causes) {
      if (c.common() == CommonCause.NO_WAVEFRONT || isOfOtherPort(c)) {
        continue; // an idle unit or port is no bottleneck
      }
      long cycles = statistics.getOrDefault(c.statistic(), BigDecimal.ZERO).longValue();
      total += cycles;
      if (c.common() == CommonCause.ISSUED) {
        issued += cycles;
      } else if (cycles > largest) {
        largest = cycles;
        waiting = c;
      }
    }
    if (total == 0) {
      return bound;
    }
    boolean busyUnit =
        waiting != null
            && (waiting.common() == CommonCause.LOCAL_MEMORY
                || waiting.common() == CommonCause.OTHER_PORT);
    if (busyUnit && largest * 4 >= total) {
      return name(waiting);
    }
    return waiting == null || !bound.isEmpty() || issued * 2 >= total ? ISSUE : name(waiting);
  }

  /**
   * Returns whether the other port counts a stall reason's cycles. On a device with one kind of
   * port, {@code OTHER_PORT} cycles are waits for a busy pipe behind the port.
   */
  private boolean isOfOtherPort(IssueCause cause) {
    return cause.common() == CommonCause.OTHER_PORT && ports.size() > 1;
  }

  private static String name(IssueCause cause) {
    return cause.common() == CommonCause.LOCAL_MEMORY
        ? LOCAL_MEMORY
        : cause.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
