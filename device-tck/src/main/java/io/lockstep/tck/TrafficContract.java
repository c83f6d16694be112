// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that memory moves what a kernel asks for, once, and no faster than its pins: DRAM as many
 * bytes as a stream reads, a second-level cache what a second group reads.
 */
public abstract class TrafficContract extends DeviceContract {
  private static final String BYTES = "dram.bytes";
  private static final String READS = "dram.reads";
  private static final String WRITES = "dram.writes";
  private static final String L2_SIZE = "l2.size";
  private static final String PEAK = "dram.bandwidth";

  private static final int ELEMENTS = 64_000;
  private static final int READ = 2 * Float.BYTES; // of an element
  private static final int WRITTEN = Float.BYTES;

  /** What ends of buffers, bursts and code may add. */
  private static final double MOST = 1.25;

  private static final double SECOND_MOST = 0.1;
  private static final int SMALL = 64 * 1024; // bytes read twice at most

  /** Kernels' times do not contain the end of the last write. */
  private static final double PEAK_MOST = 1.02;

  /** Creates the contract. */
  protected TrafficContract() {
    super("traffic");
  }

  /**
   * States how many bytes DRAM moves for each byte of a linear access: 1 unless a device moves
   * whole sectors of which neighbours in memory use a part.
   *
   * @return a factor of at least 1
   */
  protected double streamFactor() {
    return 1;
  }

  @TestFactory
  @DisplayName(
      "a stream's bytes pass DRAM's pins once: not half, not twice, no faster than its peak")
  Stream<DynamicTest> aStreamsBytesPassOnce() {
    return each(
        device -> {
          RunResult r = bench().run(Corpus.STREAM, device, Map.of("n", "" + ELEMENTS));
          if (r.status() != RunStatus.OK // the progress contract covers this failure
              || !r.statistics().containsKey(BYTES)
              || !r.statistics().containsKey(READS)) {
            return;
          }
          long bytes = whole(r, BYTES);
          double burst = (double) bytes / Math.max(1, whole(r, READS) + whole(r, WRITES));
          once("reads", whole(r, READS) * burst, streamFactor() * READ);
          // A cache may keep what was written.
          double written = whole(r, WRITES) * burst;
          require(
              written <= MOST * streamFactor() * WRITTEN * ELEMENTS,
              "%s of %s elements: DRAM writes %.0f bytes, the kernel %s"
                  .formatted(Corpus.STREAM, ELEMENTS, written, WRITTEN * ELEMENTS));
          if (device.known(PEAK).isPresent()) {
            double rate = bytes / (r.kernelPicos() * 1e-12);
            double peak = device.known(PEAK).getAsLong();
            require(
                rate <= PEAK_MOST * peak,
                "%s of %s elements: DRAM moves %.2f GB/s; declared: %.2f"
                    .formatted(Corpus.STREAM, ELEMENTS, rate / 1e9, peak / 1e9));
          }
        });
  }

  private static void once(String what, double moved, double each) {
    require(
        moved >= each * ELEMENTS && moved <= MOST * each * ELEMENTS,
        "%s of %s elements: DRAM %s %.0f bytes, the kernel %.0f"
            .formatted(Corpus.STREAM, ELEMENTS, what, moved, each * ELEMENTS));
  }

  @TestFactory
  @DisplayName("a second reader of what fits in the second-level cache does not reach DRAM")
  Stream<DynamicTest> aSecondReaderStaysInTheSecondLevel() {
    return each(
        device -> {
          if (!device.has(L2_SIZE)) {
            return;
          }
          long bytes = Math.min(SMALL, device.value(L2_SIZE) / 4);
          RunResult once = again(device, bytes, 1);
          RunResult twice = again(device, bytes, 2);
          bench().requireSimulated(once);
          bench().requireSimulated(twice);
          long more = whole(twice, BYTES) - whole(once, BYTES);
          require(
              more <= SECOND_MOST * bytes,
              "%s: a second reader of %s bytes adds %s bytes of DRAM; l2.size is %s"
                  .formatted(Corpus.AGAIN, bytes, more, device.value(L2_SIZE)));
        });
  }

  private RunResult again(DeviceSpec device, long bytes, int passes) {
    return bench()
        .run(
            Corpus.AGAIN,
            device,
            Map.of("n", "" + bytes / Integer.BYTES, "passes", "" + passes, "turn", "1"));
  }

  private static long whole(RunResult r, String name) {
    return r.statistics().containsKey(name) ? r.statistics().get(name).longValue() : 0;
  }
}
