package io.lockstep.run.conformance;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.parts.spec.Claim;
import io.lockstep.parts.spec.DeviceSpec;
import io.lockstep.run.Catalogue;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.Runner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs generated microbenchmarks on a device and compares what they show with what its
 * specification declares and with what is published of it. Results depend on the specification and
 * the model alone. Thread-safe.
 */
public final class Conformance {
  private static final MathContext DIGITS = new MathContext(5);

  /** Is told how far it is. */
  @FunctionalInterface
  public interface Progress {
    /**
     * A simulation has ended; on any thread, one at a time.
     *
     * @param done simulations that have ended
     * @param all of them
     */
    void at(int done, int all);
  }

  private final Catalogue catalogue;
  private final RunOptions options;
  private final int threads;

  /**
   * Checks devices of a catalogue.
   *
   * @param catalogue models behind specifications
   * @param options of every simulation
   * @param threads how many simulations run at once
   */
  public Conformance(Catalogue catalogue, RunOptions options, int threads) {
    this.catalogue = catalogue;
    this.options = options;
    this.threads = threads;
  }

  /**
   * {@return names of the checks that a device's figures call for, in their order}
   *
   * @param spec a device of the catalogue's families
   */
  public List<String> names(DeviceSpec spec) {
    return probes(spec).stream().map(Probe::name).toList();
  }

  private List<Probe> probes(DeviceSpec spec) {
    Declared declared = new Declared(spec, catalogue.declares(spec));
    return Microbenchmarks.of(declared, catalogue.device(spec).capabilities());
  }

  /**
   * Checks a device.
   *
   * @param spec its specification, claims included
   * @param wanted names of checks to do
   * @param progress is told
   * @return what it shows against declared figures, then against claims
   */
  public List<Check> check(DeviceSpec spec, Predicate<String> wanted, Progress progress) {
    List<Probe> probes = probes(spec).stream().filter(p -> wanted.test(p.name())).toList();
    Map<Sample, Future<Seen>> seen = new LinkedHashMap<>();
    Path folder = null;
    ExecutorService workers =
        Executors.newFixedThreadPool(
            threads,
            body -> {
              Thread thread = new Thread(body, "check");
              thread.setDaemon(true);
              return thread;
            });
    try {
      folder = Files.createTempDirectory("lockstep-check");
      Path place = folder;
      List<Sample> samples = probes.stream().flatMap(p -> p.samples().stream()).distinct().toList();
      int[] done = {0};
      for (Sample sample : samples) {
        int number = seen.size();
        seen.put(
            sample,
            workers.submit(
                () -> {
                  Seen found = simulate(spec, sample, place, number);
                  synchronized (done) {
                    progress.at(++done[0], samples.size());
                  }
                  return found;
                }));
      }
      List<Check> checks = new ArrayList<>();
      for (Probe probe : probes) {
        judge(spec, probe, seen, checks);
      }
      unshown(spec, probes, wanted, checks);
      return List.copyOf(checks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      workers.shutdownNow();
      delete(folder);
    }
  }

  private static void delete(Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // a temporary folder; the system clears it
    }
  }

  private Seen simulate(DeviceSpec spec, Sample sample, Path folder, int number)
      throws IOException {
    String kernel = number + "." + MicrokernelFrontend.ID;
    Files.writeString(folder.resolve(kernel), sample.kernel() + "\n");
    Path workload = folder.resolve(number + ".yaml");
    Files.writeString(workload, sample.workload(kernel));
    List<KernelFrontend> frontends = List.of(new MicrokernelFrontend());
    RunResult result =
        new Runner(catalogue, frontends)
            .run(workload, Map.of(), List.of(new Runner.Target(spec)), options)
            .get(0);
    return new Seen(sample, result);
  }

  private void judge(
      DeviceSpec spec, Probe probe, Map<Sample, Future<Seen>> seen, List<Check> checks) {
    Claim claim = spec.claims().get(probe.name());
    List<Seen> own = new ArrayList<>();
    String message = "";
    for (Sample sample : probe.samples()) {
      Seen one = wait(seen.get(sample));
      own.add(one);
      if (one.result().status() == RunStatus.REFUSED && claim == null) {
        return; // the device has no such thing, and nobody says that it has
      }
      if (!one.result().isSimulated()) {
        message = one.result().message().lines().findFirst().orElse("failed");
      }
    }
    double shown = message.isEmpty() ? probe.shown().applyAsDouble(own) : Double.NaN;
    if (message.isEmpty() && !Double.isFinite(shown)) {
      message = "nothing was measured";
    }
    String why = message;
    probe
        .expected()
        .ifPresent(
            e -> checks.add(check(spec, probe, e.value(), shown, e.holds(shown), e.source(), why)));
    if (claim != null) {
      double value = claim.in(probe.unit().text());
      if (Double.isNaN(value)) {
        throw new InputException(
            claim.where(),
            "'"
                + claim.name()
                + "' is measured in "
                + (probe.unit().text().isEmpty() ? "no unit" : probe.unit().text())
                + ", found '"
                + claim.unit()
                + "'");
      }
      boolean ok = Math.abs(shown - value) <= value * claim.tolerance();
      checks.add(check(spec, probe, value, shown, ok, claim.source(), why));
    }
  }

  private static Check check(
      DeviceSpec spec,
      Probe probe,
      double claimed,
      double shown,
      boolean ok,
      String source,
      String message) {
    return new Check(
        spec.id(),
        probe.name(),
        number(claimed),
        Double.isFinite(shown) ? number(shown) : null,
        probe.unit().text(),
        ok,
        source,
        message);
  }

  private static BigDecimal number(double value) {
    BigDecimal exact = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return exact.scale() < 0 ? exact.setScale(0) : exact;
  }

  private static Seen wait(Future<Seen> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A claim that nothing shows is a slip in its name, or the device lacks what it is about. */
  private static void unshown(
      DeviceSpec spec, List<Probe> probes, Predicate<String> wanted, List<Check> checks) {
    List<String> names = probes.stream().map(Probe::name).toList();
    spec.claims()
        .forEach(
            (name, claim) -> {
              if (!names.contains(name) && wanted.test(name)) {
                checks.add(
                    new Check(
                        spec.id(),
                        name,
                        claim.number(),
                        null,
                        claim.unit(),
                        false,
                        claim.source(),
                        "no check of this device has that name"));
              }
            });
  }
}
