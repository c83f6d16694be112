package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.fit.ChannelReach;
import io.lockstep.spi.ChannelMap;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Strides with which concurrent accesses meet in few DRAM channels (partition camping). */
public final class ChannelCamping implements AdviceRule {
  private static final double UNEVEN = 1.5; // the busiest channel by the mean
  private static final String CHANGE =
      "Pad the rows so that their pitch is no multiple of a large power of two, or let work-groups"
          + " begin at different columns.";
  private static final Map<String, String> HASHED_CHANNELS = Map.of("dram.mapping", "channel_hash");
  private static final Map<String, String> HASHED =
      Map.of("dram.mapping", "channel_hash", "l2.mapping", "channel_hash");

  /** Creates the rule. */
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
    return ChannelReach.of(Map.of(id, map.get()), evidence.card()).stream()
        .max(Comparator.comparingLong(f -> f.access().device().lines()))
        .map(f -> proposal(evidence, f, hashed))
        .or(() -> uneven(evidence))
        .stream()
        .toList();
  }

  /**
   * Camping that no stride within a wavefront shows: wavefronts and iterations that run at the same
   * time meet in few channels or slices.
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
    return evidence.kernels().stream()
        .flatMap(k -> k.accesses().stream().map(a -> new Access(k, a)))
        .filter(a -> Evidence.isGlobal(a.access) && a.access.line() > 0)
        .max(Comparator.comparingLong(a -> a.access.device().lines()))
        .map(
            a ->
                new Proposal(
                    new Place(Evidence.name(a.kernel), a.access.line()),
                    "Channel camping: at any time the busiest of DRAM's channels and cache slices has "
                        + Say.one(most)
                        + " times the mean, most for the "
                        + Say.operation(a.access)
                        + " at line "
                        + a.access.line()
                        + ".",
                    CHANGE,
                    numbers,
                    List.of(
                        Remedy.figures(evidence.known(HASHED_CHANNELS)),
                        Remedy.figures(evidence.known(HASHED))),
                    evidence.part(Evidence.name(a.kernel)) * (1 - 1 / most) * 0.8));
  }

  /** An access of a kernel. */
  private record Access(KernelCard kernel, AccessCard access) {}

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
        "Channel camping: the "
            + Say.operation(a)
            + " at line "
            + f.line()
            + " has a stride of "
            + Say.whole(f.stride())
            + " B, which reaches "
            + reach.reached()
            + " of "
            + reach.channels()
            + " DRAM channels.",
        CHANGE,
        numbers,
        List.of(Remedy.figures(hashed)),
        evidence.part(f.kernel()) * (1 - (double) reach.reached() / reach.channels()) * 0.8);
  }
}
