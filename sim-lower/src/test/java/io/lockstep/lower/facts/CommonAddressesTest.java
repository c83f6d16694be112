// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CommonAddressesTest {
  private final Sample k = new Sample();

  CommonAddressesTest() {
    k.registers(Type.PTR, 10);
  }

  private Instruction pointer(Op op, int to, Operand... from) {
    Instruction i = InstructionBuilder.of(op, Type.PTR).to(to).from(from).build();
    k.add(i);
    return i;
  }

  private CommonAddresses addresses() {
    return new CommonAddresses(new RegisterFacts(k.build()), i -> true, o -> false);
  }

  @Test
  @DisplayName(
      "two elements of one array a constant apart: the second is the first plus a constant")
  void theSecondElementIsTheFirstPlusAConstant() {
    pointer(Op.SHL, 2, r(1), c(2));
    pointer(Op.ADD, 3, r(0), r(2));
    pointer(Op.ADD, 4, r(1), c(5));
    pointer(Op.SHL, 5, r(4), c(2));
    Instruction second = pointer(Op.ADD, 6, r(0), r(5));
    CommonAddresses addresses = addresses();
    assertThat(addresses.near(second)).isEqualTo(3);
    assertThat(addresses.folded().stream()).containsExactly(4, 5);
  }

  @Test
  @DisplayName("a part of an address that something else reads stays")
  void aPartThatSomethingElseReadsStays() {
    pointer(Op.ADD, 3, r(0), r(1));
    pointer(Op.ADD, 4, r(1), c(8));
    pointer(Op.ADD, 5, r(4), c(4));
    Instruction second = pointer(Op.ADD, 6, r(0), r(5));
    pointer(Op.MUL, 7, r(4), r(4));
    CommonAddresses addresses = addresses();
    assertThat(addresses.near(second)).isEqualTo(3);
    assertThat(addresses.folded().stream()).containsExactly(5);
  }

  @Test
  @DisplayName("other factors, other registers and additions that save nothing are left alone")
  void differentSumsAreLeftAlone() {
    pointer(Op.ADD, 2, r(0), r(1));
    pointer(Op.SHL, 3, r(1), c(2));
    Instruction scaled = pointer(Op.ADD, 4, r(0), r(3));
    Instruction again = pointer(Op.ADD, 5, r(1), r(0));
    CommonAddresses addresses = addresses();
    assertThat(addresses.near(scaled)).isEqualTo(-1);
    assertThat(addresses.near(again)).isEqualTo(-1);
    assertThat(addresses.folded().isEmpty()).isTrue();
  }

  @Test
  @DisplayName("an address does not use one of another block")
  void anAddressDoesNotUseOneOfAnotherBlock() {
    pointer(Op.ADD, 3, r(0), r(1));
    int next = k.block();
    assertThat(next).isPositive();
    pointer(Op.ADD, 4, r(1), c(8));
    Instruction second = pointer(Op.ADD, 5, r(0), r(4));
    assertThat(addresses().near(second)).isEqualTo(-1);
  }

  @Test
  @DisplayName("an index sign-extended by two shifts counts with its scale")
  void anIndexExtendedByTwoShiftsCountsWithItsScale() {
    pointer(Op.SHL, 2, r(1), c(32));
    pointer(Op.SHR, 3, r(2), c(30));
    pointer(Op.ADD, 4, r(0), r(3));
    pointer(Op.ADD, 5, r(2), c(7L << 32));
    pointer(Op.SHR, 6, r(5), c(30));
    Instruction second = pointer(Op.ADD, 7, r(0), r(6));
    pointer(Op.SHR, 8, r(5), c(29));
    Instruction scaled = pointer(Op.ADD, 9, r(0), r(8));
    RegisterFacts facts = new RegisterFacts(k.build());
    CommonAddresses upper =
        new CommonAddresses(
            facts,
            i -> facts.result(i) != 5,
            o -> o.isRegister() && (o.register() == 2 || o.register() == 5));
    assertThat(upper.near(second)).isEqualTo(4);
    assertThat(upper.near(scaled)).isEqualTo(-1);
    assertThat(new CommonAddresses(facts, i -> true, o -> false).near(second)).isEqualTo(-1);
  }
}
