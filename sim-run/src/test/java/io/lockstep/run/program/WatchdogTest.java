// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.run.WallLimits;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchdogTest {
  private static Watchdog limited(Duration limit) {
    return new Watchdog(WallLimits.defaults().withRun(limit));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1ms",
    "999, 999ms",
    "1000, 1s",
    "1500, 1500ms",
    "60000, 1m",
    "61000, 61s"
  })
  void durationsAreInTheirLargestWholeUnit(long millis, String text) {
    assertThat(Watchdog.text(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void workWithinTheLimitReturnsItsResultOnAnotherThread() {
    Watchdog dog = limited(Duration.ofMinutes(10));
    Thread own = Thread.currentThread();
    assertThat(dog.call(() -> Thread.currentThread() != own)).contains(true);
    Watchdog free = new Watchdog(WallLimits.defaults());
    assertThat(free.call(() -> Thread.currentThread() == own)).contains(true);
    assertThat(dog.overMessage()).isEqualTo("not done after 10m (--time-limit)");
  }

  @Test
  void workBeyondTheLimitHasNoResult() {
    CountDownLatch never = new CountDownLatch(1);
    Supplier<String> waits =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            return "interrupted";
          }
          return "done";
        };
    assertThat(limited(Duration.ofMillis(20)).call(waits)).isEmpty();
    never.countDown();
  }

  @Test
  void whatWorkThrowsIsThrown() {
    Supplier<String> fails =
        () -> {
          throw new IllegalArgumentException("wrong");
        };
    assertThatThrownBy(() -> limited(Duration.ofMinutes(1)).call(fails))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("wrong");
    Supplier<String> asserts =
        () -> {
          throw new AssertionError("no");
        };
    assertThatThrownBy(() -> limited(Duration.ofMinutes(1)).call(asserts))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no");
  }

  @Test
  void aCallerThatIsInterruptedStaysInterrupted() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> limited(Duration.ofMinutes(1)).call(() -> "late"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
