// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.testsupport.TexturePlaces;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Where block linear textures keep their texels; channels have four bytes. */
class BlockLinearTest {
  private final BlockLinear layout = new BlockLinear();

  @Test
  void aSectorHolds16BytesOfTwoRows() {
    TextureInfo t = TexturePlaces.texture(1, 64, 8, 1);
    assertThat(layout.offset(t, 3, 0, 0)).isEqualTo(12);
    assertThat(layout.offset(t, 0, 1, 0)).isEqualTo(16);
    assertThat(layout.offset(t, 4, 0, 0)).isEqualTo(32);
    assertThat(layout.offset(t, 0, 2, 0)).isEqualTo(64);
    assertThat(layout.offset(t, 0, 4, 0)).isEqualTo(128);
    assertThat(layout.offset(t, 8, 0, 0)).isEqualTo(256);
    assertThat(layout.offset(t, 15, 7, 0)).isEqualTo(508);
  }

  @Test
  void upTo16GobsAboveEachOtherAreABlock() {
    TextureInfo low = TexturePlaces.texture(1, 64, 8, 1);
    assertThat(layout.offset(low, 16, 0, 0)).isEqualTo(512);
    TextureInfo three = TexturePlaces.texture(1, 64, 24, 2);
    assertThat(layout.offset(three, 0, 8, 0)).isEqualTo(512);
    assertThat(layout.offset(three, 16, 0, 0)).as("behind four GOBs").isEqualTo(4 * 512);
    assertThat(layout.offset(three, 0, 0, 1)).as("behind four blocks").isEqualTo(4 * 4 * 512);
    TextureInfo tall = TexturePlaces.texture(1, 64, 256, 1);
    assertThat(layout.offset(tall, 16, 0, 0)).isEqualTo(16 * 512);
    assertThat(layout.offset(tall, 0, 128, 0)).isEqualTo(4 * 16 * 512);
  }

  @Test
  void aTextureOfOneRowIsLinear() {
    TextureInfo row = TexturePlaces.texture(2, 1000, 1, 1);
    assertThat(layout.offset(row, 777, 0, 0)).isEqualTo(777 * 8);
  }

  @Property(tries = 100)
  void noTwoTexelsShareAPlace(
      @ForAll @IntRange(min = 0, max = 2) int channels,
      @ForAll @IntRange(min = 1, max = 40) int width,
      @ForAll @IntRange(min = 1, max = 150) int height,
      @ForAll @IntRange(min = 1, max = 3) int depth) {
    TexturePlaces.requireDistinct(
        layout, TexturePlaces.texture(1 << channels, width, height, depth));
  }
}
