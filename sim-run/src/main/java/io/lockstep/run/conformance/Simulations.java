package io.lockstep.run.conformance;

import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunResult;
import io.lockstep.run.variant.Request;
import io.lockstep.run.variant.VariantOptions;
import io.lockstep.run.variant.VariantRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The simulations of one device's checks: workloads in a folder of their own, run on the runner of
 * variants. {@link #seen} is for any thread, also while they run.
 */
final class Simulations {
  private final DeviceSpec spec;
  private final List<Sample> samples;
  private final Map<Sample, Seen> seen = new ConcurrentHashMap<>();

  /**
   * @param spec the device
   * @param samples what is simulated; equal ones once
   */
  Simulations(DeviceSpec spec, List<Sample> samples) {
    this.spec = spec;
    this.samples = samples.stream().distinct().toList();
  }

  /** What has come of a sample, if it is done. */
  Optional<Seen> seen(Sample sample) {
    return Optional.ofNullable(seen.get(sample));
  }

  /**
   * Runs all of them.
   *
   * @throws OutputException where a temporary folder cannot be written
   */
  void run(Catalogue catalogue, VariantOptions options, Conformance.Progress progress) {
    Path folder = null;
    try {
      folder = ProcessFiles.newFolder();
      Map<Request, Sample> asked = new LinkedHashMap<>();
      for (Sample sample : samples) {
        asked.put(request(folder, asked.size(), sample), sample);
      }
      try (VariantRunner runner =
          new VariantRunner(catalogue, List.of(new MicrokernelFrontend()), options)) {
        runner.run(
            List.copyOf(asked.keySet()),
            (request, result) -> {
              keep(asked.get(request), result);
              progress.at(seen.size(), samples.size());
            });
      }
    } catch (IOException e) {
      throw new OutputException("a temporary folder", e);
    } finally {
      if (folder != null) {
        ProcessFiles.delete(folder);
      }
    }
  }

  private Request request(Path folder, int number, Sample sample) throws IOException {
    String kernel = number + "." + MicrokernelFrontend.ID;
    Files.writeString(folder.resolve(kernel), sample.kernel() + "\n");
    Path workload = folder.resolve(number + ".yaml");
    Files.writeString(workload, sample.workload(kernel));
    return new Request(workload, new TreeMap<>(), spec, 0);
  }

  private void keep(Sample sample, RunResult result) {
    seen.put(sample, new Seen(sample, result));
  }
}
