// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.trace.change.Rewrite;
import java.util.List;
import java.util.TreeMap;

/** Finds programs with many launches that take little longer than the launch overhead. */
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
                + " µs each; "
                + Say.percent(share)
                + " of the time passes outside of kernels and transfers.",
            "Combine launches into one with a larger grid, or loop inside the kernel.",
            numbers,
            List.of(Remedy.rewritten(Rewrite.of(Rewrite.Kind.ONE_LAUNCH))),
            share));
  }
}
