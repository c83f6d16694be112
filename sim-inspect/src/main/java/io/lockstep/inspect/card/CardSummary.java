// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import static io.lockstep.run.Numbers.percent;
import static io.lockstep.run.Numbers.rounded;

import io.lockstep.kernel.ir.Op;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Summarises a kernel's card in plain sentences. docs/inspect.md states the rules.
 *
 * <p>According to the vendors' published peaks (a multiply-add counts as two operations), the
 * devices of the catalogue execute between 2.9 (GeForce 8600 GTS: 92.8 GFLOP/s, 32 GB/s) and 106
 * (L40S: 91.6 TFLOP/s, 864 GB/s) single-precision operations in the time that their DRAM needs for
 * one byte. With fewer than {@link #MEMORY_BOUND} operations per touched byte, no device can keep
 * its units busy; with at least {@link #COMPUTE_BOUND} operations per requested byte, all devices
 * can, even without caches.
 */
public final class CardSummary {
  /** Operations per byte of touched lines below which every device is memory-bound. */
  public static final int MEMORY_BOUND = 2;

  /** Operations per requested byte at and above which no device is memory-bound. */
  public static final int COMPUTE_BOUND = 107;

  // 128-byte lines per request; unit stride of 4-byte words has 2.
  private static final int WORST_LINES = 8;
  private static final int UNIFORM = 30; // per cent of the requests to global memory
  private static final int READS = 8; // requests per byte above which tiling pays

  private CardSummary() {}

  /**
   * Returns the sentences, the most important first.
   *
   * @param card card of a kernel that was launched at least once
   */
  public static List<String> of(KernelCard card) {
    List<String> all = new ArrayList<>();
    if (card.instructions() == 0) {
      return List.of("nothing was executed");
    }
    all.add(bound(card));
    lanes(card, card.wide(), all);
    lanes(card, card.narrow(), all);
    card.accesses().stream()
        .filter(CardSummary::isSparse)
        .max(Comparator.comparingLong(a -> a.device().lines()))
        .ifPresent(a -> all.add(sparse(a)));
    card.accesses().stream()
        .filter(a -> extra(a, 32) > 0 || extra(a, 16) > 0)
        .max(Comparator.comparingLong(a -> extra(a, 32) + extra(a, 16)))
        .ifPresent(a -> all.add(conflicts(a)));
    card.accesses().stream()
        .filter(a -> a.atomic() != null && a.workItems() > a.atomic().addresses())
        .max(Comparator.comparingLong(a -> a.workItems() - a.atomic().addresses()))
        .ifPresent(a -> all.add(contention(a)));
    uniform(card, all);
    reuse(card, all);
    hot(card, all);
    if (card.barriers() > 0) {
      all.add(rounded(card.barriers(), card.launches().workItems(), 2) + " barriers a work-item");
    }
    return List.copyOf(all);
  }

  private static String bound(KernelCard card) {
    long requested = card.traffic().requested();
    long touched = card.traffic().touchedBytes();
    long work = card.work().total();
    if (requested == 0) {
      return "asks for no global memory: compute-bound";
    }
    String figures =
        intensity(card.work(), requested)
            + " requested"
            + (touched == 0 ? "" : ", " + intensity(card.work(), touched) + " of touched lines");
    if (touched > 0 && card.traffic().isExact() && work < MEMORY_BOUND * touched) {
      return "memory-bound by intensity, even with perfect caches: " + figures;
    }
    return work >= COMPUTE_BOUND * requested
        ? "compute-bound by intensity, even without caches: " + figures
        : "bound by memory or compute, as caches and device decide: " + figures;
  }

  private static String intensity(KernelCard.Work work, long bytes) {
    String all = rounded(work.total(), bytes, 2) + " op/B";
    return work.floating() == 0
        ? all
        : rounded(work.floating(), bytes, 2)
            + " flop/B"
            + (work.integer() == 0 ? "" : " (" + all + " with integers)");
  }

  private static void lanes(KernelCard card, KernelCard.Width width, List<String> all) {
    long idle = width.lanes() - width.activeLanes();
    if (20 * idle < width.lanes()) {
      return;
    }
    KernelCard.Line worst =
        card.lines().stream()
            .max(
                Comparator.comparingLong(
                    (KernelCard.Line l) -> issued(l, width) - l.instructions()))
            .orElseThrow();
    all.add(
        percent(idle, width.lanes())
            + " of lanes idle at width "
            + width.width()
            + (worst.line() > 0
                ? ", most at line "
                    + worst.line()
                    + " ("
                    + percent(issued(worst, width) - worst.instructions(), issued(worst, width))
                    + " there)"
                : ""));
  }

  private static long issued(KernelCard.Line line, KernelCard.Width width) {
    return width.width() * (width.width() == 32 ? line.narrow() : line.wide());
  }

  private static boolean isSparse(AccessCard a) {
    AccessCard.Device d = a.device();
    return d.requests() > 0
        && d.lines() >= WORST_LINES * d.requests()
        && 2 * d.distinctBytes() < LineSet.LINE_BYTES * d.lines();
  }

  private static String sparse(AccessCard a) {
    AccessCard.Device d = a.device();
    return ("%s at %s is %s: %s lines of 128 B a request of 64 lanes, %s of their bytes"
            + " used; %s")
        .formatted(
            name(a),
            SourceLines.of(a.line()),
            a.patternText(),
            rounded(d.lines(), d.requests(), 1),
            percent(d.distinctBytes(), LineSet.LINE_BYTES * d.lines()),
            a.pattern() == Pattern.SCATTERED
                ? "sort work-items or data by address"
                : "let neighbouring work-items use neighbouring elements");
  }

  private static long extra(AccessCard a, int banks) {
    AccessCard.Local l = a.local();
    return banks == 16 ? l.passes16() - l.fewest16() : l.passes32() - l.fewest32();
  }

  private static String conflicts(AccessCard a) {
    AccessCard.Local l = a.local();
    return ("local memory: %s at %s takes %s times the passes it needs on 16"
            + " banks, %s on 32; pad its rows by a word")
        .formatted(
            name(a),
            SourceLines.of(a.line()),
            rounded(l.passes16(), l.fewest16(), 2),
            rounded(l.passes32(), l.fewest32(), 2));
  }

  private static String contention(AccessCard a) {
    return "atomics at "
        + SourceLines.of(a.line())
        + ": "
        + rounded(a.workItems(), a.atomic().addresses(), 2)
        + " work-items an address in a request of 64 lanes, "
        + rounded(a.atomic().chains(), a.requests(), 2)
        + " at the busiest one; add within the work-group first";
  }

  /** Adds a sentence if uniform loads, for which a cheaper path exists, take many requests. */
  private static void uniform(KernelCard card, List<String> all) {
    List<AccessCard> global =
        card.accesses().stream().filter(a -> a.device().requests() > 0).toList();
    long requests = global.stream().mapToLong(a -> a.device().requests()).sum();
    List<AccessCard> uniform =
        global.stream().filter(a -> a.op() == Op.LOAD && a.pattern() == Pattern.UNIFORM).toList();
    long own = uniform.stream().mapToLong(a -> a.device().requests()).sum();
    if (100 * own < UNIFORM * requests || own <= card.wide().wavefronts()) {
      return;
    }
    AccessCard most =
        uniform.stream().max(Comparator.comparingLong(a -> a.device().requests())).orElseThrow();
    all.add(
        ("%s of the requests to global memory load one word for all lanes, most at %s:"
                + " load it once, or keep it in constant or local memory")
            .formatted(percent(own, requests), SourceLines.of(most.line())));
  }

  private static void reuse(KernelCard card, List<String> all) {
    long requested = card.traffic().requested();
    long touched = card.traffic().touchedBytes();
    if (touched > 0 && card.traffic().isExact() && requested >= READS * touched) {
      all.add(
          ("each byte of global memory is requested %s times:"
                  + " a tile in local memory could serve most of them")
              .formatted(rounded(requested, touched, 1)));
    }
  }

  private static void hot(KernelCard card, List<String> all) {
    KernelCard.Line first = card.lines().get(0);
    if (first.line() > 0 && 10 * first.instructions() >= card.instructions()) {
      all.add(
          "line %s does %s of the work"
              .formatted(first.line(), percent(first.instructions(), card.instructions())));
    }
  }

  static String name(AccessCard a) {
    String kind =
        a.op() == Op.TEXTURE
            ? "texture fetch"
            : a.op().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return "the " + kind;
  }
}
