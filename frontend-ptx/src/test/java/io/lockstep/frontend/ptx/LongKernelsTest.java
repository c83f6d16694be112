package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.testsupport.Growth;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.LongPtx;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The time of reading, passes and checks grows with the text and not with its square. */
@Tag("slow")
class LongKernelsTest {
  private static double growth(int size, IntFunction<String> text) {
    return Growth.ofFive(size, text, t -> Kernels.ptx("long", t));
  }

  @Test
  void fiveTimesAnUnrolledHashTakesFiveTimesAsLong() {
    assertThat(growth(400, LongPtx::sha512)).isLessThan(Growth.LINEAR);
  }

  @Test
  void fiveTimesTheBlocksTakeFiveTimesAsLongInWhateverOrder() {
    assertThat(growth(1000, n -> LongPtx.backwards(n, 100))).isLessThan(Growth.LINEAR);
  }
}
