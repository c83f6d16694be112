// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.point.Point;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the queue of a sweep's points")
@Timeout(20)
class WorkQueueTest {
  private static String program(Task<Point> task) {
    return task.point().workload().getFileName().toString();
  }

  @Test
  @DisplayName("keeps a worker at one program while there are others for the others")
  void keepsAWorkerAtOneProgramWhileThereAreOthersForTheOthers() throws Exception {
    WorkQueue<Point> queue = new WorkQueue<>(Points.grid(2, "a", "b", "c").iterator());
    WorkQueue<Point>.Hand first = queue.hand();
    WorkQueue<Point>.Hand second = queue.hand();
    Set<String> ofFirst = new TreeSet<>();
    Set<String> ofSecond = new TreeSet<>();
    for (int i = 0; i < 3; i++) {
      ofFirst.add(program(first.next()));
      ofSecond.add(program(second.next()));
    }
    assertThat(ofFirst).hasSize(1);
    assertThat(ofSecond).hasSize(1).isNotEqualTo(ofFirst);
  }

  @Test
  @DisplayName("lets all help with the last program, point by point")
  void letsAllHelpWithTheLastProgramPointByPoint() throws Exception {
    WorkQueue<Point> queue = new WorkQueue<>(Points.grid(1, "a", "b", "c", "d").iterator());
    WorkQueue<Point>.Hand first = queue.hand();
    WorkQueue<Point>.Hand second = queue.hand();
    List<Task<Point>> tasks =
        new ArrayList<>(List.of(first.next(), second.next(), first.next(), second.next()));
    assertThat(tasks).extracting(t -> t.point().index()).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    tasks.forEach(t -> queue.done(t, 1));
    assertThat(first.next()).isNull();
  }

  @Test
  @DisplayName("hands out the program that takes longest first, and of it the longest device")
  void handsOutTheProgramThatTakesLongestFirstAndOfItTheLongestDevice() throws Exception {
    List<Point> all = new ArrayList<>();
    for (int round = 0; round < 2; round++) { // the first teaches the second
      for (int program = 0; program < 3; program++) {
        for (String device : List.of("fast", "slow")) {
          all.add(Points.of(all.size(), program, device));
        }
      }
    }
    WorkQueue<Point> queue = new WorkQueue<>(all.iterator());
    WorkQueue<Point>.Hand hand = queue.hand();
    List<Task<Point>> first = new ArrayList<>();
    for (int program = 0; program < 3; program++) {
      for (int device = 0; device < 2; device++) {
        Task<Point> task = hand.next();
        first.add(task);
        long micros = 1000L << (4 * (program(task).charAt(0) - '0'));
        queue.done(task, task.point().device().equals("slow") ? 4 * micros : micros);
      }
      // away from the program, before its second half is handed out
      hand = queue.hand();
    }
    List<String> order = new ArrayList<>();
    for (Task<Point> task = hand.next(); task != null; task = hand.next()) {
      order.add(program(task).charAt(0) + task.point().device());
      queue.done(task, 1000L << (4 * (program(task).charAt(0) - '0')));
    }
    assertThat(order).extracting(o -> o.charAt(0)).isSortedAccordingTo(reverseOrder());
    assertThat(order).hasSize(6).containsSubsequence("0slow", "0fast");
  }

  @Test
  @DisplayName("gives a point that is to be tried again to somebody who waits for it")
  void givesAPointThatIsToBeTriedAgainToSomebodyWhoWaitsForIt() throws Exception {
    WorkQueue<Point> queue = new WorkQueue<>(Points.grid(1, "a").iterator());
    Task<Point> task = queue.hand().next();
    List<Task<Point>> got = new ArrayList<>();
    Thread other =
        new Thread(
            () -> {
              try {
                got.add(queue.hand().next());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    other.start();
    other.join(100);
    assertThat(other.isAlive()).isTrue();
    queue.again(task.after("SIGKILL"), false);
    other.join();
    assertThat(got.get(0).attempt()).isEqualTo(2);
    assertThat(got.get(0).signal()).isEqualTo("SIGKILL");
  }

  @Test
  @DisplayName("hands out a point that wants all memory when nothing else is computed")
  void handsOutAPointThatWantsAllMemoryWhenNothingElseIsComputed() throws Exception {
    WorkQueue<Point> queue = new WorkQueue<>(Points.grid(1, "a", "b", "c").iterator());
    WorkQueue<Point>.Hand hand = queue.hand();
    Task<Point> big = hand.next();
    queue.again(big.after(""), true);
    Task<Point> second = hand.next();
    Task<Point> third = hand.next();
    assertThat(List.of(second.point().index(), third.point().index()))
        .doesNotContain(big.point().index());
    queue.done(second, 1);
    Set<Long> got = new ConcurrentSkipListSet<>();
    Thread other =
        new Thread(
            () -> {
              try {
                got.add(queue.hand().next().point().index());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    other.start();
    other.join(100);
    assertThat(got).isEmpty();
    queue.done(third, 1);
    other.join();
    assertThat(got).containsExactly(big.point().index());
  }

  @Test
  @DisplayName("reads a window of a plan ahead and no more, and gives each point once")
  void readsAWindowOfAPlanAheadAndNoMoreAndGivesEachPointOnce() throws Exception {
    int[] read = {0};
    Iterator<Point> many =
        IntStream.range(0, 50_000)
            .mapToObj(
                i -> {
                  read[0]++;
                  return Points.of(i, i / 10, "d" + i % 10);
                })
            .iterator();
    WorkQueue<Point> queue = new WorkQueue<>(many);
    WorkQueue<Point>.Hand hand = queue.hand();
    Set<Long> given = new TreeSet<>();
    long most = 0;
    for (Task<Point> task = hand.next(); task != null; task = hand.next()) {
      given.add(task.point().index());
      queue.done(task, 5);
      most = Math.max(most, read[0] - given.size());
    }
    assertThat(given).hasSize(50_000);
    assertThat(most).isBetween(1L, 12_000L);
  }

  @Test
  @DisplayName("hands out nothing behind the point that ends it, and all before it")
  void handsOutNothingBehindThePointThatEndsItAndAllBeforeIt() throws Exception {
    WorkQueue<Point> queue = new WorkQueue<>(Points.grid(2, "a", "b", "c").iterator());
    WorkQueue<Point>.Hand hand = queue.hand();
    Task<Point> first = hand.next();
    queue.endAfter(3);
    queue.done(first, 1);
    Set<Long> given = new TreeSet<>(Set.of(first.point().index()));
    for (Task<Point> task = hand.next(); task != null; task = hand.next()) {
      given.add(task.point().index());
      queue.done(task, 1);
    }
    assertThat(given).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  @DisplayName("that is open waits for points, and ends when it is closed")
  void thatIsOpenWaitsForPointsAndEndsWhenItIsClosed() throws Exception {
    WorkQueue<Point> queue = WorkQueue.open();
    List<Long> taken = new ArrayList<>();
    Thread worker =
        new Thread(
            () -> {
              try {
                WorkQueue<Point>.Hand hand = queue.hand();
                for (Task<Point> task = hand.next(); task != null; task = hand.next()) {
                  taken.add(task.point().index());
                  queue.done(task, 1);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    worker.start();
    awaitWaiting(worker);
    for (int i = 0; i < 5000; i++) {
      queue.add(Points.of(i, i, "a"));
    }
    awaitWaiting(worker);
    assertThat(taken).hasSize(5000).doesNotHaveDuplicates();
    assertThat(worker.isAlive()).isTrue();
    queue.close();
    worker.join();
  }

  private static void awaitWaiting(Thread worker) throws InterruptedException {
    while (worker.getState() != Thread.State.WAITING) {
      assertThat(worker.isAlive()).isTrue();
      Thread.sleep(1);
    }
  }
}
