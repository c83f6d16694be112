package io.lockstep.bench;

import io.lockstep.observe.CheckpointPlan;
import io.lockstep.observe.Observation;
import io.lockstep.observe.ObserveOptions;
import io.lockstep.observe.RunSetup;
import io.lockstep.observe.TimelineFilter;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.spi.DeviceProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** T13: all devices give the same results on five workloads with all settings. */
final class SettingsLines {
  private static final List<String> WORKLOADS =
      List.of("matmul", "reduce", "spmv", "transpose", "stencil");

  private SettingsLines() {}

  static List<Line> measure(Context context) {
    List<Settings> rows = Settings.pairs(1 + context.jdks().size());
    Map<String, Long> outcomes = new LinkedHashMap<>();
    for (int jdk = 0; jdk <= context.jdks().size(); jdk++) {
      int number = jdk;
      List<Settings> here = rows.stream().filter(row -> row.jdk() == number).toList();
      if (jdk == 0) {
        here.forEach(row -> outcomes.put(row.encode(), hash(row, context.traces())));
      } else {
        outcomes.putAll(elsewhere(context.jdks().get(jdk - 1), here, context.traces()));
      }
    }
    long plain = outcomes.get(Settings.plain().encode());
    List<String> different = new ArrayList<>();
    outcomes.forEach(
        (row, hash) -> {
          if (hash != plain) {
            different.add(row);
          }
        });
    String what = "all devices on 5 workloads: fingerprints, cycles and statistics";
    boolean equal = different.isEmpty() && outcomes.size() == rows.size();
    return List.of(
        Line.equal("T13", equal ? what : what + "; differs with " + different, equal)
            .with("settings", rows.size())
            .with("devices", new Catalogue(Plugins.providers(List.of())).specs().size())
            .with("jdks", 1 + context.jdks().size()));
  }

  private static Map<String, Long> elsewhere(Path jdk, List<Settings> rows, Path traces) {
    List<String> arguments = new ArrayList<>(List.of("fingerprints", traces.toString()));
    rows.forEach(row -> arguments.add(row.encode()));
    Map<String, Long> outcomes = new LinkedHashMap<>();
    for (String text : Child.run(jdk, arguments)) {
      int blank = text.indexOf(' ');
      outcomes.put(text.substring(0, blank), Long.valueOf(text.substring(blank + 1)));
    }
    return outcomes;
  }

  /** Runs in a process of another JDK; returns a line per row. */
  static List<String> fingerprints(Path traces, List<String> rows) {
    return rows.stream().map(row -> row + " " + hash(Settings.parse(row), traces)).toList();
  }

  private static long hash(Settings settings, Path folder) {
    List<DeviceProvider> providers = new ArrayList<>();
    for (DeviceProvider provider : Plugins.providers(List.of())) {
      providers.add(new WatchedProvider(provider, settings.sinks()));
    }
    Catalogue catalogue = new Catalogue(providers);
    Runner runner = new Runner(catalogue, Plugins.frontends());
    Traces traces = new Traces(folder);
    RunOptions options = RunOptions.defaults().withThreads(settings.threads());
    long hash = 0;
    for (String workload : WORKLOADS) {
      Path input = settings.file() ? traces.trace(workload) : traces.workload(workload);
      if (settings.resumed()) {
        Path state = folder.resolve("state.lkcp");
        for (Runner.Target target : Runner.all(catalogue)) {
          hash =
              Increments.mix(hash)
                  + hash(resumed(runner, catalogue, input, target, options, state));
        }
      } else if (settings.threads() == 2) { // threads run partitions of one device
        for (Runner.Target target : Runner.all(catalogue)) {
          for (RunResult result : runner.run(input, Map.of(), List.of(target), options)) {
            hash = Increments.mix(hash) + hash(text(result));
          }
        }
      } else { // threads run devices in parallel
        for (RunResult result : runner.run(input, Map.of(), Runner.all(catalogue), options)) {
          hash = Increments.mix(hash) + hash(text(result));
        }
      }
    }
    return hash;
  }

  /** Returns the result of a run that is saved and resumed, or both results if they differ. */
  private static String resumed(
      Runner runner,
      Catalogue catalogue,
      Path input,
      Runner.Target target,
      RunOptions options,
      Path state) {
    RunResult plain = runner.run(input, Map.of(), List.of(target), options).get(0);
    if (!plain.isSimulated()) {
      return text(plain);
    }
    long share = 1 + Math.floorMod(hash(text(plain)), 998); // of the kernel's time, in thousandths
    long picos = plain.picos() - plain.kernelPicos() / 1_000 * share;
    double ticks = 1e-12 * picos * catalogue.device(target.spec()).tickHertz();
    CheckpointPlan save = new CheckpointPlan((long) ticks, Optional.of(state), Optional.empty());
    CheckpointPlan load = new CheckpointPlan(0, Optional.empty(), Optional.of(state));
    String saving = text(watched(runner, input, target, options, save));
    String resuming = text(watched(runner, input, target, options, load));
    return saving.equals(resuming) ? resuming : saving + " resumed: " + resuming;
  }

  private static RunResult watched(
      Runner runner, Path input, Runner.Target target, RunOptions options, CheckpointPlan plan) {
    ObserveOptions observe =
        new ObserveOptions(
            Optional.empty(), TimelineFilter.ALL, Optional.empty(), 1_000, plan, RunSetup.UNKNOWN);
    try (Observation observation = Observation.open(observe)) {
      RunResult result = runner.run(input, Map.of(), List.of(target), options, observation).get(0);
      observation.finish();
      return result;
    }
  }

  private static String text(RunResult result) {
    return String.join(
        " ",
        result.workload(),
        result.device(),
        result.status().toString(),
        result.message(),
        result.fingerprint(),
        Long.toString(result.picos()),
        result.traceSha256(),
        result.statistics().toString());
  }

  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }
}
