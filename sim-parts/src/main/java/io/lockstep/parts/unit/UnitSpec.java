// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.unit;

import static io.lockstep.spi.spec.Dimension.BYTES;
import static io.lockstep.spi.spec.Dimension.COUNT;

import io.lockstep.spi.spec.Derived;
import io.lockstep.spi.spec.FigureTable;
import io.lockstep.spi.spec.Figures;
import io.lockstep.spi.spec.Part;
import io.lockstep.spi.spec.SpecSchema;
import java.util.function.ToLongFunction;

/** Declares the figures of a device's compute units: {@link ComputeUnitConfig}. */
public final class UnitSpec implements Part {
  static final FigureTable FIGURES =
      FigureTable.of(UnitSpec.class.getResourceAsStream("figures.txt"));

  /** The only instance. */
  public static final Part PART = new UnitSpec();

  /** The figure that gives the width of wavefronts. */
  public static final String WAVEFRONT = "unit.wavefront";

  private static final String WAVEFRONTS = "unit.wavefronts";
  private static final String WAVEFRONTS_MEAN = "wavefronts that a compute unit holds";

  private UnitSpec() {}

  @Override
  public void declare(SpecSchema.Builder keys) {
    keys.part(FIGURES.section("unit"));
  }

  /**
   * Declares {@code unit.wavefronts} as a derived figure, for families whose own figure counts the
   * wavefronts of a SIMD or device.
   *
   * @param keys a schema without {@code unit.wavefronts}
   * @param value computes the number of wavefronts of a unit
   * @param writes path of the figure that changes when {@code unit.wavefronts} is set
   * @param writing computes the value of that figure
   */
  public static void wavefronts(
      SpecSchema.Builder keys,
      ToLongFunction<Figures> value,
      String writes,
      Derived.Writing writing) {
    keys.without(WAVEFRONTS)
        .derived(Derived.of(WAVEFRONTS, COUNT, WAVEFRONTS_MEAN, value, writes, writing));
  }

  /**
   * Declares the size of a compute unit's vector registers in bytes, derived from another figure.
   *
   * @param keys the schema
   * @param registers path of the family's figure, which setting the size changes
   * @param bytes computes the bytes of one unit of that figure, over all lanes and SIMDs of a
   *     compute unit
   */
  public static void registerFile(
      SpecSchema.Builder keys, String registers, ToLongFunction<Figures> bytes) {
    keys.derived(
        Derived.of(
            "registers.file",
            BYTES,
            "vector registers of a compute unit",
            f -> f.value(registers) * bytes.applyAsLong(f),
            registers,
            (size, f) -> new long[] {Derived.exactly(size, bytes.applyAsLong(f))}));
  }
}
