// SPDX-License-Identifier: Apache-2.0
package io.lockstep.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The widths of wavefronts that a device declares, and the one that a kernel gets. */
class WavefrontWidthsTest {
  private static Kernel kernel(KernelBuilder builder) {
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  private static KernelBuilder any() {
    return new KernelBuilder("k", "test", "k.cl");
  }

  @Property
  @Label("a kernel has the width that it requires, or else the usual one")
  void aKernelHasTheWidthThatItRequires(
      @ForAll @IntRange(max = 6) int narrowest,
      @ForAll @IntRange(max = 6) int first,
      @ForAll @IntRange(max = 6) int second,
      @ForAll @IntRange(max = 6) int required,
      @ForAll boolean subGroups) {
    int usual = Math.min(6, narrowest + first);
    int widest = Math.min(6, usual + second);
    Capabilities device =
        Capabilities.builder()
            .wavefront(1 << usual)
            .wavefronts(1 << narrowest, 1 << widest)
            .build();
    assertThat(device.wavefronts()).hasSize(widest - narrowest + 1).isSorted();
    assertThat(device.wavefronts()).contains(1 << narrowest, 1 << usual, 1 << widest);
    int width = 1 << required;
    Kernel kernel = kernel(subGroups ? any().subGroups(width) : any().fixedWidth(width));
    boolean has = required >= narrowest && required <= widest;
    assertThat(device.wavefront(kernel)).isEqualTo(has ? width : 1 << usual);
    assertThat(device.wavefront(kernel(any()))).isEqualTo(1 << usual);
  }

  @Test
  @DisplayName("a device that declares one width has no other")
  void aDeviceThatDeclaresOneWidthHasNoOther() {
    Capabilities device = Capabilities.builder().wavefront(24).build();
    assertThat(device.wavefronts()).isEqualTo(List.of(24));
    assertThat(device.wavefront(kernel(any().subGroups(32)))).isEqualTo(24);
  }

  @Test
  @DisplayName("widths that do not double are refused")
  void widthsThatDoNotDoubleAreRefused() {
    for (int[] widths : new int[][] {{16, 48, 48}, {16, 16, 48}, {64, 32, 64}, {16, 32, 16}}) {
      Capabilities.Builder builder =
          Capabilities.builder().wavefront(widths[1]).wavefronts(widths[0], widths[2]);
      assertThatThrownBy(builder::build)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("wavefronts of " + widths[0] + " to " + widths[2]);
    }
  }
}
