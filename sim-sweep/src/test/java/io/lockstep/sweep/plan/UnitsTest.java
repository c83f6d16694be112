// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.io.expression.Expression;
import io.lockstep.io.expression.Quantity;
import io.lockstep.spi.spec.Dimension;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitsTest {
  @Test
  void everyUnitOfASpecificationIsAUnitOfExpressionsWithTheSameValue() {
    List<String> seen = new ArrayList<>();
    for (Dimension dimension : Dimension.values()) {
      String described = dimension.describe();
      int units = described.lastIndexOf(" in ");
      if (units < 0) {
        continue;
      }
      String plain = dimension == Dimension.BYTES_PER_CYCLE ? "B/cycle" : dimension.canonicalUnit();
      for (String unit : described.substring(units + 4).split(", ")) {
        BigDecimal expected =
            BigDecimal.valueOf(dimension.parse("3000" + unit))
                .divide(BigDecimal.valueOf(dimension.parse("1" + plain)));
        Object value = Quantity.value("3000" + unit);
        assertThat(value).as(unit).isInstanceOf(Long.class);
        assertThat(new BigDecimal(value.toString())).as(unit).isEqualByComparingTo(expected);
        assertThat(Expression.of("w", "3000" + unit).value(name -> null)).isEqualTo(value);
        seen.add(unit);
      }
    }
    assertThat(seen).contains("KiB", "GHz", "ms", "GB/s", "cycles", "mB/cycle", "bits");
  }
}
