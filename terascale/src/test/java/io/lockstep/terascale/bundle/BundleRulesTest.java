// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.bundle;

import static io.lockstep.terascale.bundle.Bundles.gpr;
import static io.lockstep.terascale.bundle.Bundles.op;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.terascale.FiveSlots;
import io.lockstep.terascale.code.Bundle;
import io.lockstep.terascale.code.MachineOp;
import io.lockstep.terascale.code.Role;
import io.lockstep.terascale.code.Source;
import io.lockstep.terascale.code.Unit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules of section 3 of the TeraScale specification, as LLVM's R600 backend states them. */
class BundleRulesTest {
  private final Bundles bundles = new Bundles();

  private boolean allows(BundleRule rule, MachineOp... ops) {
    return rule.allows(bundles.of(ops), null, bundles.values);
  }

  private static Source literal(int bits) {
    return Source.number(bits);
  }

  @Test
  @DisplayName("four distinct literals fit a bundle, a fifth does not, a repeated one is free")
  void fourDistinctLiteralsFitABundle() {
    LiteralLimit rule = new LiteralLimit();
    MachineOp a = op("ADD_INT", Unit.ANY, literal(100), literal(101));
    MachineOp b = op("ADD_INT", Unit.ANY, literal(102), literal(103));
    assertThat(allows(rule, a, b)).isTrue();
    assertThat(allows(rule, a, b, op("MOV", Unit.ANY, literal(100)))).isTrue();
    assertThat(allows(rule, a, b, op("MOV", Unit.ANY, literal(104)))).isFalse();
  }

  @Test
  @DisplayName("0, 1, -1, 0.5 and 1.0 are no literals")
  void inlineConstants() {
    Bundle bundle =
        bundles.of(
            op("ADD_INT", Unit.ANY, literal(0), literal(1)),
            op("ADD_INT", Unit.ANY, literal(-1), literal(Float.floatToIntBits(0.5f))),
            op("MOV", Unit.ANY, literal(Float.floatToIntBits(1f))));
    assertThat(bundle.literals()).isZero();
    assertThat(bundle.words()).isEqualTo(3);
  }

  @Test
  @DisplayName("literals are stored in pairs: three take two words beside their operations")
  void literalsAreStoredInPairsThreeTakeTwoWordsBesideTheirOperations() {
    Bundle bundle =
        bundles.of(
            op("ADD_INT", Unit.ANY, literal(100), literal(101)), op("MOV", Unit.ANY, literal(102)));
    assertThat(bundle.words()).isEqualTo(2 + 2);
  }

  @Test
  @DisplayName("two distinct halves of constant registers a bundle: xy and zw of one are two")
  void twoDistinctHalvesOfConstantRegistersABundle() {
    ConstantPorts rule = new ConstantPorts();
    MachineOp xy = op("ADD", Unit.ANY, Source.constant(0, 0), Source.constant(0, 1));
    MachineOp zw = op("ADD", Unit.ANY, Source.constant(0, 2), Source.constant(0, 3));
    MachineOp next = op("MOV", Unit.ANY, Source.constant(0, 4));
    assertThat(allows(rule, xy, zw)).isTrue();
    assertThat(allows(rule, xy, zw, next)).isFalse();
    assertThat(allows(rule, xy, op("MOV", Unit.ANY, Source.constant(1, 0)))).isTrue();
  }

  @Test
  @DisplayName("twelve reads a bundle: three registers of each channel, in three cycles")
  void twelveReads() {
    ReadPorts rule = new ReadPorts();
    MachineOp[] four = new MachineOp[4];
    for (int k = 0; k < 4; k++) {
      char c = "xyzw".charAt(k);
      four[k] = op("MULADD_IEEE", Unit.VECTOR, gpr(c, 0), gpr(c, 1), gpr(c, 2));
    }
    assertThat(allows(rule, four)).isTrue();
  }

  @Test
  @DisplayName("four registers of one channel need four cycles: illegal")
  void fourOfOneChannel() {
    ReadPorts rule = new ReadPorts();
    MachineOp a = op("ADD", Unit.VECTOR, gpr('x', 0), gpr('x', 1));
    assertThat(allows(rule, a, op("ADD", Unit.VECTOR, gpr('x', 2), gpr('y', 0)))).isTrue();
    assertThat(allows(rule, a, op("ADD", Unit.VECTOR, gpr('x', 2), gpr('x', 3)))).isFalse();
  }

  @Test
  @DisplayName("a register that both operations name is read once")
  void sharedRegister() {
    ReadPorts rule = new ReadPorts();
    MachineOp a = op("MULADD_IEEE", Unit.VECTOR, gpr('x', 0), gpr('x', 1), gpr('x', 2));
    MachineOp b = op("MULADD_IEEE", Unit.VECTOR, gpr('x', 1), gpr('x', 2), gpr('x', 0));
    assertThat(allows(rule, a, b)).isTrue();
  }

  @Test
  @DisplayName("what the previous bundle wrote is forwarded and takes no port")
  void whatThePreviousBundleWroteIsForwardedAndTakesNoPort() {
    MachineOp producer = new MachineOp("ADD", Unit.VECTOR, new int[] {12}, gpr('y', 0));
    Bundle previous = bundles.of(producer);
    MachineOp a = op("ADD", Unit.VECTOR, gpr('x', 0), gpr('x', 1));
    MachineOp b = op("ADD", Unit.VECTOR, gpr('x', 2), gpr('x', 3)); // the register 12 is x3
    Bundle bundle = bundles.of(a, b);
    assertThat(new ReadPorts().allows(bundle, null, bundles.values)).isFalse();
    assertThat(new ReadPorts().allows(bundle, previous, bundles.values)).isTrue();
  }

  @Test
  @DisplayName("slot t with two constants reads its register in the last cycle only")
  void transAndConstants() {
    ReadPorts rule = new ReadPorts();
    MachineOp t =
        op("RECIP", Unit.TRANSCENDENTAL, Source.constant(0, 0), Source.constant(0, 1), gpr('x', 0));
    MachineOp x = op("MULADD", Unit.VECTOR, gpr('x', 1), gpr('x', 2), gpr('y', 0));
    assertThat(allows(rule, t, x)).isTrue();
    MachineOp full = op("MULADD", Unit.VECTOR, gpr('x', 1), gpr('x', 2), gpr('x', 3));
    assertThat(allows(rule, t, full)).isFalse();
  }

  @Test
  @DisplayName("the output queue is read in the first cycle, and never by slot t")
  void queueReads() {
    ReadPorts rule = new ReadPorts();
    MachineOp pop = op("MOV", Unit.VECTOR, Source.queue(0, 0));
    assertThat(allows(rule, pop)).isTrue();
    assertThat(allows(rule, op("RECIP", Unit.TRANSCENDENTAL, Source.queue(0, 0)))).isFalse();
  }

  @Test
  @DisplayName("one local operation a bundle, one word out of each queue")
  void localQueue() {
    LocalQueue rule = new LocalQueue();
    MachineOp a = new MachineOp("MOV", Unit.VECTOR, new int[0], Source.queue(0, 0));
    MachineOp b = new MachineOp("MOV", Unit.VECTOR, new int[0], Source.queue(1, 0));
    MachineOp again = new MachineOp("MOV", Unit.VECTOR, new int[0], Source.queue(0, 0));
    assertThat(allows(rule, a, b)).isTrue();
    assertThat(allows(rule, a, again)).isFalse();
  }

  @Test
  @DisplayName("four operations and one local operation fill a bundle")
  void fourPlusLocal() {
    Bundle bundle =
        bundles.of(
            op("ADD", Unit.ANY),
            op("ADD", Unit.ANY),
            op("ADD", Unit.ANY),
            op("ADD", Unit.ANY),
            new MachineOp("LDS_READ_RET", Unit.LDS, new int[0]).as(new Role.Local(-1, 0)));
    assertThat(bundle.at(0).mnemonic()).isEqualTo("LDS_READ_RET");
    assertThat(bundle.slots()).isEqualTo(5);
  }

  @Test
  @DisplayName("no bundle writes and uses the address register")
  void addressRegister() {
    AddressRegister rule = new AddressRegister();
    MachineOp write = op("MOVA_INT", Unit.VECTOR).as(Role.Flag.WRITES_ADDRESS);
    MachineOp use = op("MOV", Unit.ANY).as(Role.Flag.USES_ADDRESS);
    assertThat(allows(rule, write)).isTrue();
    assertThat(allows(rule, use, op("MOV", Unit.ANY).as(Role.Flag.USES_ADDRESS))).isTrue();
    assertThat(allows(rule, write, use)).isFalse();
  }

  @Test
  @DisplayName("one operation of a bundle sets the predicate")
  void oneOperationOfABundleSetsThePredicate() {
    PredicateWrite rule = new PredicateWrite();
    MachineOp a = op("PRED_SETGT_INT", Unit.ANY).as(Role.Flag.SETS_PREDICATE);
    assertThat(allows(rule, a)).isTrue();
    assertThat(allows(rule, a, op("PRED_SETE_INT", Unit.ANY).as(Role.Flag.SETS_PREDICATE)))
        .isFalse();
  }

  @Test
  @DisplayName("a transcendental goes to t, and leaves the vector slots to the others")
  void aTranscendentalGoesToTAndLeavesTheVectorSlotsToTheOthers() {
    Bundle bundle =
        bundles.of(
            op("ADD", Unit.ANY),
            op("ADD", Unit.ANY),
            op("ADD", Unit.ANY),
            op("ADD", Unit.ANY),
            op("SIN", Unit.TRANSCENDENTAL));
    assertThat(bundle.at(Bundle.T).mnemonic()).isEqualTo("SIN");
  }

  @Test
  @DisplayName("a second transcendental, or a double product beside a vector operation, do not fit")
  void doNotFit() {
    SlotAssignment slots = new SlotAssignment(new FiveSlots());
    Bundle two = new Bundle();
    two.add(op("SIN", Unit.TRANSCENDENTAL));
    two.add(op("COS", Unit.TRANSCENDENTAL));
    assertThat(slots.assign(two, bundles.values, (op, c) -> 0)).isFalse();
    Bundle quad = new Bundle();
    quad.add(op("FMA_64", Unit.QUAD));
    quad.add(op("BFE_INT", Unit.VECTOR));
    assertThat(slots.assign(quad, bundles.values, (op, c) -> 0)).isFalse();
    Bundle pairs = new Bundle();
    pairs.add(op("ADD_64", Unit.PAIR));
    pairs.add(op("ADD_64", Unit.PAIR));
    assertThat(slots.assign(pairs, bundles.values, (op, c) -> 0)).isTrue();
  }

  @Test
  @DisplayName("a value keeps its channel: two results of channel x need slot t for one of them")
  void destinationChannels() {
    MachineOp a = new MachineOp("ADD", Unit.ANY, new int[] {0});
    MachineOp b = new MachineOp("ADD", Unit.ANY, new int[] {4});
    Bundle bundle = bundles.of(a, b);
    assertThat(bundle.at(0)).isNotNull();
    assertThat(bundle.at(Bundle.T)).isNotNull();
    SlotAssignment slots = new SlotAssignment(new FiveSlots());
    Bundle three = new Bundle();
    three.add(a);
    three.add(b);
    three.add(new MachineOp("ADD", Unit.ANY, new int[] {8}));
    assertThat(slots.assign(three, bundles.values, (op, c) -> 0)).isFalse();
  }
}
