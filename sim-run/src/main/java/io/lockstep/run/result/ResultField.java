// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import io.lockstep.run.RunResult;
import io.lockstep.run.answer.Answer;
import java.util.function.Function;

/**
 * A field of a result, from which every output form is derived.
 *
 * @param <T> class of the values
 * @param name name in documents, tables and databases; the name of a number ends with its unit
 * @param column column number in CSV, from 1, or 0 if the field has no column; it never changes,
 *     because scripts may rely on column numbers
 * @param meaning description for users; may be empty
 * @param value returns the value of a result, simulated or not
 */
public record ResultField<T>(
    String name,
    FieldType<T> type,
    Presence presence,
    int column,
    String meaning,
    Function<RunResult, T> value) {
  /** Conditions under which a result has a field. */
  public enum Presence {
    /** Always present and not empty. */
    REQUIRED,
    /** Always present, but possibly null or empty. */
    ALWAYS,
    /** Null in a document unless the result was simulated. */
    SIMULATED,
    /** Omitted from a document if it is empty; tables have a column for it. */
    KNOWN,
    /** Omitted from documents, files and tables if it is null. */
    OPTIONAL,
    /** Always present, but only in result files. */
    FILED
  }

  /** {@return the name in result files, which store times in picoseconds} */
  public String keptName() {
    return isTime() ? name.replace("seconds", "picos") : name;
  }

  public boolean isTime() {
    return type == FieldType.TIME;
  }

  /** {@return whether a value is a single text or number} */
  public boolean isScalar() {
    return type.text() != null;
  }

  /** Adds this field to the declaration of documents. */
  void declare(Answer<RunResult> to) {
    type.declaration().add(to, name, meaning, this::shown);
    switch (presence) {
      case SIMULATED -> to.orNull();
      case KNOWN -> to.when(r -> shown(r) != null);
      case OPTIONAL -> to.onlyWhen(r -> shown(r) != null);
      case REQUIRED, ALWAYS, FILED -> {}
    }
  }

  /** {@return the value of a result, simulated or not} */
  public T of(RunResult result) {
    return value.apply(result);
  }

  /** {@return the value that documents, tables and databases show; null if they show none} */
  public T shown(RunResult result) {
    T own = of(result);
    boolean none =
        switch (presence) {
          case SIMULATED -> !result.isSimulated() && (!(own instanceof String s) || s.isEmpty());
          case KNOWN -> "".equals(own);
          case REQUIRED, ALWAYS, OPTIONAL, FILED -> false;
        };
    return none ? null : own;
  }

  /** {@return {@link #shown} as text; null if there is none} */
  public String text(RunResult result) {
    T own = shown(result);
    return own == null ? null : type.words(own);
  }

  /** {@return the value as result files store it, for types with one text} */
  public String kept(RunResult result) {
    T own = of(result);
    return own == null && type != FieldType.FLAG ? "" : type.text().apply(own);
  }

  @Override
  public String toString() {
    return name;
  }
}
