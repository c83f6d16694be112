// SPDX-License-Identifier: Apache-2.0
package io.lockstep.parts.texture;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.execute.GroupExecutor;
import io.lockstep.execute.launch.KernelOutput;
import io.lockstep.execute.launch.LaunchResources;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.argument.TextureInfo.AddressMode;
import io.lockstep.kernel.argument.TextureInfo.Filter;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.parts.wave.Walk;
import io.lockstep.parts.wave.Wavefronts;
import io.lockstep.spi.LaunchPlan;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;

/** From recorded coordinates to lines, against the definition of the filters. */
class TextureFetchTest {
  private static final int WIDTH = 64;
  private static final int QUAD = 4;
  private static final long PLACE = 1 << 20;

  /** Each work-item fetches at (a * x + b * y, c * y + 0.5) twice. */
  private static Kernel kernel(float a, float b, float c) {
    KernelBuilder k = new KernelBuilder("k", "test", "k.ptx");
    int block = k.block();
    int x = coordinate(k, block, Special.LOCAL_ID_X);
    int y = coordinate(k, block, Special.LOCAL_ID_Y);
    int u = k.register(Type.F32, "u");
    int v = k.register(Type.F32, "v");
    int across = k.register(Type.F32, "across");
    k.add(block, mad(across, y, b, Operand.immediate(0)));
    k.add(block, mad(u, x, a, Operand.register(across)));
    k.add(block, mad(v, y, c, bits(0.5f)));
    for (int n = 0; n < 2; n++) {
      k.add(
          block,
          InstructionBuilder.of(Op.TEXTURE, Type.F32)
              .variant(Texels.Fetch.of(Texels.Geometry.PLANE))
              .to(k.register(Type.F32, "t"))
              .from(Operand.immediate(Address.texture(0)), Operand.register(u), Operand.register(v))
              .memory(
                  new MemoryAccess(
                      Space.TEXTURE, Type.F32, 1, -1, 0, MemoryAccess.Qualifiers.CONSTANT))
              .build());
    }
    k.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return k.build();
  }

  private static Operand bits(float value) {
    return Operand.immediate(Float.floatToRawIntBits(value) & 0xFFFFFFFFL);
  }

  private static Instruction mad(int to, int a, float b, Operand c) {
    return InstructionBuilder.of(Op.MAD_UNFUSED, Type.F32)
        .to(to)
        .from(Operand.register(a), bits(b), c)
        .build();
  }

  private static int coordinate(KernelBuilder k, int block, Special special) {
    int id = k.register(Type.I32, "id");
    int real = k.register(Type.F32, "real");
    k.add(block, InstructionBuilder.of(Op.SPECIAL, Type.I32).special(special).to(id).build());
    k.add(
        block,
        InstructionBuilder.of(Op.CONVERT, Type.F32)
            .sourceType(Type.I32)
            .from(Operand.register(id))
            .to(real)
            .build());
    return real;
  }

  @Property(tries = 300)
  void everyLineOfEveryTexelOnce(
      @ForAll @FloatRange(min = -3, max = 3) float a,
      @ForAll @FloatRange(min = -3, max = 3) float b,
      @ForAll @FloatRange(min = -3, max = 3) float c,
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll @IntRange(min = 1, max = 9) int height,
      @ForAll AddressMode mode,
      @ForAll Filter filter) {
    DeviceMemory memory = new DeviceMemory();
    memory.allocate("texels", Type.F32, 4L * width * height, null);
    TextureInfo texture =
        new TextureInfo(
            0,
            new TextureInfo.Texel(Type.F32, true, 1, TextureInfo.Format.ELEMENT),
            new TextureInfo.Extent(width, height, 1),
            new TextureInfo.Sampling(mode, filter, false));
    Kernel kernel = kernel(a, b, c);
    Geometry geometry = new Geometry(1, 1, 1, 16, 8, 1);
    GroupExecutor executor =
        new GroupExecutor(
            kernel,
            geometry,
            List.of(),
            0,
            memory,
            new int[0],
            ExecutionOptions.defaults(),
            new LaunchResources(List.of(texture), 0, 0, new KernelOutput()));
    LaunchPlan plain = Walk.plan(kernel, geometry);
    LaunchPlan plan =
        new LaunchPlan(
            plain.code(), geometry, plain.occupancy(), 0, new long[] {PLACE}, List.of(texture));
    Wavefronts wavefronts = new Wavefronts(1, WIDTH, false);
    wavefronts.begin(plan);
    wavefronts.start(0, executor.execute(0), WIDTH, WIDTH);
    TextureFetch fetch = new TextureFetch(TexelLayout.ROWS, 64);
    fetch.begin(plan);
    for (int n = 0; n < 2; n++) { // the second fetch has its own slots and occurrences
      fetch.next(wavefronts, 0, 2 * n);
      assertThat(fetch.active()).isEqualTo(WIDTH);
      assertThat(fetch.texelBytes()).isEqualTo(4);
      assertThat(fetch.isFiltered()).isEqualTo(filter == Filter.LINEAR);
      long texels = 0;
      for (int from = 0; from < WIDTH; from += QUAD) {
        List<Long> found = new ArrayList<>();
        fetch.lines(from, QUAD, (address, bytes) -> found.add(address));
        Set<Long> expected = new LinkedHashSet<>();
        for (int lane = from; lane < from + QUAD; lane++) {
          int item = WIDTH + lane;
          float u = item % 16 * a + (item / 16 * b + 0f);
          float v = item / 16 * c + 0.5f;
          texels += texels(texture, u, v, expected);
        }
        assertThat(found).containsExactlyElementsOf(expected);
      }
      assertThat(fetch.texels()).isEqualTo(texels);
    }
  }

  private static int texels(TextureInfo t, float u, float v, Set<Long> lines) {
    boolean linear = t.filter() == Filter.LINEAR;
    int i = (int) Math.floor(linear ? u - 0.5 : u);
    int j = (int) Math.floor(linear ? v - 0.5 : v);
    int n = 0;
    for (int corner = 0; corner < (linear ? 4 : 1); corner++) {
      int x = t.resolve(i + corner % 2, t.width(), 0);
      int y = t.resolve(j + corner / 2, t.height(), 1);
      if ((x | y) >= 0) {
        n++;
        lines.add(PLACE + 4L * (y * t.width() + x) & -64);
      }
    }
    return n;
  }
}
