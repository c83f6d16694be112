package io.lockstep.trace.workload;

import java.util.List;
import java.util.Map;

/** One step of a workload as it stands in the file. Immutable. */
public sealed interface Step {
  /** Position in the file. */
  String where();

  /**
   * A kernel launch.
   *
   * @param grid work-groups, or pixels of a domain; one to three sizes
   * @param block work-items of a group; empty for AMD IL
   * @param arguments in order; empty where resources are bound
   * @param bindings AMD IL's resources by name, in the file's order; empty otherwise
   * @param domain whether {@code grid} counts pixels
   * @param shared dynamic local memory in bytes
   */
  record Launch(
      String where,
      String kernelWhere,
      String kernel,
      List<IntegerExpression> grid,
      List<IntegerExpression> block,
      String argumentsWhere,
      List<Argument> arguments,
      Map<String, Argument> bindings,
      boolean domain,
      IntegerExpression shared)
      implements Step {
    /** Whether resources are bound instead of arguments passed. */
    public boolean isBound() {
      return !bindings.isEmpty();
    }
  }

  /** Repeats for var = from … below − 1. */
  record For(
      String where,
      String variable,
      IntegerExpression from,
      IntegerExpression below,
      List<Step> steps)
      implements Step {}

  /** Repeats until an element has a value; {@code variable} may be null. */
  record RepeatUntil(
      String where,
      String variable,
      String buffer,
      IntegerExpression index,
      Value equals,
      IntegerExpression atMost,
      List<Step> steps)
      implements Step {}

  /** A device memset. */
  record Fill(String where, String buffer, Value value) implements Step {}

  /** Exchanges two buffers' names. */
  record Swap(String where, String first, String second) implements Step {}

  /**
   * A host transfer.
   *
   * @param upload to the device or from it
   * @param bytes null for the whole buffer
   * @param value what the host writes, or null
   */
  record Transfer(
      String where,
      boolean upload,
      String buffer,
      IntegerExpression bytes,
      boolean pinned,
      Value value)
      implements Step {}

  /** A device-to-device copy. */
  record Copy(String where, String from, String to) implements Step {}

  /** The host waits for all launches. */
  record Synchronize(String where) implements Step {}
}
