package io.lockstep.device.g80.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.trace.ir.Type;
import io.lockstep.trace.record.TextureInfo;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Where tiled textures keep their texels. */
class RopTilesTest {
  private static TextureInfo texture(int channels, int width, int height, int depth) {
    return new TextureInfo(
        0,
        Type.F32,
        true,
        channels,
        width,
        height,
        depth,
        TextureInfo.Format.ELEMENT,
        TextureInfo.AddressMode.CLAMP,
        TextureInfo.Filter.NEAREST,
        false);
  }

  @Test
  @DisplayName("inside a roptile as in envytools' table of a 13 x 17 surface of 16-byte elements")
  void published() {
    RopTiles tiles = new RopTiles();
    TextureInfo t = texture(4, 13, 17, 1);
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
    TextureInfo t = texture(1 << channels, width, height, depth);
    Set<Long> places = new HashSet<>();
    for (int z = 0; z < depth; z++) {
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          long at = new RopTiles().offset(t, x, y, z);
          assertThat(at % t.texelBytes()).isZero();
          assertThat(places.add(at)).isTrue();
        }
      }
    }
  }
}
