// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.trace.change.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds copies between host and device that take a large part of the time. */
public final class Transfers implements AdviceRule {
  private static final double FEW = 0.05;

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
    double time = evidence.value("time.transfers");
    double share = time / evidence.picos();
    if (evidence.kernelsOnly() || share < FEW) {
      return List.of();
    }
    double in = evidence.value("transfers.to_device.count");
    double out = evidence.value("transfers.from_device.count");
    List<Remedy> remedies = new ArrayList<>();
    remedies.add(Remedy.rewritten(Rewrite.of(Rewrite.Kind.RESIDENT)));
    if (evidence.value("transfers.pageable.count") > 0 && evidence.spec().has("host.pinned")) {
      String pinned = evidence.spec().figure("host.pinned").text();
      Map<String, String> rates = new TreeMap<>(Map.of("host.pageable", pinned));
      if (evidence.spec().has("host.staged")) {
        rates.put("host.staged", pinned);
      }
      remedies.add(Remedy.figures(rates));
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("transfers", in + out);
    numbers.put("transfer_share_of_time", share);
    numbers.put(
        "bytes",
        evidence.value("transfers.to_device.bytes")
            + evidence.value("transfers.from_device.bytes"));
    return List.of(
        new Proposal(
            Place.HOST,
            "Transfers: "
                + Say.whole(in + out)
                + " transfers between host and device take "
                + Say.percent(share)
                + " of the time.",
            "Keep the data on the device between launches, and transfer from and to page-locked"
                + " memory.",
            numbers,
            remedies,
            share));
  }
}
