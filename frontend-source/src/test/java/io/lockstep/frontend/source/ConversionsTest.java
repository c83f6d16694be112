// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All conversions between numbers, with every rounding and saturation, against exact ones. */
@Tag("slow")
class ConversionsTest {
  @TempDir private Path folder;

  private record Conversion(Scalar to, String mode, boolean saturated) {
    String name(int n) {
      return "convert_" + to.of(n) + (saturated ? "_sat" : "") + mode;
    }
  }

  private static List<Conversion> all() {
    List<Conversion> all = new ArrayList<>();
    for (Scalar to : Scalar.values()) {
      for (String mode : List.of("", "_rte", "_rtz", "_rtp", "_rtn")) {
        all.add(new Conversion(to, mode, false));
        if (to.isInteger()) {
          all.add(new Conversion(to, mode, true));
        }
      }
    }
    return all;
  }

  @Test
  void everyConversionRoundsAndSaturatesAsItSays() throws IOException {
    List<BuiltInCalls> types = Stream.of(Scalar.values()).map(ConversionsTest::from).toList();
    assertThat(BuiltInCalls.wrong(folder, types)).isEmpty();
  }

  private static BuiltInCalls from(Scalar from) {
    BuiltInCalls calls = new BuiltInCalls(from, 1, 240, 20261125);
    List<Conversion> conversions = all();
    for (int c = 0; c < conversions.size(); c++) {
      Conversion conversion = conversions.get(c);
      for (int n : BuiltInCalls.widths(c + from.ordinal())) {
        String call = conversion.name(n) + "(x)";
        calls.exact(call, n, conversion.to(), at -> expected(from, calls.bits(0, at), conversion));
      }
    }
    return calls;
  }

  /** The bits of the result, or null where the standard leaves it open. */
  private static Long expected(Scalar from, long bits, Conversion conversion) {
    Scalar to = conversion.to();
    double near = from.number(bits);
    boolean finite = from.isInteger() || Math.abs(near) <= Double.MAX_VALUE;
    if (!to.isInteger()) {
      return to.bits(
          !finite || !from.isInteger() && near == 0
              ? near
              : rounded(from.exact(bits), to == Scalar.FLOAT, conversion.mode()));
    }
    if (!finite) {
      return !conversion.saturated()
          ? null
          : (Long) to.bits(near != near ? BigInteger.ZERO : near > 0 ? to.most() : to.least());
    }
    RoundingMode mode =
        switch (conversion.mode()) {
          case "_rte" -> RoundingMode.HALF_EVEN;
          case "_rtp" -> RoundingMode.CEILING;
          case "_rtn" -> RoundingMode.FLOOR;
          default -> RoundingMode.DOWN;
        };
    BigInteger whole = from.exact(bits).setScale(0, mode).toBigInteger();
    BigInteger inside = whole.max(to.least()).min(to.most());
    return conversion.saturated() || inside.equals(whole) ? (Long) to.bits(inside) : null;
  }

  private static double rounded(BigDecimal exact, boolean single, String mode) {
    double near = single ? exact.floatValue() : exact.doubleValue();
    if (near == 0 && exact.signum() < 0) {
      near = -0.0;
    }
    int side =
        Double.isInfinite(near) ? (near > 0 ? 1 : -1) : new BigDecimal(near).compareTo(exact);
    boolean down = mode.equals("_rtn") || mode.equals("_rtz") && exact.signum() > 0;
    boolean up = mode.equals("_rtp") || mode.equals("_rtz") && exact.signum() < 0;
    if (down && side > 0) {
      return single ? Math.nextDown((float) near) : Math.nextDown(near);
    }
    if (up && side < 0) {
      return single ? Math.nextUp((float) near) : Math.nextUp(near);
    }
    return near;
  }
}
