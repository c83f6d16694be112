package io.lockstep.workload;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One step of a workload as it stands in the file. Immutable. */
public sealed interface Step {
  /** {@return position in the file} */
  String where();

  /**
   * Steps that it holds, in the file's order.
   *
   * @return steps that it holds, in the file's order
   */
  default List<Step> inner() {
    return List.of();
  }

  /**
   * A kernel launch.
   *
   * @param where position of the step, for messages
   * @param kernelWhere position of the kernel's name
   * @param kernel its name
   * @param grid work-groups, or pixels of a domain; one to three sizes
   * @param block work-items of a group; empty for AMD IL
   * @param argumentsWhere position of the arguments
   * @param arguments in order; empty where resources are bound
   * @param bindings AMD IL's resources by name, in the file's order; empty otherwise
   * @param domain whether {@code grid} counts pixels
   * @param shared dynamic local memory in bytes
   * @param options for the compiler beside those of the kernel's file
   * @param cooperative whether its work-groups must all be resident at once
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
      boolean cooperative)
      implements Step {
    /** {@return whether resources are bound instead of arguments passed} */
    public boolean isBound() {
      return !bindings.isEmpty();
    }
  }

  /**
   * Repeats for a variable that runs through a range.
   *
   * @param where position of the step, for messages
   * @param variable integer that the steps may read
   * @param range its values, one a round
   * @param known whether the range is known before anything runs
   * @param steps of each round
   */
  record For(String where, String variable, LoopRange range, boolean known, List<Step> steps)
      implements Step {
    @Override
    public List<Step> inner() {
      return steps;
    }
  }

  /**
   * Repeats until an element has a value; {@code variable} may be null.
   *
   * @param where position of the step, for messages
   * @param variable counts rounds from 0; may be null
   * @param buffer whose element is asked for after each round
   * @param index of the element
   * @param equals the value that ends the loop
   * @param atMost rounds; more are an error
   * @param steps of each round
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
   * Repeats on a condition; {@code variable}, which counts rounds from 0, may be null.
   *
   * @param where position of the step, for messages
   * @param variable counts rounds from 0; may be null
   * @param first whether the condition is asked before each round and must hold for it; otherwise
   *     it is asked after each and ends the loop
   * @param condition of the host's variables
   * @param atMost rounds; more are an error
   * @param steps of each round
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
   * One of two lists of steps, the second of which may be empty.
   *
   * @param where position of the step, for messages
   * @param condition of the host's variables
   * @param steps if it holds
   * @param otherwise if it does not; may be empty
   */
  record If(String where, TypedExpression condition, List<Step> steps, List<Step> otherwise)
      implements Step {
    @Override
    public List<Step> inner() {
      return Stream.concat(steps.stream(), otherwise.stream()).toList();
    }
  }

  /**
   * The host gives variables values, one after another.
   *
   * @param where position of the step, for messages
   * @param assignments in their order; later ones see earlier ones
   */
  record Set(String where, List<Assignment> assignments) implements Step {}

  /**
   * A variable of the host and its new value.
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
   * @param count how many, or null for all from there on
   */
  record Compute(
      String where,
      String buffer,
      TypedExpression expression,
      IntegerExpression from,
      IntegerExpression count)
      implements Step {}

  /**
   * The host gathers rows by their keys, in index order.
   *
   * @param where position of the step, for messages
   * @param gathering what becomes of rows with one key
   * @param keys buffer of the rows' keys
   * @param values what is gathered, or null where rows are counted
   * @param into buffer that takes the result
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

  /** What becomes of the rows that have one key. */
  enum Gathering {
    /** Their sum; zeros where there are none. */
    SUM,
    /** Their mean; what was there where there are none. */
    AVERAGE,
    /** Their number. */
    COUNT
  }

  /**
   * The host writes a matrix's columns as rows.
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
   * @param buffer the whole of which is set
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
   * @param upload to the device or from it
   * @param buffer on the device
   * @param bytes null for the whole buffer
   * @param pinned whether the host's memory is page-locked
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
   * Which elements a copy takes, and where to.
   *
   * @param from first one, in elements of the buffer it comes from
   * @param to where the first one goes, in elements of that buffer
   * @param count how many; null for as many as there are behind {@code from}
   */
  record CopyPart(IntegerExpression from, IntegerExpression to, IntegerExpression count) {}

  /**
   * The host waits for all launches.
   *
   * @param where position of the step, for messages
   */
  record Synchronize(String where) implements Step {}
}
