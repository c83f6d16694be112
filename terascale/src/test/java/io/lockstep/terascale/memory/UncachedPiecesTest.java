// SPDX-License-Identifier: Apache-2.0
package io.lockstep.terascale.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UncachedPiecesTest {
  private final UncachedPieces rule = new UncachedPieces(64, 64);

  /** Addresses of the pieces that a wavefront moves. */
  private List<Long> of(int bytes, long mask, LongUnaryOperator address) {
    Access access = new Access();
    for (int lane = 0; lane < 64; lane++) {
      access.addresses()[lane] = address.applyAsLong(lane);
    }
    access.setScattered(mask, 64, bytes);
    List<Long> out = new ArrayList<>();
    rule.coalesce(
        access,
        (at, n) -> {
          assertThat(n).isEqualTo(64);
          out.add(at);
        });
    return out;
  }

  @Test
  void vectorsOf16BytesMoveOnceTwiceAndFourTimesWhatTheyAskFor() {
    assertThat(of(16, -1L, lane -> 16 * lane)).hasSize(16); // float4: 1,024 bytes
    assertThat(of(16, -1L, lane -> 32 * lane)).hasSize(32); // half of a float8: 2,048
    assertThat(of(16, -1L, lane -> 64 * lane)).hasSize(64); // a quarter of a float16: 4,096
  }

  @Test
  void lanesOfOneAddressMoveOnePiece() {
    assertThat(of(4, -1L, lane -> 100)).containsExactly(64L);
  }

  @Test
  void piecesAreMergedOverTheWholeWavefront() {
    assertThat(of(4, -1L, lane -> 4 + 4 * lane)).containsExactly(0L, 64L, 128L, 192L, 256L);
    assertThat(of(4, -1L, lane -> 4 * (lane ^ 37))).containsExactlyInAnyOrder(0L, 64L, 128L, 192L);
  }

  @Test
  void aLaneThatStraddlesTwoPiecesMovesBoth() {
    assertThat(of(16, 1, lane -> 56)).containsExactly(0L, 64L);
    assertThat(of(16, 3, lane -> 56 * lane)).containsExactly(0L, 64L); // the first one is there
  }

  @Property(tries = 100)
  void thePiecesAreThoseThatActiveLanesTouch(
      @ForAll @Size(64) List<@IntRange(min = 0, max = 2000) Integer> words, @ForAll long mask) {
    List<Long> touched = new ArrayList<>();
    for (int lane = 0; lane < 64; lane++) {
      long at = 4L * words.get(lane) & -64;
      if ((mask >>> lane & 1) != 0 && !touched.contains(at)) {
        touched.add(at);
      }
    }
    assertThat(of(4, mask, lane -> 4L * words.get((int) lane))).isEqualTo(touched);
  }
}
