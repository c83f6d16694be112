// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.result.ResultFields;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.study.point.Point;
import io.lockstep.study.store.OutcomeOrigin;
import io.lockstep.study.store.PointOutcome;
import io.lockstep.sweep.plan.Sweeps;
import io.lockstep.sweep.search.algorithm.Algorithm;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Searches whose points cost nothing: results are made of what the points ask for. */
final class SearchTest {
  private static final String[] SPACE = {
    "workloads: [matmul.yaml]",
    "devices: [hd5870]",
    "parameters: {n: [16, 32, 48, 64, 80]}",
    "set:",
    "  unit.count: [2, 4, 8, 12, 20]",
    "  l1.size: [2KiB, 4KiB, 8KiB, 16KiB]",
  };

  private static SearchSpace space(String... more) {
    List<String> lines = new ArrayList<>(List.of(SPACE));
    lines.addAll(List.of(more));
    return of(lines.toArray(String[]::new));
  }

  private static SearchSpace of(String... lines) {
    return SearchSpace.of(Sweeps.file(lines), Sweeps.CATALOGUE);
  }

  private static int parameter(Point point, String name) {
    return Integer.parseInt(point.parameters().get(name));
  }

  private static int units(Point point) {
    return Integer.parseInt(point.settings().get("unit.count"));
  }

  /** Picoseconds that a point is said to take, least at n = 48 and 8 units. */
  private static long picos(Point point) {
    int n = parameter(point, "n") - 48;
    int units = units(point) - 8;
    return 1_000_000L + 100L * n * n + 5000L * units * units + 7 * point.phase();
  }

  private static PointOutcome outcome(Point point, long picos) {
    DeviceSpec spec = Sweeps.CATALOGUE.spec(point.device()).with(point.settings());
    Map<String, BigDecimal> statistics =
        Map.of("occupancy", BigDecimal.valueOf(units(point), 1), "hits", BigDecimal.valueOf(3));
    RunResult ran =
        new ResultFields.Values()
            .set(ResultFields.WORKLOAD, "made up")
            .set(ResultFields.DEVICE, point.device())
            .set(ResultFields.DEVICE_NAME, spec.name())
            .set(ResultFields.PARAMETERS, point.parameters())
            .set(ResultFields.OVERRIDES, point.settings())
            .set(ResultFields.STATUS, RunStatus.OK)
            .set(ResultFields.CYCLES, picos / 1000)
            .set(ResultFields.SECONDS, picos)
            .set(ResultFields.KERNEL_SECONDS, picos / 2)
            .set(ResultFields.DEVICE_SHA256, spec.hash())
            .set(ResultFields.STATISTICS, new TreeMap<>(statistics))
            .result();
    return new PointOutcome(
        point.index(), "0".repeat(64), ran, new OutcomeOrigin("here", 1, "", 1, 1, ""));
  }

  private static PointOutcome failed(Point point) {
    RunResult result =
        RunResult.failed(
            "made up",
            new TreeMap<>(point.parameters()),
            Sweeps.CATALOGUE.spec(point.device()),
            Failure.MODEL,
            "it broke");
    return new PointOutcome(
        point.index(), "0".repeat(64), result, new OutcomeOrigin("here", 1, "", 1, 1, ""));
  }

  private static SearchEvaluator by(Function<Point, PointOutcome> how) {
    return points -> points.stream().map(how).toList();
  }

  private static final SearchEvaluator USUAL = by(p -> outcome(p, picos(p)));

  private static Search search(
      SearchSpace space, SearchOptions.Kind kind, int budget, SearchEvaluator evaluator) {
    Search search = made(space, kind, budget, evaluator);
    assertThat(search.run(budget, s -> {})).isTrue();
    return search;
  }

  private static Search made(
      SearchSpace space, SearchOptions.Kind kind, int budget, SearchEvaluator evaluator) {
    Algorithm algorithm =
        new SearchOptions(Optional.of(kind), budget, 1, 4).algorithm(space.space());
    return new Search(space, algorithm, evaluator, Sweeps.CATALOGUE);
  }

  private static String best(Search search) {
    return search.words(search.best(1).get(0)).toString();
  }

  @Test
  void theBestPlaceIsFoundWithTheCommandThatReproducesIt() {
    Search search =
        search(space("objectives: [{minimise: seconds}]"), SearchOptions.Kind.MODEL, 40, USUAL);
    SearchEvaluation best = search.best(3).get(0);

    assertThat(best(search)).startsWith("{n=48, unit.count=8, l1.size=");
    assertThat(best.values()).containsExactly(1e-6);
    assertThat(best.commands().get(0))
        .matches(
            "lockstep run \\S*matmul.yaml -d hd5870 -p n=48 --set l1.size=\\w+ --set unit.count=8");
  }

  @Test
  void objectivesReadTimesStatisticsParametersFiguresAndNamesOfTheFile() {
    Search search =
        search(
            space(
                "let: {half: n / 2}",
                "objectives: [{maximise: occupancy * 10 + half + l1.size / 1KiB + hits / 4"
                    + " - kernel_seconds * 0}]"),
            SearchOptions.Kind.RANDOM,
            1000,
            USUAL);

    assertThat(search.evaluations()).hasSize(100);
    assertThat(best(search)).isEqualTo("{n=80, unit.count=20, l1.size=16KiB}");
    assertThat(search.best(1).get(0).values()).containsExactly(20 + 40 + 16 + 0.75);
  }

  @Test
  void constraintsOnFiguresAreHeldBeforeAnythingIsComputedThoseOnStatisticsAfterwards() {
    List<Point> computed = new ArrayList<>();
    Search search =
        search(
            space(
                "objectives: [{minimise: seconds}]",
                "constraints: [unit.count * 3 + l1.size / 1KiB <= 25, occupancy <= 0.5]"),
            SearchOptions.Kind.RANDOM,
            1000,
            by(
                p -> {
                  computed.add(p);
                  return outcome(p, picos(p));
                }));

    assertThat(computed).hasSize(5 * (4 + 3 + 0)).allMatch(p -> units(p) <= 4 || units(p) == 8);
    assertThat(search.evaluations().stream().filter(e -> !e.trial().feasible())).isEmpty();
    assertThat(best(search)).startsWith("{n=48, unit.count=4");
  }

  @Test
  void pointsThatFailAreInfeasibleWithTheirReasonAndNeverTheBest() {
    Search search =
        search(
            space("objectives: [{minimise: seconds}]"),
            SearchOptions.Kind.MODEL,
            100,
            by(p -> units(p) == 8 ? failed(p) : outcome(p, picos(p))));

    assertThat(best(search)).startsWith("{n=48, unit.count=4");
    assertThat(search.evaluations().stream().filter(e -> !e.reason().isEmpty()))
        .hasSize(20)
        .allMatch(e -> e.reason().equals("failed: it broke"));
  }

  @Test
  void aPlaceIsTheGeometricMeanOverWorkloadsOfTheMeanOverPhases() {
    SearchSpace space =
        of(
            "workloads: [matmul.yaml, transpose.yaml]",
            "devices: hd5870",
            "phases: 2",
            "parameters: {n: [32, 64]}",
            "set: {unit.count: [2, 4]}",
            "objectives: [{minimise: seconds * 1000000}]");
    Search search =
        search(
            space,
            SearchOptions.Kind.RANDOM,
            100,
            by(
                p ->
                    outcome(
                        p,
                        (p.workload().endsWith("matmul.yaml") ? 2_000_000 : 8_000_000)
                            + p.phase() * 2_000_000L)));

    assertThat(search.evaluations()).hasSize(4);
    assertThat(search.evaluations().get(0).points()).hasSize(4);
    assertThat(search.evaluations().get(0).values().get(0))
        .isCloseTo(Math.sqrt(3.0 * 9.0), org.assertj.core.data.Offset.offset(1e-12));
    assertThat(
            search.evaluations().stream()
                .flatMap(e -> e.points().stream().map(Point::index))
                .toList())
        .isEqualTo(java.util.stream.LongStream.range(0, 16).boxed().toList());
  }

  @Test
  void conditionsOfTheFileZipsAndDevicesMakeTheSpace() {
    SearchSpace space =
        of(
            "workloads: [matmul.yaml]",
            "devices: [hd5870, gtx280]",
            "parameters: {n: [32, 64]}",
            "zip: [{set: {unit.count?: [6, 12, 18], l1.size?: [2KiB, 4KiB, 8KiB]}}]",
            "when: [device == 'hd5870' || n == 64]",
            "objectives: [{minimise: seconds}]");

    assertThat(space.space().axes().stream().map(Object::toString))
        .containsExactly(
            "SearchAxis[name=n, size=2, ordered=true]",
            "SearchAxis[name=unit.count?+l1.size?, size=3, ordered=true]",
            "SearchAxis[name=device, size=2, ordered=false]");
    assertThat(space.space().all()).hasSize(12 - 3);
  }

  @Test
  void figuresBetweenTwoNumbersAreCutIntoSteps() {
    SearchSpace space =
        of(
            "workloads: [matmul.yaml]",
            "devices: [hd5870]",
            "set:",
            "  l1.size: {from: 2KiB, to: 64KiB, scale: log2}",
            "  l2.latency: {from: 200cycles, to: 220cycles}",
            "  clock.compute: {from: 400MHz, to: 900MHz, scale: log}",
            "objectives: [{minimise: seconds}]");

    assertThat(space.space().axes().get(0).size()).isEqualTo(6);
    assertThat(space.space().axes().get(1).size()).isEqualTo(21);
    assertThat(space.space().axes().get(2).size()).isBetween(200, SearchSpace.STEPS);
    assertThat(space.space().axes()).allMatch(axis -> axis.ordered());
  }

  @Test
  void halvingJudgesPlacesCheaplyFirstAndTheBestAtTheFidelityThatCounts() {
    SearchSpace space =
        of(
            "workloads: [matmul.yaml]",
            "devices: [hd5870]",
            "set: {unit.count: [2, 4, 8, 12, 20], l1.size: [2KiB, 4KiB, 8KiB, 16KiB]}",
            "fidelity: {n: [16, 32, 64]}",
            "objectives: [{minimise: seconds}]");
    Search search = search(space, SearchOptions.Kind.HALVING, 30, USUAL);
    Map<String, Long> counts =
        search.evaluations().stream()
            .collect(
                Collectors.groupingBy(
                    e -> e.points().get(0).parameters().get("n"),
                    TreeMap::new,
                    Collectors.counting()));

    assertThat(space.space().axes()).hasSize(2);
    assertThat(counts).isEqualTo(Map.of("16", 20L, "32", 7L, "64", 3L));
    assertThat(best(search)).startsWith("{n=64, unit.count=8");
    assertThat(new SearchOptions(Optional.empty(), 30, 1, 4).kind(space.space()))
        .isEqualTo(SearchOptions.Kind.HALVING);
  }

  @Test
  void severalObjectivesGiveWhatNoOtherPlaceDominates() {
    Search search =
        search(
            space("objectives: [{minimise: seconds}, {minimise: unit.count}]"),
            SearchOptions.Kind.MODEL,
            100,
            USUAL);

    assertThat(search.best(1).stream().map(e -> e.values().get(1)).distinct())
        .containsExactly(8.0, 4.0, 2.0);
    assertThat(search.best(1)).allMatch(e -> parameter(e.points().get(0), "n") == 48);
  }

  @Test
  void aSearchThatIsKilledAtAnyEvaluationGoesOnToTheSameTrajectory() {
    SearchSpace space = space("objectives: [{minimise: seconds}]");
    for (SearchOptions.Kind kind :
        List.of(SearchOptions.Kind.MODEL, SearchOptions.Kind.CMA_ES, SearchOptions.Kind.RANDOM)) {
      String whole = SearchAnswer.trajectory(search(space, kind, 24, USUAL));
      Map<Long, PointOutcome> stored = new HashMap<>();
      int[] computed = new int[1];
      boolean ended = false;
      int lives = 0;
      while (!ended) {
        int[] one = {1}; // each life computes one point
        Search search =
            made(
                space,
                kind,
                24,
                points -> {
                  List<PointOutcome> found = new ArrayList<>();
                  for (Point point : points) {
                    if (!stored.containsKey(point.index()) && one[0]-- > 0) {
                      stored.put(point.index(), outcome(point, picos(point)));
                      computed[0]++;
                    }
                    if (stored.containsKey(point.index())) {
                      found.add(stored.get(point.index()));
                    }
                  }
                  return found;
                });
        ended = search.run(24, s -> {});
        assertThat(whole).startsWith(SearchAnswer.trajectory(search));
        lives++;
      }

      assertThat(computed[0]).isEqualTo(24);
      assertThat(lives).isBetween(24, 25);
    }
  }

  @Test
  void namesThatNothingHasAreToldWithTheNearest() {
    assertThatThrownBy(
            () ->
                search(
                    space("objectives: [{minimise: second}]"), SearchOptions.Kind.RANDOM, 4, USUAL))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("s.yaml:7:\\d+: .*'second'; did you mean 'seconds'\\?");
  }

  @Test
  void whatIsNoSpaceIsRefused() {
    String objective = "objectives: [{minimise: seconds}]";
    assertThatThrownBy(() -> of("workloads: [matmul.yaml]", "devices: hd5870", objective))
        .hasMessageContaining("nothing is to be chosen");
    assertThatThrownBy(() -> Search.requireObjectives(space()))
        .hasMessageContaining("objectives: [{minimise: seconds}]");
    assertThatThrownBy(
            () ->
                search(
                    space(objective, "constraints: [unit.count > 100]"),
                    SearchOptions.Kind.MODEL,
                    4,
                    USUAL))
        .hasMessageContaining("unit.count > 100");
    assertThatThrownBy(() -> search(space(objective), SearchOptions.Kind.HALVING, 4, USUAL))
        .hasMessageContaining("fidelity: {n: [64, 128, 256]}");
    assertThatThrownBy(
            () ->
                search(
                    of("workloads: [matmul.yaml]", "devices: [hd5870, gtx280]", objective),
                    SearchOptions.Kind.CMA_ES,
                    4,
                    USUAL))
        .hasMessageContaining("'device'");
    assertThatThrownBy(
            () ->
                of(
                    "workloads: [matmul.yaml, {file: transpose.yaml, parameters: {n: [32]}}]",
                    "devices: hd5870",
                    "fidelity: {n: [32]}",
                    "set: {unit.count: [2, 4]}",
                    objective))
        .hasMessageContaining("fidelity wants several values");
  }

  @Test
  void whatOneWorkloadVariesAloneDoesNotMultiplyThePlaces() {
    SearchSpace space =
        of(
            "workloads:",
            "  - {file: matmul.yaml, parameters: {n: [16, 32, 48]}}",
            "  - {file: life.yaml, parameters: {n: 64, tile: [8, 16, 32]}}",
            "devices: [hd5870]",
            "set: {unit.count: [2, 4, 8, 12]}",
            "objectives: [{minimise: seconds}]");
    assertThat(space.space().size()).isEqualTo(4); // and not 4 x 3 x 3
    assertThat(space.pointsOfPlace()).isEqualTo(6);
    SearchEvaluator evaluator =
        by(
            p ->
                p.parameters().containsKey("tile")
                    ? parameter(p, "tile") == 32
                        ? failed(p)
                        : outcome(p, 1000L * parameter(p, "tile"))
                    : outcome(p, picos(p)));
    Search search = search(space, SearchOptions.Kind.RANDOM, 10, evaluator);
    assertThat(search.evaluations()).hasSize(4);
    assertThat(search.evaluations().stream().flatMap(e -> e.points().stream()).map(Point::index))
        .doesNotHaveDuplicates()
        .hasSize(24);
    assertThat(best(search)).isEqualTo("{unit.count=8, n (matmul)=48, tile (life)=8}");
    assertThat(search.best(1).get(0).commands()).hasSize(2);
    assertThat(search.best(1).get(0).values().get(0))
        .isCloseTo(Math.sqrt(1e-6 * 8e-9), org.assertj.core.data.Percentage.withPercentage(1e-6));
    assertThat(search.units()).containsExactly("s");
    assertThat(search.averages())
        .isEqualTo(
            "geometric mean over 2 workloads, each at one launch phase with the best of the values"
                + " that it alone has");
  }
}
