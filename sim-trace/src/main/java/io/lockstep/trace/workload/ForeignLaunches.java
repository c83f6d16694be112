package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import io.lockstep.trace.ir.Address;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;

/** Makes launches for somebody else to run from those of a workload. Stateless. */
final class ForeignLaunches {
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
    for (int i = 0; i < launch.arguments().size(); i++) {
      values.add(value(launch.arguments().get(i), arguments.get(i), scope));
    }
    return new ForeignLaunch(
        launch.where(),
        launch.kernel(),
        bound.path(entry.file().name()),
        entry.file().compilerOptions().stream().map(o -> o.resolve(scope)).toList(),
        geometry,
        List.copyOf(values));
  }

  private static ForeignLaunch.Value value(Argument argument, long bits, Scope scope) {
    if (argument instanceof Argument.Buffer) {
      return new ForeignLaunch.Value.Pointer(Address.buffer(bits), Address.offset(bits));
    }
    if (argument instanceof Argument.Scalar scalar) {
      return new ForeignLaunch.Value.Bytes(LittleEndian.of(bits, scalar.type().bytes()));
    }
    if (argument instanceof Argument.Local local) {
      return new ForeignLaunch.Value.Local(local.bytes().evaluate(scope));
    }
    throw new InputException(
        argument.where(), "the oracle is given buffers, numbers and local memory only");
  }
}
