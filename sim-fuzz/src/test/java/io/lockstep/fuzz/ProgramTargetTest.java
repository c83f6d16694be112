// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random programs: what they cover, and that a wrong result is found. */
class ProgramTargetTest {
  private final ProgramTarget target = new ProgramTarget();

  @Test
  void seedsHoldEveryOperationAndEveryStatement() {
    Set<ProgramOp> ops = EnumSet.noneOf(ProgramOp.class);
    Set<RandomProgram.Kind> kinds = EnumSet.noneOf(RandomProgram.Kind.class);
    for (byte[] seed : target.seeds(Path.of(""), 16384).values()) {
      collect(RandomProgram.of(seed).statements(), ops, kinds);
    }
    assertThat(ops).containsExactlyInAnyOrder(ProgramOp.values());
    assertThat(kinds).containsExactlyInAnyOrder(RandomProgram.Kind.values());
  }

  private static void collect(
      List<RandomProgram.Statement> all, Set<ProgramOp> ops, Set<RandomProgram.Kind> kinds) {
    for (RandomProgram.Statement s : all) {
      kinds.add(s.kind());
      collect(s.value(), ops);
      collect(s.body(), ops, kinds);
      collect(s.other(), ops, kinds);
    }
  }

  private static void collect(RandomProgram.Expression e, Set<ProgramOp> ops) {
    ops.add(e.op());
    e.arguments().forEach(a -> collect(a, ops));
  }

  @Test
  void aProgramComesToTheReferenceInEveryLanguageAndToNothingElse() {
    byte[] input = target.seeds(Path.of(""), 16384).get("random-07");
    RandomProgram program = RandomProgram.of(input);
    int[] expected = ProgramReference.output(program);
    target.run(program, expected, true);
    expected[RandomProgram.OUTPUTS * 77 + 1] ^= 1;
    assertThatThrownBy(() -> target.run(program, expected, true))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ptx on ");
  }
}
