// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.study.store.PointOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class OutcomeTextTest {
  @Provide
  Arbitrary<PointOutcome> outcomes() {
    return AnyOutcome.any();
  }

  @Property(tries = 300)
  void anyOutcomeComesBackAsItWasDigitsAndScaleIncluded(@ForAll("outcomes") PointOutcome outcome)
      throws IOException {
    byte[] text = OutcomeText.write(outcome);

    assertThat(OutcomeText.read(text, 0, text.length)).isEqualTo(outcome);
    assertThat(text).doesNotContain('\n');
  }

  @Property(tries = 500)
  void whatIsNoOutcomeIsAnInputOutputErrorAndNothingElse(
      @ForAll("outcomes") PointOutcome outcome, @ForAll byte[] rubbish, @ForAll int at) {
    byte[] text = OutcomeText.write(outcome);
    int from = Math.floorMod(at, text.length);
    System.arraycopy(rubbish, 0, text, from, Math.min(rubbish.length, text.length - from));

    for (byte[] bytes : new byte[][] {text, rubbish, Arrays.copyOf(text, from)}) {
      assertThat(outcomeOrError(bytes)).isTrue();
    }
    assertThat(outcomeOrError("[]".getBytes(StandardCharsets.UTF_8))).isTrue();
  }

  private static boolean outcomeOrError(byte[] bytes) {
    try {
      return OutcomeText.read(bytes, 0, bytes.length) != null;
    } catch (IOException e) {
      return true;
    }
  }
}
