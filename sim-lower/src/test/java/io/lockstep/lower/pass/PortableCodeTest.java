// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.pass;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Space;
import io.lockstep.lower.Sample;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PortableCodeTest {
  @Test
  @DisplayName("computations and loads of arguments are pure, other accesses are not")
  void computationsAndLoadsOfArgumentsArePureOtherAccessesAreNot() {
    Sample k = new Sample();
    k.words(2);
    assertThat(PortableCode.isPure(k.op(Op.ADD, 0, r(1), c(1)))).isTrue();
    assertThat(PortableCode.isPure(k.load(Space.PARAMETER, 0, c(0)))).isTrue();
    assertThat(PortableCode.isPure(k.load(Space.GLOBAL, 0, c(0)))).isFalse();
    assertThat(PortableCode.isPure(k.store(Space.GLOBAL, c(0), r(0)))).isFalse();
    assertThat(PortableCode.isPure(k.build().blocks().get(0).last())).isFalse();
  }

  @Test
  @DisplayName("a block with other code keeps its number, join and loop")
  void aBlockWithOtherCodeKeepsItsNumberJoinAndLoop() {
    Sample k = new Sample();
    k.words(1);
    Instruction one = k.op(Op.MOVE, 0, c(1));
    Instruction other = k.op(Op.MOVE, 0, c(2));
    Block block = new Block(3, List.of(one, other), List.of(4, 5), 6, 7, 2);
    assertThat(PortableCode.with(block, List.of(other)))
        .isEqualTo(new Block(3, List.of(other), List.of(4, 5), 6, 7, 2));
    assertThat(PortableCode.with(block, List.of(one), List.of(5)))
        .isEqualTo(new Block(3, List.of(one), List.of(5), 6, 7, 2));
  }
}
