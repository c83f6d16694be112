// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.compare;

import io.lockstep.report.page.Lengths;
import io.lockstep.run.RunResult;
import io.lockstep.spi.stats.CommonCause;
import java.util.ArrayList;
import java.util.List;

/**
 * Explains the difference of two results in a few sentences, which fixed rules derive from values
 * on the page.
 */
final class DeviceVerdict {
  private static final double SAME = 0.01;

  private DeviceVerdict() {}

  /**
   * Writes the sentences.
   *
   * @param base a simulated result
   * @param own a simulated result of the same workload
   * @param kernels whether only kernel time is counted
   */
  static String of(String baseName, RunResult base, String name, RunResult own, boolean kernels) {
    long then = kernels ? base.kernelPicos() : base.picos();
    long now = kernels ? own.kernelPicos() : own.picos();
    List<String> words = new ArrayList<>();
    words.add(speed(baseName, then, name, now));
    if (!isSame(then, now)) {
      if (!kernels) {
        host(then, base, now, own, words);
      }
      if (!isSame(base.kernelPicos(), own.kernelPicos())) {
        cause(base, own, words);
      }
    }
    words.add(
        base.bound().equals(own.bound())
            ? "Both are bound by " + own.bound() + "."
            : name + " is bound by " + own.bound() + ", " + baseName + " by " + base.bound() + ".");
    return String.join(" ", words);
  }

  private static boolean isSame(long one, long other) {
    return Math.abs((double) one / other - 1) < SAME;
  }

  private static String speed(String baseName, long then, String name, long now) {
    String figures = " (" + micros(now) + " against " + micros(then) + " µs)";
    if (isSame(then, now)) {
      return name + " takes as long as " + baseName + figures + ".";
    }
    return then > now
        ? "%s is %s times as fast as %s%s."
            .formatted(name, Lengths.ratio((double) then / now), baseName, figures)
        : "%s takes %s times as long as %s%s."
            .formatted(name, Lengths.ratio((double) now / then), baseName, figures);
  }

  /** Adds a sentence if launches and transfers cause more than half of the difference. */
  private static void host(long then, RunResult base, long now, RunResult own, List<String> words) {
    long hostThen = then - base.kernelPicos();
    long hostNow = now - own.kernelPicos();
    if ((hostNow - hostThen) * 2.0 / (now - then) <= 1) {
      return;
    }
    words.add(
        ("Most of the difference is launches and transfers: %s against %s µs; the kernels"
                + " alone take %s against %s µs.")
            .formatted(
                micros(hostNow),
                micros(hostThen),
                micros(own.kernelPicos()),
                micros(base.kernelPicos())));
  }

  /**
   * Adds a sentence about the stall reason whose time changed most in the direction of the kernel
   * time.
   */
  private static void cause(RunResult base, RunResult own, List<String> words) {
    double moved = own.kernelPicos() - base.kernelPicos();
    CommonCause most = null;
    double largest = 0;
    for (CommonCause cause : CommonCause.values()) {
      double difference = picos(own, cause) - picos(base, cause);
      if (difference * moved > 0 && Math.abs(difference) > largest) {
        most = cause;
        largest = Math.abs(difference);
      }
    }
    if (most == null) {
      return;
    }
    words.add(
        ("The largest part of the kernel-time difference is %s: %s against %s µs of issue-port"
                + " time.")
            .formatted(
                what(most),
                micros(Math.round(picos(own, most))),
                micros(Math.round(picos(base, most)))));
  }

  private static String what(CommonCause cause) {
    return switch (cause) {
      case ISSUED -> "issuing";
      case NO_WAVEFRONT -> "time without a resident wavefront";
      default -> "stalls (" + cause.label() + ")";
    };
  }

  /**
   * Returns the part of the kernel time that corresponds to a stall reason's share of the issue
   * cycles.
   */
  private static double picos(RunResult r, CommonCause cause) {
    PortCycles cycles = PortCycles.of(r);
    return cycles.all() == 0 ? 0 : r.kernelPicos() * ((double) cycles.of(cause) / cycles.all());
  }

  private static String micros(long picos) {
    return Lengths.micros(picos);
  }
}
