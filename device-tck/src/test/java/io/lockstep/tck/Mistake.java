// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import java.util.List;
import java.util.stream.Stream;

/**
 * A mistake that an architect can make: a rule of the test's device changed in a line or two.
 *
 * @param what what is wrong
 * @param contract the kit's contract that notices; {@code check} if only the checks do
 * @param figures what its message contains; for {@code check} the check's name
 * @param edits changes of the sources
 */
record Mistake(String what, String contract, String figures, List<DeviceVariants.Edit> edits) {
  /** The finder of mistakes that the kit does not notice. */
  static final String CHECK = "check";

  private static final String UNIT = "PairUnit.java";
  private static final String DEVICE = "PairDevice.java";
  private static final String LOWERS = "public MachineKernel lower(Kernel kernel) {";

  private static Mistake of(
      String what, String contract, String figures, String file, String from, String to) {
    return new Mistake(what, contract, figures, List.of(new DeviceVariants.Edit(file, from, to)));
  }

  /** A mistake after which a parameter has no effect. */
  private static Mistake unused(String what, String name, String file, String from, String to) {
    return of(what, "parameters", name, file, from, to);
  }

  private Mistake and(String file, String from, String to) {
    return new Mistake(
        what,
        contract,
        figures,
        Stream.concat(edits.stream(), Stream.of(new DeviceVariants.Edit(file, from, to))).toList());
  }

  String module() {
    return "mistaken." + what.replaceAll("[^a-z]+", "_");
  }

  boolean isOfKit() {
    return !contract.equals(CHECK);
  }

  static List<Mistake> all() {
    return Stream.concat(first().stream(), second().stream()).toList();
  }

  private static List<Mistake> first() {
    return List.of(
        of(
            "a barrier does nothing",
            "order",
            "these do not wait for the barrier",
            UNIT,
            "barrier(w, tick);",
            "ports.ask(w, tick + 1);"),
        of(
            "loads are not waited for",
            "order",
            "a load that needs the word of the last one takes ",
            UNIT,
            "scoreboard.hold(w, i.writes(), token);",
            "scoreboard.hold(w, List.of(), token);"),
        of(
            "all wavefronts are on one of two ports",
            "use",
            "the busiest port 'issue' issues for 2.00 times the mean",
            UNIT,
            "return w % schedulers;",
            "return 0;"),
        of(
            "DRAM is twice as fast",
            CHECK,
            "bandwidth.dram",
            DEVICE,
            "DramConfig.of(spec, clock)",
            "DramConfig.of(spec, clock / 2)"),
        of(
            "half of the units get no group",
            "use",
            "2 of 4 units issue little",
            DEVICE,
            "GroupPlacement.inOrder(units)",
            "GroupPlacement.inOrder(units / 2)"),
        of(
            "bank conflicts are counted, not charged",
            "use",
            " conflict cycles, and take 0 cycles more",
            UNIT,
            "localFree = Math.max(localFree, tick) + clocks;",
            "localFree = Math.max(localFree, tick) + banks.conflictFree(access);"),
        unused(
            "the size of the first level is fixed",
            "l1.size",
            UNIT,
            "MemoryUnitConfig.of(spec, \"memory.\")",
            "MemoryUnitConfig.of(spec.given(\"l1.size\", 4096), \"memory.\")"),
        of(
                "units share a static",
                "threads",
                "twice at once: ",
                UNIT,
                "ports.ask(w, tick + 1);\n  }\n\n  @Override\n  protected void barrierReleased",
                "ports.ask(w, tick + (last == cluster ? 1 : 7));\n  }\n\n  @Override\n"
                    + "  protected void barrierReleased")
            .and(UNIT, "private long localFree;", "private long localFree; static Cluster last;")
            .and(
                UNIT,
                "super(cluster, index, config(spec));",
                "super(cluster, index, config(spec)); last = cluster;"),
        of(
            "cycles are counted in half of the clock",
            "accounting",
            "clock.compute is 500000000 Hz",
            DEVICE,
            LOWERS,
            "public long clockHertz() {\n    return tickHertz() / 2;\n  }\n\n  @Override\n  "
                + LOWERS),
        of(
            "the second level is bypassed",
            "traffic",
            "a second reader of 16384 bytes adds 16384 bytes of DRAM",
            DEVICE,
            "Optional.of(cache)",
            "Optional.empty()"),
        unused(
            "the issue policy is fixed",
            "issue.policy",
            UNIT,
            "new OldestFirst(),\n            spec,",
            "new OldestFirst(), io.lockstep.spi.spec.Figures.of(java.util.Map.of()),"));
  }

  private static List<Mistake> second() {
    return List.of(
        of(
            "stores move nothing",
            "accounting",
            "memory.bytes_moved",
            UNIT,
            "memory.write(tick, answer, line, bytes)",
            "{}"),
        unused(
            "the second level answers at once",
            "l2.latency",
            DEVICE,
            "spec.given(\"l2.hit\", hit())",
            "spec.given(\"l2.hit\", 0)"),
        of(
            "groups are held whatever local memory they need",
            CHECK,
            "occupancy.local_memory",
            DEVICE,
            "code.kernel().localBytes() + dynamicLocalBytes",
            "0"),
        of(
            "one channel of two is not used",
            CHECK,
            "bandwidth.dram",
            DEVICE,
            "new DramGeometry(channels,",
            "new DramGeometry(Math.max(1, channels / 2),"),
        unused(
            "atomics of one address do not wait",
            "atomics.same_address",
            DEVICE,
            "spec.given(\"l2.hit\", hit())",
            "spec.given(\"l2.hit\", hit()).given(\"atomics.same_address\", 0)"),
        unused(
            "groups are handed out one a cycle",
            "dispatch.group_interval",
            DEVICE,
            "DispatcherConfig.of(spec, 1,",
            "DispatcherConfig.of(spec.given(\"dispatch.group_interval\", 1000), 1,"),
        of(
            "the second port issues every other cycle",
            CHECK,
            "rate.f32.fma",
            UNIT,
            "return tick + interval;",
            "return tick + interval * (p + 1);"),
        of(
            "results are there after half of the latency",
            "order",
            "an addition that needs the sum of the last one takes 3.",
            UNIT,
            "i.writes(), tick + latency);",
            "i.writes(), tick + latency / 2);"),
        of(
            "lanes of a line have transactions of their own",
            CHECK,
            "coalescing.stride.1",
            "PairLines.java",
            "if (line != last) {",
            "if (line != last || lane % 4 == 0) {"),
        unused(
            "the host does not wait for the device",
            "host.synchronize",
            DEVICE,
            LOWERS,
            "public io.lockstep.spi.host.HostCosts hostCosts() {\n"
                + "    return io.lockstep.spi.host.HostCosts.of("
                + "spec.given(\"host.synchronize\", 0));\n  }\n\n  @Override\n  "
                + LOWERS),
        unused(
            "reads of local memory take no time",
            "lds.latency",
            UNIT,
            "localFree - 1 + localLatency",
            "tick"));
  }
}
