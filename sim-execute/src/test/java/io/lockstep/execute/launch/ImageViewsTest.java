// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.launch;

import static io.lockstep.execute.TestKernel.f;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.TestKernel;
import io.lockstep.execute.memory.DeviceMemory;
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
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Images as samplers read them. */
class ImageViewsTest {
  private static final int NEAREST = 4 | 0x10; // CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST
  private static final int LINEAR = 2 | 0x20; // CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR
  private static final int SIDE = 2;

  private static TextureInfo image(int buffer, int width, int height, int depth) {
    return new TextureInfo(
        buffer,
        new TextureInfo.Texel(Type.F32, true, 1, Format.ELEMENT),
        new TextureInfo.Extent(width, height, depth),
        new TextureInfo.Sampling(AddressMode.CLAMP, Filter.NEAREST, false));
  }

  /** Reads a texel into a new register. */
  private static int read(TestKernel k, Operand handle, Operand sampler, Operand... at) {
    List<Operand> sources = new ArrayList<>(List.of(handle));
    sources.addAll(List.of(at));
    if (sampler != null) {
      sources.add(sampler);
    }
    int to = k.register(Type.F32);
    k.add(
        InstructionBuilder.of(Op.TEXTURE, Type.F32)
            .sourceType(Type.F32)
            .variant(
                sampler == null
                    ? Texels.Fetch.of(Texels.Geometry.of(at.length))
                    : Texels.Fetch.sampled(Texels.Geometry.of(at.length)))
            .to(List.of(to))
            .from(sources)
            .memory(TestKernel.access(Space.TEXTURE, Type.F32, 1)));
    return to;
  }

  private static float sampled(float[] texels, int width, int height, int depth, float... at) {
    TestKernel k = new TestKernel(1, 1, 1);
    int out = k.buffer("out", 8, null);
    int number = k.memory.allocate("texels", Type.F32, 4L * texels.length, null);
    for (int n = 0; n < texels.length; n++) {
      k.memory.storeInt(Address.of(number, 4L * n), Float.floatToRawIntBits(texels[n]));
    }
    Operand[] point = new Operand[at.length];
    for (int d = 0; d < at.length; d++) {
      point[d] = f(at[d]);
    }
    int sampler = at[at.length - 1] < 0 ? NEAREST : LINEAR;
    Operand handle = i(Address.texture(0));
    k.storeOwn(out, Type.F32, read(k, handle, i(Address.sampler(sampler)), point));
    k.exit();
    List<TextureInfo> textures = new ArrayList<>(List.of(image(number, width, height, depth)));
    ImageViews views = ImageViews.add(k.builder.build(), List.of(), List.of(0), textures);
    k.resources = new LaunchResources(textures, views, 0, 0, new KernelOutput());
    k.run();
    return Float.intBitsToFloat((int) k.result(0));
  }

  @Test
  @DisplayName("only images that are sampled have views: one for each sampler that may come")
  void onlyImagesThatAreSampledHaveViewsOneForEachSamplerThatMayCome() {
    TestKernel k = new TestKernel(1, 1, 1);
    read(k, i(Address.texture(1)), i(Address.sampler(NEAREST)), f(0), f(0));
    k.exit();
    TextureInfo texture = image(0, 2, 2, 1);
    List<TextureInfo> textures = new ArrayList<>(List.of(texture, image(1, 2, 2, 1)));
    List<Long> arguments = List.of(Address.sampler(LINEAR), 64L);
    ImageViews views = ImageViews.add(k.builder.build(), arguments, List.of(1), textures);
    assertThat(textures).hasSize(4);
    int nearest = views.number(1, Address.sampler(NEAREST));
    int linear = views.number(1, Address.sampler(LINEAR));
    assertThat(List.of(nearest, linear)).containsExactlyInAnyOrder(2, 3);
    assertThat(textures.get(nearest).address(0)).isEqualTo(AddressMode.BORDER);
    assertThat(textures.get(linear).filter()).isEqualTo(Filter.LINEAR);
    assertThat(textures.get(linear).buffer()).isEqualTo(1);
    assertThat(views.number(0, Address.sampler(NEAREST))).isEqualTo(-1); // no image
    assertThat(views.number(nearest, Address.sampler(NEAREST))).isEqualTo(-1); // itself a view
    assertThat(views.number(1, Address.sampler(0))).isEqualTo(-1); // comes from nowhere
    assertThat(views.number(1, NEAREST)).isEqualTo(-1); // no sampler

    TestKernel plain = new TestKernel(1, 1, 1);
    read(plain, i(Address.texture(0)), null, f(0), f(0));
    plain.exit();
    List<TextureInfo> kept = new ArrayList<>(List.of(texture));
    ImageViews.add(plain.builder.build(), arguments, List.of(0), kept);
    assertThat(kept).containsExactly(texture);
  }

  @Test
  @DisplayName("beyond a border in depth a volume is 0")
  void beyondABorderInDepthAVolumeIs0() {
    float[] ones = new float[] {1, 1, 1, 1, 1, 1, 1, 1};
    assertThat(sampled(ones, SIDE, SIDE, SIDE, 0.5f, 0.5f, -0.5f)).isZero();
  }

  @Test
  @DisplayName("filtering keeps all bits of its weights and sums as OpenCL's formulas do")
  void filteringKeepsAllBitsOfItsWeightsAndSumsAsOpenClsFormulasDo() {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      float[] t = new float[SIDE * SIDE * SIDE];
      for (int n = 0; n < t.length; n++) {
        t[n] = random.nextFloat();
      }
      float a = random.nextFloat() / 2;
      float b = random.nextFloat() / 2;
      float c = random.nextFloat() / 2;
      float x = 0.5f + a;
      float y = 0.5f + b;
      float z = 0.5f + c;
      a = x - 0.5f;
      b = y - 0.5f;
      c = z - 0.5f;
      // OpenCL 1.2, 8.2, over the texels T000, T100, T010, ...
      float line = (1 - a) * t[0] + a * t[1];
      float plane =
          (1 - a) * (1 - b) * t[0] + a * (1 - b) * t[1] + (1 - a) * b * t[2] + a * b * t[3];
      float volume =
          (1 - a) * (1 - b) * (1 - c) * t[0]
              + a * (1 - b) * (1 - c) * t[1]
              + (1 - a) * b * (1 - c) * t[2]
              + a * b * (1 - c) * t[3]
              + (1 - a) * (1 - b) * c * t[4]
              + a * (1 - b) * c * t[5]
              + (1 - a) * b * c * t[6]
              + a * b * c * t[7];
      assertThat(sampled(t, SIDE, SIDE, SIDE, x)).isEqualTo(line);
      assertThat(sampled(t, SIDE, SIDE, SIDE, x, y)).isEqualTo(plane);
      assertThat(sampled(t, SIDE, SIDE, SIDE, x, y, z)).isEqualTo(volume);
    }
  }

  @Test
  @DisplayName("a texel is read again when its page left memory between two work-items")
  void aTexelIsReadAgainWhenItsPageLeftMemoryBetweenTwoWorkItems() {
    TestKernel k = new TestKernel(4, 1, 1, new DeviceMemory(DeviceMemory.PAGE_BYTES));
    int out = k.buffer("out", 32, null);
    List<TextureInfo> textures = new ArrayList<>();
    for (int n = 0; n < 2; n++) {
      int number = k.memory.allocate("t" + n, Type.F32, DeviceMemory.PAGE_BYTES, null);
      k.memory.storeInt(Address.of(number, 0), Float.floatToRawIntBits(n + 1));
      textures.add(image(number, 4, 4, 1));
    }
    int odd =
        k.op(
            Type.I32,
            InstructionBuilder.of(Op.AND, Type.I32)
                .from(r(k.special(Special.LOCAL_ID_FLAT)), i(1)));
    int handle =
        k.op(
            Type.I64,
            InstructionBuilder.of(Op.MUL_WIDE, Type.I64)
                .sourceType(Type.I32)
                .signed(true)
                .from(r(odd), i(1)));
    int own =
        k.op(
            Type.I64,
            InstructionBuilder.of(Op.ADD, Type.I64).from(r(handle), i(Address.texture(0))));
    k.storeOwn(out, Type.F32, read(k, r(own), null, f(0), f(0)));
    k.exit();
    k.resources = new LaunchResources(textures, 0, 0, new KernelOutput());
    k.run();
    for (int item = 0; item < 4; item++) {
      assertThat(Float.intBitsToFloat((int) k.result(item))).isEqualTo(1 + item % 2);
    }
  }
}
