// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.card;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BankPassesTest {
  private static BankPasses look(int banks, int bytes, IntToLongFunction address) {
    Access access = new Access();
    for (int l = 0; l < 64; l++) {
      access.addresses()[l] = address.applyAsLong(l);
    }
    access.setScattered(-1, 64, bytes);
    AccessShape shape = new AccessShape();
    shape.read(access, -1);
    BankPasses passes = new BankPasses(banks);
    passes.look(shape, 0, banks, bytes);
    return passes;
  }

  @ParameterizedTest
  @DisplayName("a stride of s words meets gcd(s, banks) times, as every CUDA guide has it")
  @CsvSource({
    "16, 1, 1", "16, 2, 2", "16, 3, 1", "16, 4, 4", "16, 6, 2", "16, 8, 8", "16, 16, 16",
    "16, 17, 1", "16, 32, 16", "32, 1, 1", "32, 2, 2", "32, 3, 1", "32, 16, 16", "32, 32, 32",
    "32, 33, 1", "32, 48, 16"
  })
  void aStrideOfSWordsMeetsGcdWays(int banks, int stride, int degree) {
    BankPasses p = look(banks, 4, l -> 4L * stride * l);
    assertThat(p.passes).isEqualTo(degree);
    assertThat(p.fewest).isEqualTo(1);
  }

  @Test
  @DisplayName("lanes that want one word share it; bytes of one word, too")
  void lanesThatWantOneWordShareIt() {
    assertThat(look(32, 4, l -> 64).passes).isEqualTo(1);
    assertThat(look(32, 1, l -> l).passes).isEqualTo(1);
    assertThat(look(16, 4, l -> l % 2 == 0 ? 0 : 64).passes).isEqualTo(2);
  }

  @Test
  @DisplayName("consecutive pairs of words take two passes and need two")
  void pairsOfWordsTakeTwoPasses() {
    BankPasses p = look(32, 8, l -> 8L * l);
    assertThat(p.passes).isEqualTo(2);
    assertThat(p.fewest).isEqualTo(2);
    assertThat(look(32, 16, l -> 512L * l).passes).isEqualTo(32);
  }
}
