// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.parts.access.Access;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lines that a wavefront touches: CDNA specification 4.6, rows coalesce_lines. */
class LineCoalescingTest {
  private static Access affine(long origin, long stride, int bytes, long mask) {
    Access a = new Access();
    a.setAffine(mask, 64, bytes, origin, stride);
    return a;
  }

  private static Access byLane(Access affine) {
    Access a = new Access();
    for (int lane = 0; lane < 64; lane++) {
      a.addresses()[lane] = affine.origin() + lane * affine.stride();
    }
    a.setScattered(affine.mask(), 64, affine.elementBytes());
    return a;
  }

  private static List<String> lines(Access a, int line, boolean whole) {
    List<String> out = new ArrayList<>();
    new LineCoalescing(line, whole).coalesce(a, (address, bytes) -> out.add(address + "+" + bytes));
    return out;
  }

  @Test
  @DisplayName("stride 4: 4 lines of 64 bytes, 2 of 128")
  void stride4TouchesFourLinesOf64BytesOrTwoOf128() {
    assertThat(lines(affine(0x1000, 4, 4, -1), 64, true)).hasSize(4);
    assertThat(lines(affine(0x1000, 4, 4, -1), 128, true)).hasSize(2);
  }

  @Test
  @DisplayName("stride 16: 16 and 8; stride 64: 64 and 32")
  void widerStrides() {
    assertThat(lines(affine(0x1000, 16, 4, -1), 64, true)).hasSize(16);
    assertThat(lines(affine(0x1000, 16, 4, -1), 128, true)).hasSize(8);
    assertThat(lines(affine(0x1000, 64, 4, -1), 64, true)).hasSize(64);
    assertThat(lines(affine(0x1000, 64, 4, -1), 128, true)).hasSize(32);
  }

  @Test
  @DisplayName("8-byte and 16-byte elements side by side: 8 and 16 lines of 64")
  void wideElements() {
    assertThat(lines(affine(0x1000, 8, 8, -1), 64, true)).hasSize(8);
    assertThat(lines(affine(0x1000, 16, 16, -1), 64, true)).hasSize(16);
  }

  @Test
  @DisplayName("a store moves only the bytes it touches")
  void partialStore() {
    assertThat(lines(affine(0x1000, 4, 4, 0xF), 64, false)).containsExactly("4096+16");
  }

  @Test
  @DisplayName("an element across two lines touches both")
  void anElementAcrossTwoLinesTouchesBoth() {
    assertThat(lines(affine(0x103C, 0, 8, 1), 64, true)).containsExactly("4096+64", "4160+64");
  }

  @Property(tries = 300)
  void formulaEqualsLanes(
      @ForAll @IntRange(min = 0, max = 20) int stride,
      @ForAll @IntRange(min = 0, max = 200) int offset,
      @ForAll long mask,
      @ForAll @LongRange(min = 0, max = 1) long wide) {
    int bytes = wide == 1 ? 8 : 4;
    Access a = affine(0x10000 + offset, stride, bytes, mask);
    assertThat(lines(a, 64, true)).containsExactlyInAnyOrderElementsOf(lines(byLane(a), 64, true));
  }
}
