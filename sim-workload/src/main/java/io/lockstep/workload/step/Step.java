// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.io.Placed;
import io.lockstep.kernel.argument.LaunchRange;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.LoopRange;
import io.lockstep.workload.expression.TypedExpression;
import io.lockstep.workload.expression.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One step of a workload file. Immutable. */
public sealed interface Step extends Placed {
  /** {@return the contained steps, in the file's order} */
  default List<Step> inner() {
    return List.of();
  }

  /** {@return this step, or the operation that it submits to a stream} */
  default Step operation() {
    return this;
  }

  /**
   * A kernel launch.
   *
   * @param function the launched kernel
   * @param extent number and size of the work-groups
   * @param values arguments or bound resources
   * @param shared dynamic local memory in bytes
   * @param cooperative whether all work-groups must be resident at once
   */
  record Launch(
      String where,
      Function function,
      Extent extent,
      Values values,
      IntegerExpression shared,
      boolean cooperative)
      implements Step {
    /**
     * The kernel of a launch.
     *
     * @param where position of the name
     * @param options additional compiler options
     */
    public record Function(String where, String name, List<FileName> options) implements Placed {}

    /**
     * The number and size of a launch's work-groups.
     *
     * @param grid number of work-groups, of work-items if {@code range} is in work-items, or of
     *     pixels of a domain; one to three sizes
     * @param block number of work-items per group; empty for AMD IL
     * @param domain whether {@code grid} counts pixels
     */
    public record Extent(
        List<IntegerExpression> grid, List<IntegerExpression> block, Range range, boolean domain) {}

    /**
     * The values that a launch passes.
     *
     * @param where position of the arguments
     * @param arguments arguments in order; empty if resources are bound
     * @param bindings AMD IL's resources by name, in the file's order; empty otherwise
     */
    public record Values(String where, List<Argument> arguments, Map<String, Argument> bindings)
        implements Placed {}

    /** The compiler option with which OpenCL C kernels read the range of the launch. */
    public static final String RANGE_OPTION = LaunchRange.OPTION;

    /**
     * OpenCL's range of a launch, unless all work-groups have the same size and global ids start at
     * 0.
     *
     * @param where position of the first key, or of the launch
     * @param offset offset of the global ids in work-items, along up to three dimensions; may be
     *     empty
     * @param inItems whether {@code grid} counts work-items
     */
    public record Range(String where, List<IntegerExpression> offset, boolean inItems)
        implements Placed {
      /** {@return whether the workload gives a range} */
      public boolean isGiven() {
        return inItems || !offset.isEmpty();
      }
    }

    /** {@return the kernel's name} */
    public String kernel() {
      return function.name;
    }

    /** {@return additional compiler options} */
    public List<FileName> options() {
      return function.options;
    }

    /** {@return arguments in order; empty if resources are bound} */
    public List<Argument> arguments() {
      return values.arguments;
    }

    /** {@return AMD IL's resources by name, in the file's order; empty otherwise} */
    public Map<String, Argument> bindings() {
      return values.bindings;
    }

    /** {@return whether {@link Extent#grid()} counts pixels} */
    public boolean domain() {
      return extent.domain;
    }

    /** {@return OpenCL's range} */
    public Range range() {
      return extent.range;
    }

    /** {@return whether resources are bound, rather than arguments passed} */
    public boolean isBound() {
      return !values.bindings.isEmpty();
    }
  }

  /**
   * Repeats steps for each value of a range.
   *
   * @param known whether the range is known before execution
   */
  record For(String where, String variable, LoopRange range, boolean known, List<Step> steps)
      implements Step {
    @Override
    public List<Step> inner() {
      return steps;
    }
  }

  /**
   * Repeats steps until an element has a value.
   *
   * @param variable iteration counter from 0; may be null
   * @param buffer buffer whose element is tested after each iteration
   * @param index index of the element
   * @param equals value that ends the loop
   * @param atMost maximum number of iterations; exceeding it is an error
   */
  record RepeatUntil(
      String where,
      String variable,
      String buffer,
      IntegerExpression index,
      Value equals,
      IntegerExpression atMost,
      List<Step> steps)
      implements Step {
    @Override
    public List<Step> inner() {
      return steps;
    }
  }

  /**
   * Repeats steps depending on a condition.
   *
   * @param variable iteration counter from 0; may be null
   * @param first whether the condition is tested before each iteration and must hold; otherwise it
   *     is tested after each iteration and ends the loop
   * @param atMost maximum number of iterations; exceeding it is an error
   */
  record While(
      String where,
      String variable,
      boolean first,
      TypedExpression condition,
      IntegerExpression atMost,
      List<Step> steps)
      implements Step {
    @Override
    public List<Step> inner() {
      return steps;
    }
  }

  /**
   * A conditional.
   *
   * @param otherwise may be empty
   */
  record If(String where, TypedExpression condition, List<Step> steps, List<Step> otherwise)
      implements Step {
    @Override
    public List<Step> inner() {
      return Stream.concat(steps.stream(), otherwise.stream()).toList();
    }
  }

  /** Sets host variables in order; later assignments may read earlier ones. */
  record Set(String where, List<Assignment> assignments) implements Step {}

  record Assignment(String name, boolean isReal, TypedExpression value) {}

  /**
   * The host computes elements of a buffer, one after another.
   *
   * @param expression expression of the index, variables and elements
   * @param from index of the first element, or null for 0
   * @param count number of elements, or null for all elements from {@code from} on
   */
  record Compute(
      String where,
      String buffer,
      TypedExpression expression,
      IntegerExpression from,
      IntegerExpression count)
      implements Step {}

  /**
   * The host combines rows by their keys, in index order.
   *
   * @param keys buffer of the rows' keys
   * @param values buffer of the values to combine, or null to count rows
   * @param into buffer for the result
   * @param width number of elements per row, or null for 1
   * @param count number of rows, or null for the number of keys
   * @param single whether every addition is rounded to single precision
   */
  record Group(
      String where,
      Gathering gathering,
      String keys,
      String values,
      String into,
      IntegerExpression width,
      IntegerExpression count,
      boolean single)
      implements Step {}

  /** The operation on rows with the same key. */
  enum Gathering {
    /** Sum of the rows; zero without rows. */
    SUM,
    /** Mean of the rows; unchanged without rows. */
    AVERAGE,
    /** Number of rows. */
    COUNT
  }

  /**
   * The host transposes a matrix.
   *
   * @param rows number of rows of the source
   * @param columns number of columns of the source
   */
  record Transpose(
      String where, String from, String to, IntegerExpression rows, IntegerExpression columns)
      implements Step {}

  /** A device memset. */
  record Fill(String where, String buffer, Value value) implements Step {}

  /** Exchanges two buffers' names. */
  record Swap(String where, String first, String second) implements Step {}

  /**
   * A transfer between host and device.
   *
   * @param bytes number of bytes, or null for the whole buffer
   * @param pinned whether the host's memory is page-locked
   * @param value value with which the host fills the data before an upload, or null
   */
  record Transfer(
      String where,
      boolean upload,
      String buffer,
      IntegerExpression bytes,
      boolean pinned,
      Value value)
      implements Step {}

  /**
   * A device-to-device copy.
   *
   * @param part range of the copy; null to copy all of {@code from} to the start of {@code to}
   */
  record Copy(String where, String from, String to, CopyPart part) implements Step {}

  /**
   * The range of a copy.
   *
   * @param from index of the first element in the source buffer
   * @param to index of the first element in the destination buffer
   * @param count number of elements; null for all elements from {@code from} on
   */
  record CopyPart(IntegerExpression from, IntegerExpression to, IntegerExpression count) {}

  /** The host waits for all submitted operations. */
  record Synchronize(String where) implements Step {}

  /**
   * The host submits an operation to a stream and continues.
   *
   * @param stream number of the stream, from 1
   * @param operation a launch, transfer, copy or fill
   */
  record InStream(String where, int stream, Step operation) implements Step {
    @Override
    public List<Step> inner() {
      return List.of(operation);
    }
  }

  /**
   * An event marks operations that were submitted to a stream.
   *
   * @param where position of the event's name
   * @param stream number of the stream; 0 for the default stream
   * @param all whether the event marks all earlier operations; otherwise only the last operation
   */
  record RecordEvent(String where, int stream, int event, boolean all) implements Step {}

  /**
   * Later operations of a stream wait for an event.
   *
   * @param where position of the event's name
   * @param stream number of the stream; 0 for the default stream
   * @param all whether all later operations wait; otherwise only the next operation
   */
  record WaitEvent(String where, int stream, int event, boolean all) implements Step {}

  /** The host waits for the operations that were submitted to a stream. */
  record SynchronizeStream(String where, int stream) implements Step {}

  /** The host waits for an event. */
  record SynchronizeEvent(String where, int event) implements Step {}
}
