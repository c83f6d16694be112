// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.argument.TextureInfo.AddressMode;
import io.lockstep.kernel.argument.TextureInfo.Filter;
import io.lockstep.kernel.argument.TextureInfo.Format;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Texels.Geometry;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the texels of images and surfaces lie, and what is recorded of them. */
class TexelStepTest {
  private static final int WIDTH = 3;
  private static final int HEIGHT = 4;
  private static final int DEPTH = 5;

  private static TextureInfo texels(TestKernel k, int height, int depth) {
    int number = k.memory.allocate("pixels", Type.I32, 4L * WIDTH * height * depth, null);
    return new TextureInfo(
        number,
        new TextureInfo.Texel(Type.I32, true, 1, Format.ELEMENT),
        new TextureInfo.Extent(WIDTH, height, depth),
        new TextureInfo.Sampling(AddressMode.CLAMP, Filter.NEAREST, false));
  }

  private static WorkGroupRecord store(
      TestKernel k, TextureInfo t, Geometry geometry, boolean image, List<Operand> coordinates) {
    List<Operand> sources = new ArrayList<>(List.of(i(Address.texture(0))));
    sources.addAll(coordinates);
    sources.add(i(77));
    if (image) {
      sources.addAll(List.of(i(1), i(2), i(3)));
    }
    k.add(
        InstructionBuilder.of(Op.SURFACE_STORE, Type.I32)
            .signed(true)
            .variant(new Texels.Surface(geometry, Texels.Outside.TRAP, image))
            .from(sources)
            .memory(TestKernel.access(Space.TEXTURE, Type.I32, image ? 4 : 1)));
    k.exit();
    k.resources =
        new LaunchResources(List.of(t), k.geometry.groupSize() > 1 ? 1 : 0, 1, new KernelOutput());
    return k.run();
  }

  private static List<Operand> at(Geometry geometry, boolean image, int x, int y, int z) {
    int first = image ? x : 4 * x; // surfaces count bytes
    return switch (geometry) {
      case VOLUME -> List.of(i(first), i(y), i(z));
      case LAYERED_LINE -> List.of(i(z), i(first));
      default -> List.of(i(z), i(first), i(y));
    };
  }

  @ParameterizedTest(name = "{0}, image {1}")
  @DisplayName("a texel of a volume or a layer lies at its own place, and the record names it")
  @CsvSource({
    "VOLUME, true",
    "LAYERED_LINE, true",
    "LAYERED_PLANE, true",
    "VOLUME, false",
    "LAYERED_LINE, false",
    "LAYERED_PLANE, false"
  })
  void aTexelOfAVolumeOrALayerLiesAtItsOwnPlaceAndTheRecordNamesIt(
      Geometry geometry, boolean image) {
    TestKernel k = new TestKernel(1, 1, 1);
    int height = geometry == Geometry.LAYERED_LINE ? 1 : HEIGHT;
    int y = geometry == Geometry.LAYERED_LINE ? 0 : 1;
    TextureInfo t = texels(k, height, DEPTH);
    WorkGroupRecord record = store(k, t, geometry, image, at(geometry, image, 2, y, 3));
    for (int n = 0; n < WIDTH * height * DEPTH; n++) {
      assertThat(k.memory.loadInt(Address.of(t.buffer(), 4L * n)))
          .as("texel %d", n)
          .isEqualTo(n == (3 * height + y) * WIDTH + 2 ? 77 : 0);
    }
    Segment segment = record.segments().get(0);
    int slot = k.builder.build().blocks().get(0).instructions().get(0).memory().slot();
    List<Long> recorded = new ArrayList<>();
    for (int d = 0; d < (geometry == Geometry.LAYERED_LINE ? 2 : 3); d++) {
      recorded.add(segment.address(segment.run(slot + d, 0, -1), 0, 0, 64, 1));
    }
    assertThat(TextureInfo.textureOf(recorded.get(0))).isZero();
    // The middle of the texel, in 1/256: of a surface the edge where its bytes begin.
    assertThat(TextureInfo.coordinateOf(recorded.get(0))).isEqualTo(2 * 256 + (image ? 128 : 0));
    assertThat(recorded.get(recorded.size() - 1)).isEqualTo(3 * 256 + 128);
    if (geometry != Geometry.LAYERED_LINE) {
      assertThat(recorded.get(1)).isEqualTo(256 + 128);
    }
  }

  @ParameterizedTest(name = "({0}, {1}, {2})")
  @DisplayName("a texel beyond any side is an error that names it")
  @CsvSource({"-1, 0, 0", "3, 0, 0", "0, -1, 0", "0, 4, 0", "0, 0, -1", "0, 0, 5"})
  void aTexelBeyondAnySideIsAnErrorThatNamesIt(int x, int y, int z) {
    for (Geometry geometry : List.of(Geometry.VOLUME, Geometry.LAYERED_PLANE)) {
      for (boolean image : new boolean[] {true, false}) {
        TestKernel k = new TestKernel(1, 1, 1);
        TextureInfo t = texels(k, HEIGHT, DEPTH);
        String place = "(" + (image ? "" + x : 4 * x + " bytes") + ", " + y + ", " + z + ")";
        assertThatThrownBy(() -> store(k, t, geometry, image, at(geometry, image, x, y, z)))
            .isInstanceOf(ExecutionException.class)
            .hasMessageContaining(place)
            .hasMessageContaining("'pixels'");
      }
    }
  }

  @ParameterizedTest(name = "image {0}")
  @DisplayName("helper pixels store no texels")
  @ValueSource(booleans = {true, false})
  void helperPixelsStoreNoTexels(boolean image) {
    TestKernel k = new TestKernel(2, 2, 1); // of the quad one pixel is in the domain
    TextureInfo t = texels(k, 2, 1);
    int x = k.special(Special.PIXEL_X);
    int y = k.special(Special.PIXEL_Y);
    int first =
        image ? x : k.op(Type.I32, InstructionBuilder.of(Op.SHL, Type.I32).from(r(x), i(2)));
    store(k, t, Geometry.PLANE, image, List.of(r(first), r(y)));
    for (int n = 0; n < 2 * WIDTH; n++) {
      assertThat(k.memory.loadInt(Address.of(t.buffer(), 4L * n))).isEqualTo(n == 0 ? 77 : 0);
    }
  }
}
