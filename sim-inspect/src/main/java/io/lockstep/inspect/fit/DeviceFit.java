package io.lockstep.inspect.fit;

import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.CapabilityCheck;
import io.lockstep.run.Catalogue;
import io.lockstep.run.LaunchOccupancy;
import io.lockstep.run.plugin.ModelException;
import io.lockstep.spi.Capabilities;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.LaunchEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Which devices of a catalogue would refuse a kernel or a program, and why, without simulating it.
 */
public final class DeviceFit {
  /**
   * A device that refuses.
   *
   * @param device its id
   * @param reason the first one, as a run on the device would give it
   * @param failed whether it is no refusal but an error of the device's model
   */
  public record Refusal(String device, String reason, boolean failed) {
    /**
     * A refusal of a device.
     *
     * @param device its id
     * @param reason the missing capability or the exceeded limit
     */
    public Refusal(String device, String reason) {
      this(device, reason, false);
    }
  }

  private DeviceFit() {}

  /**
   * {@return devices that refuse a kernel however it is launched, in the catalogue's order}
   *
   * @param catalogue the devices to check
   * @param kernel portable code, with its own requirements on launches
   */
  public static List<Refusal> kernel(Catalogue catalogue, Kernel kernel) {
    return refusals(
        catalogue,
        device -> {
          capabilities(device, kernel);
          device.check(kernel);
          int size = groupSize(kernel);
          if (size > device.capabilities().maximumGroupSize()) {
            throw new RefusalException(
                "kernel '%s': work-group size %s exceeds %s"
                    .formatted(kernel.name(), size, device.capabilities().maximumGroupSize()));
          }
        });
  }

  /**
   * Checks a kernel against a device's capabilities; code generation may find further refusals.
   *
   * @param device supplies only its capabilities
   * @param kernel portable code
   * @throws RefusalException if the device lacks a capability
   */
  public static void capabilities(Device device, Kernel kernel) {
    boolean known = !kernel.requiredGroupSize().isEmpty();
    int size = known ? groupSize(kernel) : 0;
    CapabilityCheck.kernel(kernel, kernel.localBytes(), size, device.capabilities());
  }

  /** The required size of a group, 1 if none is required. */
  private static int groupSize(Kernel kernel) {
    return kernel.requiredGroupSize().stream().reduce(1, Math::multiplyExact);
  }

  /**
   * {@return devices that refuse a program as it was launched, in the catalogue's order}
   *
   * @param catalogue the devices to check
   * @param card the program's launches
   */
  public static List<Refusal> program(Catalogue catalogue, ProgramCard card) {
    return refusals(
        catalogue,
        device -> {
          CapabilityCheck.program(card.program(), device.capabilities());
          for (KernelCard kernel : card.kernels()) {
            launches(device, kernel);
          }
        });
  }

  private static void launches(Device device, KernelCard card) {
    Kernel kernel = card.text().kernel();
    Capabilities c = device.capabilities();
    MachineKernel code = null;
    for (KernelCard.Shape s : card.launches().shapes()) {
      HostStep.Launch launch =
          new HostStep.Launch(
              0,
              0,
              s.geometry(),
              s.dynamicLocalBytes(),
              List.of(),
              0,
              0,
              List.of(),
              s.domainWidth(),
              s.domainHeight());
      Geometry geometry = PixelDomain.of(launch, c).map(PixelDomain::geometry).orElse(s.geometry());
      CapabilityCheck.launch(kernel, launch, geometry, c);
      code = code == null ? device.lower(kernel) : code;
      LaunchOccupancy.of(
          device, kernel, device.fitted(code, geometry), geometry, s.dynamicLocalBytes());
    }
    KernelCard.Launches l = card.launches();
    CapabilityCheck.executed(kernel, new LaunchEnd(l.minimumWidth(), l.flags()), c);
  }

  /**
   * {@return an error of a device's model, in a line}
   *
   * @param e what came out of a device's model or of our own code
   */
  public static String failure(Throwable e) {
    if (e instanceof ModelException) {
      return e.getMessage(); // says whose it is
    }
    return "internal error: "
        + (e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
  }

  private static List<Refusal> refusals(Catalogue catalogue, Consumer<Device> check) {
    List<Refusal> refusals = new ArrayList<>();
    for (DeviceSpec spec : catalogue.specs()) {
      try {
        check.accept(catalogue.device(spec));
      } catch (RefusalException e) {
        refusals.add(new Refusal(spec.id(), e.getMessage()));
      } catch (InputException e) {
        throw e; // what the user wrote is wrong
      } catch (RuntimeException | StackOverflowError e) {
        refusals.add(new Refusal(spec.id(), failure(e), true));
      }
    }
    return List.copyOf(refusals);
  }
}
