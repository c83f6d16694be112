// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.step.Step;

/**
 * A copy within device memory, with evaluated expressions.
 *
 * @param from number of the source buffer
 * @param fromOffset offset in the source, in bytes
 * @param to number of the target buffer
 * @param toOffset offset in the target, in bytes
 */
record DeviceCopy(int from, long fromOffset, int to, long toOffset, long bytes) {
  /**
   * Evaluates a step.
   *
   * @throws InputException if the copy does not fit, or its source and target overlap
   */
  static DeviceCopy of(Step.Copy step, DeviceState device, Scope scope) {
    int from = device.buffer(step.from());
    int to = device.buffer(step.to());
    long held = device.memory().bytes(from);
    long room = device.memory().bytes(to);
    Step.CopyPart part = step.part();
    if (part == null) {
      if (held > room) {
        throw step.wrong(
            "'" + step.from() + "' has " + held + " bytes, '" + step.to() + "' only " + room);
      }
      return new DeviceCopy(from, 0, to, 0, held);
    }
    int element = device.type(from).bytes();
    int target = device.type(to).bytes();
    long first = part.from().evaluate(scope, "from_offset", 0, held / element);
    long place = part.to().evaluate(scope, "to_offset", 0, room / target) * target;
    long left = held / element - first;
    long most = Math.min(left, (room - place) / element);
    long count =
        part.count() == null ? left : part.count().evaluate(scope, "count", 0, Math.max(0, most));
    if (count > most) {
      throw step.wrong(
          "'%s' has %s bytes from there on, '%s' only %s"
              .formatted(step.from(), left * element, step.to(), room - place));
    }
    DeviceCopy copy = new DeviceCopy(from, first * element, to, place, count * element);
    if (copy.overlaps()) {
      throw step.wrong("the copy within '" + step.from() + "' lies over what it is copied from");
    }
    return copy;
  }

  private boolean overlaps() {
    return from == to
        && bytes > 0
        && fromOffset < toOffset + bytes
        && toOffset < fromOffset + bytes;
  }

  void execute(DeviceMemory memory) {
    if (fromOffset == 0 && toOffset == 0) {
      memory.copy(from, to, bytes);
    } else {
      memory.copy(from, fromOffset, to, toOffset, bytes);
    }
  }
}
