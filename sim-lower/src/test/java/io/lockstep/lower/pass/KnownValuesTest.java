// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KnownValuesTest {
  private final KnownValues<String> known = new KnownValues<>();

  @Test
  @DisplayName("a fact ends when its value is written")
  void aFactEndsWhenItsValueIsWritten() {
    known.put(1, "one", -1);
    known.put(2, "two", -1);
    assertThat(known.of(1)).isEqualTo("one");
    known.written(1);
    assertThat(known.of(1)).isNull();
    assertThat(known.of(2)).isEqualTo("two");
  }

  @Test
  @DisplayName("a fact ends when its basis is written")
  void aFactEndsWhenItsBasisIsWritten() {
    known.put(1, "copy of 0", 0);
    known.put(2, "copy of 0", 0);
    known.put(3, "copy of 4", 4);
    known.written(0);
    assertThat(known.of(1)).isNull();
    assertThat(known.of(2)).isNull();
    assertThat(known.of(3)).isEqualTo("copy of 4");
  }

  @Test
  @DisplayName("a write of a former basis keeps the newer fact")
  void aWriteOfAFormerBasisKeepsTheNewerFact() {
    known.put(1, "copy of 0", 0);
    known.written(1);
    known.put(1, "copy of 5", 5);
    known.written(0);
    assertThat(known.of(1)).isEqualTo("copy of 5");
  }
}
