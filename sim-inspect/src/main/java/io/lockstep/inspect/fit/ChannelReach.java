// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.fit;

import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.Pattern;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.card.SourceLines;
import io.lockstep.run.Catalogue;
import io.lockstep.spi.ChannelMap;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds strides of accesses that reach few of a device's DRAM channels (partition or channel
 * camping), from the device's address mapping and without simulation.
 *
 * <p>A stride reaches few channels if {@value #STEPS} addresses at this distance lie in at most
 * half of the reachable channels. The number of reachable channels is limited by the number of
 * addresses and by the channels between the first and the last address.
 */
public final class ChannelReach {
  /** Number of addresses examined, as in a request of 64 lanes. */
  public static final int STEPS = 64;

  private static final int MOST_BLOCKS = 1 << 16; // examined to count reachable channels

  /**
   * A stride that reaches few channels of some devices.
   *
   * @param line source line of the access, 0 if unknown
   * @param stride distance in bytes, positive
   * @param devices affected devices, in the order of the catalogue
   */
  public record Finding(
      String kernel, int line, AccessCard access, long stride, List<Reach> devices) {
    /** Describes the finding in one sentence; devices with equal numbers are grouped. */
    public String text() {
      Map<String, List<String>> byReach = new LinkedHashMap<>();
      for (Reach r : devices) {
        byReach
            .computeIfAbsent(r.reached() + " of " + r.channels(), k -> new ArrayList<>())
            .add(r.device());
      }
      String reached =
          byReach.entrySet().stream()
              .map(e -> e.getKey() + " of " + String.join(", ", e.getValue()))
              .collect(Collectors.joining("; "));
      String operation = access.op().name().toLowerCase(Locale.ROOT).replace('_', '-');
      return String.format(
          Locale.ROOT,
          "%s of %s at %s: a stride of %,d B reaches few DRAM channels: %s",
          operation,
          kernel,
          SourceLines.of(line),
          stride,
          reached);
    }
  }

  /**
   * The channels of a device that a stride reaches.
   *
   * @param reached number of channels reached
   * @param channels number of channels of the device
   */
  public record Reach(String device, int reached, int channels) {}

  private ChannelReach() {}

  /**
   * Returns the strides of a program's accesses to global memory that reach few channels.
   *
   * @param catalogue devices to examine
   * @param refusals devices to leave out
   */
  public static List<Finding> of(
      Catalogue catalogue, ProgramCard card, List<DeviceFit.Refusal> refusals) {
    Map<String, ChannelMap> maps = new LinkedHashMap<>();
    for (DeviceSpec spec : catalogue.specs()) {
      if (refusals.stream().noneMatch(r -> r.device().equals(spec.id()))) {
        catalogue.device(spec).channels().ifPresent(map -> maps.put(spec.id(), map));
      }
    }
    return of(maps, card);
  }

  /**
   * Returns the strides of a program's accesses to global memory that reach few channels.
   *
   * @param maps address mappings by device id
   */
  public static List<Finding> of(Map<String, ChannelMap> maps, ProgramCard card) {
    List<Finding> findings = new ArrayList<>();
    for (KernelCard kernel : card.kernels()) {
      for (AccessCard access : kernel.accesses()) {
        for (long stride : strides(access)) {
          List<Reach> few = new ArrayList<>();
          maps.forEach(
              (device, map) -> {
                int reached = reached(map, stride);
                if (2 * reached <= reachable(map, stride)) {
                  few.add(new Reach(device, reached, map.channels()));
                }
              });
          if (!few.isEmpty()) {
            findings.add(
                new Finding(
                    kernel.text().kernel().name(),
                    access.line(),
                    access,
                    stride,
                    List.copyOf(few)));
          }
        }
      }
    }
    return List.copyOf(findings);
  }

  private static SortedSet<Long> strides(AccessCard access) {
    SortedSet<Long> strides = new TreeSet<>();
    if (access.device().requests() > 0
        && (access.pattern() == Pattern.STRIDED || access.pattern() == Pattern.TWO_D)) {
      for (long stride : access.shape().strides()) {
        if (stride != 0 && Math.abs(stride) < Long.MAX_VALUE / STEPS) {
          strides.add(Math.abs(stride));
        }
      }
    }
    return strides;
  }

  /** Returns the number of channels of addresses at a stride, starting at 0. */
  static int reached(ChannelMap map, long stride) {
    BitSet seen = new BitSet();
    for (int k = 0; k < STEPS; k++) {
      seen.set(map.channel(k * stride));
    }
    return seen.cardinality();
  }

  /**
   * Returns the maximum number of channels that could be reached between the first and the last
   * address.
   */
  static int reachable(ChannelMap map, long stride) {
    BitSet seen = new BitSet();
    int most = Math.min(STEPS, map.channels());
    long end = (STEPS - 1) * stride;
    long block = map.blockBytes();
    for (long n = 0; n < MOST_BLOCKS && n * block <= end && seen.cardinality() < most; n++) {
      seen.set(map.channel(n * block));
    }
    return seen.cardinality();
  }
}
