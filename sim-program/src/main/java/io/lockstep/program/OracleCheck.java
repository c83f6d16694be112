// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.SourceParameter;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.workload.element.BufferComparison;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Executes each launch by another implementation, too, from the same contents of buffers, and
 * compares all buffers that are arguments. Ends with the first difference. Not thread-safe.
 */
final class OracleCheck implements AutoCloseable {
  private static final double HALF = 1e-2;
  private static final double SINGLE = 1e-4;
  private static final double DOUBLE = 1e-9;
  private static final int PART = 1 << 16;

  private static final Map<String, ElementType> TYPES =
      Map.of(
          "char", ElementType.I8,
          "short", ElementType.I16,
          "ushort", ElementType.U16,
          "int", ElementType.I32,
          "uint", ElementType.U32,
          "long", ElementType.I64,
          "ulong", ElementType.U64,
          "half", ElementType.F16,
          "float", ElementType.F32,
          "double", ElementType.F64);

  private final OracleRequest request;
  private final DeviceMemory memory;
  private final Consumer<String> notes;
  private final Set<Kernel> refused = new HashSet<>(); // never iterated
  private Optional<LaunchRunner> runner = Optional.empty(); // none before the first launch
  private Optional<DeviceMemory> results = Optional.empty(); // of the current launch
  private Map<Integer, Integer> compared = Map.of(); // buffer to its number in the results
  private String difference = "";
  private long agreed;

  OracleCheck(OracleRequest request, DeviceMemory memory, Consumer<String> notes) {
    this.request = request;
    this.memory = memory;
    this.notes = notes;
  }

  /** Returns the first difference, or an empty text. */
  String difference() {
    return difference;
  }

  /** Returns the number of launches with the same results. */
  long agreed() {
    return agreed;
  }

  /** Executes a launch by the other implementation, before it is executed here. */
  void before(Kernel kernel, ForeignLaunch launch) {
    if (!difference.isEmpty() || refused.contains(kernel)) {
      return;
    }
    DeviceMemory copy = new DeviceMemory();
    results = Optional.of(copy);
    compared = new LinkedHashMap<>();
    List<ForeignLaunch.Value> arguments = new ArrayList<>();
    for (ForeignLaunch.Value value : launch.arguments()) {
      if (value instanceof ForeignLaunch.Value.Pointer pointer) {
        int number = compared.computeIfAbsent(pointer.buffer(), buffer -> copied(buffer, copy));
        arguments.add(new ForeignLaunch.Value.Pointer(number, pointer.offset()));
      } else {
        arguments.add(value);
      }
    }
    try {
      if (runner.isEmpty()) {
        runner = Optional.of(request.start().get());
      }
      runner.get().hostStep();
      runner.get().run(launch.with(arguments), copy);
    } catch (InputException e) {
      notes.accept(
          "'%s' is not compared with %s: %s"
              .formatted(kernel.name(), request.name(), e.getMessage()));
      refused.add(kernel);
      close();
    }
  }

  private int copied(int buffer, DeviceMemory copy) {
    long bytes = memory.bytes(buffer);
    int number = copy.allocate(memory.name(buffer), Type.I8, bytes, null);
    byte[] part = new byte[(int) Math.min(PART, bytes)];
    for (long at = 0; at < bytes; at += PART) {
      int n = (int) Math.min(PART, bytes - at);
      memory.read(buffer, at, part, 0, n);
      copy.write(number, at, part, 0, n);
    }
    return number;
  }

  /** Compares the results of a launch that was executed here. */
  void after(Kernel kernel, ForeignLaunch launch) {
    if (results.isEmpty()) {
      return;
    }
    List<SourceParameter> declared = SourceParameter.of(kernel);
    List<Integer> left = new ArrayList<>(compared.keySet());
    for (int i = 0; i < launch.arguments().size() && difference.isEmpty(); i++) {
      if (launch.arguments().get(i) instanceof ForeignLaunch.Value.Pointer pointer
          && left.remove((Integer) pointer.buffer())) {
        SourceParameter parameter =
            i < declared.size()
                ? declared.get(i)
                : new SourceParameter(1, "none", "", List.of(), Integer.toString(i));
        compare(launch, parameter, pointer.buffer());
      }
    }
    if (difference.isEmpty()) {
      agreed++;
    } else {
      notes.accept(difference);
    }
    forget();
  }

  private void compare(ForeignLaunch launch, SourceParameter parameter, int buffer) {
    ElementType type = type(parameter.type());
    new BufferComparison(type, request.tolerance().orElse(tolerance(type)))
        .first(memory, buffer, results.get(), compared.get(buffer))
        .ifPresent(
            found ->
                difference =
                    ("%s, kernel '%s': element %d of buffer %s, argument '%s', is %s; %s has"
                            + " %s (%d elements differ)")
                        .formatted(
                            launch.where(),
                            launch.kernel(),
                            found.index(),
                            memory.name(buffer),
                            parameter.name(),
                            found.got(),
                            request.name(),
                            found.want(),
                            found.count()));
  }

  /** Returns the type of the elements that a pointer points to: bytes if it is a structure. */
  static ElementType type(String pointer) {
    String name = pointer.replaceFirst("\\d*\\*$", "");
    return TYPES.getOrDefault(name, ElementType.U8);
  }

  private static double tolerance(ElementType type) {
    return switch (type) {
      case F16 -> HALF;
      case F64 -> DOUBLE;
      default -> SINGLE;
    };
  }

  private void forget() {
    results.ifPresent(DeviceMemory::close);
    results = Optional.empty();
  }

  @Override
  public void close() {
    forget();
    runner.ifPresent(LaunchRunner::close);
    runner = Optional.empty();
  }
}
