// SPDX-License-Identifier: Apache-2.0
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Measures what each part of the compilers costs, for {@code validation/compilers.py --cost}.
 *
 * <p>Two measures: samples of the profiler, each counted for the class that the innermost method of
 * a compiler's outline called; and rounds of lowering with and without each step of {@code
 * compiler.without}, in turn, of which the fastest of each counts.
 *
 * <p>Prints lines {@code total,DEVICE,KERNELS,MICROSECONDS}, {@code part,DEVICE,CLASS,SAMPLES,ALL}
 * and {@code step,DEVICE,STEP,TIME,LINES}, where TIME and LINES are ratios without ÷ with.
 */
final class LoweringCost {
  /** Classes that only call the parts of a compiler, in their order. */
  private static final Set<String> OUTLINES =
      Set.of(
          "io.lockstep.gcn.lowering.GcnLowering",
          "io.lockstep.lower.PassList",
          "io.lockstep.lower.pass.TargetKernel",
          "io.lockstep.device.nvidia.lowering.SassLowering",
          "io.lockstep.device.nvidia.lowering.SassPasses",
          "io.lockstep.device.g80.code.WarpLowering",
          "io.lockstep.terascale.lowering.KernelLowering",
          "io.lockstep.terascale.lowering.BlockLowering",
          "io.lockstep.run.KernelFiles",
          "io.lockstep.frontend.ptx.PtxFrontend",
          "io.lockstep.frontend.ptx.EntryLowering",
          "io.lockstep.frontend.source.SourceFrontend",
          "io.lockstep.kernel.pass.Passes",
          "io.lockstep.kernel.pass.Pass");

  /** Nanoseconds of work before the first measure, so that it is compiled code that is measured. */
  private static final long WARMING = 5_000_000_000L;

  private LoweringCost() {}

  /**
   * @param args file of kernels, rounds, devices
   */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    List<KernelFrontend> frontends = Plugins.frontends();
    List<Kernel> kernels = KernelFiles.read(file, frontends);
    Work reading = () -> KernelFiles.read(file, frontends);
    warm(reading);
    total("front end", kernels.size(), repeat(reading, rounds));
    parts("front end", reading, rounds);
    Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      device(catalogue, catalogue.spec(name), kernels, rounds);
    }
  }

  private static void device(Catalogue catalogue, DeviceSpec spec, List<Kernel> all, int rounds)
      throws IOException {
    Device device = catalogue.device(spec);
    List<Kernel> kernels = all.stream().filter(kernel -> lines(device, kernel) > 0).toList();
    Work whole = lowering(device, kernels);
    warm(whole);
    total(spec.id(), kernels.size(), repeat(whole, rounds));
    parts(spec.id(), whole, rounds);
    Map<String, Work> others = new LinkedHashMap<>();
    Map<String, Device> without = new LinkedHashMap<>();
    for (String step : spec.schema().steps()) {
      Device other = catalogue.device(spec.with(DeviceSpec.WITHOUT, step));
      if (kernels.stream().allMatch(kernel -> lines(other, kernel) > 0)) {
        without.put(step, other);
        others.put(step, lowering(other, kernels));
      }
    }
    long with = Long.MAX_VALUE;
    Map<String, Long> fastest = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      with = Math.min(with, repeat(whole, 1));
      for (Map.Entry<String, Work> other : others.entrySet()) {
        fastest.merge(other.getKey(), repeat(other.getValue(), 1), Math::min);
      }
    }
    long lines = lines(device, kernels);
    for (String step : without.keySet()) {
      double time = (double) fastest.get(step) / with;
      double code = (double) lines(without.get(step), kernels) / lines;
      System.out.printf("step,%s,%s,%.4f,%.4f%n", spec.id(), step, time, code);
    }
  }

  private interface Work {
    void run();
  }

  private static Work lowering(Device device, List<Kernel> kernels) {
    return () -> kernels.forEach(device::lower);
  }

  private static void warm(Work work) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < WARMING) {
      work.run();
    }
  }

  /** Returns the nanoseconds of the fastest of some rounds. */
  private static long repeat(Work work, int rounds) {
    long fastest = Long.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long start = System.nanoTime();
      work.run();
      fastest = Math.min(fastest, System.nanoTime() - start);
    }
    return fastest;
  }

  private static void total(String device, int kernels, long nanoseconds) {
    System.out.printf("total,%s,%d,%.1f%n", device, kernels, nanoseconds / 1e3 / kernels);
  }

  /** Returns the lines of a kernel's code, or 0 if the device cannot run it. */
  private static long lines(Device device, Kernel kernel) {
    try {
      return device.lower(kernel).assembly().lines().count();
    } catch (RefusalException e) {
      return 0;
    }
  }

  private static long lines(Device device, List<Kernel> kernels) {
    return kernels.stream().mapToLong(kernel -> lines(device, kernel)).sum();
  }

  private static void parts(String device, Work work, int rounds) throws IOException {
    Path file = Files.createTempFile("lowering", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
      recording.start();
      repeat(work, 4 * rounds);
      recording.stop();
      recording.dump(file);
    }
    Map<String, Integer> samples = new TreeMap<>();
    int all = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.ExecutionSample")
          && event.getStackTrace() != null) {
        String part = part(event.getStackTrace().getFrames());
        if (!part.isEmpty()) {
          samples.merge(part, 1, Integer::sum);
          all++;
        }
      }
    }
    Files.delete(file);
    for (Map.Entry<String, Integer> entry : samples.entrySet()) {
      System.out.printf("part,%s,%s,%d,%d%n", device, entry.getKey(), entry.getValue(), all);
    }
  }

  /** Returns the class that the innermost outline called; empty if there is no outline. */
  private static String part(List<RecordedFrame> frames) {
    List<String> types = new ArrayList<>();
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      if (OUTLINES.contains(type.split("\\$")[0])) {
        return types.isEmpty() ? simple(type) : types.get(types.size() - 1);
      }
      if (type.startsWith("io.lockstep.") && !type.contains("$$Lambda")) {
        types.add(simple(type));
      }
    }
    return "";
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1).split("\\$")[0];
  }
}
