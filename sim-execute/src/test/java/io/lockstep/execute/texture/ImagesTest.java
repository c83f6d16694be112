// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import static io.lockstep.execute.TestKernel.f;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.fault.ExecutionException;
import io.lockstep.execute.launch.ImageViews;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.kernel.argument.SamplerInfo;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.argument.TextureInfo.AddressMode;
import io.lockstep.kernel.argument.TextureInfo.Filter;
import io.lockstep.kernel.argument.TextureInfo.Format;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Images of OpenCL C: samplers, borders by channels, what a store makes of its values. */
class ImagesTest {
  private static TextureInfo image(int buffer, Type type, boolean signed, int channels, Format f) {
    return new TextureInfo(
        buffer,
        new TextureInfo.Texel(type, signed, channels, f),
        new TextureInfo.Extent(2, 2, 1),
        new TextureInfo.Sampling(AddressMode.CLAMP, Filter.NEAREST, false));
  }

  private static void run(TestKernel k, TextureInfo image) {
    k.exit();
    List<TextureInfo> textures = new ArrayList<>(List.of(image));
    ImageViews views = ImageViews.add(k.builder.build(), List.of(), List.of(0), textures);
    k.resources = new LaunchResources(textures, views, 0, 0, new KernelOutput());
    k.run();
  }

  @Test
  @DisplayName("every sampler has bits of its own, and they say the sampler again")
  void everySamplerHasBitsOfItsOwnAndTheySayTheSamplerAgain() {
    Set<SamplerInfo> all = new HashSet<>();
    for (int bits = -1; bits < 256; bits++) {
      SamplerInfo.of(bits)
          .ifPresent(
              s -> {
                all.add(s);
                assertThat(SamplerInfo.of(s.bits())).contains(s);
              });
    }
    assertThat(all).hasSize(2 * 5 * 2);
    // OpenCL C's flags: CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR.
    assertThat(SamplerInfo.of(1 | 6 | 0x20))
        .contains(new SamplerInfo(true, SamplerInfo.Address.REPEAT, Filter.LINEAR));
  }

  @ParameterizedTest(name = "{0} channels")
  @DisplayName("beyond a border channels are 0, and a fourth that the image lacks is 1")
  @CsvSource({"1, 1.0", "2, 1.0", "4, 0.0"})
  void beyondABorderChannelsAre0AndAFourthThatTheImageLacksIs1(int channels, float fourth) {
    TestKernel k = new TestKernel(1, 1, 1);
    int out = k.buffer("out", 16, null);
    int texels = k.memory.allocate("texels", Type.F32, 16L * channels, null);
    List<Integer> to = new ArrayList<>();
    for (int c = 0; c < 4; c++) {
      to.add(k.register(Type.F32));
    }
    int clamp = 4 | 0x10;
    k.add(
        InstructionBuilder.of(Op.TEXTURE, Type.F32)
            .sourceType(Type.I32)
            .variant(Texels.Fetch.sampled(Texels.Geometry.PLANE))
            .to(to)
            .from(i(Address.texture(0)), i(-1), i(0), i(Address.sampler(clamp)))
            .memory(TestKernel.access(Space.TEXTURE, Type.F32, 4)));
    k.add(
        InstructionBuilder.of(Op.STORE, Type.F32)
            .from(i(Address.of(out, 0)), r(to.get(0)), r(to.get(1)), r(to.get(2)), r(to.get(3)))
            .memory(TestKernel.access(Space.GLOBAL, Type.F32, 4)));
    run(k, image(texels, Type.F32, true, channels, Format.ELEMENT));
    assertThat(Float.intBitsToFloat(k.memory.loadInt(Address.of(out, 0)))).isZero();
    assertThat(Float.intBitsToFloat(k.memory.loadInt(Address.of(out, 12)))).isEqualTo(fourth);
  }

  /** Stores one value in all channels of the texel (x, 1), and gives the bits of its last one. */
  private static long stored(
      Operand value, Type written, boolean signed, TextureInfo like, int x, TestKernel k) {
    int bytes = like.type().bytes();
    int texels = k.memory.allocate("pixels", like.type(), 4L * like.texelBytes(), null);
    k.add(
        InstructionBuilder.of(Op.SURFACE_STORE, written)
            .signed(signed)
            .variant(Texels.Surface.texels(Texels.Geometry.PLANE))
            .from(i(Address.texture(0)), i(x), i(1), value, value, value, value)
            .memory(TestKernel.access(Space.TEXTURE, written, 4)));
    run(k, image(texels, like.type(), like.signed(), like.channels(), like.format()));
    long last = Address.of(texels, 4L * like.texelBytes() - bytes);
    return switch (bytes) {
      case 1 -> k.memory.loadByte(last) & 0xFF;
      case 2 -> k.memory.loadShort(last) & 0xFFFF;
      default -> k.memory.loadInt(last) & 0xFFFFFFFFL;
    };
  }

  @ParameterizedTest(name = "{0} to {1} {2}")
  @DisplayName("floats are rounded to nearest even and saturated, in the image's format")
  @CsvSource({
    "0.5, I8, UNORM, 0x80", // 127.5
    "0.49803922, I8, UNORM, 0x7f",
    "1.5, I8, UNORM, 0xff",
    "-1.0, I8, UNORM, 0",
    "NaN, I8, UNORM, 0",
    "0.5, I8, SNORM, 0x40", // 63.5
    "-1.0, I8, SNORM, 0x81",
    "-2.0, I8, SNORM, 0x80",
    "1.0, I16, UNORM, 0xffff",
    "1.0, I16, SNORM, 0x7fff",
    "1.5, F16, ELEMENT, 0x3e00",
    "1.0004883, F16, ELEMENT, 0x3c00", // half way between 1 and the next: to even
    "-0.1, F32, ELEMENT, 0xbdcccccd",
  })
  void floatsAreRoundedToNearestEvenAndSaturatedInTheImagesFormat(
      float value, Type type, Format format, String expected) {
    TestKernel k = new TestKernel(1, 1, 1);
    long bits = stored(f(value), Type.F32, true, image(0, type, false, 4, format), 1, k);
    assertThat(bits).isEqualTo(Long.decode(expected));
  }

  @ParameterizedTest(name = "{0} ({1}) to {2} ({3})")
  @DisplayName("integers are saturated")
  @CsvSource({
    "200, true, I8, true, 0x7f",
    "-200, true, I8, true, 0x80",
    "-1, false, I8, false, 0xff",
    "300, false, I16, false, 300",
    "70000, false, I16, false, 0xffff",
    "-1, true, I32, true, 0xffffffff",
    "-1, false, I32, false, 0xffffffff",
  })
  void integersAreSaturated(int value, boolean signed, Type type, boolean held, String expected) {
    TestKernel k = new TestKernel(1, 1, 1);
    TextureInfo like = image(0, type, held, 2, Format.ELEMENT);
    assertThat(stored(i(value), Type.I32, signed, like, 1, k)).isEqualTo(Long.decode(expected));
  }

  @Test
  @DisplayName("outside of the image, and values of the wrong kind, are errors")
  void outsideOfTheImageAndValuesOfTheWrongKindAreErrors() {
    TextureInfo bytes = image(0, Type.I8, false, 4, Format.ELEMENT);
    assertThatThrownBy(() -> stored(i(1), Type.I32, true, bytes, 2, new TestKernel(1, 1, 1)))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("writes texel (2, 1, 0) of the image 'pixels' of 2 x 2 x 1");
    assertThatThrownBy(() -> stored(f(1f), Type.F32, true, bytes, 1, new TestKernel(1, 1, 1)))
        .hasMessageContaining("writes floats, the image 'pixels' holds integers");
    TextureInfo norm = image(0, Type.I8, false, 4, Format.UNORM);
    assertThatThrownBy(() -> stored(i(1), Type.I32, true, norm, 1, new TestKernel(1, 1, 1)))
        .hasMessageContaining("writes integers, the image 'pixels' holds floats");
  }
}
