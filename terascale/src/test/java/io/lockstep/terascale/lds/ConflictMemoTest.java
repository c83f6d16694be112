// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lds;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import io.lockstep.parts.access.LocalMemoryRule.Operation;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ConflictMemoTest {
  @Test
  @DisplayName("the next kernel's access of the same number is another one")
  void theNextKernelsAccessOfTheSameNumberIsAnotherOne() {
    Access access = new Access();
    access.setScattered(-1L, 64, 4); // all lanes on word 0
    ConflictMemo memo = new ConflictMemo(new BankConflicts(32, 64), 64);
    memo.begin(1);
    assertThat(memo.clocks(0, access, Operation.LOAD)).isEqualTo(2);
    memo.begin(1);
    assertThat(memo.clocks(0, access, Operation.ATOMIC)).isEqualTo(64);
  }

  @Property(tries = 200)
  @Label("what is remembered is what counting gives, also for shifted patterns and other masks")
  void whatIsRememberedIsWhatCountingGives(@ForAll long seed) {
    Random random = new Random(seed);
    BankConflicts rule = new BankConflicts(32, 64);
    ConflictMemo memo = new ConflictMemo(rule, 64);
    memo.begin(2);
    long[] pattern = new long[64];
    for (int round = 0; round < 12; round++) {
      if (round % 4 == 0) {
        for (int lane = 0; lane < 64; lane++) {
          pattern[lane] = random.nextInt(512);
        }
      }
      long mask = random.nextInt(3) == 0 ? random.nextLong() | 1 : -1L;
      long shift = random.nextInt(1000);
      Access access = new Access();
      for (int lane = 0; lane < 64; lane++) {
        access.addresses()[lane] = pattern[lane] + shift;
      }
      access.setScattered(mask, 64, 4);
      int expected = rule.clocks(access, Operation.LOAD);
      assertThat(memo.clocks(round & 1, access, Operation.LOAD)).isEqualTo(expected);
    }
  }
}
