package io.lockstep.device.g80;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.testsupport.Growth;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.LongPtx;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The time of lowering grows with the kernel and not with its square. */
@Tag("slow")
class LongKernelsTest {
  private final Device device = device();

  private static Device device() {
    TeslaProvider provider = new TeslaProvider();
    return provider.device(
        provider.catalogue().stream()
            .filter(s -> s.id().equals("gtx280"))
            .findFirst()
            .orElseThrow());
  }

  private double growth(int size, IntFunction<String> text) {
    return Growth.ofFive(size, n -> kernel(text.apply(n)), device::lower);
  }

  private static Kernel kernel(String text) {
    return Kernels.ptx("long", text).get(0);
  }

  @Test
  void fiveTimesAnUnrolledHashTakesFiveTimesAsLong() {
    assertThat(growth(260, LongPtx::sha512)).isLessThan(Growth.LINEAR);
  }

  @Test
  void fiveTimesTheBranchesTakeFiveTimesAsLong() {
    assertThat(growth(600, n -> LongPtx.branches(n, 100, false))).isLessThan(Growth.LINEAR);
  }

  @Test
  void fiveTimesTheBranchesInALoopTakeFiveTimesAsLong() {
    assertThat(growth(600, n -> LongPtx.branches(n, 30, true))).isLessThan(Growth.LINEAR);
  }
}
