// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.run.RunResult;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checks that a device whose kernels can have wavefronts of several widths runs each kernel at the
 * width that it requires. A device with one width passes.
 */
public abstract class WidthContract extends DeviceContract {
  private static final String WIDTH = "unit.wavefront";
  private static final int GROUPS = 24;
  private static final int ITEMS = 150; // the last wavefront of a group is partial at every width

  /** Creates the contract. */
  protected WidthContract() {
    super("width");
  }

  @TestFactory
  @DisplayName("a kernel that requires one of the device's widths has wavefronts of that width")
  Stream<DynamicTest> kernelsHaveTheWidthThatTheyRequire() {
    return each(
        device -> {
          for (int width : widths(device)) {
            wavefronts(sized(device, width), ceil(device, width));
          }
        });
  }

  @TestFactory
  @DisplayName("at each width it takes the time of the device that has unit.wavefront set to it")
  Stream<DynamicTest> eachWidthTakesTheTimeOfTheDeviceSetToIt() {
    return each(
        device -> {
          for (int width : device.has(WIDTH) ? widths(device) : List.<Integer>of()) {
            long own = sized(device, width).kernelPicos();
            long set = sized(device.with(WIDTH, "" + width), width).kernelPicos();
            require(
                own == set,
                "a kernel of wavefronts of %s takes %s ps, with %s=%s %s ps"
                    .formatted(width, own, WIDTH, width, set));
          }
        });
  }

  @TestFactory
  @DisplayName("launches of different widths follow each other in one program")
  Stream<DynamicTest> launchesOfDifferentWidthsFollowEachOther() {
    return each(
        device -> {
          List<Integer> widths = widths(device);
          if (!widths.isEmpty()) {
            int first = widths.get(0);
            int last = widths.get(widths.size() - 1);
            RunResult r = sized(device, first, last, first);
            wavefronts(r, 2 * ceil(device, first) + ceil(device, last));
          }
        });
  }

  /** Returns the widths of a device with several that the kernels of the corpus require. */
  private List<Integer> widths(DeviceSpec device) {
    List<Integer> all = bench().device(device).capabilities().wavefronts();
    return all.size() == 1 ? List.of() : all.stream().filter(Corpus.SIZES::contains).toList();
  }

  private int items(DeviceSpec device) {
    Device model = bench().device(device);
    return bench().kernels(Corpus.SIZED).stream()
        .map(model::forKernel)
        .map(Device::capabilities)
        .mapToInt(Capabilities::maximumGroupSize)
        .reduce(ITEMS, Math::min);
  }

  private int ceil(DeviceSpec device, int width) {
    return (items(device) + width - 1) / width;
  }

  private RunResult sized(DeviceSpec device, int... widths) {
    StringBuilder text = new StringBuilder();
    text.append(
        "name: sized\nkernels: sized.ptx\nbuffers: {out: {type: i32, count: %s}}\nsteps:\n");
    for (int width : widths) {
      text.append(
          "  - {launch: sized%s, grid: [%s], block: [%s], args: [out]}\n"
              .formatted(width, GROUPS, items(device)));
    }
    String workload = text.toString().formatted(GROUPS * items(device));
    RunResult r =
        bench().run(bench().write("widths", workload), Map.of(), device, TestBench.options());
    bench().requireSimulated(r);
    return r;
  }

  private static void wavefronts(RunResult r, int ofGroup) {
    Number counted = r.statistics().get("wavefronts");
    require(
        counted == null || counted.longValue() == (long) GROUPS * ofGroup,
        "%s groups have %s wavefronts; expected %s".formatted(GROUPS, counted, GROUPS * ofGroup));
  }
}
