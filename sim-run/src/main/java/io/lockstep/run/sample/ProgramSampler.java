// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.ir.Address;
import io.lockstep.spi.Machine;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Samples the launches of a program of many launches, in passes over its steps: one or more in
 * which chosen launches are simulated, and a last one that simulates nothing, in which each launch
 * takes its measured or estimated time. Not thread-safe.
 */
final class ProgramSampler {
  /**
   * Share of the bytes from a launch's pointers to the next ones, below which it is taken to access
   * other bytes than the launches before it.
   */
  private static final double PART = 0.5;

  /** A launch that was simulated: the sums of the machine before and after it. */
  record Measured(Snapshot from, Snapshot to, long ticks) {}

  /**
   * What a measured launch represents.
   *
   * @param weight number of launches besides itself
   * @param ticks their ticks
   * @param groups their work-groups
   */
  record Represented(double weight, long ticks, long groups) {}

  private final Sampling request;
  private final LaunchStrata program;
  private final List<Stratum> strata;
  private final int first; // launch of the measured pass; those before are its warm-up
  private final int[] stratum; // by launch of the measured pass
  private final int[] member; // by launch: its place in the stratum
  private final StratifiedPlan plan;
  private final long[] bytes; // by launch: those that it accesses
  private final BitSet partial = new BitSet(); // launches that access a part of what they may
  private final long capacity; // of caches that keep data between launches
  private final SortedMap<Long, Long> extents; // bytes by pointer
  private final Map<Integer, Measured> measured = new HashMap<>(); // by launch; never iterated
  private WarmingPlan pass;
  private int before; // launches in the passes before the current one
  private boolean walks; // whether this is the last pass
  private long[] ticks = {}; // by launch, in the last pass
  private Represented[] represented = {}; // by launch, in the last pass
  private final long[] executed; // by launch: work-groups executed although it is not simulated
  private long warmed; // launches that warmed caches
  private long events; // before the current launch
  private long eventsBefore; // before the current pass

  private ProgramSampler(
      Sampling request,
      LaunchStrata program,
      StratifiedPlan plan,
      List<Stratum> strata,
      SortedMap<Long, Long> extents,
      long capacity) {
    this.request = request;
    this.program = program;
    this.strata = strata;
    this.plan = plan;
    first = program.warmUps();
    before = first;
    this.capacity = capacity;
    this.extents = extents;
    bytes = new long[program.launches()];
    executed = new long[program.launches()];
    for (int l = 0; l < bytes.length; l++) {
      bytes[l] = program.bytes(l, extents);
      partial.set(l, program.accessed(l) < PART * program.behind(l, extents));
    }
    stratum = new int[program.launches()];
    member = new int[stratum.length];
    for (int h = 0; h < strata.size(); h++) {
      for (int m = 0; m < strata.get(h).size(); m++) {
        stratum[strata.get(h).launch(m)] = h;
        member[strata.get(h).launch(m)] = m;
      }
    }
    begin();
  }

  /**
   * Plans the first pass.
   *
   * @param sizes bytes of the buffers
   * @param kept bytes of the caches that keep data between launches
   * @return empty if the program has too few launches, or too few that are alike
   */
  static Optional<ProgramSampler> of(
      Sampling request, LaunchStrata program, long[] sizes, long kept) {
    if (!program.areMany()) {
      return Optional.empty();
    }
    SortedMap<Long, Long> extents = program.extents(sizes);
    List<Stratum> strata = program.strata(extents, kept);
    StratifiedPlan plan = new StratifiedPlan(strata);
    plan.begin();
    return plan.chosen() > (program.launches() - program.warmUps()) / 3
        ? Optional.empty()
        : Optional.of(
            new ProgramSampler(
                request,
                program,
                plan,
                strata,
                extents,
                Arrays.stream(sizes).sum() <= kept ? Long.MAX_VALUE : kept));
  }

  /**
   * Starts a pass over the program's steps.
   *
   * @param isWarmUp whether it only warms the caches for the next one
   */
  void starts(boolean isWarmUp) {
    before = isWarmUp ? 0 : first;
  }

  private int at(long launch) {
    return before + (int) launch;
  }

  private Stratum of(int launch) {
    return strata.get(stratum[launch]);
  }

  /** Plans a pass that simulates the chosen launches that are not measured yet. */
  private void begin() {
    BitSet simulated = new BitSet();
    for (int l = first; l < stratum.length; l++) {
      simulated.set(l, of(l).isChosen(member[l]) && !of(l).isMeasured(member[l]));
    }
    pass = new WarmingPlan(program, simulated, partial, bytes, capacity);
  }

  /**
   * Ends a pass.
   *
   * @param sum events of all passes so far
   * @return whether there is another pass
   */
  boolean next(long sum) {
    if (walks) {
      return false;
    }
    boolean isWide = plan.interval() > request.error() * plan.ticks()[0];
    if (isWide && request.allows(sum - eventsBefore, sum) && plan.refine(request.error())) {
      begin();
    } else {
      walk();
    }
    eventsBefore = sum;
    return true;
  }

  /** Fixes the ticks of all launches, rounded so that their sum is that of the estimates. */
  private void walk() {
    walks = true;
    ticks = new long[stratum.length];
    represented = new Represented[stratum.length];
    double sum = 0;
    double represents = 0;
    double groups = 0;
    StratumEstimate[] estimates =
        strata.stream().map(Stratum::estimate).toArray(StratumEstimate[]::new);
    int[] nth = new int[strata.size()];
    for (int l = first; l < ticks.length; l++) {
      StratumEstimate estimate = estimates[stratum[l]];
      if (of(l).isMeasured(member[l])) {
        ticks[l] = of(l).ticks(member[l]);
        double weight = estimate.weight(nth[stratum[l]]++);
        long before = Math.round(represents);
        long groupsBefore = Math.round(groups);
        represents += weight * ticks[l];
        groups += weight * program.groups(l);
        represented[l] =
            new Represented(
                weight, Math.round(represents) - before, Math.round(groups) - groupsBefore);
      } else {
        long before = Math.round(sum);
        sum += Math.max(0, estimate.predicted(member[l]));
        ticks[l] = Math.round(sum) - before;
      }
    }
  }

  /** Returns the number of warm-up passes before the next measured one. */
  int warmUps() {
    return walks || first == 0 ? 0 : 1;
  }

  LaunchRole role(long launch) {
    return walks ? LaunchRole.LEFT_OUT : pass.role(at(launch));
  }

  /** Drops data from a machine's caches that are no longer there when a launch begins. */
  void forget(long launch, Machine machine, long[] buffers) {
    for (long pointer : pass.gone(at(launch))) {
      machine.forget(address(pointer, buffers), extents.get(pointer));
    }
  }

  private static long address(long pointer, long[] buffers) {
    return buffers[Address.buffer(pointer)] + Address.offset(pointer);
  }

  /** Returns about how many bytes a work-group of a launch accesses; infinite if unknown. */
  double bytesPerGroup(long launch) {
    return program.perGroup(at(launch));
  }

  /**
   * Warms the instruction caches and translation buffers with what the launches left out before
   * this one would have left in them.
   *
   * @param buffers device addresses of the buffers
   */
  void warmUnits(long launch, Machine machine, long[] buffers) {
    int l = at(launch);
    int after = l - 1;
    while (after >= 0 && pass.role(after) != LaunchRole.SIMULATED) {
      after--;
    }
    for (int earlier : program.lastOfCodes(after, l)) {
      machine.warmCode(program.code(earlier), program.groups(earlier));
    }
    machine.warmUnits(
        program.pointersBefore(l).stream().mapToLong(p -> address(p, buffers)).toArray());
  }

  void begins(long eventsSoFar) {
    events = eventsSoFar;
  }

  void ends(long launch, Measured result, long eventsSoFar) {
    int l = at(launch);
    measured.put(l, result);
    of(l).measured(member[l], result.ticks(), eventsSoFar - events);
  }

  /** Notes that a launch has warmed caches, and how many of its work-groups were executed. */
  void warmed(long launch, long groups) {
    warmed++;
    int l = at(launch);
    executed[l] = Math.max(executed[l], groups);
  }

  /** Notes that a launch that is not simulated was executed. */
  void executed(long launch) {
    int l = at(launch);
    executed[l] = program.groups(l);
  }

  /** Returns the ticks of a launch in the last pass; 0 before. */
  long ticks(long launch) {
    return walks ? ticks[at(launch)] : 0;
  }

  /** Returns a launch that was simulated, in the last pass. */
  Optional<Measured> measured(long launch) {
    return walks ? Optional.ofNullable(measured.get(at(launch))) : Optional.empty();
  }

  Represented represented(long launch) {
    return represented[at(launch)];
  }

  /** Returns work-groups and interval, after the last pass. */
  SampleTotals groups() {
    long simulated = 0;
    long skipped = 0;
    long unexecuted = 0;
    for (int l = first; l < stratum.length; l++) {
      if (of(l).isMeasured(member[l])) {
        simulated += program.groups(l);
      } else {
        skipped += program.groups(l);
        unexecuted += program.groups(l) - executed[l];
      }
    }
    return new SampleTotals(0, 0, simulated, skipped, unexecuted, Math.round(plan.interval()));
  }

  LaunchTotals totals() {
    return new LaunchTotals(strata.size(), measured.size(), warmed, stratum.length - first);
  }
}
