package io.lockstep.frontend.amdil;

import io.lockstep.frontend.amdil.Syntax.Statement;

/** Lowers the statements of one operation. Stateless. */
interface Decoder {
  void decode(Statements code, Statement statement);
}
