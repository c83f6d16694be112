// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.check;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.spi.Device;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.PixelWavefronts;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.RunKind;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.Waits;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Simulates kernels without branches: every work-item walks all blocks, accesses are affine. */
public final class Launches {
  /**
   * What a launch took.
   *
   * @param cycles of the core clock, from the first group's dispatch to the last write
   * @param statistics counts by name
   */
  public record Result(long cycles, Map<String, Long> statistics) {
    public long get(String name) {
      return statistics.get(name);
    }
  }

  private Launches() {}

  /**
   * Runs a launch.
   *
   * @param strides bytes from work-item to work-item for each memory slot
   */
  public static Result run(Device device, Kernel kernel, int groups, int size, long... strides) {
    return run(device, kernel, List.of(), groups, size, strides);
  }

  /** Runs a launch as a pixel shader: a rectangle of pixels for each work-group. */
  public static Result overPixels(
      Device device, Kernel kernel, int groups, int size, long... strides) {
    MachineKernel code = device.lower(kernel);
    Geometry whole = new Geometry(groups, 1, 1, size, 1, 1);
    PixelDomain pixels = PixelDomain.ofGroups(whole, device.capabilities().wavefront());
    Occupancy occupancy = device.occupancy(code, pixels.geometry(), 0);
    WorkGroupSource cut = new PixelWavefronts(source(kernel, groups, size, strides), pixels, whole);
    return run(
        device,
        place ->
            new LaunchPlan(
                code,
                pixels.geometry(),
                occupancy,
                0,
                place,
                List.of(),
                Optional.of(pixels),
                false),
        cut);
  }

  /** Runs a launch with textures; strides of coordinates count 1/256 texel. */
  public static Result run(
      Device device,
      Kernel kernel,
      List<TextureInfo> textures,
      int groups,
      int size,
      long... strides) {
    MachineKernel code = device.lower(kernel);
    Geometry geometry = new Geometry(groups, 1, 1, size, 1, 1);
    Occupancy occupancy = device.occupancy(code, geometry, 0);
    return run(
        device,
        place -> new LaunchPlan(code, geometry, occupancy, kernel.localBytes(), place, textures),
        source(kernel, groups, size, strides));
  }

  private static Result run(
      Device device, Function<long[], LaunchPlan> plan, WorkGroupSource groups) {
    Simulation simulation = Simulation.builder().build();
    Machine machine = device.assemble(simulation);
    long[] place = new long[1];
    machine.place(new long[] {1L << 26}, place);
    machine.launch(0, plan.apply(place), groups, 1);
    simulation.run();
    if (!machine.idle(0)) {
      throw new IllegalStateException(simulation.diagnosis());
    }
    Map<String, Long> statistics = new TreeMap<>();
    machine.statistics(
        machine.finishedAt(0),
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            statistics.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {}
        });
    return new Result(machine.finishedAt(0) - 1, statistics);
  }

  private static WorkGroupSource source(Kernel kernel, int groups, int size, long[] strides) {
    return new WorkGroupSource() {
      private int next;
      private WorkGroupRecord record;

      @Override
      public Status next() {
        if (next == groups) {
          return Status.END;
        }
        record = new WorkGroupRecord(next, List.of(segment(kernel, next, size, strides)));
        next++;
        return Status.RECORD;
      }

      @Override
      public WorkGroupRecord record() {
        return record;
      }
    };
  }

  /** One segment: all blocks in order, each memory slot once, group after group in memory. */
  private static Segment segment(Kernel kernel, int group, int size, long[] strides) {
    int slots = kernel.memorySlots();
    int[] runs = new int[slots];
    int[] ones = new int[slots];
    byte[] kinds = new byte[slots];
    long[] base = new long[slots];
    int[] perRun = new int[3 * slots];
    int[] slotRun = new int[slots + 1];
    Arrays.fill(ones, 1);
    Arrays.fill(kinds, (byte) RunKind.AFFINE.ordinal());
    for (int s = 0; s < slots; s++) {
      Instruction in = kernel.memoryOperation(s);
      // The first coordinate of a texture carries its number as an address carries its buffer's.
      boolean global =
          in.memory().space() == Space.GLOBAL || in.op() == Op.TEXTURE && s == in.memory().slot();
      base[s] = global ? io.lockstep.kernel.ir.Address.of(0, group * size * strides[s]) : 0;
      perRun[3 * s] = (int) strides[s];
      slotRun[s + 1] = s + 1;
    }
    return new Segment(
        size,
        new Segment.Paths(
            null, new int[] {0}, new int[] {kernel.blocks().size()}, new int[] {0, 0}, new long[0]),
        new Segment.Occurrences(slotRun, runs, ones),
        new Segment.Formulas(kinds, base, new long[slots], perRun),
        new Segment.Scatters(runs, runs, new int[0], new long[0]),
        Waits.NONE);
  }
}
