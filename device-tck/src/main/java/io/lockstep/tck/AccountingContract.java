// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.Numbers;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.spec.ClockSpec;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.CommonCause;
import io.lockstep.trace.record.Geometry;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that statistics count all work, and count it once. */
public abstract class AccountingContract extends DeviceContract {
  private static final int BYTES_AN_ELEMENT = 3 * Float.BYTES; // two loads and one store

  private static final String DIVERGENT = "branch.divergent";
  private static final String ROW_HITS = "dram.row_hits";
  private static final String HELD = "occupancy.achieved";
  private static final String UNITS = "unit.count";

  /** Minimum share of the allowed occupancy: groups do not all start and end at once. */
  private static final double HELD_LEAST = 0.7;

  private static final int SCATTERED = 256; // number of work-items of the workload

  /** Paths of memory latencies that several device families declare. */
  private static final List<String> LATENCIES =
      List.of("network.request_latency", "network.response_latency", "dram.tcl", "dram.trcd");

  /** Creates the contract. */
  protected AccountingContract() {
    super("accounting");
  }

  @TestFactory
  @DisplayName("every lane's work is counted once: groups, operations, bytes asked for")
  Stream<DynamicTest> everyLanesWorkIsCountedOnce() {
    return each(
        device -> {
          for (int n : new int[] {1, 63, 1000}) {
            RunResult r =
                bench()
                    .run(
                        bench().workload(Corpus.STREAM),
                        Map.of("n", "" + n),
                        device,
                        TestBench.options());
            bench().requireSimulated(r);
            String who = Corpus.STREAM + " of " + n + " elements: ";
            equal(who, r, "work_groups", groups(device, (n + 63) / 64));
            equal(who, r, "lanes.active", whole(r, "work_item_instructions"));
            if (has(r, "memory.bytes_requested")) {
              equal(who, r, "memory.bytes_requested", (long) BYTES_AN_ELEMENT * n);
            }
            if (has(r, "memory.bytes_moved")) {
              require(
                  whole(r, "memory.bytes_moved") >= (long) BYTES_AN_ELEMENT * n,
                  who + "memory.bytes_moved " + whole(r, "memory.bytes_moved"));
            }
          }
        });
  }

  /** Returns the number of groups executed: without compute shaders, wavefronts of pixels. */
  private long groups(DeviceSpec device, int launched) {
    Capabilities can = bench().device(device).capabilities();
    Geometry geometry = new Geometry(launched, 1, 1, 64, 1, 1);
    return can.computeKernels()
        ? launched
        : PixelDomain.ofGroups(geometry, can.wavefront()).geometry().groups();
  }

  /**
   * Names the parameter with the clock that cycles of results are counted in: {@code clock.compute}
   * unless overridden.
   *
   * @return a frequency's path
   */
  protected String clock() {
    return ClockSpec.COMPUTE;
  }

  @TestFactory
  @DisplayName("cycles of results are their seconds in the declared clock")
  Stream<DynamicTest> cyclesAreSecondsInTheDeclaredClock() {
    return each(
        device -> {
          for (DeviceSpec one :
              new DeviceSpec[] {device, TestBench.with(device, clock(), "*0.9")}) {
            RunResult r = one == null ? null : bench().run(Corpus.LAUNCHES, one);
            if (r == null || !bench().isSimulated(r)) {
              continue; // other parameters may exclude another clock
            }
            long cycles = Numbers.cycles(r.picos(), one.value(clock()));
            require(
                r.cycles() == cycles,
                "%s: %s ps are %s cycles; %s is %s Hz, which makes %s"
                    .formatted(
                        Corpus.LAUNCHES,
                        r.picos(),
                        r.cycles(),
                        clock(),
                        one.value(clock()),
                        cycles));
          }
        });
  }

  @TestFactory
  @DisplayName(
      "figures of single compute units add up to the device's, and their ports' time is equal")
  Stream<DynamicTest> figuresOfSingleUnitsAddUp() {
    return each(
        device -> {
          for (String workload : Corpus.all()) {
            RunResult r =
                bench()
                    .run(
                        bench().workload(workload),
                        Map.of(),
                        device,
                        TestBench.options().with().perUnit(true).build());
            if (bench().isSimulated(r)) {
              units(r);
            }
          }
        });
  }

  private static void units(RunResult r) {
    SortedMap<String, BigDecimal> sums = new TreeMap<>();
    SortedMap<String, Long> ports = new TreeMap<>();
    for (Map.Entry<String, BigDecimal> e : r.statistics().entrySet()) {
      String name = e.getKey();
      if (name.startsWith("cu[")) {
        String plain = name.substring(name.indexOf("].") + 2);
        sums.merge(plain, e.getValue(), BigDecimal::add);
        if (plain.startsWith("issue.")) {
          ports.merge(
              name.substring(0, name.indexOf(']') + 1), e.getValue().longValue(), Long::sum);
        }
      }
    }
    String who = r.workload() + ": ";
    require(!sums.isEmpty(), who + "no figures of single compute units (--per-unit)");
    sums.forEach(
        (name, sum) -> {
          BigDecimal whole = r.statistics().get(name);
          require(whole != null, who + name + " is there for compute units, not for the device");
          if (whole.scale() <= 0 && sum.scale() <= 0) {
            require(
                sum.compareTo(whole) == 0,
                who + name + " is " + whole + ", but its compute units' add up to " + sum);
          }
        });
    ports.forEach(
        (unit, cycles) ->
            require(
                cycles > 0 && cycles.equals(ports.get(ports.firstKey())),
                "%sports of %s account for %s cycles, those of %s for %s"
                    .formatted(who, unit, cycles, ports.firstKey(), ports.get(ports.firstKey()))));
  }

  @TestFactory
  @DisplayName(
      "what is a share lies between 0 and 1, no resource exceeds its peak, and hits are no more than"
          + " look-ups")
  Stream<DynamicTest> sharesAreShares() {
    return each(
        device -> {
          Set<String> roofs = bench().roofs(device);
          for (String workload : Corpus.all()) {
            RunResult r = bench().run(workload, device);
            if (!bench().isSimulated(r)) {
              continue;
            }
            for (String name : r.statistics().keySet()) {
              if (name.endsWith(".hits") && has(r, name.replace(".hits", ".lookups"))) {
                require(
                    whole(r, name) <= whole(r, name.replace(".hits", ".lookups")),
                    workload + ": " + name + " " + whole(r, name) + " of fewer look-ups");
              }
              if (name.equals("lanes.utilisation") || roofs.contains(name)) {
                BigDecimal share = r.statistics().get(name);
                require(
                    share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0,
                    workload + ": " + name + " " + share);
              }
            }
          }
        });
  }

  @TestFactory
  @DisplayName("critical paths change no result, and each is as long as its launch")
  Stream<DynamicTest> criticalPathsAreAsLongAsTheirLaunches() {
    return each(
        device -> {
          for (String workload : List.of("stencil", "histogram")) {
            RunResult plain = bench().run(workload, device);
            if (bench().isSimulated(plain)) {
              RunResult asked =
                  bench()
                      .run(
                          bench().workload(workload),
                          Map.of(),
                          device,
                          TestBench.options().with().criticalPath(true).build());
              bench().requireSimulated(asked); // fails if a path and its launch differ in length
              String difference = Differences.between(asked, plain);
              require(difference.isEmpty(), workload + ", asked for its path: " + difference);
            }
          }
        });
  }

  @TestFactory
  @DisplayName(
      "the transactions of an access cover the bytes of its lanes, whatever their order and"
          + " whichever are off")
  Stream<DynamicTest> transactionsCoverTheBytesOfTheirLanes() {
    return each(
        device -> {
          for (int step : new int[] {1, SCATTERED - 1, 37}) {
            for (int every : new int[] {1, 2, 5}) {
              RunResult r =
                  bench()
                      .run(
                          bench().workload(Corpus.SCATTER),
                          Map.of("step", "" + step, "every", "" + every),
                          device,
                          TestBench.options());
              bench().requireSimulated(r);
              covers(r, step, every);
            }
          }
        });
  }

  /** Checks lower bounds: no transaction covers two lanes, whose addresses are a kilobyte apart. */
  private static void covers(RunResult r, int step, int every) {
    String who = Corpus.SCATTER + " with step " + step + ", every " + every + ": ";
    long places = (SCATTERED + every - 1) / every;
    for (Map.Entry<String, Long> least :
        Map.of(
                "memory.transactions",
                2 * places, // a load and a store per place
                "memory.bytes_moved",
                2 * places * Integer.BYTES)
            .entrySet()) {
      String name = least.getKey();
      require(
          !has(r, name) || whole(r, name) >= least.getValue(),
          "%s%s is %s; loads and stores at %s places a kilobyte apart need at least %s"
              .formatted(who, name, whole(r, name), places, least.getValue()));
    }
  }

  @TestFactory
  @DisplayName("a port that waits for memory does not issue: slower memory adds no issued cycles")
  Stream<DynamicTest> slowerMemoryAddsNoIssuedCycles() {
    return each(
        device -> {
          RunResult plain = single(device);
          bench().requireSimulated(plain);
          long issued = issued(plain);
          for (String figure : LATENCIES) {
            DeviceSpec slower = device.has(figure) ? TestBench.with(device, figure, "*2") : null;
            RunResult waits = slower == null ? plain : single(slower);
            if (bench().isSimulated(waits)) { // a device may refuse contradictory figures
              require(
                  issued(waits) == issued,
                  "%s of one element: ports issue for %s cycles, with %s=%s for %s"
                      .formatted(
                          Corpus.STREAM,
                          issued,
                          figure,
                          slower == null ? "" : slower.figure(figure).text(),
                          issued(waits)));
            }
          }
        });
  }

  @TestFactory
  @DisplayName("branches whose lanes part are counted once a wavefront, as arithmetic has them")
  Stream<DynamicTest> branchesWhoseLanesPartAreCountedOnce() {
    return each(
        device -> {
          Capabilities can = bench().device(device).capabilities();
          RunResult r = bench().run(Corpus.LOOPS, device);
          bench().requireSimulated(r);
          if (!can.computeKernels() || !has(r, DIVERGENT)) {
            return; // the statistic is absent, or lanes are not in work-item order
          }
          Partings known = Partings.ofCollatz(can.wavefront());
          long counted = whole(r, DIVERGENT);
          require(
              counted >= known.ofLoops() && counted <= known.all(),
              "%s: %s is %s; lanes of %s leave loops apart %s times, and part %s times in all"
                  .formatted(
                      Corpus.LOOPS,
                      DIVERGENT,
                      counted,
                      can.wavefront(),
                      known.ofLoops(),
                      known.all()));
        });
  }

  @TestFactory
  @DisplayName("a linear read stays in its rows: most accesses of memory are row hits")
  Stream<DynamicTest> aLinearReadStaysInItsRows() {
    return each(
        device -> {
          RunResult r =
              bench()
                  .run(
                      bench().workload(Corpus.STREAM),
                      Map.of("n", "16000"),
                      device,
                      TestBench.options());
          if (r.status() != RunStatus.OK) {
            return; // the progress contract covers this failure
          }
          long accesses = whole(r, "dram.accesses");
          require(
              !has(r, ROW_HITS) || 4 * whole(r, ROW_HITS) > 3 * accesses,
              "%s of 16000 elements: %s is %s of %s accesses; neighbours share a row"
                  .formatted(Corpus.STREAM, ROW_HITS, whole(r, ROW_HITS), accesses));
        });
  }

  @TestFactory
  @DisplayName("compute units hold as many wavefronts at once as the rules of occupancy allow")
  Stream<DynamicTest> unitsHoldWhatTheRulesAllow() {
    return each(
        device -> {
          Device model = bench().device(device);
          if (!model.capabilities().computeKernels() || !device.has(UNITS)) {
            return;
          }
          MachineKernel code = model.lower(bench().kernels(Corpus.CHASE).get(0));
          Occupancy rules = model.occupancy(code, new Geometry(1, 1, 1, 64, 1, 1), 0);
          long groups = Math.multiplyExact(rules.groups(), device.value(UNITS));
          RunResult r =
              bench()
                  .run(
                      bench().workload(Corpus.CHASE),
                      Map.of("rounds", "96", "groups", "" + groups),
                      device,
                      TestBench.options());
          if (r.status() == RunStatus.OK && has(r, HELD) && has(r, "occupancy")) {
            double held = r.statistics().get(HELD).doubleValue();
            double allowed = r.statistics().get("occupancy").doubleValue();
            require(
                held >= HELD_LEAST * allowed && held <= allowed + 1e-6,
                "%s of %s groups, which fit at once: %s is %s; the rules of occupancy allow %s"
                    .formatted(Corpus.CHASE, groups, HELD, held, allowed));
          }
        });
  }

  private RunResult single(DeviceSpec device) {
    return bench()
        .run(bench().workload(Corpus.STREAM), Map.of("n", "1"), device, TestBench.options());
  }

  /** Returns the cycles in which ports issued, summed over all issue ports. */
  private long issued(RunResult r) {
    return provider().issue().stream()
        .flatMap(scheme -> scheme.causes().stream())
        .filter(cause -> cause.common() == CommonCause.ISSUED)
        .mapToLong(cause -> whole(r, cause.statistic()))
        .sum();
  }

  private static void equal(String who, RunResult r, String name, long expected) {
    require(
        whole(r, name) == expected,
        "%s%s is %s; expected %s"
            .formatted(who, name, has(r, name) ? whole(r, name) : "absent", expected));
  }

  private static boolean has(RunResult r, String name) {
    return r.statistics().containsKey(name);
  }

  private static long whole(RunResult r, String name) {
    return has(r, name) ? r.statistics().get(name).longValue() : 0;
  }
}
