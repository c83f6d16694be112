// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.sample;

import io.lockstep.kernel.ir.Address;
import io.lockstep.run.launch.LaunchCursor;
import io.lockstep.run.sample.strata.LaunchRole;
import io.lockstep.run.sample.strata.LaunchStrata;
import io.lockstep.run.sample.strata.StratifiedPlan;
import io.lockstep.run.sample.strata.Stratum;
import io.lockstep.run.sample.strata.StratumEstimate;
import io.lockstep.run.sample.strata.WarmingPlan;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.stats.CodeCounts;
import io.lockstep.spi.stats.RowTicks;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Consumer;

/**
 * Leaves out most launches of a program of many, in passes over its steps: one or more in which
 * chosen launches are simulated, and a last one that simulates nothing, in which each launch takes
 * its measured or estimated time. Not thread-safe.
 */
final class StratumSampler implements Sampler, Sampler.Estimate {
  /**
   * Share of the bytes from a launch's pointers to the next ones, below which it is taken to access
   * other bytes than the launches before it.
   */
  private static final double PART = 0.5;

  /** Work-groups of a kernel that show how many bytes a group accesses. */
  private static final int FEW = 16;

  /** A launch that was simulated: the sums of the machine before and after it. */
  private record Measured(Snapshot from, Snapshot to, long ticks) {}

  /**
   * What a measured launch represents.
   *
   * @param weight number of launches besides itself
   * @param ticks their ticks
   * @param groups their work-groups
   */
  private record Represented(double weight, long ticks, long groups) {}

  private final Sampling request;
  private final SampledRun run;
  private final Extrapolation lacking;
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
  private long[] buffers; // device addresses of the buffers
  private Snapshot begun; // the machine's sums at the begin of the launch that runs
  private long start; // tick of its begin
  private StatisticSums after; // the machine's sums at the end of the last simulated launch
  private long end; // tick of its end
  private long idle; // ticks between simulated launches
  private long last = -1; // number in its pass of the last simulated launch
  private List<Long> gaps = List.of(); // of that launch
  private Optional<Measured> replayed = Optional.empty(); // last launch of the last pass

  private StratumSampler(
      Sampling request,
      SampledRun run,
      LaunchStrata program,
      StratifiedPlan plan,
      List<Stratum> strata,
      SortedMap<Long, Long> extents,
      long capacity) {
    this.request = request;
    this.run = run;
    this.program = program;
    lacking = new Extrapolation(run.declared().causes());
    after = StatisticSums.withLevels(run.declared());
    end = run.now().getAsLong();
    this.strata = strata;
    this.plan = plan;
    first = program.warmUps();
    before = 0;
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
   * @return empty if the program has too few launches, or too few that are alike
   */
  static Optional<Sampler> of(Sampling request, SampledRun run) {
    LaunchStrata program = launches(run);
    if (!program.areMany()) {
      return Optional.empty();
    }
    long[] sizes = run.plans().program().buffers().stream().mapToLong(BufferInfo::bytes).toArray();
    long kept = run.machine().keptBytes();
    SortedMap<Long, Long> extents = program.extents(sizes);
    List<Stratum> strata = program.strata(extents, kept);
    StratifiedPlan plan = new StratifiedPlan(strata);
    plan.begin();
    return plan.chosen() > (program.launches() - program.warmUps()) / 3
        ? Optional.empty()
        : Optional.of(
            new StratumSampler(
                request,
                run,
                program,
                plan,
                strata,
                extents,
                Arrays.stream(sizes).sum() <= kept ? Long.MAX_VALUE : kept));
  }

  /**
   * Reads the launches of a program; if they are many, also estimates from a few work-groups of
   * each kernel how many bytes a work-group accesses.
   */
  private static LaunchStrata launches(SampledRun run) {
    LaunchCursor cursor = run.launches();
    Program program = run.plans().program();
    LaunchStrata all = new LaunchStrata(program.kernels(), program.buffers().size());
    for (HostStep.Launch l = cursor.next(); l != null; l = cursor.next()) {
      all.add(l);
      cursor.groups().skip(l.geometry().groups());
    }
    cursor.rewind();
    if (all.areMany()) {
      readSamples(all, run);
    }
    if (program.warmups() > 0) {
      all.repeat();
    }
    return all;
  }

  private static void readSamples(LaunchStrata of, SampledRun run) {
    LaunchCursor cursor = run.launches();
    List<Integer> left = new ArrayList<>(of.samples());
    LaunchPlan plan = null;
    for (int number = 0; !left.isEmpty(); number++) {
      HostStep.Launch launch = cursor.next();
      if (left.get(0) == number) {
        plan = run.plans().plan(launch);
        double bytes = bytes(run.machine(), plan, run.plans().groups(launch, cursor.groups()));
        of.executes(left.remove(0), plan.code(), bytes);
      }
      cursor.groups().skip(launch.geometry().groups());
    }
    cursor.rewind();
    run.forgetBuffers(plan.bufferAddress());
  }

  /** Returns about how many bytes a work-group of a launch accesses; infinite if unknown. */
  private static double bytes(Machine machine, LaunchPlan plan, WorkGroupSource groups) {
    int count = 0;
    long bytes = 0;
    while (count < FEW && groups.next() == WorkGroupSource.Status.RECORD) {
      bytes += machine.warm(plan, groups.record());
      count++;
    }
    return bytes == 0 ? Double.POSITIVE_INFINITY : (double) bytes / count;
  }

  private int at(long launch) {
    return before + (int) launch;
  }

  private Stratum of(int launch) {
    return strata.get(stratum[launch]);
  }

  /** Plans a pass that simulates the chosen launches without a measured time. */
  private void begin() {
    BitSet simulated = new BitSet();
    for (int l = first; l < stratum.length; l++) {
      simulated.set(l, of(l).isChosen(member[l]) && !of(l).isMeasured(member[l]));
    }
    pass = new WarmingPlan(program, simulated, partial, bytes, capacity);
  }

  @Override
  public Next next(int left, long idleTicks) {
    if (left > 0) { // the measured pass follows its warm-up
      before = left > 1 ? 0 : first;
      return new Next(left, true);
    }
    if (walks) {
      endIdle(idleTicks);
      return new Next(0, true);
    }
    long sum = run.events().getAsLong();
    boolean isWide = plan.interval() > request.error() * plan.ticks()[0];
    if (isWide && request.allows(sum - eventsBefore, sum) && plan.refine(request.error())) {
      begin();
    } else {
      walk();
    }
    eventsBefore = sum;
    run.forgetBuffers(buffers); // the program begins again, with cold caches
    int warmUps = walks || first == 0 ? 0 : 1;
    before = warmUps > 0 ? 0 : first;
    return new Next(1 + warmUps, true);
  }

  /** Replaces the statistics between launches by those of all time without kernels. */
  private void endIdle(long ticks) {
    long tick = run.now().getAsLong();
    lacking.idle(after, run.snapshot(tick).sums());
    idle += tick - end;
    lacking.endsIdle(idle == 0 ? 0 : (double) ticks / idle);
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

  @Override
  public Optional<LeftOut> skips(long number, HostStep.Launch launch, WorkGroupSource recorded) {
    int l = at(number);
    LaunchRole role = walks ? LaunchRole.LEFT_OUT : pass.role(l);
    if (role == LaunchRole.SIMULATED) {
      return Optional.empty();
    }
    if (role == LaunchRole.WARMS) {
      LaunchPlan own = run.plans().plan(launch);
      warm(l, own, run.plans().groups(launch, recorded));
      return Optional.of(new LeftOut(0, OptionalLong.empty()));
    }
    if (!recorded.skip(launch.geometry().groups())) { // they are executed
      executed[l] = program.groups(l);
    }
    return Optional.of(
        walks ? new LeftOut(ticks[l], replay(l)) : new LeftOut(0, OptionalLong.empty()));
  }

  /** Warms the caches with a launch's work-groups. */
  private void warm(int l, LaunchPlan own, WorkGroupSource groups) {
    Machine machine = run.machine();
    buffers = own.bufferAddress();
    forget(l);
    GapWarmer warmer = new GapWarmer(machine, own, groups);
    warmer.knows(program.perGroup(l));
    long count = own.geometry().groups();
    SampledGroups leftOut = new SampledGroups(groups, SamplePlan.nothing(count), warmer);
    if (leftOut.next() != WorkGroupSource.Status.END) {
      throw new IllegalStateException("launch %s of a recording has no end".formatted(l));
    }
    machine.warmed();
    warmed++;
    executed[l] = Math.max(executed[l], count - leftOut.unread());
  }

  /**
   * In the last pass, adds what a launch that was simulated represents to the statistics.
   *
   * @return ticks of this launch and of those that it represents; empty for other launches
   */
  private OptionalLong replay(int l) {
    replayed = Optional.ofNullable(measured.get(l));
    if (replayed.isEmpty()) {
      return OptionalLong.empty();
    }
    Measured of = replayed.get();
    Represented others = represented[l];
    double all = others.weight() * of.ticks();
    lacking.begins();
    lacking.window(of.from(), of.to(), others.weight());
    lacking.ends(all == 0 ? 1 : others.ticks() / all, others.groups());
    return OptionalLong.of(of.ticks() + others.ticks());
  }

  /** Drops data from the machine's caches that are no longer there when a launch begins. */
  private void forget(int l) {
    for (long pointer : pass.gone(l)) {
      run.machine().forget(address(pointer), extents.get(pointer));
    }
  }

  private long address(long pointer) {
    return buffers[Address.buffer(pointer)] + Address.offset(pointer);
  }

  /**
   * Warms the instruction caches and translation buffers with what the launches left out before
   * this one would have left in them.
   */
  private void warmUnits(int l) {
    Machine machine = run.machine();
    int simulated = l - 1;
    while (simulated >= 0 && pass.role(simulated) != LaunchRole.SIMULATED) {
      simulated--;
    }
    for (int earlier : program.lastOfCodes(simulated, l)) {
      machine.warmCode(program.code(earlier), program.groups(earlier));
    }
    machine.warmUnits(program.pointersBefore(l).stream().mapToLong(p -> address(p)).toArray());
  }

  @Override
  public WorkGroupSource begin(
      long number, int slot, LaunchPlan own, WorkGroupSource groups, long tick) {
    int l = at(number);
    buffers = own.bufferAddress();
    forget(l);
    warmUnits(l);
    events = run.events().getAsLong();
    start = tick;
    begun = run.snapshot(tick);
    lacking.idle(after, begun.sums());
    idle += tick - end;
    gaps = number == last + 1 ? List.of() : List.of(tick);
    last = number;
    return groups;
  }

  @Override
  public OptionalLong ends(long number, long tick) {
    Snapshot to = run.snapshot(tick);
    after = to.sums();
    end = tick;
    int l = at(number);
    measured.put(l, new Measured(begun, to, tick - start));
    of(l).measured(member[l], tick - start, run.events().getAsLong() - events);
    return OptionalLong.empty();
  }

  @Override
  public Estimate estimate() {
    return this;
  }

  @Override
  public StatisticsSink statistics(StatisticsSink out) {
    return lacking.into(out);
  }

  @Override
  public Optional<RowTicks> rows(Machine machine, long tick) {
    return lacking.rows(replayed.flatMap(r -> r.to().rows()));
  }

  @Override
  public Optional<CodeCounts> counts(Machine machine) {
    return lacking.counts(replayed.flatMap(r -> r.to().counts()));
  }

  @Override
  public List<Long> gaps() {
    return gaps;
  }

  @Override
  public void report(double tickPicos, Consumer<Sampled> to) {
    LaunchTotals launches =
        new LaunchTotals(strata.size(), measured.size(), warmed, stratum.length - first);
    long sum = run.events().getAsLong();
    to.accept(new Sampled(request, groups(), launches, Map.of(), Optional.empty(), sum));
  }

  /** Returns work-groups and interval. */
  private SampleTotals groups() {
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
}
