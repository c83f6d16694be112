// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("traces of one program")
class TraceAgreementTest {
  @Test
  @DisplayName("have to agree, those of others need not, and refusals have none")
  void haveToAgreeThoseOfOthersNeedNotAndRefusalsHaveNone() {
    TraceAgreement agreement = new TraceAgreement();
    long one = TraceAgreement.digits("11".repeat(32));
    long two = TraceAgreement.digits("f2".repeat(32));
    assertThat(agreement.holds(Points.of(0, 1, "a"), one)).isTrue();
    assertThat(agreement.holds(Points.of(1, 1, "b"), one)).isTrue();
    assertThat(agreement.holds(Points.of(2, 2, "a"), two)).isTrue();
    assertThat(agreement.holds(Points.of(3, 1, "c"), TraceAgreement.digits(""))).isTrue();
    assertThat(agreement.holds(Points.of(4, 1, "d"), two)).isFalse();
  }
}
