// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Comparison;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Spaces, pointers, and loads through read-only parameters. */
class PointersTest extends PassCase {
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
}
