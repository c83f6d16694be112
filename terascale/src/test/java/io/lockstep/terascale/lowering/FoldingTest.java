// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.code.Source;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Integer operations whose results are known when code is made. */
class FoldingTest {
  private static int more(String mnemonic, int a, int b) {
    return Folding.more(mnemonic, Source.number(a), Source.number(b)).bits();
  }

  @Property(tries = 200)
  void numbersGiveWhatTheMachineComputes(@ForAll int a, @ForAll int b) {
    assertThat(more("SETGT_INT", a, b)).isEqualTo(a > b ? -1 : 0);
    assertThat(more("SETGE_UINT", a, b)).isEqualTo((a & 0xFFFFFFFFL) >= (b & 0xFFFFFFFFL) ? -1 : 0);
    assertThat(more("MULHI_UINT", a, b))
        .isEqualTo((int) ((a & 0xFFFFFFFFL) * (b & 0xFFFFFFFFL) >>> 32));
    assertThat(more("MULHI_INT", a, b)).isEqualTo((int) Math.multiplyHigh(a, (long) b << 32));
    assertThat(more("MIN_UINT", a, b)).isEqualTo(Integer.compareUnsigned(a, b) < 0 ? a : b);
    assertThat(more("MAX_INT", a, b)).isEqualTo(Math.max(a, b));
  }

  @Test
  void aValueAndItselfNeedNoOperation() {
    Source x = Source.value(7);
    assertThat(Folding.more("SUB_INT", x, x)).isEqualTo(Source.number(0));
    assertThat(Folding.more("AND_INT", x, x)).isEqualTo(x);
    assertThat(Folding.more("SETGE_INT", x, x)).isEqualTo(Source.number(-1));
    assertThat(Folding.more("CNDE_INT", Source.value(3), x, x)).isEqualTo(x);
    assertThat(Folding.more("MULLO_INT", x, Source.number(1))).isEqualTo(x);
  }

  @Test
  void floatsAndModifiedSourcesAreComputed() {
    Source x = Source.value(7);
    assertThat(Folding.more("ADD", x, x)).isNull();
    assertThat(Folding.more("SETGT", x, x)).isNull(); // false for a NaN only at run time
    assertThat(Folding.more("SUB_INT", x.negate(), x.negate())).isNull();
  }
}
