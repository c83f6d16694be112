// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Finds transfers and kernels that run sequentially on a device that could overlap them. */
public final class Overlap implements AdviceRule {
  private static final double LEAST = 1.03; // smaller gains do not justify two streams

  public Overlap() {}

  @Override
  public String name() {
    return "overlap";
  }

  @Override
  public boolean ofHost() {
    return true;
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    if (evidence.kernelsOnly()) {
      return List.of();
    }
    int engines = evidence.device().hostCosts().copyEngines();
    double in = evidence.value("transfers.to_device.time");
    double out = evidence.value("transfers.from_device.time");
    double kernels = evidence.result().kernelPicos();
    double saved = Transfers.savedByLocking(evidence);
    double part = in + out == 0 ? 1 : 1 - saved / (in + out);
    double locked = evidence.picos() - saved; // the time with page-locked memory
    double gain = gain(locked, kernels, part * in, part * out, engines);
    if (gain < LEAST) {
      return List.of();
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("transfer_share_of_time", (in + out) / evidence.picos());
    numbers.put("kernels_share_of_time", kernels / evidence.picos());
    numbers.put("copy_engines", (double) engines);
    boolean pageable = evidence.value("transfers.pageable.count") > 0;
    return List.of(
        new Proposal(
            Place.HOST,
            "Overlap: transfers take %s of the time and kernels %s, one after the other."
                    .formatted(
                        Say.percent((in + out) / evidence.picos()),
                        Say.percent(kernels / evidence.picos()))
                + bound(gain * evidence.picos() / locked, pageable),
            "Divide the data, and transfer one part in a stream"
                + (pageable ? " from page-locked memory" : "")
                + " while a kernel of another stream works on the last one.",
            numbers,
            List.of(),
            1 - 1 / gain));
  }

  private static String bound(double gain, boolean pageable) {
    return String.format(
        Locale.ROOT,
        " Side by side%s they would make it at most %.2f times as fast.",
        pageable ? ", and from page-locked memory," : "",
        gain);
  }

  /**
   * Returns an upper bound of the gain if transfers overlap with kernels and both with the rest of
   * the host's work (launches, waits), so that only the longest activity remains.
   *
   * @param all the measured time
   * @param kernels time of the kernels
   * @param in time of transfers to the device
   * @param out time of transfers from the device
   * @param engines number of copy engines: 1 serves both directions, 2 serve one direction each
   */
  static double gain(double all, double kernels, double in, double out, long engines) {
    if (engines == 0 || all == 0) {
      return 1;
    }
    double transfers = engines == 1 ? in + out : Math.max(in, out);
    double rest = all - kernels - in - out;
    double longest = Math.max(rest, Math.max(kernels, transfers));
    return in + out == 0 ? 1 : Math.max(1, all / longest);
  }
}
