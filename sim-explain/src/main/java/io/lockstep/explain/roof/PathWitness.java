// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.roof;

import io.lockstep.observe.path.CriticalPath;
import io.lockstep.observe.path.PathShares;
import io.lockstep.spi.path.PathResource;
import io.lockstep.spi.stats.IssuePort;
import io.lockstep.spi.stats.Resource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Checks the limiting resource of a run against its critical path. */
final class PathWitness {
  private PathWitness() {}

  /**
   * Returns a sentence if the critical path spends most of its time on another resource than the
   * roof's.
   */
  static Optional<String> contradicts(Subject of, Roof roof) {
    CriticalPath path = of.result().path();
    if (path == null || path.shares().ticks() == 0) {
      return Optional.empty();
    }
    PathShares shares = path.shares();
    Map<PathResource, Long> groups = new EnumMap<>(PathResource.class);
    for (PathResource r : PathResource.values()) {
      groups.merge(group(r), shares.ticks(r), Long::sum);
    }
    PathResource most = PathResource.ISSUE;
    for (Map.Entry<PathResource, Long> e : groups.entrySet()) {
      most = e.getValue() > groups.get(most) ? e.getKey() : most;
    }
    if (isOf(most, of, roof)) {
      return Optional.empty();
    }
    return Optional.of(
        ("The critical path of %s spends the largest part of its length, %s, on %s, not on"
                + " the resource of the roof with which the runs are compared, %s, which is used at"
                + " %s of its peak.")
            .formatted(
                of.name(),
                Amounts.percent((double) groups.get(most) / shares.ticks()),
                words(most),
                roof.name(),
                Amounts.percent(roof.share())));
  }

  private static PathResource group(PathResource r) {
    return switch (r) {
      case LAUNCH, DISPATCH_RATE, DISPATCH -> PathResource.DISPATCH;
      case ISSUE, PORT -> PathResource.ISSUE;
      case L2, SHARED_LINE -> PathResource.L2;
      case DRAM_QUEUE, DRAM_BANK, DRAM_BUS, DRAM_RETURN -> PathResource.DRAM_BUS;
      default -> r;
    };
  }

  private static boolean isOf(PathResource group, Subject of, Roof roof) {
    Resource resource = roof.resource();
    return switch (group) {
      case ISSUE -> resource == Resource.PORT;
      case LOCAL_MEMORY ->
          resource == Resource.LOCAL_MEMORY
              || of.port(roof).filter(p -> p.work() == IssuePort.Work.LOCAL_MEMORY).isPresent();
      case FIRST_LEVEL -> resource == Resource.L1 || resource == Resource.TEXTURE;
      case NETWORK -> resource == Resource.NETWORK || resource == Resource.MEMORY_PATH;
      case L2 -> resource == Resource.L2;
      case ATOMIC -> resource == Resource.ATOMICS;
      case DRAM_BUS -> resource == Resource.DRAM;
      default -> false;
    };
  }

  private static String words(PathResource group) {
    return switch (group) {
      case DISPATCH -> "launch and dispatch of work-groups";
      case ISSUE -> "instructions at their issue port or in its queue";
      case DEPENDENCY -> "dependencies on earlier instructions";
      case LOCAL_MEMORY -> "local memory";
      case BARRIER -> "barriers";
      case FIRST_LEVEL -> "first-level caches";
      case NETWORK -> "the network to memory";
      case L2 -> "slices of the second-level cache";
      case MEMORY_CACHE -> "the memory-side cache";
      case ATOMIC -> "atomic units";
      case DRAM_BUS -> "DRAM";
      default -> "unattributed time";
    };
  }
}
