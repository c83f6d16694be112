// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.operation;

import io.lockstep.frontend.amdil.statement.OperationEntry;
import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;
import io.lockstep.frontend.amdil.statement.Statements;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** All operations by name, for parsing, lowering and documentation. */
public final class Operations {
  private static final OperationSet ALL = table();

  private Operations() {}

  private static OperationSet table() {
    OperationSet t = new OperationSet();
    Declarations.register(t);
    FloatOperations.register(t);
    Functions.register(t);
    IntegerOperations.register(t);
    Bits.register(t);
    ConversionOperations.register(t);
    Control.register(t);
    Sampling.register(t);
    ShareOperations.register(t);
    RegionOperations.register(t);
    Views.register(t);
    Refused.register(t);
    return t;
  }

  public static Collection<OperationEntry> all() {
    return ALL.all();
  }

  public static OperationEntry named(String name) {
    return ALL.named(name);
  }

  public static void decode(Statements code, Statement statement) {
    ALL.decoder(statement.operation().name()).decode(code, statement);
  }

  public static List<String> supported() {
    return ALL.all().stream().filter(o -> !o.isRefused()).map(OperationEntry::name).toList();
  }

  /** Returns the number of leading pieces of the longest operation name; 0 if there is none. */
  public static int longest(List<String> pieces) {
    for (int n = pieces.size(); n > 0; n--) {
      if (ALL.named(String.join("_", pieces.subList(0, n))) != null) {
        return n;
      }
    }
    return 0;
  }

  /** Returns the operation that a word starts with, ignoring arguments in parentheses, or null. */
  public static OperationEntry ofHead(String word) {
    int end = word.indexOf('(');
    List<String> pieces = Arrays.asList((end < 0 ? word : word.substring(0, end)).split("_"));
    int n = longest(pieces);
    return n == 0 ? null : ALL.named(String.join("_", pieces.subList(0, n)));
  }
}
