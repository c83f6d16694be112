// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.parts.cache.policy.WriteBack;
import io.lockstep.parts.cache.policy.WritePolicy;
import io.lockstep.parts.cache.policy.WriteThrough;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FirstLevelTest {
  // Lines of 128 bytes with sectors of 32; three sectors, four waiting instructions.
  private static CacheConfig config(WritePolicy policy) {
    return CacheConfig.ofSize(4096, 128, 32, 4, policy);
  }

  private final FirstLevel level = new FirstLevel(config(new WriteThrough()), 5, 6, List.of());

  @Test
  @DisplayName("a sector is asked for once; all that waited are named in order when it comes")
  void aSectorIsAskedForOnceAllThatWaitedAreNamedInOrderWhen() {
    assertThat(level.holds(0x1020)).isFalse();
    assertThat(level.await(level.sector(0x1033), 7)).isTrue();
    assertThat(level.await(0x1020, 9)).isFalse();
    assertThatThrownBy(() -> level.check("cu[0].memory"))
        .hasMessage("cu[0].memory: asked for 32 bytes, got 0");
    int waiter = level.fill(0x1020);
    assertThat(level.token(waiter)).isEqualTo(7);
    waiter = level.following(waiter);
    assertThat(level.token(waiter)).isEqualTo(9);
    assertThat(level.following(waiter)).isNegative();
    assertThat(level.holds(0x1020)).isTrue();
    assertThat(level.holds(0x1040)).as("the next sector of the line").isFalse();
    level.check("all came");
  }

  @Test
  @DisplayName("a line is accepted where all its sectors could miss, or where it hits anyway")
  void aLineIsAcceptedWhereAllItsSectorsCouldMissOrWhereItHits() {
    assertThat(level.accepts(0x1000, 128, 4)).isTrue();
    assertThat(level.accepts(0x1000, 128, 3)).as("three requests fit, a line has four").isFalse();
    level.await(0x2000, 1);
    assertThat(level.accepts(0x1000, 128, 4)).as("four entries are left").isTrue();
    level.await(0x2020, 1);
    assertThat(level.accepts(0x1000, 128, 4)).as("three are").isFalse();
    int waiter = level.fill(0x2000);
    while (waiter >= 0) {
      waiter = level.following(waiter);
    }
    level.await(0x3000, 1);
    assertThat(level.accepts(0x2000, 32, 0)).as("held: needs neither").isTrue();
    assertThat(level.accepts(0x2000, 64, 0)).as("held in part").isFalse();
  }

  @Test
  @DisplayName("counters begin anew while sectors are under way, and the check still holds")
  void countersBeginAnewWhileSectorsAreUnderWayAndTheCheckStillHolds() {
    level.await(0x1000, 1);
    level.resetCounters();
    level.following(level.fill(0x1000));
    level.check("after the reset");
    level.await(0x1020, 1);
    assertThatThrownBy(() -> level.check("x")).hasMessageContaining("asked for 32 bytes, got 0");
  }

  @Test
  @DisplayName("it writes through: another policy is refused")
  void itWritesThroughAnotherPolicyIsRefused() {
    assertThatThrownBy(() -> new FirstLevel(config(new WriteBack()), 5, 6, List.of()))
        .hasMessage("a first-level cache writes through");
  }
}
