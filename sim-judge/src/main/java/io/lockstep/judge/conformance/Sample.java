// SPDX-License-Identifier: Apache-2.0
package io.lockstep.judge.conformance;

import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.WorkloadSource;
import java.util.Locale;
import java.util.TreeMap;

/**
 * One simulation of a check: a generated kernel, its launch and its buffers. Equal samples are
 * simulated once.
 *
 * @param kernel description of the kernels, one per line, as in {@link Microkernels}
 * @param size work-items per group
 * @param rounds number of executions of the kernel's body
 * @param out words of the first buffer
 * @param in words of the second buffer
 * @param contents initial contents of the second buffer, in workload syntax
 * @param steps steps that replace the launch, or empty
 */
record Sample(
    String kernel,
    int groups,
    int size,
    long rounds,
    int launches,
    long out,
    long in,
    String contents,
    String steps) {
  /** Creates a sample with a single launch and buffers of zeros. */
  static Sample of(String kernel, int groups, int size, long rounds) {
    return new Sample(kernel, groups, size, rounds, 1, (long) groups * size, 64, "zero", "");
  }

  Sample reading(long words, String init) {
    return new Sample(kernel, groups, size, rounds, launches, out, words, init, steps);
  }

  Sample writing(long words) {
    return new Sample(kernel, groups, size, rounds, launches, words, in, contents, steps);
  }

  Sample launched(int times) {
    return new Sample(kernel, groups, size, rounds, times, out, in, contents, steps);
  }

  /**
   * Returns a copy that first launches another kernel with the same geometry. Both launches use the
   * same buffers, this one at an offset.
   *
   * @param other description of the other kernel
   * @param otherRounds rounds of the other kernel's body
   * @param offset number of words used by the other launch, and offset of this launch in words
   */
  Sample after(String other, long otherRounds, long offset) {
    String behind = "{buffer: %s, offset: " + offset + "}";
    String both =
        "  - "
            + launch("k2", "o", "i", otherRounds)
            + "\n  - "
            + launch("k", String.format(behind, "o"), String.format(behind, "i"), rounds)
            + "\n";
    return new Sample(
        kernel + "\n" + other, groups, size, rounds, launches, out, in, contents, both);
  }

  private String launch(String name, String first, String second, long times) {
    return String.format(
        Locale.ROOT,
        "{launch: %s, grid: [%d], block: [%d], args: [%s, %s, {i32: %d}]}",
        name,
        groups,
        size,
        first,
        second,
        times);
  }

  /** Returns a copy with other steps in place of the launch. */
  Sample doing(String other) {
    return new Sample(kernel, groups, size, rounds, launches, out, in, contents, other);
  }

  Request on(DeviceSpec spec) {
    WorkloadSource made = WorkloadSource.Made.of(workload(), kernel, Microkernels::of);
    return new Request(new ProgramKey(made, new TreeMap<>()), spec, 0, "");
  }

  private String workload() {
    String launch = launch("k", "o", "i", rounds);
    String body =
        !steps.isEmpty()
            ? steps
            : launches == 1
                ? "  - " + launch + "\n"
                : "  - {for: {var: r, from: 0, below: %s}, steps: [%s]}\n"
                    .formatted(launches, launch);
    return ("name: check\nkernels: k.%s\nbuffers:\n  o: {type: u32, count: %s}\n  i: {type: u32,"
            + " count: %s, init: %s}\nsteps:\n%s  - synchronize\n")
        .formatted(Microkernels.ID, out, in, contents, body);
  }
}
