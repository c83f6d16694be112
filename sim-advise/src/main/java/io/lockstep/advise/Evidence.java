package io.lockstep.advise;

import io.lockstep.explain.roof.Roof;
import io.lockstep.explain.roof.Roofs;
import io.lockstep.inspect.card.AccessCard;
import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.inspect.occupancy.LaunchShape;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Space;
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
import java.util.function.Function;

/**
 * What is known of a workload on a device before anything is changed: a result with times by line,
 * and the card of the program. Lines are those of the sources that people write. Not thread-safe.
 */
public final class Evidence {
  private final Device device;
  private final RunResult result;
  private final Roofs roofs;
  private final ProgramCard card;
  private final LinePlaces places;
  private final boolean kernelsOnly;
  private final Function<SortedMap<String, String>, List<LaunchShape>> shapes;

  /**
   * Creates evidence.
   *
   * @param device the model
   * @param result of launch phase 0
   * @param roofs of the result
   * @param card of the program
   * @param places maps lines of kernels' texts to lines of their sources
   * @param kernelsOnly whether the kernels' own time counts
   * @param shapes launches by parameters that differ from the workload's; empty if they are illegal
   */
  Evidence(
      Device device,
      RunResult result,
      Roofs roofs,
      ProgramCard card,
      LinePlaces places,
      boolean kernelsOnly,
      Function<SortedMap<String, String>, List<LaunchShape>> shapes) {
    this.device = device;
    this.result = result;
    this.roofs = roofs;
    this.card = SourceCard.of(card, places);
    this.places = places;
    this.kernelsOnly = kernelsOnly;
    this.shapes = shapes;
  }

  /** The kernels' own time of the same run. */
  private Evidence(Evidence whole) {
    device = whole.device;
    result = whole.result;
    roofs = whole.roofs;
    card = whole.card;
    places = whole.places;
    kernelsOnly = true;
    shapes = whole.shapes;
  }

  /** {@return the device's model} */
  public Device device() {
    return device;
  }

  /** {@return the device's specification} */
  public DeviceSpec spec() {
    return device.spec();
  }

  /** {@return the result at launch phase 0} */
  public RunResult result() {
    return result;
  }

  /** {@return the shares of their peaks at which resources were used while kernels ran} */
  public Roofs roofs() {
    return roofs;
  }

  /** {@return the largest share of a peak, from 0 to 1; 0 if the device declares no roof} */
  public double peak() {
    return roofs.largest().map(Roof::share).orElse(0.0);
  }

  /** {@return what the program's kernels did, whatever the device} */
  public ProgramCard card() {
    return card;
  }

  /** {@return cards of the kernels that were launched} */
  public List<KernelCard> kernels() {
    return card.kernels();
  }

  /**
   * {@return launches with other parameters, or an empty list if they are not legal}
   *
   * @param parameters that differ
   */
  public List<LaunchShape> shapes(SortedMap<String, String> parameters) {
    return shapes.apply(parameters);
  }

  /**
   * {@return a statistic of the result, 0 if the device does not have it}
   *
   * @param name for example {@code dram.busy}
   */
  public double value(String name) {
    BigDecimal value = result.statistics().get(name);
    return value == null ? 0 : value.doubleValue();
  }

  /**
   * {@return the line of a kernel's source, 0 if it is unknown}
   *
   * @param kernel its card
   * @param line of its text, from which it may have been compiled
   */
  public int line(KernelCard kernel, int line) {
    return SourceCard.line(kernel, line, places);
  }

  /** {@return the time that counts, picoseconds} */
  public long picos() {
    return kernelsOnly ? result.kernelPicos() : result.picos();
  }

  /** {@return whether only the kernels' own time counts} */
  public boolean kernelsOnly() {
    return kernelsOnly;
  }

  /** {@return whether most of the time that counts passes outside of kernels} */
  public boolean isHosts() {
    return kernelPart() < 0.5;
  }

  /** {@return the same, for the kernels' own time} */
  Evidence ofKernels() {
    return new Evidence(this);
  }

  /** {@return the kernels' part of the time that counts, from 0 to 1} */
  public double kernelPart() {
    return picos() == 0 ? 0 : Math.min(1, (double) result.kernelPicos() / picos());
  }

  /**
   * {@return a kernel's part of the time that counts, from 0 to 1}
   *
   * @param kernel its name
   */
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
   * {@return the part of the cycles of issue ports with a wavefront that has a reason, from 0 to 1}
   *
   * @param cause a reason other than {@link CommonCause#NO_WAVEFRONT}
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

  /**
   * {@return whether an access is to global memory}
   *
   * @param access any
   */
  public static boolean isGlobal(AccessCard access) {
    return access.device().requests() > 0 && access.space() != Space.CONSTANT;
  }

  /**
   * {@return whether an access loads from global memory}
   *
   * @param access any
   */
  public static boolean isGlobalLoad(AccessCard access) {
    return isGlobal(access) && access.op() == Op.LOAD;
  }

  /**
   * {@return the name of a kernel}
   *
   * @param card of the kernel
   */
  public static String name(KernelCard card) {
    return card.text().kernel().name();
  }

  /** {@return how many kinds of issue ports the device has} */
  public long portKinds() {
    return result.statistics().keySet().stream()
        .filter(name -> name.startsWith("ports.") && name.endsWith(".busy"))
        .count();
  }

  /**
   * {@return the figures of the specification among some, each with a value}
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
