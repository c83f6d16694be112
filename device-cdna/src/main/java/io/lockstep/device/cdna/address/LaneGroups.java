// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.cdna.address;

import static io.lockstep.spi.address.AddressInput.oneOf;
import static io.lockstep.spi.address.AddressInput.optional;
import static io.lockstep.spi.address.AddressInput.required;

import io.lockstep.gcn.lds.LdsBanks;
import io.lockstep.gcn.lds.LdsBanks.Groups;
import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import io.lockstep.spi.address.AddressAnswer;
import io.lockstep.spi.address.AddressInput;
import io.lockstep.spi.address.AddressInputs;
import io.lockstep.spi.address.AddressKind;
import io.lockstep.spi.address.AddressLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Explains the combined cost of a wavefront's addresses: clocks of local memory, cache lines,
 * channels.
 *
 * <p>Sources: ROCm Compute Profiler, LDS model and L2 pages; composable_kernel documentation, LDS
 * bank conflicts. {@link LdsBanks} computes the clocks, as in simulations.
 */
final class LaneGroups {
  private static final String HALVES =
      "ROCm Compute Profiler, LDS examples (two halves of 32 lanes)";
  private static final String WIDE = "composable_kernel documentation, LDS bank conflicts";
  private static final String LINES = "ROCm Compute Profiler, vector L1: lines of 64 and 128 bytes";
  private static final String CHANNELS =
      "ROCm Compute Profiler, L2 (the devices' own hash is not public)";
  private static final int PAIRS = 20; // in a read of 128 bits, lanes 0-3 go with 20-23
  private static final AddressInput LANES =
      optional("lanes", "lanes of the wavefront", "64").in("lanes");
  private static final AddressInput ACTIVE =
      optional("active", "lanes that access memory, from lane 0 on; without it all", "none")
          .in("active lanes");
  private static final AddressInput ADDRESS =
      required("addr", "address of each lane: an expression of lane");
  private static final AddressInput BANKS = optional("banks", "banks of 4 bytes", "32");

  static final List<AddressKind> KINDS =
      List.of(
          new Question(
              "clocks of a 4-byte access of local memory",
              "lds_b32_cycles addr=lane*8",
              List.of(
                  LANES,
                  ACTIVE,
                  ADDRESS,
                  optional("width", "bytes of a lane: 4", "4"),
                  BANKS,
                  optional("group", "lanes at a time: 32", "32").in("lanes")),
              LaneGroups::narrow),
          new Question(
              "clocks of a 16-byte access of local memory",
              "lds_b128_cycles ds_read_b128 addr=lane*32",
              List.of(
                  LANES,
                  ACTIVE,
                  oneOf("instruction", "which", "ds_read_b128", "ds_write_b128"),
                  ADDRESS,
                  BANKS),
              LaneGroups::wide),
          new Question(
              "cache lines that a wavefront's access touches",
              "coalesce_lines addr=0x1000+lane*16 size=4",
              List.of(LANES, ACTIVE, ADDRESS, required("size", "bytes of a lane")),
              LaneGroups::lines),
          new Question(
              "channel of an address, by plain interleaving",
              "l2_channel_simple addr=0x1f00 channels=32 interleave=256",
              List.of(
                  required("addr", "byte address"),
                  optional("channels", "channels", "32"),
                  optional("interleave", "bytes of a channel before the next", "256")),
              LaneGroups::channel));

  private LaneGroups() {}

  private static void narrow(AddressInputs in, AddressAnswer.Builder out) {
    in.oneOf("width", List.of(4L));
    in.oneOf("group", List.of(32L));
    clocks(
        in,
        4,
        false,
        "two halves of 32 lanes, each: different words of the busiest bank, at least 1",
        HALVES,
        out);
  }

  private static void wide(AddressInputs in, AddressAnswer.Builder out) {
    boolean write = in.word("instruction").equals("ds_write_b128");
    String groups =
        write
            ? "groups of 8 lanes in a row"
            : "groups {0-3, 20-23}, {4-7, 16-19}, {8-11, 28-31}, {12-15, 24-27}, and + 32";
    clocks(
        in,
        16,
        write,
        groups + ", each: different words of the busiest bank, at least 1",
        WIDE,
        out);
  }

  private static void clocks(
      AddressInputs in,
      int bytes,
      boolean write,
      String rule,
      String source,
      AddressAnswer.Builder out) {
    int banks = (int) in.oneOf("banks", List.of(16L, 32L, 64L));
    in.oneOf("lanes", List.of(64L));
    List<Long> addresses = in.byLane("addr", active(in));
    Access access = new Access();
    long mask = addresses.size() == 64 ? -1 : (1L << addresses.size()) - 1;
    for (int lane = 0; lane < addresses.size(); lane++) {
      if (addresses.get(lane) % bytes != 0) {
        throw in.wrong(
            "addr of lane %s must be a multiple of %s, found %s"
                .formatted(lane, bytes, addresses.get(lane)));
      }
      access.addresses()[lane] = addresses.get(lane);
    }
    access.setScattered(mask, 64, bytes);
    LdsBanks cost =
        new LdsBanks(
            4, new Groups(32, banks, 0), new Groups(16, banks, 0), new Groups(8, banks, PAIRS));
    int clocks = cost.clocks(access, write ? Operation.STORE : Operation.LOAD);
    out.count("bank_cycles", rule, clocks, source);
    out.result("bank_cycles", clocks);
    out.layout(picture(addresses, bytes, banks));
  }

  private static int active(AddressInputs in) {
    int lanes = (int) in.number("lanes", 1, 64);
    return in.all().get("active").equals("none") ? lanes : (int) in.number("active", 1, lanes);
  }

  /** Draws the accessed words of each bank, with their lanes. */
  private static AddressLayout picture(List<Long> addresses, int bytes, int banks) {
    TreeMap<Long, List<Integer>> lanes = new TreeMap<>(); // lanes by word
    for (int lane = 0; lane < addresses.size(); lane++) {
      for (int b = 0; b < bytes; b += 4) {
        lanes.computeIfAbsent((addresses.get(lane) + b) / 4, w -> new ArrayList<>()).add(lane);
      }
    }
    List<Long> rows =
        lanes.keySet().stream().map(w -> w / banks).distinct().limit(AddressLayout.MOST).toList();
    List<AddressLayout.Mark> marks = new ArrayList<>();
    lanes.forEach(
        (word, all) -> {
          int row = rows.indexOf(word / banks);
          if (row >= 0) {
            String text = "bank %s: lanes %s".formatted(word % banks, all);
            marks.add(new AddressLayout.Mark(row, (int) (word % banks), text, true));
          }
        });
    return new AddressLayout(
        "a column: a bank of 4 bytes; a row: %s bytes that any lane accesses".formatted(4 * banks),
        rows.stream().map(r -> "0x" + Long.toHexString(r * banks * 4)).toList(),
        banks,
        marks);
  }

  private static void lines(AddressInputs in, AddressAnswer.Builder out) {
    long size = in.oneOf("size", List.of(1L, 2L, 4L, 8L, 12L, 16L));
    List<Long> addresses = in.byLane("addr", active(in));
    for (int line = 64; line <= 128; line *= 2) {
      TreeSet<Long> touched = new TreeSet<>();
      for (long address : addresses) {
        touched.add(address / line);
        touched.add((address + size - 1) / line);
      }
      out.count("lines" + line, "different values of addr div " + line, touched.size(), LINES);
      out.result("lines" + line, touched.size());
    }
  }

  private static void channel(AddressInputs in, AddressAnswer.Builder out) {
    long interleave = in.number("interleave", 1, 1 << 20);
    long channels = in.number("channels", 1, 1024);
    long channel =
        out.count(
            "channel",
            "(addr div interleave) mod channels",
            in.bits("addr", 48) / interleave % channels,
            CHANNELS);
    out.result("channel", channel);
  }
}
