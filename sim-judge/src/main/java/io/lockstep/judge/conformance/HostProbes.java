// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import java.util.List;

final class HostProbes {
  private static final long WORDS = 1 << 20;

  private final Probes probes;
  private final Declared declared;

  HostProbes(Probes probes) {
    this.probes = probes;
    this.declared = probes.declared();
  }

  void add() {
    Sample one = Sample.of("empty", 1, 64, 1);
    if (declared.has("host.launch")) {
      probes.add(
          "launch.first",
          ProbeUnit.MICROSECONDS,
          List.of(one),
          seen ->
              ProbeUnit.MICROSECONDS.of(
                  seen.get(0).seconds()
                      - seen.get(0).kernelSeconds()
                      - declared.seconds("host.synchronize")),
          time("host.launch"));
    }
    if (declared.has("host.back_to_back")) {
      double gap = declared.seconds("host.back_to_back");
      double submit = declared.seconds("host.submit");
      probes.add(
          "launch.next",
          ProbeUnit.MICROSECONDS,
          List.of(one.launched(40), one.launched(80)),
          seen -> {
            double each = (seen.get(1).seconds() - seen.get(0).seconds()) / 40;
            double kernel = Probes.more(seen) / 40;
            return ProbeUnit.MICROSECONDS.of(submit > gap + kernel ? each : each - kernel);
          },
          Expected.about(
              ProbeUnit.MICROSECONDS.of(Math.max(gap, submit)),
              0.06,
              "declared: host.back_to_back, host.submit"));
    }
    if (declared.has("dispatch.group_interval")) {
      dispatch();
    }
    transfer("transfer.pinned", "host.pinned", "{upload: {buffer: i, pinned: true}}");
    transfer("transfer.pageable", "host.pageable", "{upload: i}");
    transfer("transfer.fill", "host.fill", "{fill: {buffer: i, value: 0}}");
    transfer("transfer.copy", "host.copy", "{copy: {from: i, to: o}}");
  }

  private Expected time(String figure) {
    return Expected.about(
        ProbeUnit.MICROSECONDS.of(declared.seconds(figure)), 0.06, "declared: " + figure);
  }

  private void dispatch() {
    int few = Math.max(4 * declared.units(), (int) declared.family("dispatch.group.least", 0));
    int many = 4 * few;
    int items = probes.can().wavefront();
    double givers = declared.or("unit.dies", 1) * declared.or("dispatch.engines", 1);
    double shared = declared.value("dispatch.group_interval") / 1000 / givers;
    probes.add(
        "dispatch.group",
        ProbeUnit.CYCLES,
        List.of(Sample.of("empty", few, items, 1), Sample.of("empty", many, items, 1)),
        seen -> declared.cycles(Probes.more(seen)) / (many - few),
        Expected.about(
            declared.family("dispatch.group", shared), 0.08, "declared: dispatch.group_interval"));
  }

  private void transfer(String name, String figure, String step) {
    if (!declared.has(figure)) {
      return;
    }
    Sample small = Sample.of("empty", 1, 64, 1).writing(WORDS).reading(WORDS, "zero");
    Sample large = Sample.of("empty", 1, 64, 1).writing(4 * WORDS).reading(4 * WORDS, "zero");
    probes.add(
        name,
        ProbeUnit.GIGABYTES,
        List.of(small.doing("  - " + step + "\n"), large.doing("  - " + step + "\n")),
        seen ->
            ProbeUnit.GIGABYTES.of(12.0 * WORDS / (seen.get(1).seconds() - seen.get(0).seconds())),
        Expected.about(
            ProbeUnit.GIGABYTES.of(declared.value(figure)), 0.06, "declared: " + figure));
  }
}
