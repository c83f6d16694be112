// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.Draft;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.AtomicOp;
import io.lockstep.kernel.ir.Comparison;
import io.lockstep.kernel.ir.Fusion;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.IrText;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.KernelVerifier;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Parameter;
import io.lockstep.kernel.ir.Rounding;
import io.lockstep.kernel.ir.Space;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Type;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each pass on a few instructions, with registers that are written again and again. */
class PassesTest {
  private static final int MASK = 0xFFFFFF;

  private final KernelBuilder builder = new KernelBuilder("k", "test", "k.test");
  private final List<Draft> blocks = new ArrayList<>(List.of(new Draft()));
  private final List<Parameter> parameters = new ArrayList<>();
  private boolean converts;

  /** Values nobody knows, and two registers for everything else. */
  private final int a = builder.register(Type.I32, "a");

  private final int b = builder.register(Type.I32, "b");
  private final int m = builder.register(Type.I32, "m");
  private final int t = builder.register(Type.I32, "t");
  private final int u = builder.register(Type.I32, "u");
  private final int out = builder.register(Type.I64, "out");

  PassesTest() {
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(a));
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_Y).to(b));
    add(InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_Z).to(m));
    parameter("out", false, out);
  }

  private static Operand r(int register) {
    return Operand.register(register);
  }

  private static Operand c(long bits) {
    return Operand.immediate(bits);
  }

  private void add(InstructionBuilder i) {
    blocks.get(blocks.size() - 1).code().add(i.build());
  }

  private void op(Op op, int to, Operand... from) {
    add(InstructionBuilder.of(op, Type.I32).to(to).from(from));
  }

  private void wide(Op op, int to, Operand... from) {
    add(InstructionBuilder.of(op, Type.I64).to(to).from(from));
  }

  private void nextBlock() {
    Draft next = new Draft();
    blocks.get(blocks.size() - 1).close(List.of(next));
    blocks.add(next);
  }

  private void parameter(String name, boolean readOnly, int register) {
    parameter(name, readOnly, false, register);
  }

  private void parameter(String name, boolean readOnly, boolean restricted, int register) {
    int offset = 8 * parameters.size();
    parameters.add(new Parameter(name, Type.I64, offset, 8, readOnly, restricted));
    add(
        InstructionBuilder.of(Op.LOAD, Type.I64)
            .to(register)
            .from(c(offset))
            .memory(new MemoryAccess(Space.PARAMETER, Type.I64, 1, -1, 0)));
  }

  private void load(Space space, int to, int address) {
    add(
        InstructionBuilder.of(Op.LOAD, Type.I32)
            .to(to)
            .from(r(address))
            .memory(new MemoryAccess(space, Type.I32, 1, -1, 0)));
  }

  private void store(int value) {
    add(
        InstructionBuilder.of(Op.STORE, Type.I32)
            .from(r(out), r(value))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0)));
  }

  private Kernel finish(Set<Pass> passes) {
    add(InstructionBuilder.of(Op.EXIT, Type.I1));
    blocks.get(blocks.size() - 1).close(List.of());
    Kernel kernel =
        Passes.finish(new KernelDraft(blocks, parameters, builder, 64, i -> converts), passes);
    KernelVerifier.verify(kernel);
    return kernel;
  }

  /** What one pass makes of the instructions between the kernel's frame. */
  private List<String> by(Pass pass) {
    return lines(finish(EnumSet.of(pass)));
  }

  private static List<String> lines(Kernel kernel) {
    return kernel.blocks().stream()
        .flatMap(block -> block.instructions().stream())
        .filter(i -> !Set.of(Op.SPECIAL, Op.STORE, Op.EXIT).contains(i.op()))
        .filter(i -> i.memory() == null || i.memory().space() != Space.PARAMETER)
        .map(i -> IrText.of(kernel, i))
        .toList();
  }

  @Test
  void blocksWithoutCodeGo() {
    nextBlock();
    nextBlock();
    store(a);
    assertThat(finish(EnumSet.of(Pass.EMPTY_BLOCKS)).blocks()).hasSize(2);
  }

  @Test
  void aLabelThatNoBranchNamesSplitsNoBlock() {
    op(Op.MUL, t, r(a), r(b));
    add(InstructionBuilder.of(Op.JUMP, Type.I1));
    nextBlock();
    op(Op.ADD, t, r(t), r(m));
    nextBlock();
    store(t);
    Kernel kernel = finish(EnumSet.of(Pass.JOINED_BLOCKS));
    assertThat(kernel.blocks()).hasSize(1);
    assertThat(lines(kernel)).containsExactly("t = mul.i32 a, b", "t = add.i32 t, m");
  }

  @Test
  void aBlockStaysThatHasAnotherWayOrFollowsABarrier() {
    int taken = builder.register(Type.I1, "taken");
    add(InstructionBuilder.of(Op.BARRIER, Type.I32).from(c(0)));
    nextBlock();
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.EQ)
            .from(r(a), r(b))
            .to(taken));
    add(InstructionBuilder.of(Op.BRANCH, Type.I1).guard(taken, false));
    nextBlock();
    op(Op.MUL, m, r(a), r(b));
    nextBlock();
    store(m);
    blocks.get(1).close(List.of(blocks.get(3), blocks.get(2)));
    assertThat(finish(EnumSet.of(Pass.JOINED_BLOCKS)).blocks()).hasSize(4);
  }

  @Test
  void aBlockThatCannotBeReachedIsNoOtherWay() {
    nextBlock();
    store(a);
    Draft unreached = new Draft();
    unreached.close(List.of(blocks.get(1)));
    blocks.add(1, unreached);
    assertThat(finish(EnumSet.of(Pass.JOINED_BLOCKS)).blocks()).hasSize(1);
  }

  @Test
  void aTestOfABarrierBeginsItsBlock() {
    nextBlock();
    add(
        InstructionBuilder.of(Op.ATOMIC, Type.I64)
            .atomic(AtomicOp.BARRIER_TEST)
            .memory(new MemoryAccess(Space.LOCAL, Type.I64, 1, -1, 0))
            .from(r(out), r(out))
            .to(out));
    assertThat(finish(EnumSet.of(Pass.JOINED_BLOCKS)).blocks()).hasSize(2);
  }

  private void product() {
    op(Op.AND, t, r(a), c(MASK));
    op(Op.AND, u, r(b), c(MASK));
    op(Op.MUL, t, r(t), r(u));
  }

  @Test
  void productsOfMaskedValuesAre24BitProducts() {
    product();
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("t = mul24.i32 a, b");
  }

  @Test
  void productsOfMaskedValuesAreRecoveredAlsoWhereTheRegistersAreWrittenAgain() {
    product();
    store(t);
    product();
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("t = mul24.i32 a, b", "t = mul24.i32 a, b");
  }

  @Test
  void aMaskStaysWhereItsValueIsReadBehindTheBlock() {
    product();
    op(Op.AND, t, r(m), c(1));
    nextBlock();
    op(Op.ADD, t, r(t), r(u));
    store(t);
    assertThat(by(Pass.MUL24))
        .containsExactly(
            "u = and.i32 b, 16777215",
            "t = mul24.i32 a, b",
            "t = and.i32 m, 1",
            "t = add.i32 t, u");
  }

  private Operand field(int of) {
    int field = builder.register(Type.I32, "field");
    add(
        InstructionBuilder.of(Op.BIT_FIELD_EXTRACT, Type.I32)
            .signed(true)
            .to(field)
            .from(r(of), c(0), c(24)));
    return r(field);
  }

  @Test
  void productsOfSignedFieldsAre24BitProducts() {
    op(Op.MUL, t, field(a), field(b));
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("t = mul24.i32.signed a, b");
  }

  @Test
  void aFactorThatWasMaskedInAnotherBlockStaysMasked() {
    int outside = builder.register(Type.I32, "outside");
    op(Op.AND, outside, r(a), c(MASK));
    nextBlock();
    op(Op.AND, t, r(b), c(MASK));
    op(Op.MUL, t, r(t), r(outside));
    store(t);
    assertThat(by(Pass.MUL24))
        .containsExactly("outside = and.i32 a, 16777215", "t = mul24.i32 b, outside");
  }

  @Test
  void aFactorOfFewerBitsHasEitherSign() {
    Operand field = field(a);
    op(Op.SHR, u, r(b), c(9));
    op(Op.MUL, t, field, r(u));
    store(t);
    assertThat(by(Pass.MUL24)).containsExactly("u = shr.i32 b, 9", "t = mul24.i32.signed a, u");
  }

  @Test
  void factorsOfDifferentSignsAndFactorsThatMayHaveMoreBitsStay() {
    Operand field = field(a);
    op(Op.AND, u, r(b), c(MASK));
    op(Op.MUL, t, field, r(u));
    store(t);
    op(Op.SHR, u, r(b), c(7));
    op(Op.MUL, m, field, r(u));
    store(m);
    assertThat(by(Pass.MUL24)).noneMatch(line -> line.contains("mul24"));
  }

  @Test
  void aMaskThatIsNotTheOnlyDefinitionIsUnknownInOtherBlocks() {
    op(Op.ADD, t, r(a), r(m));
    store(t);
    op(Op.AND, t, r(a), c(MASK));
    nextBlock();
    op(Op.AND, u, r(b), c(MASK));
    op(Op.MUL, u, r(t), r(u));
    store(u);
    assertThat(by(Pass.MUL24)).noneMatch(line -> line.contains("mul24"));
  }

  private int extended(int of, boolean signed) {
    int wide = builder.register(Type.I64, "wide" + of);
    add(
        InstructionBuilder.of(Op.CONVERT, Type.I64)
            .sourceType(Type.I32)
            .sourceSigned(signed)
            .to(wide)
            .from(r(of)));
    return wide;
  }

  private int high(Operand a, Operand b) {
    int product = builder.register(Type.I64, "product");
    int high = builder.register(Type.I64, "high");
    wide(Op.MUL, product, a, b);
    add(
        InstructionBuilder.of(Op.CONVERT, Type.I32)
            .sourceType(Type.I64)
            .to(builder.register(Type.I32, "unused"))
            .from(r(product)));
    wide(Op.SHR, high, r(product), c(32));
    return high;
  }

  @ParameterizedTest
  @CsvSource({"false,''", "true,.signed"})
  void theUpperHalfOfAProductOfWordsIsOneProduct(boolean signed, String suffix) {
    int wide = extended(a, signed); // outside of the loop
    nextBlock();
    add(
        InstructionBuilder.of(Op.STORE, Type.I64)
            .from(r(out), r(high(r(extended(b, signed)), r(wide))))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, -1, 0)));
    assertThat(by(Pass.HIGH_PRODUCTS))
        .endsWith(
            "t11 = convert.i32.from-i64 wide1",
            "t12 = convert.i32.from-i64 wide0",
            "t13 = mul-hi.i32" + suffix + " t11, t12",
            "high = convert.i64.from-i32 t13");
  }

  @Test
  void theUpperHalfOfOtherProductsStays() {
    int wide = extended(a, true);
    nextBlock();
    int one = high(r(extended(b, false)), r(wide));
    int other = high(r(one), r(out));
    int third = high(r(extended(m, true)), c(1L << 31)); // too much for a signed word
    wide(Op.ADD, out, r(other), r(third));
    store(a);
    assertThat(by(Pass.HIGH_PRODUCTS)).noneMatch(line -> line.contains("mul-hi"));
  }

  private void rotate() {
    op(Op.SHL, t, r(a), c(7));
    op(Op.SHR, u, r(a), c(25));
    op(Op.OR, t, r(t), r(u));
  }

  @Test
  void shiftsThatAddUpToAWordAreARotationAlsoWhereTheRegistersAreWrittenAgain() {
    rotate();
    store(t);
    rotate();
    store(t);
    assertThat(by(Pass.BIT_IDIOMS))
        .containsExactly(
            "t = funnel-right.i32.wrap a, a, 25", "t = funnel-right.i32.wrap a, a, 25");
  }

  @Test
  void aRotationStaysInPiecesWhereOnePieceIsReadAgain() {
    rotate();
    store(t);
    store(u);
    assertThat(by(Pass.BIT_IDIOMS))
        .containsExactly("t = shl.i32 a, 7", "u = shr.i32 a, 25", "t = or.i32 t, u");
  }

  @Test
  void aRotationStaysInPiecesWhereOnePieceIsReadBehindTheBlockOrTheLoop() {
    rotate();
    op(Op.ADD, t, r(t), c(1));
    nextBlock();
    store(u);
    op(Op.MOVE, u, c(0));
    assertThat(by(Pass.BIT_IDIOMS)).contains("u = shr.i32 a, 25", "t = or.i32 t, u");
  }

  @Test
  void aPieceThatAGuardedWriteMayReplaceIsReadBehindThatWrite() {
    int p = builder.register(Type.I1, "p");
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.LT)
            .to(p)
            .from(r(a), r(b)));
    rotate();
    add(InstructionBuilder.of(Op.MOVE, Type.I32).to(u).from(c(0)).guard(p, false));
    store(t);
    store(u);
    assertThat(by(Pass.BIT_IDIOMS)).contains("u = shr.i32 a, 25", "t = or.i32 t, u");
  }

  @Test
  void aSelectOfBitsIsOneOperationInRegistersThatAreWrittenAgain() {
    for (int k = 0; k < 2; k++) {
      op(Op.XOR, t, r(a), r(b));
      op(Op.AND, t, r(t), r(m));
      op(Op.XOR, t, r(t), r(b));
      store(t);
    }
    assertThat(by(Pass.BIT_IDIOMS))
        .containsExactly("t = logic3.i32.table-202 m, a, b", "t = logic3.i32.table-202 m, a, b");
  }

  private void atomic(int result) {
    add(
        InstructionBuilder.of(Op.ATOMIC, Type.I32)
            .atomic(AtomicOp.ADD)
            .to(result)
            .from(r(out), r(a))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, 1, -1, 0)));
  }

  @Test
  void anAtomicDropsAResultThatNothingReadsAndTheCopyOfIt() {
    atomic(t);
    op(Op.MOVE, u, r(t));
    op(Op.MOVE, u, c(1));
    store(u);
    atomic(t);
    assertThat(by(Pass.UNUSED_RESULTS))
        .containsExactly(
            "atomic.i32.add global[out]:i32, a",
            "u = move.i32 1",
            "atomic.i32.add global[out]:i32, a");
  }

  @Test
  void anAtomicKeepsAResultWhoseCopyIsReadInAnotherBlock() {
    atomic(t);
    op(Op.MOVE, u, r(t));
    nextBlock();
    store(u);
    op(Op.MOVE, u, c(1));
    assertThat(by(Pass.UNUSED_RESULTS))
        .startsWith("t = atomic.i32.add global[out]:i32, a", "u = move.i32 t");
  }

  private int privatePointer() {
    int pointer = builder.register(Type.I64, "pointer");
    add(
        InstructionBuilder.of(Op.ADD, Type.I64)
            .to(pointer)
            .from(c(8), c(Address.window(false, 64))));
    return pointer;
  }

  @Test
  void aGenericLoadOfAPrivatePointerIsAPrivateLoadWithoutTheWindow() {
    converts = true;
    load(Space.GENERIC, t, privatePointer());
    store(t);
    assertThat(by(Pass.GENERIC_ADDRESSES))
        .containsExactly("pointer = move.i64 8", "t = load.i32 private[pointer]:i32");
  }

  @Test
  void aSumThatConvertsNoSpacesIsANumber() {
    load(Space.GENERIC, t, privatePointer());
    store(t);
    assertThat(by(Pass.GENERIC_ADDRESSES)).contains("t = load.i32 generic[pointer]:i32");
  }

  @Test
  void aWideValueThatOnlyFormsAddressesIsAPointer() {
    int address = builder.register(Type.I64, "address");
    add(InstructionBuilder.of(Op.ADD, Type.I64).to(address).from(r(out), c(4)));
    load(Space.GLOBAL, t, address);
    store(t);
    assertThat(by(Pass.POINTERS))
        .containsExactly("address = add.ptr out, 4", "t = load.i32 global[address]:i32");
  }

  @Test
  void aWideValueThatIsComparedIsANumber() {
    int address = builder.register(Type.I64, "address");
    int p = builder.register(Type.I1, "p");
    add(InstructionBuilder.of(Op.ADD, Type.I64).to(address).from(r(out), c(4)));
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I64)
            .comparison(Comparison.EQ)
            .to(p)
            .from(r(address), c(0)));
    load(Space.GLOBAL, t, address);
    store(t);
    assertThat(by(Pass.POINTERS)).contains("address = add.i64 out, 4");
  }

  @Test
  void aLoadThroughAReadOnlyParameterSaysSoAndOneThatMayGoElsewhereDoesNot() {
    int in = builder.register(Type.I64, "in");
    int either = builder.register(Type.I64, "either");
    int p = builder.register(Type.I1, "p");
    parameter("in", true, in);
    load(Space.GLOBAL, t, in);
    store(t);
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.EQ)
            .to(p)
            .from(r(t), c(0)));
    add(InstructionBuilder.of(Op.SELECT, Type.I64).to(either).from(r(in), r(out), r(p)));
    load(Space.GLOBAL, t, either);
    store(t);
    assertThat(by(Pass.READ_ONLY_LOADS))
        .contains(
            "t = load.i32 global[in]:i32 read-only uncached", "t = load.i32 global[either]:i32");
  }

  @Test
  void aLoadThroughASelectOfAReadOnlyParameterAndALoadedPointerIsNotReadOnly() {
    int in = builder.register(Type.I64, "in");
    int either = builder.register(Type.I64, "either");
    int next = builder.register(Type.I64, "next");
    parameter("in", true, true, in);
    wide(Op.SELECT, either, r(in), r(loadedPointer(in)), r(predicate()));
    wide(Op.ADD, next, r(either), c(8));
    load(Space.GLOBAL, t, next);
    store(t);
    assertThat(by(Pass.READ_ONLY_LOADS)).contains("t = load.i32 global[next]:i32");
  }

  @Test
  void aLoadThroughARegisterThatAlsoReceivesALoadedPointerIsNotReadOnly() {
    int in = builder.register(Type.I64, "in");
    int chased = builder.register(Type.I64, "chased");
    parameter("in", true, true, in);
    wide(Op.MOVE, chased, r(in));
    load(Space.GLOBAL, t, chased);
    store(t);
    wide(Op.MOVE, chased, r(loadedPointer(in)));
    nextBlock();
    load(Space.GLOBAL, u, in);
    store(u);
    assertThat(by(Pass.READ_ONLY_LOADS))
        .contains("t = load.i32 global[chased]:i32", "u = load.i32 global[in]:i32 read-only");
  }

  @Test
  void aLoadAtALoadedOffsetFromAReadOnlyParameterOrNullIsReadOnly() {
    int in = builder.register(Type.I64, "in");
    int place = builder.register(Type.I64, "place");
    int orNull = builder.register(Type.I64, "orNull");
    parameter("in", true, true, in);
    wide(Op.ADD, place, r(loadedPointer(in)), r(in));
    wide(Op.SELECT, orNull, r(place), c(0), r(predicate()));
    load(Space.GLOBAL, t, orNull);
    store(t);
    assertThat(by(Pass.READ_ONLY_LOADS)).contains("t = load.i32 global[orNull]:i32 read-only");
  }

  private int loadedPointer(int address) {
    int loaded = builder.register(Type.I64, "loaded");
    add(
        InstructionBuilder.of(Op.LOAD, Type.I64)
            .to(loaded)
            .from(r(address))
            .memory(new MemoryAccess(Space.GLOBAL, Type.I64, 1, -1, 0)));
    return loaded;
  }

  private int predicate() {
    int p = builder.register(Type.I1, "p");
    add(
        InstructionBuilder.of(Op.COMPARE, Type.I32)
            .comparison(Comparison.EQ)
            .to(p)
            .from(r(a), c(0)));
    return p;
  }

  @Test
  void onlyLoadsThroughPointersThatAreReadOnlyAndRestrictedMayBeCached() {
    int in = builder.register(Type.I64, "in");
    int out = builder.register(Type.I64, "both");
    int alone = builder.register(Type.I64, "alone");
    parameter("in", true, false, in);
    parameter("alone", false, true, alone);
    parameter("both", true, true, out);
    load(Space.GLOBAL, t, in);
    store(t);
    load(Space.GLOBAL, t, alone);
    store(t);
    load(Space.GLOBAL, t, out);
    store(t);
    assertThat(by(Pass.READ_ONLY_LOADS))
        .contains(
            "t = load.i32 global[in]:i32 read-only uncached",
            "t = load.i32 global[alone]:i32",
            "t = load.i32 global[both]:i32 read-only");
  }

  @Test
  void loadsThroughPointersWithoutTheQualifiersAreKeptFromCaches() {
    int in = builder.register(Type.I64, "in");
    int far = builder.register(Type.I64, "far");
    int other = builder.register(Type.I64, "other");
    parameter("in", true, true, in);
    parameter("other", true, true, other);
    int position = parameters.size() - 2;
    add(InstructionBuilder.of(Op.ADD, Type.I64).to(far).from(r(in), c(64)));
    load(Space.GLOBAL, t, far);
    store(t);
    load(Space.GLOBAL, t, other);
    store(t);
    Kernel kernel = finish(EnumSet.of(Pass.READ_ONLY_LOADS));
    assertThat(ReadOnlyLoads.uncached(kernel, Set.of())).isSameAs(kernel);
    assertThat(lines(ReadOnlyLoads.uncached(kernel, Set.of(position))))
        .contains(
            "t = load.i32 global[far]:i32 read-only uncached",
            "t = load.i32 global[other]:i32 read-only");
  }

  @Test
  void aParameterThatIsLoadedAsAPointerIsOne() {
    store(a);
    Kernel kernel = finish(EnumSet.of(Pass.POINTERS, Pass.POINTER_PARAMETERS));
    assertThat(kernel.parameters()).extracting(Parameter::type).containsExactly(Type.PTR);
  }

  @Test
  void productsOfExtendedValuesBecome24BitProductsBeforeTheirShiftsBecomeFields() {
    op(Op.SHL, t, r(a), c(8));
    add(InstructionBuilder.of(Op.SHR, Type.I32).signed(true).to(t).from(r(t), c(8)));
    op(Op.MUL, t, r(t), c(5));
    store(t);
    assertThat(lines(finish(EnumSet.allOf(Pass.class))))
        .containsExactly("t = mul24.i32.signed a, 5");
  }

  @ParameterizedTest
  @CsvSource({
    "DOWN, 12582913, PERMITTED",
    "ZERO, -8388608, PERMITTED",
    "DOWN, 16777216, REQUIRED", // neighbours are 2 apart
    "DOWN, 8388607, REQUIRED", // or less than 1
    "NEAREST_EVEN, 12582913, REQUIRED"
  })
  void aProductThatIsRoundedToAnIntegerNeedsNoFusion(
      Rounding rounding, float addend, Fusion expected) {
    int x = builder.register(Type.F32, "x");
    int k = builder.register(Type.F32, "k");
    add(InstructionBuilder.of(Op.CONVERT, Type.F32).sourceType(Type.I32).to(x).from(r(a)));
    add(InstructionBuilder.of(Op.MOVE, Type.F32).to(k).from(c(Float.floatToIntBits(addend))));
    add(
        InstructionBuilder.of(Op.FMA, Type.F32)
            .rounding(rounding)
            .fusion(Fusion.REQUIRED)
            .to(x)
            .from(r(x), r(x), r(k)));
    store(x);
    assertThat(finish(EnumSet.of(Pass.ROUNDED_PRODUCTS)).blocks().get(0).instructions())
        .filteredOn(i -> i.op() == Op.FMA)
        .extracting(Instruction::fusion)
        .containsExactly(expected);
  }

  @Test
  void aRoundedProductWithAnAddendThatChangesKeepsItsFusion() {
    int x = builder.register(Type.F32, "x");
    int k = builder.register(Type.F32, "k");
    long magic = Float.floatToIntBits(12582913);
    add(InstructionBuilder.of(Op.MOVE, Type.F32).to(k).from(c(magic)));
    add(InstructionBuilder.of(Op.MOVE, Type.F32).to(k).from(c(magic + 1)));
    add(
        InstructionBuilder.of(Op.FMA, Type.F32)
            .rounding(Rounding.DOWN)
            .fusion(Fusion.REQUIRED)
            .to(x)
            .from(r(k), r(k), r(k)));
    store(x);
    assertThat(by(Pass.ROUNDED_PRODUCTS)).contains("x = fma.f32.down.fusion-required k, k, k");
  }

  @ParameterizedTest
  @EnumSource
  void aPassLeavesAVectorsPiecesTogether(Pass pass) {
    op(Op.SHL, t, r(a), c(7));
    op(Op.SHR, u, r(a), c(25));
    add(InstructionBuilder.of(Op.OR, Type.I32).to(t).from(r(t), r(u)).vectorGroup(3));
    store(t);
    op(Op.AND, t, r(a), c(MASK));
    add(InstructionBuilder.of(Op.MUL, Type.I32).to(t).from(r(t), c(5)).vectorGroup(4));
    store(t);
    assertThat(finish(EnumSet.of(pass)).blocks().get(0).instructions())
        .extracting(Instruction::vectorGroup)
        .contains(3, 4);
  }
}
