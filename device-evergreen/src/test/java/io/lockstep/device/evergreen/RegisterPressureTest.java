// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.Device;
import io.lockstep.terascale.check.ProgramCheck;
import io.lockstep.terascale.program.TeraScaleKernel;
import io.lockstep.testsupport.Body;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A program that would need more registers than a group may have fetches less at a time. */
class RegisterPressureTest {
  /** clpeak's float16 read: 64 fetches of 16 bytes, summed. */
  private static Kernel manyFetches() {
    Body body = new Body("reads", "reads");
    int id = body.special(Type.PTR, Special.LOCAL_ID_X);
    List<Integer> words = new ArrayList<>();
    for (int k = 0; k < 64; k++) {
      List<Integer> vector = new ArrayList<>();
      for (int e = 0; e < 4; e++) {
        vector.add(body.register(Type.F32, "r" + k + e));
      }
      words.addAll(vector);
      body.load(
          new MemoryAccess(Space.GLOBAL, Type.F32, 4, 0, 16L * k, MemoryAccess.Qualifiers.CONSTANT),
          vector,
          id);
    }
    return body.end(Type.F32, id, body.sum(Type.F32, words));
  }

  @Test
  @DisplayName("64 fetches of float4 fit a group of 256 on wide and narrow devices")
  void sixtyFourFetchesOfFloat4FitAGroupOf256OnWideAndNarrowDevices() {
    for (String id : List.of("hd5870", "hd5450")) {
      Device device = Catalogue.device(id);
      TeraScaleKernel code = (TeraScaleKernel) device.lower(manyFetches());
      assertThat(ProgramCheck.problems(code)).isEmpty();
      assertThat(code.fetches()).isEqualTo(64);
      assertThat(device.occupancy(code, new Geometry(100, 1, 1, 256, 1, 1), 0).groups())
          .isPositive();
    }
  }
}
