// SPDX-License-Identifier: Apache-2.0
package io.lockstep.execute.texture;

import static io.lockstep.execute.TestKernel.f;
import static io.lockstep.execute.TestKernel.i;
import static io.lockstep.execute.TestKernel.r;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.ir.Texels.Geometry;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Segment;
import io.lockstep.trace.record.WorkGroupRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texture fetches and surfaces: what is read, and what the record says of it. */
class TextureTest {
  private static final int ROW = 8;

  /** A kernel that fetches with coordinates of its own for each work-item. */
  private static final class Fetch {
    final TestKernel k;
    final int out;
    TextureInfo texture;
    Texels.Fetch how = Texels.Fetch.of(Geometry.PLANE);
    long offset;
    Type result = Type.F32;
    Type coordinates = Type.F32;

    Fetch(int items) {
      k = new TestKernel(items, 1, 1);
      out = k.buffer("out", 32L * items, null);
    }

    void texture(
        Type type, boolean signed, int channels, int width, int height, int depth, byte[] texels) {
      int number = k.memory.allocate("texels", type, texels.length, null);
      k.memory.write(number, 0, texels, 0, texels.length);
      texture =
          new TextureInfo(
              number,
              new TextureInfo.Texel(type, signed, channels, Format.ELEMENT),
              new TextureInfo.Extent(width, height, depth),
              new TextureInfo.Sampling(AddressMode.CLAMP, Filter.NEAREST, false));
    }

    void as(Format format, AddressMode address, Filter filter, boolean normalized) {
      TextureInfo t = texture;
      texture =
          new TextureInfo(
              t.buffer(),
              new TextureInfo.Texel(t.type(), t.signed(), t.channels(), format),
              t.extent(),
              new TextureInfo.Sampling(address, filter, normalized));
    }

    /** The coordinates of each work-item, from a buffer; four results each. */
    WorkGroupRecord run(float[]... points) {
      return run(Arrays.stream(points).map(Fetch::bits).toArray(int[][]::new));
    }

    private static int[] bits(float[] values) {
      int[] bits = new int[values.length];
      for (int n = 0; n < bits.length; n++) {
        bits[n] = Float.floatToRawIntBits(values[n]);
      }
      return bits;
    }

    WorkGroupRecord run(int[]... points) {
      int dimensions = points[0].length;
      ByteBuffer raw = ByteBuffer.allocate(16 * points.length).order(ByteOrder.LITTLE_ENDIAN);
      for (int n = 0; n < points.length; n++) {
        for (int d = 0; d < dimensions; d++) {
          raw.putInt(16 * n + 4 * d, points[n][d]);
        }
      }
      int in = k.buffer("in", raw.capacity(), raw.array());
      int at = k.address(in, k.special(Special.LOCAL_ID_FLAT), 16);
      List<Operand> sources = new ArrayList<>();
      sources.add(i(Address.texture(0)));
      for (int d = 0; d < dimensions; d++) {
        int value = k.register(coordinates);
        k.add(
            InstructionBuilder.of(Op.LOAD, coordinates)
                .to(value)
                .from(r(at))
                .memory(
                    new MemoryAccess(
                        Space.GLOBAL,
                        coordinates,
                        1,
                        -1,
                        4 * d,
                        MemoryAccess.Qualifiers.CONSTANT)));
        sources.add(r(value));
      }
      List<Integer> to = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        to.add(k.register(result));
      }
      k.add(
          InstructionBuilder.of(Op.TEXTURE, result)
              .sourceType(coordinates)
              .variant(how)
              .to(to)
              .from(sources)
              .memory(
                  new MemoryAccess(
                      Space.TEXTURE, result, 4, -1, offset, MemoryAccess.Qualifiers.CONSTANT)));
      int own = k.address(out, k.special(Special.LOCAL_ID_FLAT), 16);
      k.add(
          InstructionBuilder.of(Op.STORE, result)
              .from(r(own), r(to.get(0)), r(to.get(1)), r(to.get(2)), r(to.get(3)))
              .memory(TestKernel.access(Space.GLOBAL, result, 4)));
      k.exit();
      k.resources = new LaunchResources(List.of(texture), 0, 0, new KernelOutput());
      return k.run();
    }

    int bits(int item, int channel) {
      return k.memory.loadInt(Address.of(0, 16L * item + 4 * channel));
    }

    float value(int item, int channel) {
      return Float.intBitsToFloat(bits(item, channel));
    }
  }

  private static byte[] floats(float... values) {
    ByteBuffer raw = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float v : values) {
      raw.putFloat(v);
    }
    return raw.array();
  }

  /** A texel's value is its number. */
  private static byte[] numbered(int count) {
    float[] values = new float[count];
    for (int n = 0; n < count; n++) {
      values[n] = n;
    }
    return floats(values);
  }

  @ParameterizedTest(name = "{0} at {1} reads texel {2}")
  @CsvSource({
    "CLAMP, -0.25, 0", "CLAMP, 0.999, 3", "CLAMP, 7, 3", "WRAP, -0.01, 3", "WRAP, 1.3, 1",
    "WRAP, 2.0, 0", "MIRROR, -0.01, 0", "MIRROR, 1.01, 3", "MIRROR, 1.99, 0", "MIRROR, 2.3, 1",
    "BORDER, -0.01, 0", "BORDER, 1.0, 0", "BORDER, 0.9, 3"
  })
  void theAddressModeDecidesWhatIsReadBeyondTheEdge(AddressMode mode, float x, float texel) {
    Fetch t = new Fetch(1);
    t.texture(Type.F32, true, 1, 4, 1, 1, floats(10, 11, 12, 13));
    t.as(Format.ELEMENT, mode, Filter.NEAREST, true);
    t.how = Texels.Fetch.of(Geometry.LINE);
    t.run(new float[] {x});
    boolean border = mode == AddressMode.BORDER && (x < 0 || x >= 1);
    assertThat(t.value(0, 0)).isEqualTo(border ? 0 : 10 + texel);
    assertThat(List.of(t.value(0, 1), t.value(0, 2), t.value(0, 3))).containsExactly(0f, 0f, 1f);
  }

  @Test
  void eachDimensionHasAnAddressModeAndTheBorderAColour() {
    Fetch t = new Fetch(3);
    t.texture(Type.F32, true, 1, 4, 2, 1, numbered(8));
    TextureInfo.Border red = new TextureInfo.Border(Float.floatToRawIntBits(0.5f), 0, 0, 0);
    t.texture =
        new TextureInfo(
            t.texture.buffer(),
            t.texture.texel(),
            t.texture.extent(),
            new TextureInfo.Sampling(
                new TextureInfo.Edges(AddressMode.WRAP, AddressMode.BORDER, AddressMode.CLAMP, red),
                Filter.NEAREST,
                true));
    t.run(new float[] {1.3f, 0.6f}, new float[] {-0.1f, 0.1f}, new float[] {0.1f, 1.1f});
    assertThat(List.of(t.value(0, 0), t.value(1, 0), t.value(2, 0))).containsExactly(5f, 3f, 0.5f);
  }

  @Test
  @DisplayName("a mirrored coordinate at a texel's boundary is 1 - frac(x) (CUDA's guide)")
  void aMirroredCoordinateAtTheBoundaryOfTexelsIsThatOfTheGuide() {
    Fetch t = new Fetch(4);
    t.texture(Type.F32, true, 1, 8, 1, 1, numbered(8));
    t.as(Format.ELEMENT, AddressMode.MIRROR, Filter.NEAREST, true);
    t.how = Texels.Fetch.of(Geometry.LINE);
    t.run(new float[] {-0.75f}, new float[] {1f}, new float[] {1.25f}, new float[] {2.25f});
    assertThat(List.of(t.value(0, 0), t.value(1, 0), t.value(2, 0), t.value(3, 0)))
        .containsExactly(6f, 7f, 6f, 2f);
  }

  @ParameterizedTest(name = "{0} reads {1}")
  @CsvSource({"0, 0", "10, 0.0030353", "128, 0.2158605", "255, 1"})
  void sRgbBecomesLinearButForTheFourthChannel(int stored, float linear) {
    Fetch t = new Fetch(1);
    byte value = (byte) stored;
    t.texture(Type.I8, false, 4, 1, 1, 1, new byte[] {value, value, value, value});
    t.as(Format.SRGB, AddressMode.CLAMP, Filter.NEAREST, true);
    t.run(new float[] {0.5f, 0.5f});
    assertThat(t.value(0, 0)).isCloseTo(linear, within(1e-6f));
    assertThat(t.value(0, 2)).isEqualTo(t.value(0, 0));
    assertThat(t.value(0, 3)).isEqualTo(stored / 255f);
  }

  @ParameterizedTest(name = "at {0}: {1}")
  @CsvSource({
    // Texels 0, 256 and 512: a step of the 8-bit weight is 1.
    "0.5, 0", "1.5, 256", "1.0, 128", "0.501953125, 1", // half a step rounds up
    "0.5009765625, 0", "1.4990234375, 256", "0.2, 0", "3.4, 512"
  })
  @DisplayName("linear weights have 8 bits of fraction (CUDA C++ Programming Guide)")
  void linearWeightsHave8BitsOfFraction(float x, float value) {
    Fetch t = new Fetch(1);
    t.texture(Type.F32, true, 1, 3, 1, 1, floats(0, 256, 512));
    t.as(Format.ELEMENT, AddressMode.CLAMP, Filter.LINEAR, false);
    t.how = Texels.Fetch.of(Geometry.LINE);
    t.run(new float[] {x});
    assertThat(t.value(0, 0)).isEqualTo(value);
  }

  @Test
  @DisplayName("between four and eight texels")
  void betweenFourAndEightTexels() {
    Fetch two = new Fetch(1);
    two.texture(Type.F32, true, 1, 2, 2, 1, floats(0, 4, 8, 16));
    two.as(Format.ELEMENT, AddressMode.CLAMP, Filter.LINEAR, false);
    two.run(new float[] {0.75f, 1f});
    assertThat(two.value(0, 0)).isEqualTo(0.5f * (0.75f * 0 + 0.25f * 4) + 0.5f * (6 + 4));
    Fetch three = new Fetch(1);
    three.texture(Type.F32, true, 1, 2, 2, 2, floats(0, 4, 8, 16, 100, 100, 100, 100));
    three.as(Format.ELEMENT, AddressMode.CLAMP, Filter.LINEAR, false);
    three.how = Texels.Fetch.of(Geometry.VOLUME);
    three.run(new float[] {1f, 1f, 0.75f});
    assertThat(three.value(0, 0)).isEqualTo(0.75f * 7 + 0.25f * 100);
  }

  @Test
  @DisplayName("8- and 16-bit channels as numbers from 0 to 1 and from -1 to 1")
  void normalisedIntegers() {
    Fetch t = new Fetch(2);
    t.texture(Type.I8, false, 4, 2, 1, 1, new byte[] {0, 51, -1, -128, 127, -128, -127, 1});
    t.as(Format.UNORM, AddressMode.CLAMP, Filter.NEAREST, false);
    t.run(new float[] {0.5f, 0.5f}, new float[] {1.5f, 0.5f});
    assertThat(List.of(t.value(0, 0), t.value(0, 1), t.value(0, 2), t.value(0, 3)))
        .containsExactly(0f, 0.2f, 1f, 128 / 255f);
    Fetch s = new Fetch(1);
    s.texture(Type.I16, false, 2, 1, 1, 1, new byte[] {0, -128, -1, 127});
    s.as(Format.SNORM, AddressMode.CLAMP, Filter.NEAREST, false);
    s.run(new float[] {0.5f, 0.5f});
    assertThat(List.of(s.value(0, 0), s.value(0, 1), s.value(0, 2), s.value(0, 3)))
        .containsExactly(-1f, 1f, 0f, 1f);
  }

  @Test
  @DisplayName("integers with and without sign; half floats; integer coordinates; layers; offsets")
  void integersWithAndWithoutSignHalfFloatsIntegerCoordinatesLayersOffsets() {
    Fetch u = new Fetch(1);
    u.result = Type.I32;
    u.texture(Type.I8, false, 2, 1, 1, 1, new byte[] {-2, 3});
    u.run(new float[] {0.5f, 0.5f});
    assertThat(List.of(u.bits(0, 0), u.bits(0, 1), u.bits(0, 2), u.bits(0, 3)))
        .containsExactly(254, 3, 0, 1);
    Fetch s = new Fetch(2);
    s.result = Type.I32;
    s.coordinates = Type.I32;
    s.texture(Type.I16, true, 1, 2, 2, 1, new byte[] {1, 0, 2, 0, 3, 0, -4, -1});
    s.run(new int[] {1, 1}, new int[] {0, 1});
    assertThat(List.of(s.bits(0, 0), s.bits(1, 0))).containsExactly(-4, 3);
    Fetch h = new Fetch(1);
    h.texture(Type.F16, true, 1, 1, 1, 1, new byte[] {0, 0x3E});
    h.run(new float[] {0, 0});
    assertThat(h.value(0, 0)).isEqualTo(1.5f);
    Fetch layered = new Fetch(1);
    layered.how = Texels.Fetch.of(Geometry.LAYERED_LINE);
    layered.coordinates = Type.I32; // the layer comes first, then x
    layered.texture(Type.F32, true, 1, 4, 1, 3, numbered(12));
    layered.run(new int[] {2, 1});
    assertThat(layered.value(0, 0)).isEqualTo(9);
    Fetch offset = new Fetch(1);
    offset.offset = 2 * 2 & 255 | (-1 * 2 & 255) << 8;
    offset.texture(Type.F32, true, 1, 4, 4, 1, numbered(16));
    offset.run(new float[] {0.5f, 2.5f});
    assertThat(offset.value(0, 0)).isEqualTo(4 * 1 + 2);
  }

  private static Texels.Fetch line(Texels.Coordinates counted) {
    return new Texels.Fetch(Geometry.LINE, counted, false, false);
  }

  @Test
  @DisplayName("the text may say what coordinates are, whatever is bound")
  void textDecides() {
    Fetch t = new Fetch(1);
    t.texture(Type.F32, true, 1, 4, 1, 1, numbered(4));
    t.as(Format.ELEMENT, AddressMode.CLAMP, Filter.NEAREST, true);
    t.how = line(Texels.Coordinates.UNNORMALIZED);
    t.run(new float[] {2.5f});
    assertThat(t.value(0, 0)).isEqualTo(2);
    Fetch n = new Fetch(1);
    n.texture(Type.F32, true, 1, 4, 1, 1, numbered(4));
    n.how = line(Texels.Coordinates.NORMALIZED);
    n.run(new float[] {0.7f});
    assertThat(n.value(0, 0)).isEqualTo(2);
  }

  @Test
  @DisplayName(
      "what is not a texture, and texels of the wrong kind, are errors with place and item")
  void whatIsNoTextureAndTexelsOfTheWrongKindAreErrorsWithPlace() {
    Fetch t = new Fetch(2);
    t.texture(Type.I32, true, 1, 1, 1, 1, new byte[4]);
    assertThatThrownBy(() -> t.run(new float[] {0, 0}, new float[] {0, 0}))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("the fetch wants floats, the texture of 'texels' holds integers")
        .hasMessageContaining("work-item (0, 0, 0)");
    TestKernel k = new TestKernel(1, 1, 1);
    k.add(
        InstructionBuilder.of(Op.TEXTURE, Type.F32)
            .variant(Texels.Fetch.of(Geometry.LINE))
            .to(k.register(Type.F32))
            .from(i(Address.texture(0)), f(0))
            .memory(TestKernel.access(Space.TEXTURE, Type.F32, 1)));
    k.exit();
    assertThatThrownBy(k::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("0x7ffffd0000000000 is not a texture of this launch");
  }

  /** The recorded coordinates of a work-item, in 1/256 of a texel. */
  private static long[] recorded(TestKernel k, WorkGroupRecord record, int item, int dimensions) {
    Segment segment = record.segments().get(0);
    int first =
        k.builder.build().blocks().get(0).instructions().stream()
            .filter(x -> x.op() == Op.TEXTURE)
            .findFirst()
            .orElseThrow()
            .memory()
            .slot();
    long[] at = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      at[d] = segment.address(segment.run(first + d, 0, -1), 0, item, 64, 1);
    }
    assertThat(TextureInfo.textureOf(at[0])).isZero();
    at[0] = TextureInfo.coordinateOf(at[0]);
    return at;
  }

  @Property(tries = 300)
  void theRecordNamesTheTexelThatWasRead(
      @ForAll @Size(2 * ROW) List<@FloatRange(min = -4, max = 4) Float> points,
      @ForAll AddressMode mode,
      @ForAll @IntRange(min = 1, max = 40) int width,
      @ForAll @IntRange(min = 1, max = 40) int height) {
    Fetch t = new Fetch(ROW);
    t.texture(Type.F32, true, 1, width, height, 1, numbered(width * height));
    t.as(Format.ELEMENT, mode, Filter.NEAREST, true);
    float[][] at = new float[ROW][2];
    for (int n = 0; n < 2 * ROW; n++) {
      at[n / 2][n % 2] = points.get(n);
    }
    WorkGroupRecord record = t.run(at);
    for (int n = 0; n < ROW; n++) {
      long[] found = recorded(t.k, record, n, 2);
      int x = t.texture.resolve(found[0] >> TextureInfo.FRACTION_BITS, width, 0);
      int y = t.texture.resolve(found[1] >> TextureInfo.FRACTION_BITS, height, 1);
      assertThat(t.value(n, 0)).isEqualTo((x | y) < 0 ? 0 : y * width + x);
    }
  }

  @Test
  @DisplayName(
      "coordinates of a row are one formula; what is not a number or far away is recorded too")
  void coordinatesOfARowAreOneFormulaWhatIsNoNumberOrFarAway() {
    Fetch t = new Fetch(64);
    t.texture(Type.F32, true, 1, 64, 2, 1, numbered(128));
    float[][] row = new float[64][];
    for (int n = 0; n < 64; n++) {
      row[n] = new float[] {n + 0.5f, 1.5f};
    }
    WorkGroupRecord record = t.run(row);
    assertThat(record.segments().get(0).pool()).isEmpty();
    assertThat(recorded(t.k, record, 63, 2)).containsExactly(63 * 256 + 128, 256 + 128);
    Fetch far = new Fetch(3);
    far.texture(Type.F32, true, 1, 4, 1, 1, numbered(4));
    WorkGroupRecord wild =
        far.run(
            new float[] {Float.NaN, 0},
            new float[] {Float.POSITIVE_INFINITY, 0},
            new float[] {-1e30f, 0});
    assertThat(recorded(far.k, wild, 0, 2)[0]).isZero();
    assertThat(recorded(far.k, wild, 1, 2)[0]).isEqualTo(TextureInfo.LIMIT << 8);
    assertThat(recorded(far.k, wild, 2, 2)[0]).isEqualTo(-TextureInfo.LIMIT << 8);
    assertThat(List.of(far.value(0, 0), far.value(1, 0), far.value(2, 0)))
        .containsExactly(0f, 3f, 0f);
  }

  /** Loads 4 bytes at (x, y), adds 1 and stores them at (x + 4, y). */
  private static TestKernel surface(Texels.Outside outside, int x, int y) {
    TestKernel k = new TestKernel(1, 1, 1);
    int number = k.memory.allocate("pixels", Type.I32, 16, null);
    k.memory.storeInt(Address.of(number, 8), 41);
    int value = k.register(Type.I32);
    int next = k.register(Type.I32);
    k.add(
        InstructionBuilder.of(Op.SURFACE_LOAD, Type.I32)
            .variant(Texels.Surface.bytes(Geometry.PLANE, outside))
            .to(value)
            .from(i(Address.texture(0)), i(x), i(y))
            .memory(TestKernel.access(Space.TEXTURE, Type.I32, 1)));
    k.add(InstructionBuilder.of(Op.ADD, Type.I32).to(next).from(r(value), i(1)));
    k.add(
        InstructionBuilder.of(Op.SURFACE_STORE, Type.I32)
            .variant(Texels.Surface.bytes(Geometry.PLANE, outside))
            .from(i(Address.texture(0)), i(x + 4), i(y), r(next))
            .memory(TestKernel.access(Space.TEXTURE, Type.I32, 1)));
    k.exit();
    TextureInfo t =
        new TextureInfo(
            number,
            new TextureInfo.Texel(Type.I32, true, 1, Format.ELEMENT),
            new TextureInfo.Extent(2, 2, 1),
            new TextureInfo.Sampling(AddressMode.CLAMP, Filter.NEAREST, false));
    k.resources = new LaunchResources(List.of(t), 0, 0, new KernelOutput());
    return k;
  }

  @Test
  @DisplayName("surfaces: bytes in x; outside they trap, clamp, or read zero and drop")
  void surfacesBytesInXOutsideTheyTrapClampOrReadZeroAndDrop() {
    TestKernel inside = surface(Texels.Outside.TRAP, 0, 1);
    inside.run();
    assertThat(inside.result(1)).isEqualTo(42L << 32 | 41);
    TestKernel trap = surface(Texels.Outside.TRAP, 4, 1);
    assertThatThrownBy(trap::run)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining(
            "the surface access at (8 bytes, 1, 0) is out of bounds of 'pixels': 8 bytes x 2 x 1");
    TestKernel clamp = surface(Texels.Outside.CLAMP, 0, 9);
    clamp.run();
    assertThat(clamp.result(1)).isEqualTo(42L << 32 | 41);
    TestKernel zero = surface(Texels.Outside.ZERO, -4, 1);
    zero.run();
    assertThat(zero.result(1)).isEqualTo(1);
    assertThatThrownBy(surface(Texels.Outside.TRAP, 2, 0)::run)
        .hasMessageContaining("is not aligned");
  }
}
