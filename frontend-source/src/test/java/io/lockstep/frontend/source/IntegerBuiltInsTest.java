// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.frontend.source.IntegerFunctions.Function;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All functions of whole numbers, on every type, against exact arithmetic. */
@Tag("slow")
class IntegerBuiltInsTest {
  @TempDir private Path folder;

  @Test
  void everyFunctionIsExact() throws IOException {
    List<BuiltInCalls> types =
        Stream.of(Scalar.values())
            .filter(Scalar::isInteger)
            .map(IntegerBuiltInsTest::functions)
            .toList();
    assertThat(BuiltInCalls.wrong(folder, types)).isEmpty();
  }

  private static BuiltInCalls functions(Scalar type) {
    BuiltInCalls calls = new BuiltInCalls(type, 3, 960, 20261126);
    List<Function> functions = IntegerFunctions.all();
    for (int f = 0; f < functions.size(); f++) {
      Function function = functions.get(f);
      Scalar to = function.to().of(type);
      if (to == null) {
        continue;
      }
      for (int n : BuiltInCalls.widths(f + type.ordinal())) {
        String call = function.call().replace("U(", "as_" + type.unsigned().of(n) + "(");
        calls.exact(call, n, to, at -> bits(function, type, calls, at));
      }
    }
    return calls;
  }

  private static Long bits(Function function, Scalar type, BuiltInCalls calls, int at) {
    BigInteger[] x = new BigInteger[3];
    for (int a = 0; a < 3; a++) {
      x[a] = type.whole(calls.bits(a, at));
    }
    BigInteger expected = function.reference().of(x[0], x[1], x[2], type);
    return expected == null ? null : (Long) function.to().of(type).bits(expected);
  }
}
