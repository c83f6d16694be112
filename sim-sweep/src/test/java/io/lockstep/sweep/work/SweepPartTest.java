// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("parts of a sweep")
class SweepPartTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1,1", "2000,8", "7,3", "3,8", "100000,13", "640,10"})
  @DisplayName("share no point, leave none and are of like size")
  void shareNoPointLeaveNoneAndAreOfLikeSize(long points, int parts) {
    long[] sizes = new long[parts];
    for (int p = 1; p <= parts; p++) {
      SweepPart part = SweepPart.of(p, parts, points);
      sizes[p - 1] = LongStream.range(0, points).filter(part::has).count();
    }
    assertThat(LongStream.of(sizes).sum()).isEqualTo(points);
    for (long i = 0; i < points; i++) {
      long index = i;
      assertThat(IntStream.rangeClosed(1, parts))
          .filteredOn(p -> SweepPart.of(p, parts, points).has(index))
          .hasSize(1);
      i += points / 100; // a sample
    }
    long together = Math.max(1, Math.min(64, points / (parts * 16L)));
    assertThat(LongStream.of(sizes).max().getAsLong() - LongStream.of(sizes).min().getAsLong())
        .isLessThanOrEqualTo(together);
  }

  @Test
  @DisplayName("do not all get the same place of a regular plan")
  void doNotAllGetTheSamePlaceOfARegularPlan() {
    SweepPart part = SweepPart.of(1, 4, 60); // stretches of one, and four devices a program
    assertThat(LongStream.range(0, 60).filter(part::has).map(i -> i % 4).distinct().count())
        .isGreaterThan(2);
  }

  @Test
  @DisplayName("of a round are its missing points, dealt out once and for all")
  void ofARoundAreItsMissingPointsDealtOutOnceAndForAll() {
    BitSet missing = new BitSet();
    IntStream.range(0, 5000).filter(i -> i % 7 != 0).forEach(missing::set);
    Path file = Round.of(missing, 6).write(folder);
    assertThat(file).isEqualTo(folder.resolve("rounds/0001.json"));
    assertThat(Round.of(missing, 6).write(folder).getFileName()).hasToString("0002.json");
    Round round = Round.read(file);
    assertThat(round.shards()).hasSize(6);
    BitSet seen = new BitSet();
    for (int shard = 1; shard <= 6; shard++) {
      SweepPart part = round.part(file, shard);
      assertThat(part.name()).isEqualTo("round-0001-shard-" + shard);
      for (int i = 0; i < 5000; i++) {
        if (part.has(i)) {
          assertThat(seen.get(i)).isFalse();
          seen.set(i);
        }
      }
    }
    assertThat(seen).isEqualTo(missing);
  }

  @Test
  @DisplayName("of a round with fewer points than shards are as many as points")
  void ofARoundWithFewerPointsThanShardsAreAsManyAsPoints() {
    BitSet missing = new BitSet();
    missing.set(5);
    missing.set(9);
    assertThat(Round.of(missing, 8).shards())
        .containsExactlyInAnyOrder(List.of(new Range(5, 5)), List.of(new Range(9, 9)));
  }

  @Test
  @DisplayName("of a file that is not a round are refused with its name")
  void ofAFileThatIsNoRoundAreRefusedWithItsName() throws Exception {
    for (String text : List.of("", "{}", "{\"shards\":[[[3]]]}", "{\"shards\":[[[5,2]]]}", "[")) {
      Path file = Files.writeString(folder.resolve("r.json"), text);
      assertThatThrownBy(() -> Round.read(file))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file.toString());
    }
  }
}
