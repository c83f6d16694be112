// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LaunchNoticeTest {
  private final List<String> notes = new ArrayList<>();
  private final LaunchNotice notice = new LaunchNotice(notes::add);

  private static Kernel kernel() {
    KernelBuilder b = new KernelBuilder("k", "test", "k.ptx");
    b.add(b.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return b.build();
  }

  @Test
  @DisplayName("2^48 work-items are told of with the time they take at least; 2^62 do not overflow")
  void a248WorkItemsAreToldOfWithTheTimeTheyTakeAtLeast262DoNotOverflow() {
    Kernel kernel = kernel();
    notice.begin(kernel, new Geometry(1 << 21, 1 << 21, 1, 64, 1, 1));
    notice.begin(kernel, new Geometry(1 << 30, 1 << 20, 1, 64, 64, 1));
    assertThat(notes)
        .containsExactly(
            "launch of 'k': 4,398,046,511,104 work-groups of 64 work-items, 281,474,976,710,656 in"
                + " all; executing them takes at least 3 days (1 or more instructions each, at"
                + " 10^9 a second)",
            "launch of 'k': 1,125,899,906,842,624 work-groups of 4,096 work-items,"
                + " 4,611,686,018,427,387,904 in all; executing them takes at least 146 years (1"
                + " or more instructions each, at 10^9 a second)");
  }

  @Test
  @DisplayName("short launches are not told of, and none that is no longer than one told before")
  void shortLaunchesAreNotToldOfAndNoneThatIsNoLongerThanOneToldBefore() {
    Kernel kernel = kernel();
    notice.begin(kernel, new Geometry(1 << 20, 1, 1, 1023, 1, 1));
    assertThat(notes).isEmpty();
    notice.begin(kernel, new Geometry(1 << 20, 1, 1, 1024, 1, 1));
    notice.begin(kernel, new Geometry(1 << 20, 1, 1, 1024, 1, 1));
    assertThat(notes).hasSize(1);
  }

  @Test
  @DisplayName("times are given in the unit in which they are a small number")
  void timesAreGivenInTheUnitInWhichTheyAreASmallNumber() {
    assertThat(LaunchNotice.duration(119)).isEqualTo("119 s");
    assertThat(LaunchNotice.duration(120)).isEqualTo("2 minutes");
    assertThat(LaunchNotice.duration(7200)).isEqualTo("2 hours");
    assertThat(LaunchNotice.duration(3 * 86400)).isEqualTo("3 days");
    assertThat(LaunchNotice.duration(2000.0 * 365 * 86400)).isEqualTo("2,000 years");
  }

  @Test
  @DisplayName(
      "a running launch is reported after 10 s, 20 s and 40 s, with its rate and the time left")
  void aRunningLaunchIsReported() {
    try (LaunchNotice watched = new LaunchNotice(notes::add)) {
      watched.start(kernel(), new Geometry(10, 1, 1, 250, 1, 1), () -> "work-group 3: 12%");
      long start = System.nanoTime();
      watched.look(start + TimeUnit.SECONDS.toNanos(9));
      assertThat(notes).isEmpty();
      for (long second = 10; second <= 45; second++) {
        watched.done(second < 20 ? 0 : 3);
        watched.look(start + TimeUnit.SECONDS.toNanos(second));
      }
      assertThat(notes).hasSize(3);
      assertThat(notes.get(0))
          .isEqualTo(
              "launch of 'k' has run for 10 s: 0 of 10 work-groups are done; work-group 3:"
                  + " 12%");
      assertThat(notes.get(1))
          .isEqualTo(
              "launch of 'k' has run for 20 s: 3 of 10 work-groups are done, 0.15 a second; at"
                  + " that rate 47 s are left; work-group 3: 12%");
      watched.end();
      watched.look(start + TimeUnit.SECONDS.toNanos(1000));
      assertThat(notes).hasSize(3);
    }
  }
}
