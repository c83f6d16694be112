// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeTextTest {
  private static String values(String range) {
    return String.join(
        " ",
        RangeText.read(new Item(range, "s.yaml:1:1")).items().stream().map(Item::text).toList());
  }

  @ParameterizedTest
  @CsvSource({
    "1..4, 1 2 3 4",
    "64..256:64, 64 128 192 256",
    "64..250:64, 64 128 192",
    "-2..2:2, -2 0 2",
    "7..7, 7",
    "64..1024:*2, 64 128 256 512 1024",
    "64..300:*1.5, 64 96 144 216",
    "1..3:*1.25, 1 2",
    "0.5..2.0:0.5, 0.5 1.0 1.5 2.0",
    "0.1..0.4:0.1, 0.1 0.2 0.3 0.4",
    "0.5..4.0:*2, 0.5 1.0 2.0 4.0",
    "8KiB..32KiB:8KiB, 8KiB 16KiB 24KiB 32KiB",
    "8KiB..64KiB:*2, 8KiB 16KiB 32KiB 64KiB",
    "512B..2KiB:*2, 512B 1024B 2048B",
    "1.5ns..3ns:500ps, 1.5ns 2ns 2.5ns 3ns",
    "50%..100%:25%, 50% 75% 100%",
    "*0.5..*2:0.5, *0.5 *1 *1.5 *2",
    "*0.25..*4:*4, *0.25 *1 *4",
    "10cycles..12.5cycles:1.25cycles, 10cycles 11.25cycles 12.5cycles"
  })
  void aRangeHasItsValues(String range, String expected) {
    assertThat(values(range)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "1..; expected a range such as 64..256:64 or 64..1024:*2",
        "..8; expected a range such as 64..256:64 or 64..1024:*2",
        "1..8:; expected a range such as 64..256:64 or 64..1024:*2",
        "1..8:-1; expected a step above 0, found -1",
        "0..8:*2; a range by factors begins above 0",
        "1..8:*0.5; expected a factor above 1, found *0.5",
        "0..1e30:0.001; has more than 1048576 values",
        "1.0..1e9:*1.000001; has more than 1048576 values"
      })
  void whatIsNoRangeIsToldWithItsPlace(String range, String expected) {
    assertThatThrownBy(() -> values(range))
        .isInstanceOf(InputException.class)
        .hasMessage("s.yaml:1:1: the range '" + range + "': " + expected);
  }

  @Property(tries = 200)
  void aWholeRangeIsTheLoopThatItSays(
      @ForAll @IntRange(min = -500, max = 500) int from,
      @ForAll @IntRange(max = 1000) int length,
      @ForAll @IntRange(min = 1, max = 100) int step) {
    StringBuilder loop = new StringBuilder();
    for (int i = from; i <= from + length; i += step) {
      loop.append(loop.isEmpty() ? "" : " ").append(i);
    }
    assertThat(values(from + ".." + (from + length) + ":" + step)).isEqualTo(loop.toString());
  }
}
