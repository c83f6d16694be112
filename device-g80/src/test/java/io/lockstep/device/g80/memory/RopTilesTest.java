// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.g80.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.testsupport.TexturePlaces;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where tiled textures keep their texels. */
class RopTilesTest {
  @Test
  @DisplayName("inside a roptile as in envytools' table of a 13 x 17 surface of 16-byte elements")
  void placesInsideATileMatchEnvytoolsTable() {
    RopTiles tiles = new RopTiles();
    TextureInfo t = TexturePlaces.texture(4, 13, 17, 1);
    assertThat(tiles.offset(t, 0, 0, 0)).isZero();
    assertThat(tiles.offset(t, 3, 0, 0)).isEqualTo(0x30);
    assertThat(tiles.offset(t, 0, 1, 0)).isEqualTo(0x40);
    assertThat(tiles.offset(t, 3, 3, 0)).isEqualTo(0xF0);
    assertThat(tiles.offset(t, 4, 0, 0)).as("the next along x").isEqualTo(0x100);
    assertThat(tiles.offset(t, 5, 2, 0)).isEqualTo(0x190);
    // Four roptiles across: here the bigtile is one roptile, in the table 2 x 2 x 2.
    assertThat(tiles.offset(t, 0, 4, 0)).isEqualTo(0x400);
  }

  @Property(tries = 100)
  void noTwoTexelsShareAPlace(
      @ForAll @IntRange(min = 0, max = 2) int channels,
      @ForAll @IntRange(min = 1, max = 40) int width,
      @ForAll @IntRange(min = 1, max = 12) int height,
      @ForAll @IntRange(min = 1, max = 3) int depth) {
    TexturePlaces.requireDistinct(
        new RopTiles(), TexturePlaces.texture(1 << channels, width, height, depth));
  }
}
