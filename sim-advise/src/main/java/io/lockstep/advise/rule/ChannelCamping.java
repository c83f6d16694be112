// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.inspect.fit.ChannelReach;
import io.lockstep.spi.ChannelMap;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Finds strides with which concurrent accesses use only few DRAM channels (partition camping). */
public final class ChannelCamping implements AdviceRule {
  private static final double UNEVEN = 1.5; // load of the busiest channel relative to the mean
  private static final ToLongFunction<AccessCard> LINES = a -> a.device().lines();
  private static final String CHANGE =
      "Pad the rows so that their pitch is not a multiple of a large power of two, or let work-groups"
          + " begin at different columns.";
  private static final Map<String, String> HASHED_CHANNELS = Map.of("dram.mapping", "channel_hash");
  private static final Map<String, String> HASHED =
      Map.of("dram.mapping", "channel_hash", "l2.mapping", "channel_hash");

  public ChannelCamping() {}

  @Override
  public String name() {
    return "channel-camping";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    Optional<ChannelMap> map = evidence.device().channels();
    SortedMap<String, String> hashed = evidence.known(HASHED_CHANNELS);
    if (map.isEmpty() || hashed.isEmpty() || evidence.value("dram.bytes") == 0) {
      return List.of();
    }
    String id = evidence.spec().id();
    List<ChannelReach.Finding> all = ChannelReach.of(Map.of(id, map.get()), evidence.card());
    return all.stream()
        .max(
            Comparator.comparingLong((ChannelReach.Finding f) -> ofLine(all, f))
                .thenComparingLong(f -> LINES.applyAsLong(f.access())))
        .map(f -> proposal(evidence, f, hashed))
        .or(() -> uneven(evidence))
        .stream()
        .toList();
  }

  /** Returns the number of cache lines touched by all accesses of a finding's source line. */
  private static long ofLine(List<ChannelReach.Finding> all, ChannelReach.Finding own) {
    return all.stream()
        .filter(f -> f.kernel().equals(own.kernel()) && f.line() == own.line())
        .map(ChannelReach.Finding::access)
        .distinct()
        .mapToLong(LINES)
        .sum();
  }

  /**
   * Finds camping that no stride within a wavefront causes: concurrent wavefronts and iterations
   * use only few channels or slices.
   */
  private static Optional<Proposal> uneven(Evidence evidence) {
    double channels = evidence.value("dram.channel_imbalance");
    double slices = evidence.value("l2.slice_imbalance");
    double most = Math.max(channels, slices);
    if (most < UNEVEN) {
      return Optional.empty();
    }
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("channel_imbalance", channels);
    numbers.put("slice_imbalance", slices);
    Optional<KernelLine> worst = Optional.empty();
    for (KernelCard k : evidence.kernels()) {
      List<AccessCard> global =
          k.accesses().stream().filter(a -> Evidence.isGlobal(a) && a.line() > 0).toList();
      Optional<KernelLine> line =
          AccessLine.worst(global, LINES).map(l -> new KernelLine(Evidence.name(k), l));
      worst =
          line.isPresent() && (worst.isEmpty() || line.get().lines() > worst.get().lines())
              ? line
              : worst;
    }
    return worst.map(
        w ->
            new Proposal(
                new Place(w.kernel, w.line.line()),
                ("Channel camping: at any time the busiest of DRAM's channels and cache"
                        + " slices has %s times the mean, most for %s.")
                    .formatted(Say.one(most), w.line.words()),
                CHANGE,
                numbers,
                List.of(
                    Remedy.figures(evidence.known(HASHED_CHANNELS)),
                    Remedy.figures(evidence.known(HASHED))),
                evidence.part(w.kernel) * (1 - 1 / most) * 0.8));
  }

  private record KernelLine(String kernel, AccessLine line) {
    long lines() {
      return line.sum(LINES);
    }
  }

  private static Proposal proposal(
      Evidence evidence, ChannelReach.Finding f, SortedMap<String, String> hashed) {
    ChannelReach.Reach reach = f.devices().get(0);
    AccessCard a = f.access();
    TreeMap<String, Double> numbers = new TreeMap<>();
    numbers.put("stride_bytes", (double) f.stride());
    numbers.put("channels_reached", (double) reach.reached());
    numbers.put("channels", (double) reach.channels());
    return new Proposal(
        new Place(f.kernel(), f.line()),
        ("Channel camping: the %s at %s has a stride of %s B, which reaches %s of %s DRAM"
                + " channels.")
            .formatted(
                Say.operation(a),
                SourceLines.of(f.line()),
                Say.whole(f.stride()),
                reach.reached(),
                reach.channels()),
        CHANGE,
        numbers,
        List.of(Remedy.figures(hashed)),
        evidence.part(f.kernel()) * (1 - (double) reach.reached() / reach.channels()) * 0.8);
  }
}
