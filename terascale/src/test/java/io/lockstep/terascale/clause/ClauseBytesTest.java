// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.clause;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.code.MachineOp;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClauseBytesTest {
  private static MachineOp op(MachineOp.Kind kind) {
    return new MachineOp(kind, "ANY", null, new int[0]);
  }

  @Test
  void aFetchClauseHasAControlFlowInstructionAndSixteenBytesAFetch() {
    List<MachineOp> fetches = Collections.nCopies(16, op(MachineOp.Kind.FETCH));
    assertThat(new Clause(MachineOp.Kind.FETCH, List.of(), fetches).bytes()).isEqualTo(8 + 16 * 16);
  }

  @Test
  void aWriteIsAControlFlowInstructionOnly() {
    Clause write = new Clause(MachineOp.Kind.STORE, List.of(), List.of(op(MachineOp.Kind.STORE)));
    assertThat(write.bytes()).isEqualTo(8);
    assertThat(Clause.alu(List.of()).bytes()).isEqualTo(8);
  }
}
