// SPDX-License-Identifier: Apache-2.0
package io.lockstep.testsupport;

import io.lockstep.core.engine.Simulation;
import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.StatisticsSink;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.WorkGroupRecord;
import io.lockstep.trace.record.WorkGroupSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * A board of the catalogue with kernels in PTX, for tests: executes, simulates, reports. Its memory
 * is not refreshed unless asked for: times are differences, of which refreshes would be a part by
 * chance.
 */
public abstract class PtxBoard {
  /** What a launch came to. */
  public record Run(long clocks, Map<String, Long> statistics, String fingerprint) {
    public long get(String name) {
      Long value = statistics.get(name);
      if (value == null) {
        throw new AssertionError("no statistic " + name + " in " + statistics.keySet());
      }
      return value;
    }
  }

  private static final String FRAME =
      """
      .version 8.5
      .target sm_50
      .address_size 64
      %s
      .visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n)
      {
      .reg .pred %%p<9>;
      .reg .b32 %%r<200>;
      .reg .f32 %%f<200>;
      .reg .b64 %%rd<40>;
      .reg .f64 %%fd<40>;
      ld.param.u64 %%rd1, [a];
      ld.param.u64 %%rd2, [b];
      ld.param.u32 %%r1, [n];
      mov.u32 %%r2, %%tid.x;
      mov.u32 %%r3, %%ctaid.x;
      mov.u32 %%r4, %%ntid.x;
      mad.lo.s32 %%r5, %%r3, %%r4, %%r2;
      mul.wide.s32 %%rd3, %%r5, 4;
      add.s64 %%rd4, %%rd1, %%rd3;
      add.s64 %%rd5, %%rd2, %%rd3;
      cvt.rn.f32.s32 %%f0, %%r5;
      %s
      ret;
      }
      """;

  /** Textures of the next launches, by number. */
  public List<TextureInfo> textures = List.of();

  /** Returns a specification without refreshes, changed by texts {@code path=value}. */
  protected static DeviceSpec changed(DeviceSpec spec, String... overrides) {
    DeviceSpec changed = spec.with("dram.trefi", "0ns");
    for (String o : overrides) {
      int eq = o.indexOf('=');
      changed = changed.with(o.substring(0, eq), o.substring(eq + 1));
    }
    return changed;
  }

  protected abstract Machine assemble(Simulation simulation);

  protected abstract MachineKernel lower(Kernel kernel, Geometry geometry);

  protected abstract Occupancy occupancy(MachineKernel code, Geometry geometry);

  /**
   * The kernel of a body: %rd1, %rd2 are buffers, %r1 a number, %r2 the thread, %r3 the block, %r5
   * the index, %rd4 and %rd5 its words in the buffers, %f0 the index as a float.
   */
  public static Kernel kernel(String module, String body) {
    return kernel(module, body, FrontendOptions.defaults());
  }

  public static Kernel kernel(String module, String body, FrontendOptions options) {
    return kernels("test.ptx", FRAME.formatted(module, body), options).get(0);
  }

  public static List<Kernel> kernels(String file, String text) {
    return kernels(file, text, FrontendOptions.defaults());
  }

  private static List<Kernel> kernels(String file, String text, FrontendOptions options) {
    // The module itself never reads kernels, so its descriptor does not say that it uses them.
    PtxBoard.class.getModule().addUses(KernelFrontend.class);
    for (KernelFrontend frontend : ServiceLoader.load(KernelFrontend.class)) {
      if (frontend.id().equals("ptx")) {
        return frontend.read(file, text, options);
      }
    }
    throw new AssertionError("no front-end for PTX");
  }

  /** A body that ends by storing a register, so that nothing it does is unused. */
  public static Kernel storing(String body, String register) {
    return kernel("", body + "\nst.global.b32 [%rd5], " + register + ";");
  }

  public Run run(Kernel kernel, int blocks, int threads) {
    return run(kernel, blocks, threads, 0, 1 << 20, null);
  }

  /** Runs the kernel of a body with two buffers of equal size, the first with given words. */
  public Run run(Kernel kernel, int blocks, int threads, int n, long bytes, int[] words) {
    return run(kernel, new Geometry(blocks, 1, 1, threads, 1, 1), n, bytes, words, -1);
  }

  public Run run(Kernel kernel, Geometry geometry, int n, long bytes, int[] words, long shuffle) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("a", Type.I32, bytes, null);
    memory.allocate("b", Type.I32, bytes, null);
    if (words != null) {
      byte[] raw = new byte[4 * words.length];
      for (int i = 0; i < raw.length; i++) {
        raw[i] = (byte) (words[i / 4] >>> 8 * (i % 4));
      }
      memory.write(0, 0, raw, 0, raw.length);
    }
    return runOn(memory, kernel, geometry, n, bytes, shuffle);
  }

  /**
   * Runs a kernel on two buffers that are in memory, where its results are afterwards.
   *
   * @param bytes of each of them
   */
  public Run runOn(
      DeviceMemory memory, Kernel kernel, Geometry geometry, int n, long bytes, long shuffle) {
    List<Long> arguments = List.of(Address.of(0, 0), Address.of(1, 0), (long) n);
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            geometry,
            arguments.subList(0, kernel.parameters().size()),
            0,
            memory,
            new int[kernel.variables().size()],
            ExecutionOptions.defaults(),
            new LaunchResources(textures, 0, 0, new KernelOutput()));
    return replay(
        kernel, geometry, new long[] {bytes, bytes}, executing(executor, geometry), shuffle);
  }

  /** The launch's records, executed as they are asked for. */
  public static WorkGroupSource executing(GroupExecutor executor, Geometry geometry) {
    return new WorkGroupSource() {
      private long next;
      private WorkGroupRecord record;

      @Override
      public Status next() {
        if (next == geometry.groups()) {
          return Status.END;
        }
        record = executor.execute(next++);
        return Status.RECORD;
      }

      @Override
      public WorkGroupRecord record() {
        return record;
      }
    };
  }

  /** Simulates a launch whose records exist or are made on the way. */
  public Run replay(
      Kernel kernel, Geometry geometry, long[] buffers, WorkGroupSource source, long shuffle) {
    Simulation.Builder builder = Simulation.builder();
    if (shuffle >= 0) {
      builder.shuffleTies(shuffle);
    }
    Simulation simulation = builder.build();
    Machine machine = assemble(simulation);
    long[] addresses = new long[buffers.length];
    machine.place(buffers, addresses);
    MachineKernel code = lower(kernel, geometry);
    Occupancy occupancy = occupancy(code, geometry);
    machine.launch(
        0,
        new LaunchPlan(code, geometry, occupancy, kernel.localBytes(), addresses, textures),
        code.groups(source),
        0);
    simulation.run();
    if (!machine.idle(0)) {
      throw new AssertionError("the launch did not end: " + simulation.diagnosis());
    }
    Map<String, Long> statistics = new TreeMap<>();
    machine.statistics(
        simulation.now(),
        new StatisticsSink() {
          @Override
          public void count(String name, long value) {
            statistics.put(name, value);
          }

          @Override
          public void ratio(String name, long numerator, long denominator) {
            statistics.put(name, denominator == 0 ? 0 : 1_000_000 * numerator / denominator);
          }
        });
    return new Run(machine.finishedAt(0), statistics, simulation.fingerprint());
  }

  /** A source over finished records. */
  public static WorkGroupSource replaying(List<WorkGroupRecord> records) {
    return new WorkGroupSource() {
      private int next;

      @Override
      public Status next() {
        return next == records.size() ? Status.END : advance();
      }

      private Status advance() {
        next++;
        return Status.RECORD;
      }

      @Override
      public WorkGroupRecord record() {
        return records.get(next - 1);
      }
    };
  }

  public static List<WorkGroupRecord> record(GroupExecutor executor, Geometry geometry) {
    List<WorkGroupRecord> all = new ArrayList<>();
    for (long g = 0; g < geometry.groups(); g++) {
      all.add(executor.execute(g));
    }
    return all;
  }

  /**
   * Clocks that one more of a repeated line takes: the difference of two lengths of straight code.
   *
   * @param line instruction with {@code #} for the number of the repetition
   */
  public double clocksPerLine(
      int blocks, int threads, String before, String line, String register) {
    int few = 40;
    int many = 140;
    long a = run(storing(before + repeat(line, few), register), blocks, threads).clocks();
    long b = run(storing(before + repeat(line, many), register), blocks, threads).clocks();
    return (double) (b - a) / (many - few);
  }

  private static String repeat(String line, int times) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < times; i++) {
      text.append(line.replace("#", Integer.toString(i % 24 + 20))).append('\n');
    }
    return text.toString();
  }

  public static int[] words(int count, java.util.function.IntUnaryOperator value) {
    int[] words = new int[count];
    Arrays.setAll(words, value);
    return words;
  }
}
