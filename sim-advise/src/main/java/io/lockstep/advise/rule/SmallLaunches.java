package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import java.util.List;
import java.util.TreeMap;

/** Many launches, each of which takes little more than its own overhead. */
public final class SmallLaunches implements AdviceRule {
  private static final double FEW = 0.05;

  /** Requests of a launch for each byte that all launches touch, below which each has its own. */
  private static final double APART = 0.5;

  /** Creates the rule. */
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
    double first = evidence.spec().has("host.launch") ? evidence.spec().value("host.launch") : 0;
    double outsideOfOne = Math.min(outside, Math.max(first, outside / launches));
    double saved =
        (outside
                - outsideOfOne
                + evidence.result().kernelPicos()
                - kernelsOfOne(evidence, launches))
            / evidence.picos();
    if (saved < FEW) {
      return List.of();
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("launches", launches);
    numbers.put("share_outside_of_kernels", outside / evidence.picos());
    numbers.put("kernel_microseconds", evidence.result().kernelPicos() / 1e6 / launches);
    return List.of(
        new Proposal(
            Place.HOST,
            "Many small launches: "
                + Say.whole(launches)
                + " launches of "
                + Say.one(evidence.result().kernelPicos() / 1e6 / launches)
                + " µs each; "
                + Say.percent(outside / evidence.picos())
                + " of the time passes outside of kernels and transfers.",
            "Combine launches into one with a larger grid, or loop inside the kernel.",
            numbers,
            List.of(Remedy.computed(1 / (1 - saved))),
            saved));
  }

  /**
   * Time of the kernels if one launch did the work of all, picoseconds: not less than a launch
   * takes now, and than the busiest resource needs. Launches that touch the same data follow from
   * each other and cannot be one.
   */
  private static double kernelsOfOne(Evidence evidence, double launches) {
    double time = evidence.result().kernelPicos();
    boolean apart =
        evidence.kernels().stream()
            .allMatch(
                k ->
                    k.traffic().isExact()
                        && k.traffic().requested()
                            < APART * k.launches().count() * k.traffic().touchedBytes());
    return apart ? Math.max(time / launches, time * evidence.peak()) : time;
  }
}
