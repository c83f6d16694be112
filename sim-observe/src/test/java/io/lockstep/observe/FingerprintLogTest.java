// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.core.engine.EventPlace;
import io.lockstep.core.engine.Phase;
import io.lockstep.io.InputException;
import io.lockstep.io.output.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fingerprints survive their files, damage shows, and the first difference is found. */
class FingerprintLogTest {
  private static final List<EventPlace> PLACES =
      List.of(
          new EventPlace(Phase.ARRIVE, "port.arrive", "memory.requests"),
          new EventPlace(Phase.WORK, "look", "memory"),
          new EventPlace(Phase.ACCOUNT, "close", "cu[0]"));

  @TempDir Path folder;

  private static DeviceFingerprints device(String id, long from, int shift) {
    return new DeviceFingerprints(
        new DeviceFingerprints.Subject(id, "dd", "matmul", "ee", 850_000_000, from), shift, PLACES);
  }

  /** Sums that depend on their tick and place only, of ticks that are given. */
  private static DeviceFingerprints ticks(long from, int shift, LongStream ticks) {
    DeviceFingerprints made = device("d", from, shift);
    long[] all = ticks.toArray();
    for (int i = 0; i < all.length; ) {
      long interval = all[i] >> shift;
      long[] sums = new long[PLACES.size()];
      long[] events = new long[PLACES.size()];
      for (; i < all.length && all[i] >> shift == interval; i++) {
        int place = (int) (all[i] % PLACES.size());
        sums[place] += new Random(all[i]).nextLong();
        events[place]++;
      }
      for (int p = 0; p < sums.length; p++) {
        if (events[p] > 0) {
          made.add(interval, p, events[p], sums[p]);
        }
      }
    }
    return made;
  }

  private static List<String> lines(DeviceFingerprints of) {
    List<String> lines = new ArrayList<>(List.of(of.subject() + " " + of.shift() + of.places()));
    for (int i = 0; i < of.size(); i++) {
      lines.add(of.interval(i) + " " + of.place(i) + " " + of.events(i) + " " + of.sum(i));
    }
    return lines;
  }

  private Path written(FingerprintLog log) {
    Path file = folder.resolve("f.lkfp");
    try (OutputFile out = new OutputFile(file)) {
      log.write(out);
    }
    return file;
  }

  @Test
  @DisplayName("a file gives back what was written, also beyond one block")
  void aFileGivesBackWhatWasWritten() {
    DeviceFingerprints large = ticks(7, 3, LongStream.range(0, 60_000).map(t -> 5 * t));
    FingerprintLog log =
        new FingerprintLog(
            "1.2", List.of("w.yaml", "--threads", "2"), List.of(large, device("empty", 0, 0)));
    FingerprintLog read = FingerprintLog.read(written(log));
    assertThat(read.version()).isEqualTo("1.2");
    assertThat(read.arguments()).isEqualTo(log.arguments());
    assertThat(read.devices()).hasSize(2);
    assertThat(lines(read.devices().get(0))).isEqualTo(lines(large));
    assertThat(lines(read.devices().get(1))).isEqualTo(lines(device("empty", 0, 0)));
    assertThat(read.devices().get(0).fingerprint()).isEqualTo(large.fingerprint());
  }

  @Test
  @DisplayName("cut off anywhere or altered anywhere, a file is refused with the byte")
  void aCutOrAlteredFileIsRefused() throws IOException {
    DeviceFingerprints some = ticks(0, 0, LongStream.range(0, 40));
    Path file = written(new FingerprintLog("1", List.of("w.yaml"), List.of(some)));
    byte[] whole = Files.readAllBytes(file);
    for (int i = 0; i < whole.length; i++) {
      Files.write(file, Arrays.copyOf(whole, i));
      assertRefused(file, "cut at " + i);
      byte[] altered = whole.clone();
      altered[i] ^= 0x10;
      Files.write(file, altered);
      assertRefused(file, "altered at " + i);
    }
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertRefused(file, "a byte more");
  }

  private static void assertRefused(Path file, String how) {
    assertThatThrownBy(() -> FingerprintLog.read(file))
        .as(how)
        .isInstanceOf(InputException.class)
        .hasMessageMatching("(?s).*f\\.lkfp: byte \\d+: .*");
  }

  @Test
  @DisplayName("the first difference is found at the coarser interval, whatever the other is")
  void theFirstDifferenceIsFoundAtTheCoarserInterval() {
    for (int left : new int[] {0, 2, 5}) {
      for (int right : new int[] {0, 3, 5}) {
        int shift = Math.max(left, right);
        DeviceFingerprints a = ticks(0, left, LongStream.range(0, 1000));
        DeviceFingerprints b = ticks(0, right, LongStream.range(0, 1000).filter(t -> t != 700));
        assertThat(Divergence.first(a, ticks(0, right, LongStream.range(0, 1000)))).isEmpty();
        Divergence d = Divergence.first(a, b).orElseThrow();
        assertThat(d.from()).isEqualTo(700 >> shift << shift);
        assertThat(d.to()).isEqualTo(d.from() + (1L << shift) - 1);
        assertThat(d.isTick()).isEqualTo(shift == 0);
        assertThat(d.places()).hasSize(1);
        assertThat(d.places().get(0).place()).isEqualTo(PLACES.get(700 % 3));
        assertThat(d.places().get(0).left()).isEqualTo(d.places().get(0).right() + 1);
        assertThat(Divergence.first(b, a).orElseThrow().from()).isEqualTo(d.from());
      }
    }
  }

  @Test
  @DisplayName("one run may end earlier; what only one has seen is not compared")
  void oneRunMayEndEarlierWhatOnlyOneHasSeenIsNotCompared() {
    DeviceFingerprints whole = ticks(0, 0, LongStream.range(0, 100));
    DeviceFingerprints part = ticks(0, 0, LongStream.range(0, 90));
    assertThat(Divergence.first(whole, part).orElseThrow().from()).isEqualTo(90);
    DeviceFingerprints resumed = ticks(50, 0, LongStream.range(50, 100));
    assertThat(Divergence.first(whole, resumed)).isEmpty();
    assertThat(Divergence.first(resumed, part).orElseThrow().from()).isEqualTo(90);
    DeviceFingerprints coarse = ticks(0, 4, LongStream.range(0, 100).filter(t -> t != 50));
    assertThat(Divergence.first(coarse, resumed)).as("48 to 63 is half unseen").isEmpty();
  }

  @Test
  @DisplayName("as many events with another meaning or tick differ too; all places are listed")
  void asManyEventsWithAnotherMeaningOrTickDifferToo() {
    DeviceFingerprints a = device("d", 0, 6);
    DeviceFingerprints b = device("d", 0, 6);
    a.add(3, 0, 2, 77);
    b.add(3, 0, 2, 77);
    a.add(3, 1, 5, 1);
    b.add(3, 1, 5, 2);
    b.add(3, 2, 1, 9);
    Divergence d = Divergence.first(a, b).orElseThrow();
    assertThat(d.places())
        .containsExactly(
            new Divergence.Place(PLACES.get(1), 5, 5), new Divergence.Place(PLACES.get(2), 0, 1));
    assertThat(d.left()).isEqualTo(78);
    assertThat(d.right()).isEqualTo(88);
  }
}
