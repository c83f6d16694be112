package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.source.IntegerFunctions.Function;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All functions of whole numbers, on every type and width, against exact arithmetic. */
@Tag("slow")
class IntegerBuiltInsTest {
  private static final int INPUTS = 960;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = Scalar.class,
      names = {"FLOAT", "DOUBLE"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyFunctionIsExact(Scalar type) throws IOException {
    LocalClang clang = new LocalClang(folder);
    List<Function> functions =
        IntegerFunctions.all().stream().filter(f -> f.to().of(type) != null).toList();
    long[][] numbers = type.columns(3, INPUTS, 20261126);
    ByteBuffer input = ByteBuffer.allocate(3 * INPUTS * 8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < 3 * INPUTS; i++) {
      type.put(input, i * type.bytes, numbers[i / INPUTS][i % INPUTS]);
    }
    List<String> wrong = new ArrayList<>();
    for (int n : new int[] {1, 2, 3, 4, 8, 16}) {
      KernelRun run = new KernelRun(folder, clang);
      for (int f = 0; f < functions.size(); f++) {
        run.kernel(INPUTS / n, body(functions.get(f), type, n, f * INPUTS * 8));
      }
      ByteBuffer out = run.execute(input, functions.size() * INPUTS * 8);
      for (int f = 0; f < functions.size(); f++) {
        Scalar to = functions.get(f).to().of(type);
        int bad = 0;
        String first = "";
        for (int i = 0; i < INPUTS; i++) {
          BigInteger[] x = new BigInteger[3];
          for (int a = 0; a < 3; a++) {
            x[a] = type.whole(numbers[a][i]);
          }
          BigInteger expected = functions.get(f).reference().of(x[0], x[1], x[2], type);
          long got = to.get(out, f * INPUTS * 8 + i * to.bytes);
          if (expected != null && got != to.bits(expected)) {
            first =
                bad++ > 0
                    ? first
                    : "%s of %s %s %s is %s, expected %s"
                        .formatted(
                            functions.get(f).name(),
                            x[0],
                            x[1],
                            x[2],
                            to.whole(got),
                            to.whole(to.bits(expected)));
          }
        }
        if (bad > 0) {
          wrong.add(type.of(n) + ": " + bad + " wrong, " + first);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static String body(Function f, Scalar type, int n, int at) {
    StringBuilder text = new StringBuilder();
    for (int a = 0; a < 3; a++) {
      String from = "((__global const " + type.of(1) + " *)in + " + a * INPUTS + ")";
      String x = n == 1 ? from + "[i]" : "vload" + n + "(i, " + from + ")";
      text.append("  %s %s = %s;\n".formatted(type.of(n), "xyz".charAt(a), x));
    }
    String call = f.call().replace("U(", "as_" + type.unsigned().of(n) + "(");
    Scalar to = f.to().of(type);
    text.append("  %s r = %s;\n".formatted(to.of(n), call));
    String out = "(__global " + to.of(1) + " *)(out + " + at + ")";
    text.append(n == 1 ? "  (" + out + ")[i] = r;" : "  vstore" + n + "(r, i, " + out + ");");
    return text.toString();
  }
}
