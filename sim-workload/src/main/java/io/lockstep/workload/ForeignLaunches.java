// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.trace.record.Geometry;
import io.lockstep.workload.element.LittleEndian;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.step.Argument;
import io.lockstep.workload.step.Step;
import io.lockstep.workload.step.StructureValue;
import java.util.ArrayList;
import java.util.List;

/** Converts a workload's launches for an external runtime. */
final class ForeignLaunches {
  private static final int WORD = 8;

  private ForeignLaunches() {}

  /**
   * Converts a launch whose values are known.
   *
   * @param range values by {@link io.lockstep.kernel.argument.LaunchRange#index}
   * @param arguments arguments as Lockstep's own execution receives them
   */
  static ForeignLaunch of(
      Step.Launch launch,
      KernelLibrary.Entry entry,
      BoundWorkload bound,
      Scope scope,
      Geometry geometry,
      long[] range,
      List<Long> arguments) {
    if (launch.cooperative()) {
      throw launch.wrong("cooperative launches cannot be run by another runtime");
    }
    if (entry.kernel().demoted()) {
      throw launch.wrong("doubles demoted to floats cannot be run by another runtime");
    }
    List<ForeignLaunch.Value> values = new ArrayList<>();
    List<Parameter> parameters = entry.kernel().parameters();
    int word = 0;
    for (int i = 0; i < launch.arguments().size(); i++) {
      Argument argument = launch.arguments().get(i);
      int bytes = parameters.get(i).bytes();
      values.add(value(argument, bytes, word, arguments, scope));
      word += argument instanceof Argument.Structure ? StructureValue.words(bytes) : 1;
    }
    return new ForeignLaunch(
        launch.where(),
        launch.kernel(),
        bound.path(entry.file().name()),
        entry.file().joined().stream().map(bound::path).toList(),
        entry.file().compilerOptions().stream().map(o -> o.resolve(scope)).toList(),
        geometry,
        range,
        List.copyOf(values));
  }

  private static ForeignLaunch.Value value(
      Argument argument, int size, int word, List<Long> words, Scope scope) {
    if (argument instanceof Argument.Local local) {
      return new ForeignLaunch.Value.Local(local.bytes().evaluate(scope));
    }
    if (argument instanceof Argument.Scalar scalar) {
      return new ForeignLaunch.Value.Bytes(LittleEndian.of(words.get(word), scalar.type().bytes()));
    }
    if (argument instanceof Argument.Structure structure) {
      if (!structure.buffers().isEmpty()) {
        return new ForeignLaunch.Value.Other(argument.where(), "structure with pointers");
      }
      byte[] bytes = new byte[size];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) (words.get(word + k / WORD) >>> 8 * (k % WORD));
      }
      return new ForeignLaunch.Value.Bytes(bytes);
    }
    if (argument instanceof Argument.Texture) {
      return new ForeignLaunch.Value.Other(argument.where(), "texture");
    }
    if (argument instanceof Argument.Image || argument instanceof Argument.Sampler) {
      return new ForeignLaunch.Value.Other(
          argument.where(), argument instanceof Argument.Image ? "image" : "sampler");
    }
    long address = words.get(word);
    return new ForeignLaunch.Value.Pointer(Address.buffer(address), Address.offset(address));
  }
}
