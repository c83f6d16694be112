// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.Goals.Objective;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BestPointsTest {
  private static final String[] TWO = {
    "workloads: [matmul.yaml, vecadd.yaml]",
    "devices: [hd5870, gtx280]",
    "parameters: {n: [64, 128, 192]}"
  };

  @TempDir private Path folder;

  private static Objective least(String expression) {
    return new Objective(true, Expression.of("--by", expression));
  }

  private static Objective most(String expression) {
    return new Objective(false, Expression.of("--by", expression));
  }

  private static Optional<Expression> where(String expression) {
    return Optional.of(Expression.of("--where", expression));
  }

  private BestPoints best(PlantedSweep.Made made, BestQuery query, String... lines) {
    PlantedSweep sweep = PlantedSweep.of(folder, "0.1.0", made, lines);
    return BestPoints.of(sweep.rows(query.names()), query);
  }

  /** Groups with the indices of their points. */
  private static List<String> words(BestPoints best) {
    List<String> words = new ArrayList<>();
    for (BestPoints.Group group : best.groups()) {
      List<Long> points = group.best().stream().map(c -> c.row().point().index()).toList();
      words.add(String.join(",", group.values()) + " of " + group.points() + ": " + points);
    }
    return words;
  }

  @Test
  void theFirstFewOfEachGroupAreFoundWhicheverWayIsGoodAndEqualOnesInThePlansOrder() {
    // matmul: 0 to 5, vecadd: 6 to 11; each n=64 on both devices, then 128, 192
    PlantedSweep.Made made = p -> PlantedSweep.ok(p, 100 + p.index() * 5 % 11, Map.of());
    List<String> per = List.of("workload");
    assertThat(
            words(
                best(
                    made, new BestQuery(List.of(least("seconds")), per, Optional.empty(), 2), TWO)))
        .containsExactly("matmul of 6: [0, 5]", "vecadd of 6: [11, 9]");
    assertThat(
            words(
                BestPoints.of(
                    PlantedSweep.of(folder.resolve("b"), "0.1.0", made, TWO).rows(List.of()),
                    new BestQuery(List.of(most("cycles > 0 ? 1 : 2")), per, Optional.empty(), 1))))
        .containsExactly("matmul of 6: [0]", "vecadd of 6: [6]");
  }

  @Test
  void countsThePointsThatAreAsGoodAsTheBestOne() {
    long[] times = {100_000, 100_298, 100_299, 99_999, 200_000, 100_300};
    PlantedSweep.Made made = p -> PlantedSweep.ok(p, times[(int) p.index() % 6], Map.of());
    BestQuery query =
        new BestQuery(List.of(least("seconds")), List.of("workload"), Optional.empty(), 1);
    assertThat(best(made, query, TWO).groups())
        .extracting(BestPoints.Group::near)
        .containsExactly(3L, 3L); // up to 100,298.997
    BestQuery most = new BestQuery(List.of(most("0 - seconds")), List.of(), Optional.empty(), 1);
    assertThat(
            BestPoints.of(
                    PlantedSweep.of(folder.resolve("b"), "", made, TWO).rows(most.names()), most)
                .groups())
        .extracting(BestPoints.Group::near)
        .containsExactly(6L);
    BestQuery front =
        new BestQuery(List.of(least("seconds"), least("cycles")), List.of(), Optional.empty(), 1);
    assertThat(
            BestPoints.of(
                    PlantedSweep.of(folder.resolve("c"), "", made, TWO).rows(front.names()), front)
                .groups())
        .extracting(BestPoints.Group::near)
        .containsExactly(0L);
  }

  @Test
  void onlyRightResultsCountThatHaveAllFiguresAndFulfilTheCondition() {
    PlantedSweep.Made made =
        p ->
            switch ((int) p.index()) {
              case 0 -> PlantedSweep.refused(p, "too small");
              case 1 -> PlantedSweep.wrong(p, 1);
              case 2 -> PlantedSweep.failed(p, "broken");
              case 3 -> null;
              case 4 -> PlantedSweep.ok(p, 10, Map.of("l1.hits", "5"));
              case 5 -> PlantedSweep.ok(p, 5, Map.of("l1.hits", "0"));
              case 6 -> PlantedSweep.ok(p, 4, Map.of()); // not modelled, which is not zero
              default -> PlantedSweep.ok(p, 30 + p.index(), Map.of("l1.hits", "6"));
            };
    BestQuery query =
        new BestQuery(
            List.of(least("seconds * 1000 / l1.hits")),
            List.of(),
            where("seed == 7 && n < 192"),
            9);
    assertThat(words(best(made, query, TWO))).containsExactly(" of 3: [7, 8, 9]");
    BestQuery all =
        new BestQuery(List.of(least("seconds * 1000 / l1.hits")), List.of(), Optional.empty(), 1);
    assertThat(
            words(
                BestPoints.of(
                    PlantedSweep.of(folder.resolve("b"), "", made, TWO).rows(all.names()), all)))
        .containsExactly(" of 6: [4]");
  }

  @Test
  void aFrontHoldsThePointsThatNoOtherIsBetterThanInAllObjectivesWhateverTheirOrder() {
    Random random = new Random(3);
    long[][] figures = new long[400][2];
    for (long[] f : figures) {
      f[0] = 1 + random.nextInt(60);
      f[1] = f[0] + random.nextInt(20);
    }
    PlantedSweep.Made made =
        p -> {
          long[] f = figures[(int) p.index()];
          return PlantedSweep.ok(p, f[0], Map.of("dram.bytes", "" + f[1]));
        };
    BestQuery query =
        new BestQuery(List.of(least("cycles"), most("dram.bytes")), List.of(), Optional.empty(), 1);
    BestPoints best =
        best(made, query, "workloads: matmul.yaml", "devices: hd5870", "parameters: {n: 1..400}");
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < figures.length; i++) {
      boolean beaten = false;
      for (int j = 0; j < figures.length; j++) {
        boolean noWorse = figures[j][0] <= figures[i][0] && figures[j][1] >= figures[i][1];
        boolean same = figures[j][0] == figures[i][0] && figures[j][1] == figures[i][1];
        beaten |= noWorse && (!same || j < i);
      }
      if (!beaten) {
        expected.add((long) i);
      }
    }
    List<Candidate> front = best.groups().get(0).best();
    assertThat(front.stream().map(c -> c.row().point().index()))
        .containsExactlyInAnyOrderElementsOf(expected)
        .hasSizeGreaterThan(3);
    assertThat(front.stream().map(c -> c.values().get(0))).isSorted();
  }

  @Test
  void launchPhasesAreOnePointWithTheMeanUnlessThePhaseIsNamed() {
    String[] lines = {"workloads: matmul.yaml", "devices: [hd5870, gtx280]", "phases: 3"};
    PlantedSweep.Made made = // point 1 is the fastest single one, point 3 to 5 the better mean
        p -> PlantedSweep.ok(p, new long[] {30, 5, 31, 20, 21, 22}[(int) p.index()], Map.of());
    BestQuery query = new BestQuery(List.of(least("cycles")), List.of(), Optional.empty(), 1);
    BestPoints best = best(made, query, lines);
    assertThat(words(best)).containsExactly(" of 2: [3]");
    assertThat(best.groups().get(0).best().get(0).phases()).isEqualTo(3);
    assertThat(best.groups().get(0).best().get(0).values()).containsExactly(new BigDecimal(21));
    BestQuery apart =
        new BestQuery(List.of(least("cycles")), List.of("phase"), Optional.empty(), 1);
    PlantedSweep other = PlantedSweep.of(folder.resolve("b"), "", made, lines);
    assertThat(words(BestPoints.of(other.rows(apart.names()), apart)))
        .containsExactly("0 of 2: [3]", "1 of 2: [1]", "2 of 2: [5]");
    PlantedSweep.Made broken = p -> p.index() == 4 ? PlantedSweep.failed(p, "x") : made.apply(p);
    PlantedSweep third = PlantedSweep.of(folder.resolve("c"), "", broken, lines);
    assertThat(words(BestPoints.of(third.rows(query.names()), query)))
        .containsExactly(" of 1: [0]");
  }

  @Test
  void aNameThatNoPointHasAndAnExpressionThatIsNoNumberAreRefusedWithTheNearestName() {
    PlantedSweep sweep =
        PlantedSweep.of(folder, "", p -> PlantedSweep.ok(p, 1, Map.of("l1.hits", "1")), TWO);
    assertThatThrownBy(() -> ask(sweep, "l1.hit"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no point of the sweep has 'l1.hit'; did you mean 'l1.hits'?");
    assertThatThrownBy(() -> ask(sweep, "device"))
        .hasMessageContaining("expected a number, found a text");
    assertThatThrownBy(() -> ask(sweep, "l1.hits / (n - n)"))
        .hasMessageContaining("the result is Infinity");
  }

  private static BestPoints ask(PlantedSweep sweep, String expression) {
    BestQuery query = new BestQuery(List.of(least(expression)), List.of(), Optional.empty(), 1);
    return BestPoints.of(sweep.rows(query.names()), query);
  }

  @Test
  void aCommandIsQuotedForAShellAndNamesFilesFromWhereItIsTyped() {
    Point point =
        new Point(
            3,
            Path.of("/a/it's here/m.yaml"),
            new java.util.TreeMap<>(Map.of("n", "64", "s", "x y")),
            "hd5870",
            new java.util.TreeMap<>(Map.of("l1.size?", "8KiB", "dram.bandwidth", "*2")),
            2);
    assertThat(RunWords.of(point, Path.of("/a")))
        .isEqualTo(
            "lockstep run 'it'\\''s here/m.yaml' -d hd5870 -p n=64 -p 's=x y'"
                + " --set 'dram.bandwidth=*2' --set 'l1.size?=8KiB' --first-phase 2");
    assertThat(RunWords.of(point, Path.of("/b"))).startsWith("lockstep run '/a/it'\\''s here/");
  }
}
