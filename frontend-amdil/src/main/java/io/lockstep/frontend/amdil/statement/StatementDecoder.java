// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil.statement;

import io.lockstep.frontend.amdil.statement.ProgramSyntax.Statement;

public interface StatementDecoder {
  void decode(Statements code, Statement statement);
}
