// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.workload.element.DeviceElements;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.stream.HostCopies;

/**
 * Sums, averages or counts rows by their keys, in the order of rows. Whole numbers are summed
 * exactly, and real numbers in double precision, or with every addition rounded to single precision
 * if the step requests it.
 */
final class KeyedGathering {
  /** Maximum number of elements of the result, which is kept in memory. */
  private static final long MOST_RESULTS = 1L << 24;

  private final Step.Group step;
  private final DeviceState device;
  private final HostCopies copies;
  private final ElementReader keys;
  private final ElementReader values; // null if rows are counted
  private final int into;
  private final ElementType intoType;
  private final int width;
  private final long rows;
  private final long[] counts;
  private final long[] wholeSums;
  private final double[] realSums;

  KeyedGathering(Step.Group step, Scope scope, DeviceState device, HostCopies copies) {
    this.step = step;
    this.device = device;
    this.copies = copies;
    keys = device.reader(device.buffer(step.keys()), step.keys());
    into = device.buffer(step.into());
    intoType = device.type(into);
    long results = device.infos().get(into).count();
    if (results > MOST_RESULTS) {
      throw step.wrong(
          "'" + step.into() + "' has " + results + " elements; at most " + MOST_RESULTS);
    }
    long most = keys.count();
    width = step.width() == null ? 1 : (int) step.width().evaluate(scope, "width", 1, results);
    if (step.values() == null) {
      values = null;
    } else {
      values = device.reader(device.buffer(step.values()), step.values());
      most = Math.min(most, values.count() / width);
    }
    if (step.count() == null && most < keys.count()) {
      throw step.wrong(
          "'%s' has %s elements, rows of %s for %s keys need %s"
              .formatted(step.values(), values.count(), width, keys.count(), keys.count() * width));
    }
    rows = step.count() == null ? most : step.count().evaluate(scope, "count", 0, most);
    HostLimit.check(step.where(), rows * width);
    counts = new long[(int) (results / width)];
    boolean real = values != null && values.type().isFloat();
    wholeSums = values == null || real ? null : new long[counts.length * width];
    realSums = real ? new double[counts.length * width] : null;
  }

  void run() {
    int keysBuffer = device.buffer(step.keys());
    copies.read(keysBuffer, 0, rows * keys.type().bytes());
    if (values != null) {
      copies.read(device.buffer(step.values()), 0, rows * width * values.type().bytes());
    }
    for (long row = 0; row < rows; row++) {
      int key = key(row);
      counts[key]++;
      for (int x = 0; values != null && x < width; x++) {
        add(key * width + x, row * width + x);
      }
    }
    if (step.gathering() == Step.Gathering.AVERAGE) {
      // Elements of empty keys are kept, so the host must have them before it writes the other
      // elements.
      copies.read(into, 0, (long) counts.length * width * intoType.bytes());
    }
    store();
    copies.write(into, 0, (long) counts.length * width * intoType.bytes());
  }

  private int key(long row) {
    long key = keys.type().integer(keys.bits(row));
    if (key < 0 || key >= counts.length) {
      throw step.wrong(
          "'%s[%s]' is %s, but '%s' has %s rows of %s"
              .formatted(
                  step.keys(),
                  row,
                  keys.type().show(keys.bits(row)),
                  step.into(),
                  counts.length,
                  width));
    }
    return (int) key;
  }

  private void add(int to, long element) {
    long value;
    try {
      value = values.value(element);
      if (wholeSums != null) {
        wholeSums[to] = Math.addExact(wholeSums[to], value);
        return;
      }
    } catch (ArithmeticException e) {
      throw step.wrong("a sum of '" + step.values() + "': " + e.getMessage());
    }
    double sum = realSums[to] + Double.longBitsToDouble(value);
    realSums[to] = step.single() ? (float) sum : sum;
  }

  private void store() {
    DeviceElements target = new DeviceElements(device.memory(), into, intoType);
    long[] row = new long[width];
    for (int key = 0; key < counts.length; key++) {
      if (counts[key] == 0 && step.gathering() == Step.Gathering.AVERAGE) {
        continue;
      }
      for (int x = 0; x < width; x++) {
        row[x] = result(key, key * width + x);
      }
      target.write((long) key * width, width, row);
    }
  }

  private long result(int key, int at) {
    switch (step.gathering()) {
      case COUNT:
        return intoType.encode(counts[key]);
      case SUM:
        return realSums == null ? intoType.encode(wholeSums[at]) : intoType.encode(realSums[at]);
      default:
        double sum = realSums == null ? (double) wholeSums[at] : realSums[at];
        double mean = step.single() ? (float) sum / (float) counts[key] : sum / counts[key];
        return intoType.encode(mean);
    }
  }
}
