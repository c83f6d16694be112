// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.facts;

import static io.lockstep.lower.Sample.c;
import static io.lockstep.lower.Sample.r;
import static io.lockstep.lower.facts.Ranges.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.lower.Sample;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RangesTest {
  private static final long ALL_OF_32 = 0xffffffffL;

  private final Sample k = new Sample();
  private final int anything = k.registers(Type.I32, 1);
  private final int id = value(of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X));
  private final int group = value(of(Op.SPECIAL, Type.I32).special(Special.GROUP_ID_X));
  private final int other = value(of(Op.SPECIAL, Type.I32).special(Special.CLOCK));

  private static InstructionBuilder of(Op op, Type type, Operand... from) {
    return InstructionBuilder.of(op, type).from(from);
  }

  private int value(InstructionBuilder instruction) {
    int result = k.registers(instruction.build().type(), 1);
    k.add(instruction.to(result).build());
    return result;
  }

  private int word(Op op, Operand... from) {
    return value(of(op, Type.I32, from));
  }

  private static long limit(Special special) {
    return switch (special) {
      case LOCAL_ID_X -> 511;
      case GROUP_ID_X -> 65535;
      default -> UNKNOWN;
    };
  }

  private static Ranges ranges(Kernel kernel) {
    return new Ranges(new RegisterFacts(kernel), RangesTest::limit, true);
  }

  private long bound(int register) {
    return ranges(k.build()).bound(r(register));
  }

  @Test
  @DisplayName("special values have the device's limits, other registers none")
  void specialValuesHaveTheDevicesLimits() {
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(id))).isEqualTo(511);
    assertThat(ranges.bound(r(group))).isEqualTo(65535);
    assertThat(ranges.bound(r(other))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(anything))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(c(7))).isEqualTo(7);
    assertThat(ranges.bound(c(-7))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("only special values are bounded if derived values are not")
  void onlySpecialValuesAreBoundedIfDerivedValuesAreNot() {
    int copy = word(Op.MOVE, r(id));
    Ranges ranges = new Ranges(new RegisterFacts(k.build()), RangesTest::limit, false);
    assertThat(ranges.bound(r(id))).isEqualTo(511);
    assertThat(ranges.bound(r(copy))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(c(7))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("a register with two definitions or a guarded one has no bound")
  void aRegisterWithTwoDefinitionsOrAGuardedOneHasNoBound() {
    int twice = word(Op.MOVE, c(1));
    k.op(Op.MOVE, twice, c(2));
    int p = k.registers(Type.I1, 1);
    int guarded = value(of(Op.MOVE, Type.I32, c(1)).guard(p, false));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(twice))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(guarded))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("fits compares with the first value that has more bits")
  void fitsComparesWithTheFirstValueThatHasMoreBits() {
    Ranges ranges = ranges(k.build());
    assertThat(ranges.fits(id, 9)).isTrue();
    assertThat(ranges.fits(id, 8)).isFalse();
    assertThat(ranges.fits(c(256), 9)).isTrue();
    assertThat(ranges.fits(c(256), 8)).isFalse();
  }

  @Test
  @DisplayName("sums and products of bounds, unknown if they may wrap")
  void sumsAndProductsOfBoundsUnknownIfTheyMayWrap() {
    int sum = word(Op.ADD, r(id), c(5));
    int unknown = word(Op.ADD, r(id), r(anything));
    int product = word(Op.MUL, r(id), r(id));
    int most = word(Op.MUL, r(group), c(65537));
    int wraps = word(Op.MUL, r(group), c(65538));
    int zero = word(Op.MUL, r(anything), c(0));
    int mad = word(Op.MAD, r(id), c(2), r(group));
    int negative = word(Op.ADD, r(id), c(-1));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(sum))).isEqualTo(516);
    assertThat(ranges.bound(r(unknown))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(product))).isEqualTo(511 * 511);
    assertThat(ranges.bound(r(most))).isEqualTo(ALL_OF_32);
    assertThat(ranges.bound(r(wraps))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(zero))).isZero();
    assertThat(ranges.bound(r(mad))).isEqualTo(1022 + 65535);
    assertThat(ranges.bound(r(negative))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("products of 24 bits read 24 bits of their factors")
  void productsOf24BitsRead24BitsOfTheirFactors() {
    int unsigned = word(Op.MUL24, r(anything), c(3));
    int signed = value(of(Op.MUL24, Type.I32, r(anything), c(3)).signed(true));
    int small = value(of(Op.MAD24, Type.I32, r(id), c(3), c(1)).signed(true));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(unsigned))).isEqualTo(3 * 0xffffffL);
    assertThat(ranges.bound(r(signed))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(small))).isEqualTo(3 * 511 + 1);
  }

  @Test
  @DisplayName("extension bounds an unknown unsigned value, but not a signed one")
  void extensionBoundsAnUnknownUnsignedValueButNotASignedOne() {
    int zero = value(extension(r(anything), false));
    int sign = value(extension(r(anything), true));
    int small = value(extension(r(id), true));
    int wide = value(of(Op.MUL_WIDE, Type.I64, r(anything), c(4)).sourceType(Type.I32));
    int added = value(of(Op.MAD_WIDE, Type.I64, r(anything), c(4), c(9)).sourceType(Type.I32));
    int signed =
        value(of(Op.MUL_WIDE, Type.I64, r(anything), c(4)).sourceType(Type.I32).signed(true));
    int most = value(extension(c(0x7fffffffL), true));
    int least = value(extension(c(0x80000000L), true));
    int predicate = value(of(Op.CONVERT, Type.I32, r(anything)).sourceType(Type.I1));
    int narrowed = value(of(Op.CONVERT, Type.I16, r(anything)).sourceType(Type.I32));
    int fromFloat = value(of(Op.CONVERT, Type.I32, r(id)).sourceType(Type.F32));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(zero))).isEqualTo(ALL_OF_32);
    assertThat(ranges.bound(r(sign))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(small))).isEqualTo(511);
    assertThat(ranges.bound(r(wide))).isEqualTo(4 * ALL_OF_32);
    assertThat(ranges.bound(r(added))).isEqualTo(4 * ALL_OF_32 + 9);
    assertThat(ranges.bound(r(signed))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(most))).isEqualTo(0x7fffffffL);
    assertThat(ranges.bound(r(least))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(predicate))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(narrowed))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(fromFloat))).isEqualTo(UNKNOWN);
  }

  private static InstructionBuilder extension(Operand from, boolean signed) {
    return of(Op.CONVERT, Type.I64, from).sourceType(Type.I32).sourceSigned(signed);
  }

  @Test
  @DisplayName("masks bound unknown values; or and xor keep the bits of both")
  void masksBoundUnknownValues() {
    int mask = word(Op.AND, r(anything), c(12));
    int either = word(Op.OR, r(id), c(1 << 12));
    int unknown = word(Op.XOR, r(id), r(anything));
    int none = word(Op.OR, c(0), c(0));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(mask))).isEqualTo(12);
    assertThat(ranges.bound(r(either))).isEqualTo(8191);
    assertThat(ranges.bound(r(unknown))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(none))).isZero();
  }

  @Test
  @DisplayName("shifts by constants, in registers too, scale the bound")
  void shiftsByConstantsScaleTheBound() {
    int two = word(Op.MOVE, c(2));
    int left = word(Op.SHL, r(id), r(two));
    int byUnknown = word(Op.SHL, r(id), r(anything));
    int right = word(Op.SHR, r(id), c(2));
    int rightByUnknown = word(Op.SHR, r(id), r(anything));
    int upper = word(Op.SHR, r(anything), c(24));
    int signed = value(of(Op.SHR, Type.I32, r(anything), c(24)).signed(true));
    int positive = value(of(Op.SHR, Type.I32, r(id), c(2)).signed(true));
    int wide = k.registers(Type.I64, 1);
    int upperOfWide = value(of(Op.SHR, Type.I64, r(wide), c(37)));
    int sameAsWide = value(of(Op.SHR, Type.I64, r(wide), c(0)));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(left))).isEqualTo(2044);
    assertThat(ranges.bound(r(byUnknown))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(right))).isEqualTo(127);
    assertThat(ranges.bound(r(rightByUnknown))).isEqualTo(511);
    assertThat(ranges.bound(r(upper))).isEqualTo(255);
    assertThat(ranges.bound(r(signed))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(positive))).isEqualTo(127);
    assertThat(ranges.bound(r(upperOfWide))).isEqualTo((1L << 27) - 1);
    assertThat(ranges.bound(r(sameAsWide))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("fields, minima, maxima, choices and remainders")
  void fieldsMinimaMaximaChoicesAndRemainders() {
    int p = k.registers(Type.I1, 1);
    int field = word(Op.BIT_FIELD_EXTRACT, r(anything), c(3), c(5));
    int signedField =
        value(of(Op.BIT_FIELD_EXTRACT, Type.I32, r(anything), c(3), c(5)).signed(true));
    int least = word(Op.MIN, r(anything), c(9));
    int signedLeast = value(of(Op.MIN, Type.I32, r(anything), c(9)).signed(true));
    int most = word(Op.MAX, r(id), c(600));
    int choice = word(Op.SELECT, r(id), r(group), r(p));
    int rest = word(Op.REM, r(anything), c(10));
    int signedRest = value(of(Op.REM, Type.I32, r(anything), c(10)).signed(true));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(field))).isEqualTo(31);
    assertThat(ranges.bound(r(signedField))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(least))).isEqualTo(9);
    assertThat(ranges.bound(r(signedLeast))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(most))).isEqualTo(600);
    assertThat(ranges.bound(r(choice))).isEqualTo(65535);
    assertThat(ranges.bound(r(rest))).isEqualTo(10);
    assertThat(ranges.bound(r(signedRest))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("narrow unsigned loads are bounded by their elements")
  void narrowUnsignedLoadsAreBoundedByTheirElements() {
    int bytes = load(Type.I8, false);
    int signedBytes = load(Type.I8, true);
    int words = load(Type.I32, false);
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(bytes))).isEqualTo(255);
    assertThat(ranges.bound(r(signedBytes))).isEqualTo(UNKNOWN);
    assertThat(ranges.bound(r(words))).isEqualTo(UNKNOWN);
  }

  @Test
  @DisplayName("sign extensions, signed narrow loads and small constants fit signed bits")
  void signExtensionsSignedNarrowLoadsAndSmallConstantsFitSignedBits() {
    int sign = value(of(Op.CONVERT, Type.I32, r(anything)).sourceType(Type.I16).sourceSigned(true));
    int zero = value(of(Op.CONVERT, Type.I32, r(anything)).sourceType(Type.I16));
    int fromFloat =
        value(of(Op.CONVERT, Type.I32, r(anything)).sourceType(Type.F16).sourceSigned(true));
    int bytes = load(Type.I8, true);
    int unsignedBytes = load(Type.I8, false);
    int constant = word(Op.MOVE, c(-5));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.fitsSigned(r(sign), 16)).isTrue();
    assertThat(ranges.fitsSigned(r(sign), 15)).isFalse();
    assertThat(ranges.fitsSigned(r(zero), 17)).isTrue();
    assertThat(ranges.fitsSigned(r(zero), 16)).isFalse();
    assertThat(ranges.fitsSigned(r(fromFloat), 16)).isFalse();
    assertThat(ranges.fitsSigned(r(bytes), 8)).isTrue();
    assertThat(ranges.fitsSigned(r(bytes), 7)).isFalse();
    assertThat(ranges.fitsSigned(r(unsignedBytes), 8)).isFalse();
    assertThat(ranges.fitsSigned(r(constant), 4)).isTrue();
    assertThat(ranges.fitsSigned(c(-8), 4)).isTrue();
    assertThat(ranges.fitsSigned(c(7), 4)).isTrue();
    assertThat(ranges.fitsSigned(c(8), 4)).isFalse();
    assertThat(ranges.fitsSigned(c(-9), 4)).isFalse();
    assertThat(ranges.fitsSigned(r(anything), 31)).isFalse();
  }

  @Test
  @DisplayName("signed fields and shifts leave few bits")
  void signedFieldsAndShiftsLeaveFewBits() {
    int anything = k.registers(Type.I32, 1);
    int field = value(of(Op.BIT_FIELD_EXTRACT, Type.I32, r(anything), c(0), c(24)).signed(true));
    int shift = value(of(Op.SHR, Type.I32, r(anything), c(9)).signed(true));
    int unknown = value(of(Op.SHR, Type.I32, r(anything), r(anything)).signed(true));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.fitsSigned(r(field), 24)).isTrue();
    assertThat(ranges.fitsSigned(r(field), 23)).isFalse();
    assertThat(ranges.fitsSigned(r(shift), 23)).isTrue();
    assertThat(ranges.fitsSigned(r(shift), 22)).isFalse();
    assertThat(ranges.fitsSigned(r(unknown), 31)).isFalse();
  }

  private int load(Type element, boolean signed) {
    return value(
        of(Op.LOAD, Type.I32, c(0))
            .signed(signed)
            .memory(new MemoryAccess(Space.GLOBAL, element, 1, -1, 0)));
  }

  @Test
  @DisplayName("a bound is found whichever definition comes first")
  void aBoundIsFoundWhicheverDefinitionComesFirst() {
    int later = k.registers(Type.I32, 1);
    int sum = word(Op.ADD, r(later), c(1));
    k.op(Op.AND, later, r(sum), c(3));
    assertThat(bound(sum)).isEqualTo(4);
  }

  @Test
  @DisplayName("counters that start at zero and grow are never negative")
  void countersThatStartAtZeroAndGrowAreNeverNegative() {
    int up = word(Op.MOVE, c(0));
    int down = word(Op.MOVE, c(9));
    int from = word(Op.MOVE, r(anything));
    int next = word(Op.ADD, r(up), c(4));
    k.op(Op.MOVE, up, r(next));
    k.op(Op.ADD, down, r(down), c(-1));
    k.op(Op.ADD, from, r(from), c(1));
    int product = word(Op.MUL, r(up), c(2));
    Ranges ranges = ranges(k.build());
    assertThat(ranges.bound(r(up))).isEqualTo(UNKNOWN);
    assertThat(ranges.isNatural(r(up))).isTrue();
    assertThat(ranges.isNatural(r(next))).isTrue();
    assertThat(ranges.isNatural(r(down))).isFalse();
    assertThat(ranges.isNatural(r(from))).isFalse();
    assertThat(ranges.isNatural(r(product))).isFalse();
    assertThat(ranges.isNatural(r(anything))).isFalse();
    assertThat(ranges.isNatural(r(group))).isTrue();
    assertThat(ranges.isNatural(c(0x7fffffffL))).isTrue();
    assertThat(ranges.isNatural(c(0x80000000L))).isFalse();
  }
}
