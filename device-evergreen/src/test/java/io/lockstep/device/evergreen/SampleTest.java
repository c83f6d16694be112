// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.argument.TextureInfo;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.terascale.check.Launches;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Body;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Texels through the fetch units. */
class SampleTest {
  private final Device device = Catalogue.device("hd5870");

  /** Fetches of one texel for all lanes, summed and stored. */
  private static Kernel kernel(int fetches) {
    Body body = new Body("sample", "sample");
    int id = body.special(Type.I32, Special.LOCAL_ID_X);
    int x = body.register(Type.F32, "x");
    body.add(
        InstructionBuilder.of(Op.CONVERT, Type.F32)
            .sourceType(Type.I32)
            .to(x)
            .from(Operand.register(id))
            .build());
    int first = body.register(Type.F32, "first");
    body.add(InstructionBuilder.of(Op.MOVE, Type.F32).to(first).from(Operand.immediate(0)).build());
    List<Integer> texels = new ArrayList<>(List.of(first));
    for (int k = 0; k < fetches; k++) {
      int t = body.register(Type.F32, "t" + k);
      body.add(
          InstructionBuilder.of(Op.TEXTURE, Type.F32)
              .variant(Texels.Fetch.of(Texels.Geometry.LINE))
              .to(List.of(t, -1, -1, -1))
              .from(Operand.immediate(Address.texture(0)), Operand.register(x))
              .memory(
                  new MemoryAccess(
                      Space.TEXTURE, Type.F32, 4, -1, 0, MemoryAccess.Qualifiers.CONSTANT))
              .build());
      texels.add(t);
    }
    return body.end(Type.F32, id, body.sum(Type.F32, texels));
  }

  private static TextureInfo texture(int channels, TextureInfo.Filter filter) {
    return new TextureInfo(
        0,
        new TextureInfo.Texel(Type.F32, true, channels, TextureInfo.Format.ELEMENT),
        new TextureInfo.Extent(64, 1, 1),
        new TextureInfo.Sampling(TextureInfo.AddressMode.CLAMP, filter, false));
  }

  private double cycles(int channels, TextureInfo.Filter filter) {
    return (run(96, channels, filter) - run(32, channels, filter)) / 64.0 / 4;
  }

  /** One group of four wavefronts on one compute unit. */
  private long run(int fetches, int channels, TextureInfo.Filter filter) {
    long[] strides = new long[fetches + 1];
    strides[fetches] = 4;
    return Launches.run(
            device, kernel(fetches), List.of(texture(channels, filter)), 1, 256, strides)
        .cycles();
  }

  @Test
  @DisplayName("a sample is a fetch of a TEX clause, coordinates in registers")
  void aSampleIsAFetchOfATexClauseCoordinatesInRegisters() {
    TeraScaleKernel code = (TeraScaleKernel) device.lower(kernel(2));
    assertThat(ProgramCheck.problems(code)).isEmpty();
    assertThat(code.assembly()).contains("SAMPLE").contains("TEX: 2 fetches");
  }

  @Test
  @DisplayName("16 cycles a wavefront; filtering is free for 32 bits, 4 passes for 128")
  void of16CyclesAWavefrontFilteringIsFreeFor32Bits4PassesFor128() {
    assertThat(cycles(1, TextureInfo.Filter.NEAREST)).isBetween(15.0, 18.0);
    assertThat(cycles(4, TextureInfo.Filter.NEAREST)).isBetween(15.0, 18.0);
    assertThat(cycles(1, TextureInfo.Filter.LINEAR)).isBetween(15.0, 18.0);
    assertThat(cycles(4, TextureInfo.Filter.LINEAR)).isBetween(60.0, 70.0);
  }

  @Test
  @DisplayName("what is read is counted: lanes, texels, lines of quads")
  void whatIsReadIsCountedLanesTexelsLinesOfQuads() {
    Launches.Result result =
        Launches.run(
            device,
            kernel(1),
            List.of(texture(1, TextureInfo.Filter.LINEAR)),
            1,
            64,
            256, // a texel from lane to lane
            4);
    assertThat(result.get("texture.requests")).isEqualTo(64);
    assertThat(result.get("texture.texels")).isEqualTo(128);
    // Coordinates are whole, so lane k reads texels k - 1 and k of a linear row: every fourth quad
    // but the first begins in the line before.
    assertThat(result.get("l1.lookups")).isEqualTo(16 + 3);
  }
}
