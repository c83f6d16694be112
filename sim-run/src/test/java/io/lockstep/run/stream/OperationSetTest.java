// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class OperationSetTest {
  private static OperationSet of(List<Long> numbers) {
    OperationSet set = new OperationSet();
    numbers.forEach(set::add);
    return set;
  }

  private static long[] sorted(TreeSet<Long> model) {
    return model.stream().mapToLong(n -> n).toArray();
  }

  @Property(tries = 300)
  @Label("a set has each number once, ascending, after additions, unions and removals")
  void hasEachNumberOnce(
      @ForAll List<@LongRange(min = 0, max = 40) Long> some,
      @ForAll List<@LongRange(min = 0, max = 40) Long> others,
      @ForAll @LongRange(min = 1, max = 5) long divisor) {
    OperationSet set = of(some);
    TreeSet<Long> model = new TreeSet<>(some);
    assertThat(set.toArray()).isEqualTo(sorted(model));
    set.addAll(of(others));
    model.addAll(others);
    assertThat(set.toArray()).isEqualTo(sorted(model));
    set.drop(n -> n % divisor == 0);
    model.removeIf(n -> n % divisor == 0);
    assertThat(set.toArray()).isEqualTo(sorted(model));
    set.add(41);
    model.add(41L);
    assertThat(set.toArray()).isEqualTo(sorted(model));
    set.clear();
    assertThat(set.toArray()).isEmpty();
  }
}
