// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.ir;

/**
 * The properties that a constant of {@link Op} declares. Only {@link Op} changes and reads them.
 */
final class OpTraits {
  final int sources;
  final int results;
  final boolean computes;
  OpClass integer;
  OpClass single;
  OpClass f64;
  Class<? extends Variant> variants;
  Variant usual;
  int resultBits;
  int amountsFrom = Integer.MAX_VALUE;
  boolean reads;
  boolean writes;
  boolean truncates;
  boolean addresses;

  private OpTraits(int sources, int results, boolean computes) {
    this.sources = sources;
    this.results = results;
    this.computes = computes;
  }

  /** Returns the traits of an operation that only computes one result from some sources. */
  static OpTraits computes(int sources) {
    return new OpTraits(sources, 1, true);
  }

  /** Returns the traits of an operation that involves memory, other lanes or control flow. */
  static OpTraits acts(int sources, int results) {
    return new OpTraits(sources, results, false);
  }

  /** Returns the traits of a comparison, of which COMPARE has a second result. */
  static OpTraits compares(int results) {
    OpTraits t = new OpTraits(2, results, true).as(OpClass.COMPARE_INT, OpClass.COMPARE_FLOAT);
    return t.variants(Variant.Relation.class);
  }

  /** Returns the traits of a sum or difference. */
  static OpTraits sum() {
    return computes(2).as(OpClass.INT_ADD, OpClass.FLOAT_ADD, OpClass.DOUBLE_ADD);
  }

  /** Returns the traits of an operation that chooses a source or its sign. */
  static OpTraits choice(int sources) {
    return computes(sources).as(OpClass.INT_ADD, OpClass.FLOAT_MINMAX, OpClass.DOUBLE_ADD);
  }

  OpTraits as(OpClass any) {
    return as(any, any);
  }

  OpTraits as(OpClass integer, OpClass floating) {
    return as(integer, floating, floating);
  }

  /** Sets the class for integers, for floats of up to 32 bits and for doubles. */
  OpTraits as(OpClass integer, OpClass single, OpClass f64) {
    this.integer = integer;
    this.single = single;
    this.f64 = f64;
    return this;
  }

  OpTraits variants(Class<? extends Variant> type) {
    return variants(type, null);
  }

  OpTraits variants(Class<? extends Variant> type, Variant usual) {
    variants = type;
    this.usual = usual;
    return this;
  }

  /** Sets the width of the first result, which is not the instruction's type. */
  OpTraits resultBits(int bits) {
    resultBits = bits;
    return this;
  }

  /** Sets the first source that is a number of bits. */
  OpTraits amountsFrom(int source) {
    amountsFrom = source;
    return this;
  }

  OpTraits reads() {
    reads = true;
    return this;
  }

  OpTraits writes() {
    writes = true;
    return this;
  }

  OpTraits truncates() {
    truncates = true;
    return this;
  }

  OpTraits addresses() {
    addresses = true;
    return this;
  }
}
