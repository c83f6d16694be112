// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.check.CheckedAccess.Kind;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.trace.record.HostStep;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.stream.EventOrder;
import io.lockstep.workload.stream.HostCopies;
import io.lockstep.workload.stream.StreamRaces;

/**
 * Executes steps of the device other than launches, in program order regardless of their streams,
 * and returns the steps that a trace records for them.
 */
record DeviceSteps(DeviceState device, HostCopies copies, EventOrder events, StreamRaces races) {
  HostStep execute(Step found, Scope scope, int number) {
    events.reach(found);
    if (found instanceof Step.Fill fill) {
      DeviceMemory memory = device.memory();
      int buffer = device.buffer(fill.buffer());
      device.fill(buffer, fill.value(), scope, memory.bytes(buffer));
      races.device(buffer, Kind.WRITE, 0, memory.bytes(buffer));
      copies.overwritten(buffer, 0, memory.bytes(buffer));
      return new HostStep.Fill(number, buffer, memory.bytes(buffer));
    } else if (found instanceof Step.Transfer transfer) {
      return transfer(transfer, scope, number);
    } else if (found instanceof Step.Copy copy) {
      DeviceCopy done = DeviceCopy.of(copy, device, scope);
      done.execute(device.memory());
      races.device(done.from(), Kind.READ, done.fromOffset(), done.fromOffset() + done.bytes());
      races.device(done.to(), Kind.WRITE, done.toOffset(), done.toOffset() + done.bytes());
      copies.overwritten(done.to(), done.toOffset(), done.toOffset() + done.bytes());
      return new HostStep.Copy(number, done.from(), done.to(), done.bytes());
    } else if (found instanceof Step.RecordEvent event) {
      return new HostStep.RecordEvent(number, event.stream(), event.event(), event.all());
    } else if (found instanceof Step.WaitEvent event) {
      return new HostStep.WaitEvent(number, event.stream(), event.event(), event.all());
    } else if (found instanceof Step.SynchronizeStream synchronize) {
      return new HostStep.SynchronizeStream(number, synchronize.stream());
    } else if (found instanceof Step.SynchronizeEvent synchronize) {
      return new HostStep.SynchronizeEvent(number, synchronize.event());
    }
    return new HostStep.Synchronize(number);
  }

  private HostStep transfer(Step.Transfer transfer, Scope scope, int number) {
    int buffer = device.buffer(transfer.buffer());
    long whole = device.memory().bytes(buffer);
    long bytes =
        transfer.bytes() == null ? whole : transfer.bytes().evaluate(scope, "bytes", 1, whole);
    if (transfer.value() != null) {
      device.fill(buffer, transfer.value(), scope, bytes);
      races.compute(buffer, Kind.WRITE, 0, bytes);
    }
    races.device(buffer, transfer.upload() ? Kind.WRITE : Kind.READ, 0, bytes);
    races.host(buffer, transfer.upload() ? Kind.READ : Kind.WRITE, 0, bytes);
    copies.transferred(buffer, transfer.upload(), bytes);
    return transfer.upload()
        ? new HostStep.Upload(number, buffer, bytes, transfer.pinned())
        : new HostStep.Download(number, buffer, bytes, transfer.pinned());
  }
}
