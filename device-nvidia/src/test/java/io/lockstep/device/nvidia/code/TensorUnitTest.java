// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.nvidia.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.device.nvidia.TestDevices;
import io.lockstep.kernel.matrix.MatrixElement;
import io.lockstep.kernel.matrix.MatrixShape;
import io.lockstep.kernel.matrix.QuadShape;
import io.lockstep.kernel.matrix.ScaledMmaShape;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The products that chips have: PTX ISA, target notes of mma, wmma and mma.sp. */
class TensorUnitTest {
  private static Set<MatrixShape> shapes(String device) {
    return new TensorUnit(TestDevices.spec(device)).shapes();
  }

  @ParameterizedTest
  @CsvSource({
    "v100, F16",
    "t4, 'B1 F16 I8 S4 U4 U8'",
    "a100, 'B1 BF16 F16 F64 I8 S4 U4 U8 XF32'",
    "rtx4090, 'B1 BF16 E4M3 E5M2 F16 F64 I8 S4 U4 U8 XF32'",
    "rtx5090, 'BF16 E2M1 E2M1_BYTE E2M3 E3M2 E4M3 E5M2 F16 F64 I8 U8 XF32'",
  })
  void aChipHasTheFormatsOfItsCapability(String device, String formats) {
    Set<String> found =
        shapes(device).stream()
            .map(s -> s.left().name())
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(String.join(" ", found)).isEqualTo(formats);
  }

  @ParameterizedTest
  @CsvSource({"v100, 0", "t4, 0", "a100, 24", "rtx4090, 32", "rtx5090, 93"})
  void sparseProductsCameWithAmpereAndThoseOfBytesWithAda(String device, int count) {
    assertThat(shapes(device).stream().filter(MatrixShape::isSparse)).hasSize(count);
  }

  @ParameterizedTest
  @CsvSource({"v100, false", "t4, false", "a100, true", "h100_sxm, true", "rtx5090, true"})
  void productsOfQuadsAreEmulatedFromAmpereOn(String device, boolean emulated) {
    TensorUnit unit = new TensorUnit(TestDevices.spec(device));
    assertThat(unit.shapes()).containsAll(QuadShape.values());
    assertThat(unit.emulates(QuadShape.values().get(0))).isEqualTo(emulated);
    assertThat(shapes(device).stream().anyMatch(s -> s.columns() > 8 && s.depth() == 16)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"rtx4090, 0", "h100_sxm, 0", "rtx5090, 54"})
  void productsWithScalesCameWithConsumerBlackwell(String device, int count) {
    assertThat(shapes(device).stream().filter(s -> s instanceof ScaledMmaShape)).hasSize(count);
  }

  @ParameterizedTest
  @CsvSource({"t4, 7.5", "rtx3080, 8.6"})
  void bfloatsAreRefusedBeforeAmpere(String device, String capability) {
    boolean has = Capability.of(capability).isAtLeast(Capability.AMPERE);
    assertThat(shapes(device).stream().anyMatch(s -> s.left() == MatrixElement.BF16))
        .isEqualTo(has);
  }
}
