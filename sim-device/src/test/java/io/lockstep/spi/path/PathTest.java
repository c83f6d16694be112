// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Critical paths: what they add up to, and whose they are where several meet. */
class PathTest {
  private static final PathResource[] RESOURCES = PathResource.values();

  @Property(tries = 60)
  void ticksOfAnyPathsAddUpToTheirLengthAndToWhatWasSaid(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 40) int rows) {
    Random random = new Random(seed);
    List<Path> paths = new ArrayList<>(List.of(Path.start(100, rows)));
    List<Map<List<Integer>, Long>> told = new ArrayList<>(List.of(new HashMap<>()));
    for (int i = 0; i < 400; i++) {
      int from = paths.size() - 1 - random.nextInt(Math.min(paths.size(), 3));
      Path before = paths.get(from);
      PathResource on = RESOURCES[random.nextInt(RESOURCES.length)];
      int row = random.nextInt(rows + 2) - 1;
      long until = before.tick() + random.nextInt(5) - 1;
      paths.add(before.to(until, on, row));
      Map<List<Integer>, Long> more = new HashMap<>(told.get(from));
      int place = row >= rows ? Path.NO_ROW : row;
      more.merge(List.of(place, on.ordinal()), Math.max(0, until - before.tick()), Long::sum);
      told.add(more);
    }
    for (int i = 0; i < paths.size(); i += 37) {
      PathSum sum = paths.get(i).sum();
      long all = 0;
      for (PathResource on : RESOURCES) {
        for (int row = Path.NO_ROW; row < rows; row++) {
          all += sum.ticks(row, on);
          assertThat(sum.ticks(row, on))
              .isEqualTo(told.get(i).getOrDefault(List.of(row, on.ordinal()), 0L));
        }
      }
      assertThat(all).isEqualTo(sum.length()).isEqualTo(paths.get(i).tick() - 100);
    }
  }

  @Test
  @DisplayName("what is extended leaves what it came from as it was")
  void branchesDoNotTouchEachOther() {
    Path trunk = Path.start(0, 1).to(10, PathResource.ISSUE, 0);
    Path left = trunk.to(15, PathResource.ISSUE, 0);
    Path right = trunk.to(30, PathResource.L2);
    assertThat(trunk.sum().ticks(PathResource.ISSUE)).isEqualTo(10);
    assertThat(left.sum().ticks(PathResource.ISSUE)).isEqualTo(15);
    assertThat(right.sum().ticks(PathResource.ISSUE)).isEqualTo(10);
    assertThat(right.sum().ticks(0, PathResource.L2)).isEqualTo(20);
  }

  @Test
  @DisplayName("where several meet the last one counts, of one tick the first, of no other launch")
  void theLastOneCounts() {
    Path start = Path.start(0, 0);
    Path early = start.to(5, PathResource.ISSUE);
    Path late = start.to(9, PathResource.L2);
    Path same = start.to(9, PathResource.NETWORK);
    Path older = Path.start(-50, 0).to(99, PathResource.PORT);
    assertThat(Path.later(early, late)).isSameAs(late);
    assertThat(Path.later(late, early)).isSameAs(late);
    assertThat(Path.later(late, same)).isSameAs(late);
    assertThat(Path.later(null, early)).isSameAs(early);
    assertThat(Path.later(early, null)).isSameAs(early);
    assertThat(Path.later(early, older)).isSameAs(early);
    assertThat(Path.later(older, early)).isSameAs(early);
  }

  @Test
  @DisplayName("however long a path is, no more than some of its last steps are kept")
  void memoryIsBounded() {
    Path path = Path.start(0, 4);
    for (int i = 1; i <= 10_000; i++) {
      path = path.to(i, RESOURCES[i % RESOURCES.length], i % 4);
    }
    int kept = 0;
    for (Path p = path; p.before() != null; p = p.before()) {
      kept++;
    }
    assertThat(kept).isLessThanOrEqualTo(65);
    assertThat(path.sum().length()).isEqualTo(10_000);
  }

  @Test
  @DisplayName("messages arrive by tick, those of one tick as they were sent, also if many wait")
  void lanesAreInTheOrderOfArrival() {
    PathLane lane = new PathLane();
    List<Path> sent = new ArrayList<>();
    long[] arrivals = {30, 10, 20, 10, 40, 5, 20, 60, 50, 10};
    for (long a : arrivals) {
      Path p = Path.start(0, 0).to(sent.size() + 1, PathResource.L2);
      sent.add(p);
      lane.send(a, p);
    }
    int[] expected = {5, 1, 3, 9, 2, 6, 0, 4, 8, 7};
    for (int i : expected) {
      assertThat(lane.arrival()).isEqualTo(arrivals[i]);
      assertThat(lane.take()).isSameAs(sent.get(i));
    }
  }

  @Test
  @DisplayName("a credit comes of the request that was served last before it left")
  void creditsComeOfTheLastServed() {
    ClientPaths client = new ClientPaths(4);
    assertThat(client.servedBy(100)).isNull();
    Path start = Path.start(0, 0);
    for (int t = 10; t <= 60; t += 10) {
      client.served(start.to(t, PathResource.NETWORK));
    }
    assertThat(client.servedBy(45).tick()).isEqualTo(40);
    assertThat(client.servedBy(40).tick()).isEqualTo(40);
    assertThat(client.servedBy(60).tick()).isEqualTo(60);
  }
}
