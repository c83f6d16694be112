// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.Roofs;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.observe.line.LinePlaces;
import io.lockstep.observe.line.LineTimes;
import io.lockstep.run.RunResult;
import io.lockstep.spi.Device;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.spi.stats.CommonCause;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The evidence on an unchanged workload on a device: a result with times by source line, and the
 * program's card, its device-independent counts. Lines refer to the sources that programmers edit.
 * Not thread-safe.
 */
public final class Evidence {
  private final Device device;
  private final RunResult result;
  private final Roofs roofs;
  private final ProgramCard card;
  private final LinePlaces places;
  private final boolean kernelsOnly;
  private final Executions executions;

  /**
   * Creates evidence.
   *
   * @param result result at launch phase 0
   * @param places maps lines of compiled kernels to source lines
   * @param kernelsOnly whether only kernel time is counted
   * @param executions executes the workload again
   */
  Evidence(
      Device device,
      RunResult result,
      Roofs roofs,
      ProgramCard card,
      LinePlaces places,
      boolean kernelsOnly,
      Executions executions) {
    this.device = device;
    this.result = result;
    this.roofs = roofs;
    this.card = SourceCard.of(card, places);
    this.places = places;
    this.kernelsOnly = kernelsOnly;
    this.executions = executions;
  }

  /** Creates evidence on the kernel time of the same run. */
  private Evidence(Evidence whole) {
    device = whole.device;
    result = whole.result;
    roofs = whole.roofs;
    card = whole.card;
    places = whole.places;
    kernelsOnly = true;
    executions = whole.executions;
  }

  public Device device() {
    return device;
  }

  /** Returns the device as it runs a kernel. */
  public Device device(Kernel kernel) {
    return device.forKernel(kernel);
  }

  /** Returns the work-items of a kernel's wavefronts. */
  public int wavefront(Kernel kernel) {
    return device(kernel).capabilities().wavefront();
  }

  public DeviceSpec spec() {
    return device.spec();
  }

  /** Returns the result at launch phase 0. */
  public RunResult result() {
    return result;
  }

  public Roofs roofs() {
    return roofs;
  }

  /**
   * Returns the largest share of a resource's peak, from 0 to 1; 0 if the device declares no roofs.
   */
  public double peak() {
    return roofs.largest().map(Roof::share).orElse(0.0);
  }

  /** Returns the device-independent counts of the program's kernels. */
  public ProgramCard card() {
    return card;
  }

  public List<KernelCard> kernels() {
    return card.kernels();
  }

  /** Returns the launches with some parameters changed; empty if the values are illegal. */
  public List<LaunchShape> shapes(SortedMap<String, String> parameters) {
    return executions.shapes(parameters);
  }

  /** Returns counts of the host's launches and transfers; the first call executes the workload. */
  public HostWork hostWork() {
    return executions.hostWork();
  }

  /**
   * Returns a statistic of the result; 0 if the device lacks it.
   *
   * @param name for example {@code dram.busy}
   */
  public double value(String name) {
    BigDecimal value = result.statistics().get(name);
    return value == null ? 0 : value.doubleValue();
  }

  /** Returns the source line for a line of a kernel's compiled text; 0 if unknown. */
  public int line(KernelCard kernel, int line) {
    return SourceCard.line(kernel, line, places);
  }

  /** Returns the total time, or kernel time if only kernel time is counted, in picoseconds. */
  public long picos() {
    return kernelsOnly ? result.kernelPicos() : result.picos();
  }

  public boolean kernelsOnly() {
    return kernelsOnly;
  }

  /** Whether more than half of {@link #picos} is spent outside of kernels. */
  public boolean isHosts() {
    return kernelPart() < 0.5;
  }

  Evidence ofKernels() {
    return new Evidence(this);
  }

  /** Returns the fraction of {@link #picos} that kernels take, from 0 to 1. */
  public double kernelPart() {
    return picos() == 0 ? 0 : Math.min(1, (double) result.kernelPicos() / picos());
  }

  /** Returns the fraction of {@link #picos} that one kernel takes, from 0 to 1. */
  public double part(String kernel) {
    LineTimes lines = result.lines();
    if (lines == null || kernels().size() == 1) {
      return kernelPart();
    }
    long all = 0;
    long own = 0;
    for (LineTimes.LaunchTimes launch : lines.launches()) {
      all += launch.picos();
      own += lines.kernel(launch).name().equals(kernel) ? launch.picos() : 0;
    }
    return all == 0 ? kernelPart() : kernelPart() * own / all;
  }

  /**
   * Returns the fraction of the issue cycles with a resident wavefront that have this stall reason,
   * from 0 to 1.
   *
   * @param cause any cause but {@link CommonCause#NO_WAVEFRONT}
   */
  public double share(CommonCause cause) {
    LineTimes lines = result.lines();
    if (lines == null) {
      return 0;
    }
    long[] cycles = lines.inLaunches();
    long all = 0;
    long own = 0;
    for (int c = 0; c < cycles.length; c++) {
      CommonCause common = lines.causes().get(c).common();
      all += common == CommonCause.NO_WAVEFRONT ? 0 : cycles[c];
      own += common == cause ? cycles[c] : 0;
    }
    return all == 0 ? 0 : (double) own / all;
  }

  public static boolean isGlobal(AccessCard access) {
    return access.device().requests() > 0 && access.space() != Space.CONSTANT;
  }

  public static boolean isGlobalLoad(AccessCard access) {
    return isGlobal(access) && access.op() == Op.LOAD;
  }

  public static String name(KernelCard card) {
    return card.text().kernel().name();
  }

  public long portKinds() {
    return result.statistics().keySet().stream()
        .filter(name -> name.startsWith("ports.") && name.endsWith(".busy"))
        .count();
  }

  /**
   * Selects the given figures that the specification has.
   *
   * @param wanted values by path
   */
  public SortedMap<String, String> known(Map<String, String> wanted) {
    SortedMap<String, String> known = new TreeMap<>();
    wanted.forEach(
        (path, value) -> {
          if (spec().has(path)) {
            known.put(path, value);
          }
        });
    return known;
  }
}
