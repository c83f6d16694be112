// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.workload.element.DeviceElements;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.expression.BufferAccess;
import io.lockstep.workload.expression.ElementBatch;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.step.StepWalker;
import io.lockstep.workload.stream.HostCopies;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Executes the host's own work while a workload runs: variables, conditions, arithmetic on buffers.
 * It takes no simulated time; {@link HostCopies} counts the transfers that it needs.
 */
record HostProgram(DeviceState device, HostCopies copies) implements StepWalker.Condition {
  private static final int CHUNK = 1024;
  private static final int TILE = 64;

  /** Executes a step if it is the host's own; returns whether it was executed. */
  boolean execute(Step step, Scope scope) {
    if (step instanceof Step.Swap swap) {
      device.swap(swap.first(), swap.second());
    } else if (step instanceof Step.Set set) {
      set(set, scope);
    } else if (step instanceof Step.Compute compute) {
      compute(compute, scope);
    } else if (step instanceof Step.Group group) {
      new KeyedGathering(group, scope, device, copies).run();
    } else if (step instanceof Step.Transpose transpose) {
      transpose(transpose, scope);
    } else {
      return false;
    }
    return true;
  }

  /** Access to the current elements by the host; a read causes a download if necessary. */
  private final class Looks implements BufferAccess {
    @Override
    public ElementReader reader(String buffer) {
      return device.reader(device.buffer(buffer), buffer);
    }

    @Override
    public void touch(String buffer, long first, long count) {
      int number = device.buffer(buffer);
      int bytes = device.type(number).bytes();
      copies.read(number, first * bytes, (first + count) * bytes);
    }
  }

  private void set(Step.Set step, Scope scope) {
    for (Step.Assignment assignment : step.assignments()) {
      TypedExpression value = assignment.value();
      if (assignment.isReal()) {
        scope.set(assignment.name(), value.real(scope, new Looks()));
      } else {
        scope.set(assignment.name(), value.whole(scope, new Looks()));
      }
    }
  }

  @Override
  public boolean holds(TypedExpression condition, Scope scope) {
    copies.decide(condition.where());
    return condition.whole(scope, new Looks()) != 0;
  }

  @Override
  public boolean met(Step.RepeatUntil loop, Scope scope) {
    ElementType type = device.type(device.buffer(loop.buffer()));
    long got = element(loop, scope);
    long want = loop.equals().bits(scope, type);
    return got == want || type.isFloat() && type.real(got) == type.real(want);
  }

  @Override
  public String found(Step.RepeatUntil loop, Scope scope) {
    return device.type(device.buffer(loop.buffer())).show(element(loop, scope));
  }

  private long element(Step.RepeatUntil loop, Scope scope) {
    ElementReader reader = device.reader(device.buffer(loop.buffer()), loop.buffer());
    return reader.bits(loop.index().evaluate(scope, "index", 0, reader.count() - 1));
  }

  private void compute(Step.Compute step, Scope scope) {
    int buffer = device.buffer(step.buffer());
    ElementType type = device.type(buffer);
    long size = device.infos().get(buffer).count();
    long from = step.from() == null ? 0 : step.from().evaluate(scope, "from", 0, size);
    long n =
        step.count() == null ? size - from : step.count().evaluate(scope, "count", 0, size - from);
    HostLimit.check(step.where(), n);
    if (n == 0) {
      return;
    }
    Map<String, ElementReader> readers = new HashMap<>(); // never iterated
    for (String name : new TreeSet<>(step.expression().uses().buffers())) {
      int number = device.buffer(name);
      copies.read(number, 0, device.memory().bytes(number));
      readers.put(name, device.reader(number, name));
    }
    ElementReader own = readers.get(step.buffer());
    boolean ofOthers = step.expression().uses().elsewhere().contains(step.buffer());
    int most = ofOthers ? 1 : CHUNK; // an element may depend on elements before it
    DeviceElements target = new DeviceElements(device.memory(), buffer, type);
    long[] bits = new long[CHUNK];
    for (long done = 0; done < n; ) {
      int part = (int) Math.min(most, n - done);
      step.expression()
          .encode(ElementBatch.range(scope, readers::get, from + done, part), type, bits);
      target.write(from + done, part, bits);
      if (own != null) {
        own.forget();
      }
      done += part;
    }
    copies.write(buffer, from * type.bytes(), (from + n) * type.bytes());
  }

  private void transpose(Step.Transpose step, Scope scope) {
    int from = device.buffer(step.from());
    int to = device.buffer(step.to());
    long most = Math.min(device.infos().get(from).count(), device.infos().get(to).count());
    long rows = step.rows().evaluate(scope, "rows", 1, most);
    long columns = step.columns().evaluate(scope, "columns", 1, most / rows);
    HostLimit.check(step.where(), rows * columns);
    ElementType type = device.type(from);
    copies.read(from, 0, rows * columns * type.bytes());
    DeviceElements source = new DeviceElements(device.memory(), from, type);
    DeviceElements target = new DeviceElements(device.memory(), to, type);
    long[][] tile = new long[TILE][TILE];
    long[] column = new long[TILE];
    for (long r = 0; r < rows; r += TILE) {
      int height = (int) Math.min(TILE, rows - r);
      for (long c = 0; c < columns; c += TILE) {
        int width = (int) Math.min(TILE, columns - c);
        for (int y = 0; y < height; y++) {
          source.bits((r + y) * columns + c, width, tile[y]);
        }
        for (int x = 0; x < width; x++) {
          for (int y = 0; y < height; y++) {
            column[y] = tile[y][x];
          }
          target.write((c + x) * rows + r, height, column);
        }
      }
    }
    copies.write(to, 0, rows * columns * type.bytes());
  }
}
