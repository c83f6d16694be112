package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.ProgramSyntax.Statement;

/** Lowers the statements of one operation. */
interface StatementDecoder {
  void decode(Statements code, Statement statement);
}
