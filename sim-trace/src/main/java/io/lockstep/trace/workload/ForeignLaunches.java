package io.lockstep.trace.workload;

import io.lockstep.trace.ir.Address;
import io.lockstep.trace.ir.Parameter;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;

/** Makes launches for somebody else to run from those of a workload. Stateless. */
final class ForeignLaunches {
  private static final int WORD = 8;

  private ForeignLaunches() {}

  /**
   * A launch whose values are known.
   *
   * @param arguments as our own execution would get them
   */
  static ForeignLaunch of(
      Step.Launch launch,
      KernelLibrary.Entry entry,
      BoundWorkload bound,
      Scope scope,
      Geometry geometry,
      List<Long> arguments) {
    List<ForeignLaunch.Value> values = new ArrayList<>();
    List<Parameter> parameters = entry.kernel().parameters();
    int word = 0;
    for (int i = 0; i < launch.arguments().size(); i++) {
      Parameter parameter = parameters.get(i);
      values.add(value(launch.arguments().get(i), parameter, word, arguments, scope));
      word += isByValue(parameter) ? (parameter.bytes() + WORD - 1) / WORD : 1;
    }
    return new ForeignLaunch(
        launch.where(),
        launch.kernel(),
        bound.path(entry.file().name()),
        entry.file().compilerOptions().stream().map(o -> o.resolve(scope)).toList(),
        geometry,
        List.copyOf(values));
  }

  /** Whether it is a structure or a vector, which takes one word for each eight bytes. */
  private static boolean isByValue(Parameter parameter) {
    return parameter.bytes() != parameter.type().bytes() && parameter.type() != Type.PTR;
  }

  private static ForeignLaunch.Value value(
      Argument argument, Parameter parameter, int word, List<Long> words, Scope scope) {
    if (argument instanceof Argument.Local local) {
      return new ForeignLaunch.Value.Local(local.bytes().evaluate(scope));
    }
    if (argument instanceof Argument.Scalar scalar) {
      return new ForeignLaunch.Value.Bytes(LittleEndian.of(words.get(word), scalar.type().bytes()));
    }
    if (isByValue(parameter)) {
      byte[] bytes = new byte[parameter.bytes()];
      for (int k = 0; k < bytes.length; k++) {
        bytes[k] = (byte) (words.get(word + k / WORD) >>> 8 * (k % WORD));
      }
      return new ForeignLaunch.Value.Bytes(bytes);
    }
    if (argument instanceof Argument.Texture) {
      return new ForeignLaunch.Value.Other(argument.where(), "texture");
    }
    long address = words.get(word);
    return new ForeignLaunch.Value.Pointer(Address.buffer(address), Address.offset(address));
  }
}
