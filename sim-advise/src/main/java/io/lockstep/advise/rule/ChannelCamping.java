package io.lockstep.advise.rule;

import io.lockstep.advise.AdviceRule;
import io.lockstep.advise.Evidence;
import io.lockstep.advise.Place;
import io.lockstep.advise.Proposal;
import io.lockstep.advise.Remedy;
import io.lockstep.inspect.card.AccessCard;
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
  /** Creates the rule. */
  public ChannelCamping() {}

  @Override
  public String name() {
    return "channel-camping";
  }

  @Override
  public List<Proposal> proposals(Evidence evidence) {
    Optional<ChannelMap> map = evidence.device().channels();
    SortedMap<String, String> hashed = evidence.known(Map.of("dram.mapping", "channel_hash"));
    if (map.isEmpty() || hashed.isEmpty() || evidence.value("dram.bytes") == 0) {
      return List.of();
    }
    String id = evidence.spec().id();
    return ChannelReach.of(Map.of(id, map.get()), evidence.card()).stream()
        .max(Comparator.comparingLong(f -> f.access().device().lines()))
        .map(f -> proposal(evidence, f, hashed))
        .stream()
        .toList();
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
        "Pad the rows so that their pitch is no multiple of a large power of two, or let work-groups"
            + " begin at different columns.",
        numbers,
        List.of(Remedy.figures(hashed)),
        evidence.part(f.kernel()) * (1 - (double) reach.reached() / reach.channels()) * 0.8);
  }
}
