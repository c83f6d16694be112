// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.testsupport.TexturePlaces;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where tiled textures keep their texels. */
class MicroTilesTest {
  @Test
  @DisplayName("bits of x and y take turns in a tile of 8 x 8 (addrlib: x0 y0 x1 y1 x2 y2)")
  void bitsOfXAndYTakeTurnsInATileOf8X8() {
    MicroTiles tiles = new MicroTiles();
    TextureInfo t = TexturePlaces.texture(1, 20, 20, 2);
    int[][] index = {
      {1, 0, 1}, {0, 1, 2}, {2, 0, 4}, {0, 2, 8}, {4, 0, 16}, {0, 4, 32}, {7, 7, 63}
    };
    for (int[] i : index) {
      assertThat(tiles.offset(t, i[0], i[1], 0)).isEqualTo(4L * i[2]);
    }
    assertThat(tiles.offset(t, 8, 0, 0)).as("the next tile").isEqualTo(4 * 64);
    assertThat(tiles.offset(t, 0, 8, 0)).as("the next row of tiles").isEqualTo(4 * 3 * 64);
    assertThat(tiles.offset(t, 0, 0, 1)).as("the next plane").isEqualTo(4 * 9 * 64);
  }

  @Property(tries = 100)
  void noTwoTexelsShareAPlace(
      @ForAll @IntRange(min = 0, max = 2) int channels,
      @ForAll @IntRange(min = 1, max = 40) int width,
      @ForAll @IntRange(min = 1, max = 12) int height,
      @ForAll @IntRange(min = 1, max = 3) int depth) {
    TexturePlaces.requireDistinct(
        new MicroTiles(), TexturePlaces.texture(1 << channels, width, height, depth));
  }
}
