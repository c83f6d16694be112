// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.sentence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which rule speaks where several could. */
class SentencesTest {
  @Test
  @DisplayName(
      "code of more registers and as many bundles: of registers, not of bundles nor of rows")
  void registersAndNotBundles() {
    String sentence =
        Sentences.of(
            Seen.making(1.101)
                .registers(10, 13)
                .shown("any.bundles", 747_520, 749_568)
                .shown("dram.row_hits", 8677, 7656)
                .shown("dram.accesses", 12288, 12288)
                .shown("dram.busy", 0.016)
                .evidence());
    assertThat(sentence)
        .isEqualTo(
            "group: 10.1 % more time, as the code takes 13 registers a work-item instead of 10, so"
                + " that a unit holds 16 wavefronts instead of 24.");
  }

  @Test
  @DisplayName("the statistic that moved most speaks")
  void theStatisticThatMovedMostSpeaks() {
    Seen seen =
        Seen.making(1.3).shown("any.bundles", 1000, 1100).shown("memory.transactions", 1000, 2000);
    assertThat(Sentences.of(seen.evidence())).contains("transactions").doesNotContain("bundles");
  }

  @Test
  @DisplayName("a statistic that moved against the time is not why, however far it moved")
  void whatMovedAgainstTheTimeIsNotWhy() {
    Seen seen = Seen.making(0.8).registers(10, 13).shown("any.bundles", 1000, 850);
    assertThat(Sentences.of(seen.evidence())).contains("0.85 times the bundles");
  }

  @Test
  @DisplayName("a statistic that moved by less than a quarter of the time is not why")
  void whatHardlyMovedIsNotWhy() {
    Seen seen = Seen.making(1.5).shown("any.bundles", 1000, 1030);
    assertThat(Sentences.of(seen.set("dram.latency", "600cycles").evidence()))
        .isEqualTo(
            "group: 50.0 % more time; no statistic that is watched says why (dram.latency 600 cycles"
                + " instead of 500 cycles).");
  }

  @Test
  @DisplayName("where no rule speaks, where issue ports spend their cycles says what grew")
  void causesSpeakLast() {
    Seen seen = Seen.making(1.3).shown("causes.barrier", 0, 3000);
    assertThat(Sentences.of(seen.evidence())).contains("'barrier'");
    assertThat(Sentences.of(seen.shown("any.bundles", 1000, 1300).evidence()))
        .contains("bundles")
        .doesNotContain("barrier");
  }

  @Test
  @DisplayName("a factor beyond two is told as a part of the time")
  void largeFactors() {
    assertThat(Sentences.of(Seen.making(0.4).shown("any.bundles", 1000, 400).evidence()))
        .startsWith("group: 0.40 of the time, as 0.40 times the bundles");
  }

  @Test
  @DisplayName("where another factor does the same, a sentence says what this one does first")
  void whatShowsFirstAloneIsTold() {
    Seen seen =
        Seen.making(0.874)
            .set("dram.latency", "600cycles")
            .shown("lanes.active", 633)
            .shown("lanes.issued", 1000, 865)
            .firstAlone();
    assertThat(Sentences.of(seen.evidence()))
        .isEqualTo(
            "group: 12.6 % less time, as 73.2 % of a wavefront's lanes are active instead of"
                + " 63.3 %, where this is changed before all else.");
  }
}
