package io.lockstep.workload;

import io.lockstep.io.Placed;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One step of a workload file. Immutable. */
public sealed interface Step extends Placed {
  /**
   * The steps that it contains, in the file's order.
   *
   * @return the steps
   */
  default List<Step> inner() {
    return List.of();
  }

  /** {@return the operation that this step is, in a stream or alone} */
  default Step operation() {
    return this;
  }

  /**
   * A kernel launch.
   *
   * @param where position of the step, for messages
   * @param kernelWhere position of the kernel's name
   * @param kernel its name
   * @param grid work-groups, work-items by its range, or pixels of a domain; one to three sizes
   * @param block work-items of a group; empty for AMD IL
   * @param argumentsWhere position of the arguments
   * @param arguments in order; empty if resources are bound
   * @param bindings AMD IL's resources by name, in the file's order; empty otherwise
   * @param domain whether {@code grid} counts pixels
   * @param shared dynamic local memory in bytes
   * @param options additional compiler options
   * @param cooperative whether its work-groups must all be resident at once
   * @param range its offset, and what {@code grid} counts
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
      IntegerExpression shared,
      List<FileName> options,
      boolean cooperative,
      Range range)
      implements Step {
    /** The option that has the compiler of OpenCL C read the range of the launch. */
    static final String RANGE_OPTION = "-DLOCKSTEP_RANGE";

    /**
     * OpenCL's range of a launch, where it is more than work-groups of one size from 0 on.
     *
     * @param where position of its first key, or of the launch
     * @param offset of the global ids in work-items, along up to three dimensions; may be empty
     * @param inItems whether {@code grid} counts work-items
     */
    public record Range(String where, List<IntegerExpression> offset, boolean inItems)
        implements Placed {
      /** {@return whether the workload gives a range} */
      public boolean isGiven() {
        return inItems || !offset.isEmpty();
      }
    }

    /** {@return whether resources are bound instead of arguments passed} */
    public boolean isBound() {
      return !bindings.isEmpty();
    }
  }

  /**
   * Repeats for each value of a range.
   *
   * @param where position of the step, for messages
   * @param variable integer available to the steps
   * @param range its values, one per iteration
   * @param known whether the range is known before the run
   * @param steps of each iteration
   */
  record For(String where, String variable, LoopRange range, boolean known, List<Step> steps)
      implements Step {
    @Override
    public List<Step> inner() {
      return steps;
    }
  }

  /**
   * Repeats until an element has a value.
   *
   * @param where position of the step, for messages
   * @param variable iteration counter from 0; may be null
   * @param buffer whose element is tested after each iteration
   * @param index of the element
   * @param equals the value that ends the loop
   * @param atMost maximum iterations; more are an error
   * @param steps of each iteration
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
   * Repeats on a condition.
   *
   * @param where position of the step, for messages
   * @param variable iteration counter from 0; may be null
   * @param first whether the condition is tested before each iteration and must hold for it;
   *     otherwise it is tested after each and ends the loop
   * @param condition of the host's variables
   * @param atMost maximum iterations; more are an error
   * @param steps of each iteration
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
   * @param where position of the step, for messages
   * @param condition of the host's variables
   * @param steps steps if the condition holds
   * @param otherwise steps otherwise; may be empty
   */
  record If(String where, TypedExpression condition, List<Step> steps, List<Step> otherwise)
      implements Step {
    @Override
    public List<Step> inner() {
      return Stream.concat(steps.stream(), otherwise.stream()).toList();
    }
  }

  /**
   * Sets host variables, one after another.
   *
   * @param where position of the step, for messages
   * @param assignments in order; later ones see earlier ones
   */
  record Set(String where, List<Assignment> assignments) implements Step {}

  /**
   * An assignment to a host variable.
   *
   * @param name of the variable
   * @param isReal whether the variable is real
   * @param value evaluated when the step is reached
   */
  record Assignment(String name, boolean isReal, TypedExpression value) {}

  /**
   * The host computes elements of a buffer, one after another.
   *
   * @param where position of the step, for messages
   * @param buffer whose elements are written
   * @param expression of the index, variables and elements
   * @param from the first element, or null for 0
   * @param count number of elements, or null for all from there on
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
   * @param where position of the step, for messages
   * @param gathering operation on rows with the same key
   * @param keys buffer of the rows' keys
   * @param values values to combine, or null to count rows
   * @param into buffer for the result
   * @param width elements of a row, or null for 1
   * @param count rows, or null for as many as there are keys
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
    /** Their sum; zeros without rows. */
    SUM,
    /** Their mean; unchanged without rows. */
    AVERAGE,
    /** The number of rows. */
    COUNT
  }

  /**
   * The host transposes a matrix.
   *
   * @param where position of the step, for messages
   * @param from buffer that is read
   * @param to buffer that is written
   * @param rows of the matrix that is read
   * @param columns of the matrix that is read
   */
  record Transpose(
      String where, String from, String to, IntegerExpression rows, IntegerExpression columns)
      implements Step {}

  /**
   * A device memset.
   *
   * @param where position of the step, for messages
   * @param buffer the buffer to set
   * @param value of the buffer's type
   */
  record Fill(String where, String buffer, Value value) implements Step {}

  /**
   * Exchanges two buffers' names.
   *
   * @param where position of the step, for messages
   * @param first name of one buffer
   * @param second name of the other
   */
  record Swap(String where, String first, String second) implements Step {}

  /**
   * A host transfer.
   *
   * @param where position of the step, for messages
   * @param upload whether to the device
   * @param buffer buffer on the device
   * @param bytes null for the whole buffer
   * @param pinned whether the host's memory is page-locked
   * @param value value that the host writes, or null
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
   * @param where position of the step, for messages
   * @param from buffer that is read
   * @param to buffer that is written
   * @param part of the buffers; null for all of {@code from}, to the start of {@code to}
   */
  record Copy(String where, String from, String to, CopyPart part) implements Step {}

  /**
   * The range of a copy.
   *
   * @param from first element, in elements of the source buffer
   * @param to its destination, in elements of the destination buffer
   * @param count number of elements; null for all from {@code from} on
   */
  record CopyPart(IntegerExpression from, IntegerExpression to, IntegerExpression count) {}

  /**
   * The host waits for everything that was submitted.
   *
   * @param where position of the step, for messages
   */
  record Synchronize(String where) implements Step {}

  /**
   * The host submits an operation to a stream and goes on.
   *
   * @param where position of the step, for messages
   * @param stream its number, from 1
   * @param operation a launch, transfer, copy or fill
   */
  record InStream(String where, int stream, Step operation) implements Step {
    @Override
    public List<Step> inner() {
      return List.of(operation);
    }
  }

  /**
   * An event marks what was submitted to a stream.
   *
   * @param where position of the event's name, for messages
   * @param stream its number; 0 is the default one
   * @param event its number
   * @param all whether it marks all of it; otherwise the last operation alone
   */
  record RecordEvent(String where, int stream, int event, boolean all) implements Step {}

  /**
   * Later operations of a stream wait for an event.
   *
   * @param where position of the event's name, for messages
   * @param stream its number; 0 is the default one
   * @param event its number
   * @param all whether all of them wait; otherwise the next one alone
   */
  record WaitEvent(String where, int stream, int event, boolean all) implements Step {}

  /**
   * The host waits for what was submitted to a stream.
   *
   * @param where position of the stream's name, for messages
   * @param stream its number
   */
  record SynchronizeStream(String where, int stream) implements Step {}

  /**
   * The host waits for an event.
   *
   * @param where position of the event's name, for messages
   * @param event its number
   */
  record SynchronizeEvent(String where, int event) implements Step {}
}
