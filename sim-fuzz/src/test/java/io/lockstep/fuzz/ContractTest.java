// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What counts as a finding. */
class ContractTest {
  private static final Pattern POSITION = Pattern.compile("k\\.ptx:[0-9]+: .");

  private static boolean holds(RuntimeException thrown) {
    return Contract.holds(
        POSITION,
        () -> {
          throw thrown;
        });
  }

  @Test
  @DisplayName("a result, and a message with its position, are none")
  void aResultAndAMessageWithItsPositionAreFine() {
    assertThat(Contract.holds(POSITION, () -> {})).isTrue();
    assertThat(holds(new InputException("k.ptx:3", "unknown instruction"))).isFalse();
  }

  @Test
  @DisplayName("another exception, an error and a message without position are")
  void otherExceptionsAndMessagesWithoutPositionAreFindings() {
    assertThatThrownBy(() -> holds(new IndexOutOfBoundsException("7")))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> holds(new InputException("k.ptx", "unknown instruction")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("without its position");
    assertThatThrownBy(
            () ->
                Contract.holds(
                    POSITION,
                    () -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(StackOverflowError.class);
    assertThatThrownBy(
            () ->
                Contract.holds(
                    POSITION,
                    () -> {
                      throw new java.io.IOException("torn");
                    }))
        .isInstanceOf(AssertionError.class);
  }
}
