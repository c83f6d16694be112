// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.Kind;
import io.lockstep.frontend.amdil.statement.OperationEntry;
import io.lockstep.frontend.amdil.statement.StatementDecoder;
import io.lockstep.frontend.amdil.statement.StatementFields;
import io.lockstep.frontend.amdil.statement.Statements;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Operations by name with their decoders, in registration order. */
final class OperationSet {
  private final Map<String, OperationEntry> operations = new LinkedHashMap<>();
  private final Map<String, StatementDecoder> decoders = new LinkedHashMap<>();
  private String family = "";

  /** Sets the heading of the following operations. */
  void family(String name) {
    family = name;
  }

  void add(String name, int minimum, int maximum, String meaning, StatementDecoder decoder) {
    put(new OperationEntry(name, family, minimum, maximum, meaning, false));
    decoders.put(name, decoder);
  }

  void add(String name, int operands, String meaning, StatementDecoder decoder) {
    add(name, operands, operands, meaning, decoder);
  }

  /** Adds a componentwise operation; float results accept modifiers. */
  void add(String name, String meaning, Kind result, Statements.Component what, Kind... sources) {
    add(
        name,
        1 + sources.length,
        meaning,
        (c, s) -> c.vector(s, new StatementFields(c.e, s), result, what, sources));
  }

  void refuse(String reason, String... names) {
    for (String name : names) {
      put(new OperationEntry(name, family, 0, 8, reason, true));
    }
  }

  private void put(OperationEntry operation) {
    if (operations.put(operation.name(), operation) != null) {
      throw new IllegalStateException("'" + operation.name() + "' stands in the table twice");
    }
  }

  Collection<OperationEntry> all() {
    return Collections.unmodifiableCollection(operations.values());
  }

  OperationEntry named(String name) {
    return operations.get(name);
  }

  /** Returns the decoder of an operation, or null if it is refused. */
  StatementDecoder decoder(String name) {
    return decoders.get(name);
  }
}
