// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.OutputException;
import io.lockstep.run.Verdict;
import io.lockstep.study.point.Point;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the workers of a driver")
@Timeout(20)
class LaneThreadsTest {
  private static final Ended OK = new Ended(Verdict.VERIFIED, null, "", 5, "");

  private final List<Task<Point>> rows = Collections.synchronizedList(new ArrayList<>());

  private interface Work {
    Ended compute(Task<Point> task) throws InterruptedException;
  }

  private static Lane<Point> lane(Work work) {
    return new Lane<>() {
      @Override
      public Ended compute(Task<Point> task) throws InterruptedException {
        return work.compute(task);
      }

      @Override
      public void close() {
        return;
      }
    };
  }

  private LaneThreads<Point> crew(int programs, Work work) {
    WorkQueue<Point> queue = new WorkQueue<>(Points.grid(programs, "a", "b").iterator());
    return new LaneThreads<>(queue, List.of(lane(work), lane(work)), false, (t, e) -> rows.add(t));
  }

  @Test
  @DisplayName("compute each point once, and those that die again")
  void computeEachPointOnceAndThoseThatDieAgain() {
    crew(5, task -> task.point().index() == 3 && task.attempt() < 3 ? Ended.again("SIGKILL") : OK)
        .run(() -> {});
    assertThat(rows).hasSize(10);
    assertThat(rows).extracting(t -> t.point().index()).doesNotHaveDuplicates();
    assertThat(rows)
        .filteredOn(t -> t.point().index() == 3)
        .allMatch(t -> t.attempt() == 3 && t.signal().equals("SIGKILL"));
  }

  @Test
  @DisplayName("all end where one finds the disk full, and it is said once")
  void allEndWhereOneFindsTheDiskFullAndItIsSaidOnce() {
    AtomicInteger begun = new AtomicInteger();
    LaneThreads<Point> crew =
        crew(
            5000,
            task -> {
              if (begun.incrementAndGet() == 20) {
                throw new OutputException("results", new IOException("no space left"));
              }
              return OK;
            });
    assertThatThrownBy(() -> crew.run(() -> {}))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("no space left");
    assertThat(rows.size()).isBetween(18, 5000);
  }

  @Test
  @DisplayName("end when they are told to, in the middle of a point")
  void endWhenTheyAreToldToInTheMiddleOfAPoint() throws Exception {
    CountDownLatch inside = new CountDownLatch(2);
    LaneThreads<Point> crew =
        crew(
            5,
            task -> {
              inside.countDown();
              Thread.sleep(60_000);
              return OK;
            });
    Thread driver = new Thread(() -> crew.run(() -> {}));
    driver.start();
    inside.await();
    crew.stop();
    driver.join();
    assertThat(rows).isEmpty();
  }
}
