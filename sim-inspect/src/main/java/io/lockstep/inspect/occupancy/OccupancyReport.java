// SPDX-License-Identifier: Apache-2.0
package io.lockstep.inspect.occupancy;

import io.lockstep.inspect.fit.DeviceFit;
import io.lockstep.io.InputException;
import io.lockstep.run.RunStatus;
import io.lockstep.run.launch.CapabilityCheck;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.OccupancyRules;
import io.lockstep.spi.PixelDomain;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.occupancy.Need;
import io.lockstep.spi.occupancy.Needs;
import io.lockstep.spi.occupancy.NextStep;
import io.lockstep.spi.occupancy.OccupancyCurve;
import io.lockstep.spi.occupancy.UnitLimits;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Determines the residency of launches on devices, with next steps and curves from the devices'
 * rules. A device that refuses or fails gets a row with the reason. Not thread-safe.
 */
public final class OccupancyReport {
  private final List<Device> devices;
  private final WhatIf whatIf;
  private final Consumer<Throwable> failures;

  /**
   * @param devices devices in the order of the rows
   * @param whatIf values that replace the kernels', and requested curves
   * @param failures receives exceptions of devices' models
   * @throws InputException if no device has a need with a given name
   */
  public OccupancyReport(List<Device> devices, WhatIf whatIf, Consumer<Throwable> failures) {
    this.devices = List.copyOf(devices);
    this.whatIf = whatIf;
    this.failures = failures;
    Map<String, UnitLimits> limits = new LinkedHashMap<>();
    for (Device device : devices) {
      try {
        device.occupancyRules().ifPresent(r -> limits.put(device.spec().id(), r.limits()));
      } catch (InputException e) {
        throw e;
      } catch (RuntimeException e) {
        failures.accept(e); // reported again in the rows of the device
      }
    }
    if (!limits.isEmpty()) {
      whatIf.requireKnown(limits);
    }
  }

  /** Returns a row for each device and launch shape, by device. */
  public List<OccupancyRow> launches(List<LaunchShape> shapes) {
    List<OccupancyRow> rows = new ArrayList<>();
    for (Device device : devices) {
      for (LaunchShape shape : shapes) {
        rows.add(row(device, shape));
      }
    }
    return rows;
  }

  /** Returns a row for each device, for given values without a kernel. */
  public List<OccupancyRow> figures() {
    List<OccupancyRow> rows = new ArrayList<>();
    for (Device device : devices) {
      rows.add(
          guarded(
              device,
              "",
              0,
              whatIf.groupSize(),
              () -> {
                OccupancyRules rules =
                    device
                        .occupancyRules()
                        .orElseThrow(
                            () ->
                                new RefusalException(
                                    device.spec().id()
                                        + " does not state its rules of occupancy: name a kernel"));
                return found(device, "", 0, rules.limits(), Needs.of(whatIf.groupSize()));
              }));
    }
    return rows;
  }

  private OccupancyRow row(Device found, LaunchShape shape) {
    Device device = found.forKernel(shape.kernel());
    String kernel = shape.kernel().name();
    Geometry geometry = geometry(device, shape);
    return guarded(
        device,
        kernel,
        shape.launches(),
        geometry.groupSize(),
        () -> {
          CapabilityCheck.launch(shape.kernel(), shape.step(), geometry, device.capabilities());
          MachineKernel code = device.fitted(device.lower(shape.kernel()), geometry);
          Optional<OccupancyRules> rules = device.occupancyRules();
          if (rules.isPresent()) {
            Needs own = rules.get().needs(code, geometry, shape.dynamicLocalBytes());
            return found(device, kernel, shape.launches(), rules.get().limits(), own);
          }
          if (whatIf.groupSize() != 0 || !whatIf.amounts().isEmpty()) {
            throw new RefusalException(
                device.spec().id() + " does not state its rules of occupancy: nothing can be set");
          }
          Occupancy o = device.occupancy(code, geometry, shape.dynamicLocalBytes());
          return new OccupancyRow(
              device.spec().id(),
              kernel,
              shape.launches(),
              geometry.groupSize(),
              RunStatus.OK,
              "the device does not state its rules: no next step is known",
              o,
              null);
        });
  }

  private Geometry geometry(Device device, LaunchShape shape) {
    if (whatIf.groupSize() != 0) {
      return new Geometry(1, 1, 1, whatIf.groupSize(), 1, 1);
    }
    return PixelDomain.of(shape.step(), device.capabilities())
        .map(PixelDomain::geometry)
        .orElse(shape.geometry());
  }

  private OccupancyRow found(
      Device device, String kernel, long launches, UnitLimits limits, Needs own) {
    Needs needs = whatIf.of(limits, own);
    String id = device.spec().id();
    if (needs.groupSize() > limits.largestGroup()) { // launches were checked before
      throw new RefusalException(
          "work-group size " + needs.groupSize() + " exceeds " + limits.largestGroup());
    }
    for (String name : whatIf.amounts().keySet()) {
      if (!limits.needNames().contains(name)) {
        throw new RefusalException(
            id
                + " shares out no '"
                + name
                + "' (it has "
                + String.join(", ", limits.needs().stream().map(Need::name).toList())
                + ")");
      }
    }
    Occupancy o = Occupancy.of(limits, needs);
    boolean fits = o.groups() > 0;
    return new OccupancyRow(
        id,
        kernel,
        launches,
        needs.groupSize(),
        fits ? RunStatus.OK : RunStatus.REFUSED,
        fits ? "" : "not one work-group fits a compute unit (limited by " + o.limit() + ")",
        o,
        new OccupancyRow.Rules(limits, needs, NextStep.of(limits, needs), curves(limits, needs)));
  }

  private List<OccupancyCurve> curves(UnitLimits limits, Needs needs) {
    List<OccupancyCurve> curves = new ArrayList<>();
    for (String name : whatIf.curves()) {
      if (name.equals(NextStep.GROUP_SIZE)) {
        curves.add(OccupancyCurve.overGroupSize(limits, needs));
      }
      for (Need need : limits.needs()) {
        if (need.name().equals(name)) {
          curves.add(OccupancyCurve.over(limits, needs, need));
        }
      }
    }
    return curves;
  }

  private OccupancyRow guarded(
      Device device, String kernel, long launches, int groupSize, Supplier<OccupancyRow> body) {
    RunStatus status;
    String message;
    try {
      return body.get();
    } catch (RefusalException e) {
      status = RunStatus.REFUSED;
      message = e.getMessage();
    } catch (InputException e) {
      throw e; // an error of the user's input
    } catch (RuntimeException | StackOverflowError e) {
      failures.accept(e);
      status = RunStatus.FAILED;
      message = DeviceFit.failure(e);
    }
    return new OccupancyRow(
        device.spec().id(), kernel, launches, groupSize, status, message, null, null);
  }
}
