package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All conversions between numbers, with every rounding and saturation, against exact ones. */
@Tag("slow")
class ConversionsTest {
  private static final int INPUTS = 240;

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

  @ParameterizedTest
  @EnumSource(Scalar.class)
  void everyConversionRoundsAndSaturatesAsItSays(Scalar from) throws IOException {
    LocalClang clang = new LocalClang(folder);
    List<Conversion> conversions = all();
    long[] numbers = from.columns(1, INPUTS, 20261125)[0];
    ByteBuffer input = ByteBuffer.allocate(INPUTS * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < INPUTS; i++) {
      from.put(input, i * from.bytes, numbers[i]);
    }
    List<String> wrong = new ArrayList<>();
    for (int n : new int[] {1, 2, 3, 4, 8, 16}) {
      KernelRun run = new KernelRun(folder, clang);
      for (int c = 0; c < conversions.size(); c++) {
        Conversion conversion = conversions.get(c);
        String in = "(__global const " + from.of(1) + " *)in";
        String out = "(__global " + conversion.to().of(1) + " *)(out + " + c * INPUTS * 8 + ")";
        run.kernel(
            INPUTS / n,
            n == 1
                ? "(%s)[i] = %s((%s)[i]);".formatted(out, conversion.name(n), in)
                : "vstore%d(%s(vload%d(i, %s)), i, %s);"
                    .formatted(n, conversion.name(n), n, in, out));
      }
      ByteBuffer out = run.execute(input, conversions.size() * INPUTS * 8);
      for (int c = 0; c < conversions.size(); c++) {
        Conversion conversion = conversions.get(c);
        Scalar to = conversion.to();
        int bad = 0;
        String first = "";
        for (int i = 0; i < INPUTS; i++) {
          Long expected = expected(from, numbers[i], conversion);
          long got = to.get(out, c * INPUTS * 8 + i * to.bytes);
          if (expected != null && to.comparable(got) != expected) {
            first =
                bad++ > 0
                    ? first
                    : "%s of %s is %s, expected %s"
                        .formatted(
                            from.isInteger()
                                ? from.whole(numbers[i])
                                : "" + from.number(numbers[i]),
                            conversion.name(n),
                            to.isInteger() ? to.whole(got) : "" + to.number(got),
                            to.isInteger() ? to.whole(expected) : "" + to.number(expected));
          }
        }
        if (bad > 0) {
          wrong.add(bad + " wrong, from " + from + ": " + first);
        }
      }
    }
    assertThat(wrong).isEmpty();
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
