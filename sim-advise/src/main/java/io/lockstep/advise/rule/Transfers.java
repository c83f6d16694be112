// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.HostWork;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.spi.host.HostCosts;
import io.lockstep.trace.change.Rewrite;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Finds copies between host and device that are repeated and take a large part of the time. */
public final class Transfers implements AdviceRule {
  /** Smallest share of the time that transfers must take. */
  static final double FEW = 0.05;

  public Transfers() {}

  @Override
  public String name() {
    return "transfers";
  }

  @Override
  public boolean ofHost() {
    return true;
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double share = evidence.value("time.transfers") / evidence.picos();
    if (evidence.kernelsOnly() || share < FEW) {
      return List.of();
    }
    HostWork work = evidence.hostWork();
    if (work.neededTransfers() >= work.transfers()) {
      return List.of();
    }
    SortedMap<String, Double> numbers = numbers(evidence);
    return List.of(
        new Proposal(
            Place.HOST,
            "Transfers: %s transfers between host and device take %s of the time."
                .formatted(Say.whole(numbers.get("transfers")), Say.percent(share)),
            "Keep the data on the device between launches: if the host does not change it, "
                + Say.whole(work.neededTransfers())
                + (work.neededTransfers() == 1 ? " transfer is enough." : " transfers are enough."),
            numbers,
            List.of(Remedy.rewritten(Rewrite.of(Rewrite.Kind.RESIDENT))),
            share));
  }

  /** Returns counts and bytes of all transfers, and their share of the time. */
  static SortedMap<String, Double> numbers(Evidence evidence) {
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put(
        "transfers",
        evidence.value("transfers.to_device.count")
            + evidence.value("transfers.from_device.count"));
    numbers.put("transfer_share_of_time", evidence.value("time.transfers") / evidence.picos());
    numbers.put(
        "bytes",
        evidence.value("transfers.to_device.bytes")
            + evidence.value("transfers.from_device.bytes"));
    return numbers;
  }

  /** Returns the time that transfers of pageable memory take longer than of page-locked memory. */
  static double savedByLocking(Evidence evidence) {
    HostCosts costs = evidence.device().hostCosts();
    double locked =
        evidence.value("transfers.pageable.count") * costs.transferPicos()
            + evidence.value("transfers.pageable.bytes") / costs.pinnedBytesPerSecond() * 1e12;
    return Math.max(0, evidence.value("transfers.pageable.time") - locked);
  }
}
