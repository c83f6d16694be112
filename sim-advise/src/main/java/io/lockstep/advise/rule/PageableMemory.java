// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.HostWork;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.trace.change.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Finds transfers from and to pageable host memory, which take longer than those of page-locked
 * memory.
 */
public final class PageableMemory implements AdviceRule {
  public PageableMemory() {}

  @Override
  public String name() {
    return "pageable-memory";
  }

  @Override
  public boolean ofHost() {
    return true;
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double share = evidence.value("time.transfers") / evidence.picos();
    double pageable = evidence.value("transfers.pageable.count");
    if (evidence.kernelsOnly() || share < Transfers.FEW || pageable == 0) {
      return List.of();
    }
    double saved = Transfers.savedByLocking(evidence) / evidence.value("transfers.pageable.time");
    if (!(saved > 0)) {
      return List.of();
    }
    HostWork work = evidence.hostWork();
    boolean repeats = work.neededTransfers() < work.transfers();
    SortedMap<String, Double> numbers = Transfers.numbers(evidence);
    double all = numbers.get("transfers");
    numbers.put("pageable_transfers", pageable);
    return List.of(
        new Proposal(
            Place.HOST,
            "Pageable memory: "
                + (pageable < all ? Say.whole(pageable) + " of " : "")
                + Say.whole(all)
                + " transfers, which together take "
                + Say.percent(share)
                + " of the time, are from or to pageable memory of the host; those of page-locked"
                + " memory take "
                + Say.percent(saved)
                + " less time.",
            "Allocate this memory page-locked"
                + (repeats ? ", and keep the data on the device between launches." : "."),
            numbers,
            List.of(remedy(repeats)),
            share));
  }

  private static Remedy remedy(boolean repeats) {
    List<Rewrite> rewrites = new ArrayList<>(List.of(Rewrite.of(Rewrite.Kind.PINNED)));
    if (repeats) {
      rewrites.add(Rewrite.of(Rewrite.Kind.RESIDENT));
    }
    return Remedy.rewritten(rewrites);
  }
}
