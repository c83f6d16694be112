// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.spi.Device;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the time of reading a kernel, or of lowering it for a device, grows linearly with its
 * length. A module's test extends this class.
 */
@Tag("slow")
public abstract class LongKernels {
  private final Device device; // null for a test of reading, passes and checks

  /** Creates a test of the front-end. */
  protected LongKernels() {
    this(null);
  }

  /** Creates a test of a device's lowering. */
  protected LongKernels(Device device) {
    this.device = device;
  }

  private void fiveTimesTakesFiveTimesAsLong(int size, IntFunction<String> text) {
    double growth =
        device == null
            ? Growth.ofFive(size, text, t -> Kernels.ptx("long", t))
            : Growth.ofFive(
                size, n -> Kernels.ptx("long", text.apply(n)).get(0), k -> device.lower(k));
    assertThat(growth).isLessThan(Growth.LINEAR);
  }

  @Test
  void fiveTimesAnUnrolledHashTakesFiveTimesAsLong() {
    fiveTimesTakesFiveTimesAsLong(150, LongPtx::sha512);
  }

  @Test
  void fiveTimesTheBranchesTakeFiveTimesAsLong() {
    fiveTimesTakesFiveTimesAsLong(400, n -> LongPtx.branches(n, 100, false));
  }

  @Test
  void fiveTimesTheBranchesInALoopTakeFiveTimesAsLong() {
    fiveTimesTakesFiveTimesAsLong(400, n -> LongPtx.branches(n, 30, true));
  }

  @Test
  void fiveTimesTheEarlyExitsTakeFiveTimesAsLongInWhateverOrderTheirBlocksStand() {
    fiveTimesTakesFiveTimesAsLong(500, n -> LongPtx.backwards(n, 100));
  }
}
