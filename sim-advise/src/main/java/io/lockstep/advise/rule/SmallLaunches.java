// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.HostWork;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.spi.spec.Ideals;
import io.lockstep.trace.change.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds programs with many launches that take little longer than the launch overhead. Independent
 * launches are simulated as one launch, others as kernels that follow each other without the host's
 * time between them, like the rounds of a loop in one kernel.
 */
public final class SmallLaunches implements AdviceRule {
  private static final double FEW = 0.05;

  public SmallLaunches() {}

  @Override
  public String name() {
    return "small-launches";
  }

  @Override
  public boolean ofHost() {
    return true;
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    double launches = evidence.value("launches");
    double outside =
        evidence.picos()
            - evidence.result().kernelPicos()
            - evidence.value("time.transfers")
            - evidence.value("time.fills_and_copies");
    if (launches < 2 || outside < 0) {
      return List.of();
    }
    double share = outside / evidence.picos();
    if (share < FEW) {
      return List.of();
    }
    HostWork.Launches work = evidence.hostWork().launches();
    if (work.all() <= work.sequences()) {
      return List.of(); // a transfer stands between any two launches
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("launches", launches);
    numbers.put("share_outside_of_kernels", share);
    numbers.put("kernel_microseconds", evidence.result().kernelPicos() / 1e6 / launches);
    return List.of(
        new Proposal(
            Place.HOST,
            "Many small launches: "
                + Say.whole(launches)
                + " launches of "
                + Say.one(evidence.result().kernelPicos() / 1e6 / launches)
                + " µs each, "
                + (work.ofKernel() == work.all() ? "all" : Say.whole(work.ofKernel()))
                + " of "
                + work.kernel()
                + "; "
                + Say.percent(share)
                + " of the time passes outside of kernels and transfers.",
            change(work),
            numbers,
            List.of(remedy(evidence, work)),
            share));
  }

  private static String change(HostWork.Launches work) {
    String waits =
        work.waits() > 0 ? " Let the host wait for the device only before transfers." : "";
    if (work.areIndependent()) {
      return "Combine launches into one with a larger grid: none accesses a word that another one"
          + " writes."
          + waits;
    }
    String some =
        work.joined() < work.all()
            ? "Combine launches that share no word into "
                + Say.whole(work.joined())
                + " with larger grids. Do the work of these, of which one uses what another writes"
            : "Do the work of several launches, of which one uses what another writes";
    return some
        + " or which are of several kernels, in one launch: loop inside the kernel, with a barrier"
        + " of all work-groups between rounds if they exchange data, or record the launches as a"
        + " graph. The gain is that of kernels that follow each other at once."
        + waits;
  }

  private static Remedy remedy(Evidence evidence, HostWork.Launches work) {
    List<Rewrite> rewrites = new ArrayList<>();
    if (work.waits() > 0) {
      rewrites.add(Rewrite.of(Rewrite.Kind.NO_WAITS));
    }
    if (work.joined() < work.all()) {
      rewrites.add(Rewrite.of(Rewrite.Kind.ONE_LAUNCH));
    }
    SortedMap<String, String> atOnce =
        work.areIndependent()
            ? new TreeMap<>()
            : evidence.known(Map.of("host.back_to_back", "0us", "host.submit", "0us"));
    return new Remedy(new TreeMap<>(), atOnce, Ideals.of(List.of(), List.of(), rewrites));
  }
}
