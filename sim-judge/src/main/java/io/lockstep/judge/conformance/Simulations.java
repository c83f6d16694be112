package io.lockstep.judge.conformance;

import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.study.Study;
import io.lockstep.study.StudyOptions;
import io.lockstep.study.point.ProgramKey;
import io.lockstep.study.point.Request;
import io.lockstep.study.point.WorkloadSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The simulations of one device's checks. {@link #seen} is for any thread, also while they run. */
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

  /** Runs all of them. */
  void run(Catalogue catalogue, StudyOptions options, CheckProgress progress) {
    Map<Request, Sample> asked = new LinkedHashMap<>();
    for (Sample sample : samples) {
      asked.put(request(sample), sample);
    }
    try (Study study = new Study(catalogue, List.of(), options)) {
      study.run(
          List.copyOf(asked.keySet()),
          (request, result) -> {
            Sample sample = asked.get(request);
            seen.put(sample, new Seen(sample, result));
            progress.at(seen.size(), samples.size());
          });
    }
  }

  private Request request(Sample sample) {
    WorkloadSource made =
        WorkloadSource.Made.of(sample.workload(), Microkernels.of(sample.kernel()));
    return new Request(new ProgramKey(made, new TreeMap<>()), spec, 0, "");
  }
}
