// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.sweep.look.SweepAxis.Kind;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AxisValuesTest {
  private static AxisValues seen(Kind kind, String... values) {
    AxisValues axis = new AxisValues("a", kind);
    Arrays.asList(values).forEach(axis::see);
    return axis;
  }

  @Test
  @DisplayName("quantities with units are sorted by size, and places follow")
  void quantitiesAreSorted() {
    AxisValues values = seen(Kind.SETTING, "1MiB", "8KiB", "64KiB", "8KiB");
    SweepAxis axis = values.axis();
    assertThat(axis.values()).containsExactly("8KiB", "64KiB", "1MiB");
    assertThat(axis.numbers()).containsExactly(8192.0, 65536.0, 1048576.0);
    assertThat(axis.isBinned()).isFalse();
    assertThat(values.place("1MiB")).isEqualTo(2);
    assertThat(values.place("8KiB")).isZero();
    assertThat(values.place(null)).isEqualTo(-1);
  }

  @Test
  @DisplayName("factors are sorted by their numbers, but not among plain numbers")
  void factorsAreSorted() {
    assertThat(seen(Kind.SETTING, "*2", "*0.5", "*10").axis().values())
        .containsExactly("*0.5", "*2", "*10");
    SweepAxis mixed = seen(Kind.SETTING, "*2", "1").axis();
    assertThat(mixed.values()).containsExactly("*2", "1");
    assertThat(mixed.numbers()).isEmpty();
  }

  @Test
  @DisplayName("names, and devices that look like numbers, keep their order")
  void namesKeepTheirOrder() {
    AxisValues values = seen(Kind.PARAMETER, "lru", "fifo", "lru");
    SweepAxis axis = values.axis();
    assertThat(axis.values()).containsExactly("lru", "fifo");
    assertThat(axis.numbers()).isEmpty();
    assertThat(values.place("fifo")).isEqualTo(1);
    assertThat(seen(Kind.DEVICE, "9", "1").axis().values()).containsExactly("9", "1");
    assertThat(seen(Kind.PHASE, "9", "1").axis().values()).containsExactly("1", "9");
  }

  @Test
  @DisplayName("an axis varies by two values, or by one that some points lack")
  void anAxisVaries() {
    assertThat(seen(Kind.PARAMETER).varies()).isFalse();
    assertThat(seen(Kind.PARAMETER, "1").varies()).isFalse();
    assertThat(seen(Kind.PARAMETER, "1", "2").varies()).isTrue();
    assertThat(seen(Kind.PARAMETER, "1", null).varies()).isTrue();
    assertThat(seen(Kind.PARAMETER, null, null).varies()).isFalse();
  }

  @Test
  @DisplayName("24 numbers are an axis of 24 values, 25 one of eight bins of equal counts")
  void manyNumbersAreBinned() {
    String[] few = IntStream.rangeClosed(1, 24).mapToObj(i -> "" + i).toArray(String[]::new);
    assertThat(seen(Kind.PARAMETER, few).axis().values()).containsExactly(few);
    String[] many = IntStream.rangeClosed(1, 25).mapToObj(i -> "" + i).toArray(String[]::new);
    AxisValues values = seen(Kind.PARAMETER, many);
    SweepAxis axis = values.axis();
    assertThat(axis.isBinned()).isTrue();
    assertThat(axis.values())
        .containsExactly(
            "1 to 3",
            "4 to 6",
            "7 to 9",
            "10 to 12",
            "13 to 15",
            "16 to 18",
            "19 to 21",
            "22 to 25");
    assertThat(axis.numbers()).containsExactly(2.0, 5.0, 8.0, 11.0, 14.0, 17.0, 20.0, 23.0);
    assertThat(values.place("22")).isEqualTo(7);
    assertThat(values.place("21")).isEqualTo(6);
  }

  @Test
  @DisplayName("bounds of bins have three digits, with their factor and unit")
  void boundsOfBinsAreBrief() {
    String[] many =
        IntStream.rangeClosed(0, 31).mapToObj(i -> "*1." + (1000 + i)).toArray(String[]::new);
    assertThat(seen(Kind.SETTING, many).axis().values()).first().isEqualTo("*1.10 to *1.10");
    String[] units =
        IntStream.rangeClosed(0, 31).mapToObj(i -> i + ".123456us").toArray(String[]::new);
    assertThat(seen(Kind.SETTING, units).axis().values())
        .startsWith("0.123us to 3.12us")
        .endsWith("28.1us to 31.1us");
  }
}
