// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.ProgramSyntax.Statement;

interface StatementDecoder {
  void decode(Statements code, Statement statement);
}
