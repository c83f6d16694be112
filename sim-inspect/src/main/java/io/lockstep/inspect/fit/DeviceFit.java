// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.fit;

import io.lockstep.inspect.card.KernelCard;
import io.lockstep.inspect.card.ProgramCard;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.Catalogue;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.run.launch.LaunchOccupancy;
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
 * Determines without simulation which devices of a catalogue would refuse a kernel or a program,
 * and why.
 */
public final class DeviceFit {
  /**
   * A device that refuses a kernel or program.
   *
   * @param reason the first reason, as a run on the device would report it
   * @param failed whether the device's model failed instead of refusing
   */
  public record Refusal(String device, String reason, boolean failed) {
    public Refusal(String device, String reason) {
      this(device, reason, false);
    }
  }

  private DeviceFit() {}

  /** Returns the devices that refuse a kernel in any launch, in the order of the catalogue. */
  public static List<Refusal> kernel(Catalogue catalogue, Kernel kernel) {
    return refusals(
        catalogue,
        found -> {
          Device device = found.forKernel(kernel);
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
   * Checks a kernel against a device's capabilities only; code generation may refuse it for further
   * reasons.
   *
   * @throws RefusalException if the device lacks a capability
   */
  public static void capabilities(Device device, Kernel kernel) {
    boolean known = !kernel.requiredGroupSize().isEmpty();
    int size = known ? groupSize(kernel) : 0;
    CapabilityCheck.kernel(
        kernel, kernel.localBytes(), size, device.forKernel(kernel).capabilities());
  }

  private static int groupSize(Kernel kernel) {
    return kernel.requiredGroupSize().stream().reduce(1, Math::multiplyExact);
  }

  /** Returns the devices that refuse a program as launched, in the order of the catalogue. */
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

  private static void launches(Device found, KernelCard card) {
    Kernel kernel = card.text().kernel();
    Device device = found.forKernel(kernel);
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

  /** Describes an error of a device's model, or an internal error, in one line. */
  public static String failure(Throwable e) {
    if (e instanceof ModelException) {
      return e.getMessage(); // the message names the model
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
        throw e; // an error of the user's input
      } catch (RuntimeException | StackOverflowError e) {
        refusals.add(new Refusal(spec.id(), failure(e), true));
      }
    }
    return List.copyOf(refusals);
  }
}
