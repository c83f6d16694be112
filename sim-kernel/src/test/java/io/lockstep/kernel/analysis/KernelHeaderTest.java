// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Block;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.ir.SampleKernels;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.kernel.type.Variable;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What {@link KernelVerifier} says of a kernel's header, which in a damaged trace can be anything.
 */
class KernelHeaderTest {
  /** A kernel of one block with a header that can be changed. */
  private static final class Header {
    List<Parameter> parameters = List.of(new Parameter("n", Type.I32, 8, 4, false, false));
    int parameterBytes = 12;
    List<String> registerNames = List.of("%a");
    List<Variable> variables = List.of(new Variable("v", Space.LOCAL, 0, 4, 4, new byte[4]));
    int localBytes = 4;
    int privateBytes;
    int loops = 1;
    int addressBits = 64;
    List<Integer> groupSize = List.of(64, 1, 1);
    int[] bounds = {0, 0, 0, 0};
    int fixedWidth = 32;
    boolean subGroups;
    int loop = -1;
    int loopDepth;

    Kernel kernel() {
      Block only = new Block(0, List.of(SampleKernels.exit()), List.of(), -1, loop, loopDepth);
      return new Kernel(
          new Kernel.Origin("k", "test", "k.test"),
          new Kernel.Signature(parameters, parameterBytes, addressBits),
          new Kernel.Code(List.of(Type.I32), registerNames, List.of(only), 0, loops),
          new Kernel.Memory(variables, localBytes, privateBytes),
          new LaunchBounds(groupSize, bounds[0], bounds[1], bounds[2], bounds[3]),
          new Kernel.Traits(fixedWidth, subGroups ? Set.of(Kernel.Trait.SUB_GROUPS) : Set.of()));
    }
  }

  private static List<String> problems(Consumer<Header> change) {
    Header header = new Header();
    change.accept(header);
    return KernelVerifier.problems(header.kernel());
  }

  private static List<String> parameter(int offset, int bytes) {
    return problems(
        h -> h.parameters = List.of(new Parameter("n", Type.I32, offset, bytes, false, false)));
  }

  private static List<String> variable(int offset, int bytes, int initial) {
    return problems(
        h ->
            h.variables =
                List.of(new Variable("v", Space.LOCAL, offset, bytes, 4, new byte[initial])));
  }

  @Test
  @DisplayName("the header that the other tests change is right")
  void theHeaderThatTheOtherTestsChangeIsRight() {
    assertThat(problems(h -> {})).isEmpty();
    assertThat(problems(h -> h.groupSize = List.of())).isEmpty();
    assertThat(problems(h -> h.addressBits = 32)).isEmpty();
    assertThat(problems(h -> h.loop = 0)).isEmpty();
  }

  @Test
  @DisplayName("sizes and counts below zero are named one by one")
  void sizesAndCountsBelowZeroAreNamedOneByOne() {
    assertThat(
            problems(
                h -> {
                  h.parameters = List.of();
                  h.parameterBytes = -1;
                }))
        .containsExactly("-1 bytes of parameters");
    assertThat(problems(h -> h.localBytes = -2)).containsExactly("-2 bytes of local memory");
    assertThat(problems(h -> h.privateBytes = -3)).containsExactly("-3 bytes of private memory");
    assertThat(problems(h -> h.loops = -4)).containsExactly("-4 loops");
    assertThat(problems(h -> h.fixedWidth = -5)).containsExactly("-5 lanes of a fixed width");
    assertThat(problems(h -> h.bounds = new int[] {-6, -7, -8, -9}))
        .containsExactly(
            "-6 work-items of a group at most",
            "-7 groups on a compute unit at least",
            "-8 registers at most",
            "-9 registers by the compiler's limit");
  }

  @Test
  @DisplayName("every register has a name")
  void everyRegisterHasAName() {
    assertThat(problems(h -> h.registerNames = List.of("%a", "%b")))
        .containsExactly("2 register names for 1 registers");
    assertThat(problems(h -> h.registerNames = List.of()))
        .containsExactly("0 register names for 1 registers");
  }

  @Test
  @DisplayName("addresses have 32 or 64 bits")
  void addressesHave32Or64Bits() {
    assertThat(problems(h -> h.addressBits = 48))
        .containsExactly("addresses of 48 bits, expected 32 or 64");
  }

  @Test
  @DisplayName("a fixed work-group has three sizes from 1")
  void aFixedWorkGroupHasThreeSizesFrom1() {
    assertThat(problems(h -> h.groupSize = List.of(64, 0, 1)))
        .containsExactly("work-groups of [64, 0, 1], expected three sizes from 1");
    assertThat(problems(h -> h.groupSize = List.of(64, 2)))
        .containsExactly("work-groups of [64, 2], expected three sizes from 1");
  }

  @Test
  @DisplayName("parameters hold their type and lie in the argument block")
  void parametersHoldTheirTypeAndLieInTheArgumentBlock() {
    assertThat(parameter(0, 12)).isEmpty();
    assertThat(parameter(8, 3)).containsExactly("parameter n: 3 bytes, an I32 has 4");
    assertThat(parameter(-4, 4))
        .containsExactly("parameter n: 4 bytes at -4 of an argument block of 12");
    assertThat(parameter(9, 4))
        .containsExactly("parameter n: 4 bytes at 9 of an argument block of 12");
    int most = Integer.MAX_VALUE;
    assertThat(parameter(8, most))
        .containsExactly("parameter n: " + most + " bytes at 8 of an argument block of 12");
  }

  @Test
  @DisplayName("variables have a place, a size and no more initial bytes than that")
  void variablesHaveAPlaceASizeAndNoMoreInitialBytesThanThat() {
    assertThat(variable(0, 0, 0)).isEmpty();
    assertThat(variable(-4, 4, 0)).containsExactly("variable v: 4 bytes at -4 with 0 initial ones");
    assertThat(variable(0, -4, 0)).containsExactly("variable v: -4 bytes at 0 with 0 initial ones");
    assertThat(variable(0, 4, 5)).containsExactly("variable v: 4 bytes at 0 with 5 initial ones");
  }

  @Test
  @DisplayName("blocks lie in loops that there are")
  void blocksLieInLoopsThatThereAre() {
    assertThat(problems(h -> h.loop = 1)).containsExactly("block 0 is in loop 1 of 1");
    assertThat(problems(h -> h.loop = -2)).containsExactly("block 0 is in loop -2 of 1");
    assertThat(problems(h -> h.loopDepth = -1)).containsExactly("block 0 has loop depth -1");
  }
}
