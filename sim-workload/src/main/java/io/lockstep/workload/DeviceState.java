// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.execute.memory.PageFiller;
import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.argument.GridWorkspace;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Variable;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.workload.element.DeviceElements;
import io.lockstep.workload.element.ElementReader;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.element.LittleEndian;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.expression.Value;
import io.lockstep.workload.launch.ModuleVariables;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.BufferDeclaration;
import io.lockstep.workload.step.KernelFile;
import io.lockstep.workload.step.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Device memory while a workload runs: buffers, followed by module-scope variables, and the names
 * of the buffers, which swaps exchange.
 */
final class DeviceState {
  private final DeviceMemory memory;
  private final Map<String, Integer> names = new HashMap<>();
  private final List<ElementType> types = new ArrayList<>();
  private final List<BufferInfo> infos = new ArrayList<>();
  private int workspace = -1;
  private final Map<KernelFile, ModuleVariables> variables = new LinkedHashMap<>();

  /**
   * @param budget bytes of memory that the device may use
   */
  DeviceState(BoundWorkload bound, KernelLibrary kernels, long budget) {
    memory = new DeviceMemory(budget / 4 * 3); // the heap needs a quarter in addition to the pages
    for (BoundWorkload.SizedBuffer buffer : bound.buffers()) {
      names.put(buffer.declaration().name(), infos.size());
      allocate(buffer, bound.filler(buffer));
    }
    Map<String, BoundWorkload.SizedBuffer> symbols = new LinkedHashMap<>();
    bound.symbols().forEach(s -> symbols.put(s.declaration().name(), s));
    Map<String, Integer> sizes = new LinkedHashMap<>();
    for (KernelLibrary.Entry entry : kernels.all()) {
      for (Variable variable : entry.kernel().variables()) {
        if (ModuleVariables.isModuleScope(variable)) {
          addVariable(entry, variable, symbols.get(variable.name()), bound);
          sizes.put(variable.name(), variable.bytes());
        }
      }
    }
    if (kernels.all().stream().anyMatch(e -> GridWorkspace.isUsedBy(e.kernel()))) {
      workspace = infos.size();
      allocate(GridWorkspace.NAME, ElementType.U32, GridWorkspace.BYTES / 4, null);
    }
    for (BoundWorkload.SizedBuffer symbol : symbols.values()) {
      String name = symbol.declaration().name();
      if (!sizes.containsKey(name)) {
        throw symbol
            .declaration()
            .wrong(
                "no kernel has a module-scope variable '%s'%s"
                    .formatted(name, Suggestions.hint(name, sizes.keySet(), "")));
      }
    }
  }

  private void addVariable(
      KernelLibrary.Entry entry,
      Variable variable,
      BoundWorkload.SizedBuffer symbol,
      BoundWorkload bound) {
    ModuleVariables known = variables.computeIfAbsent(entry.file(), f -> new ModuleVariables());
    if (known.has(variable.name())) {
      return;
    }
    known.bind(variable.name(), infos.size());
    if (symbol == null) {
      PageFiller filler = known.initial(variable, entry.kernel());
      allocate(variable.name(), ElementType.U8, variable.bytes(), filler);
      return;
    }
    if (symbol.bytes() != variable.bytes()) {
      throw new InputException(
          symbol.declaration().countWhere(),
          "the variable '%s' has %s bytes, found %s (%s of %s)"
              .formatted(
                  variable.name(),
                  variable.bytes(),
                  symbol.bytes(),
                  symbol.count(),
                  symbol.declaration().type().text()));
    }
    allocate(symbol, bound.filler(symbol));
  }

  private void allocate(BoundWorkload.SizedBuffer buffer, PageFiller filler) {
    BufferDeclaration declaration = buffer.declaration();
    allocate(declaration.name(), declaration.type(), buffer.count(), filler);
  }

  private void allocate(String name, ElementType type, long count, PageFiller filler) {
    long bytes = count * type.bytes();
    int number = memory.allocate(name, type.type(), bytes, filler);
    types.add(type);
    infos.add(new BufferInfo(number, name, type.type(), count, bytes));
  }

  /**
   * Returns a pointer to the grid's workspace, after filling it with zeros; 0 unless the launch is
   * cooperative and a kernel uses a workspace.
   */
  long workspace(boolean cooperative) {
    if (!cooperative || workspace < 0) {
      return 0;
    }
    memory.fill(workspace, new byte[] {0});
    return Address.of(workspace, 0);
  }

  DeviceMemory memory() {
    return memory;
  }

  List<BufferInfo> infos() {
    return infos;
  }

  boolean hasBuffer(String name) {
    return names.containsKey(name);
  }

  /** Returns the number of the buffer that currently has a name. */
  int buffer(String name) {
    return names.get(name);
  }

  /** Returns the numbers of the buffers that a launch receives in selected arguments. */
  List<Integer> passed(Step.Launch launch, Predicate<Argument> in) {
    return Stream.concat(launch.arguments().stream(), launch.bindings().values().stream())
        .filter(in)
        .flatMap(argument -> argument.buffers().stream())
        .map(this::buffer)
        .distinct()
        .toList();
  }

  ElementType type(int buffer) {
    return types.get(buffer);
  }

  void swap(String first, String second) {
    int kept = names.get(first);
    names.put(first, names.get(second));
    names.put(second, kept);
  }

  /** Returns the buffer of each of a kernel's variables; −1 for local and private variables. */
  int[] variableBuffers(KernelFile file, Kernel kernel) {
    return variables.getOrDefault(file, new ModuleVariables()).of(kernel);
  }

  /** Repeats an element's value over the first bytes of a buffer. */
  void fill(int buffer, Value value, Scope scope, long bytes) {
    ElementType type = types.get(buffer);
    byte[] pattern = LittleEndian.of(value.bits(scope, type), type.bytes());
    if (bytes == memory.bytes(buffer)) {
      memory.fill(buffer, pattern);
      return;
    }
    if (bytes % type.bytes() != 0) {
      throw value.wrong(bytes + " bytes are not a whole number of " + type.text());
    }
    byte[] chunk = new byte[(int) Math.min(bytes, 4096)];
    for (int k = 0; k < chunk.length; k++) {
      chunk[k] = pattern[k % pattern.length];
    }
    for (long at = 0; at < bytes; at += chunk.length) {
      memory.write(buffer, at, chunk, 0, (int) Math.min(chunk.length, bytes - at));
    }
  }

  /** Returns the pointer of an argument, which may point one past the last element. */
  long address(Argument.Offset argument, Scope scope) {
    int buffer = buffer(argument.buffer());
    long element = argument.offset().evaluate(scope, "offset", 0, infos.get(buffer).count());
    return Address.of(buffer, element * types.get(buffer).bytes());
  }

  /** Returns a reader of a buffer's current elements. */
  ElementReader reader(int buffer, String name) {
    return new ElementReader(
        name,
        types.get(buffer),
        infos.get(buffer).count(),
        new DeviceElements(memory, buffer, types.get(buffer)));
  }
}
