package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.core.device.Device;
import io.lockstep.terascale.ProgramCheck;
import io.lockstep.terascale.TeraScaleKernel;
import io.lockstep.trace.ir.Instruction;
import io.lockstep.trace.ir.Kernel;
import io.lockstep.trace.ir.KernelBuilder;
import io.lockstep.trace.ir.MemoryAccess;
import io.lockstep.trace.ir.Op;
import io.lockstep.trace.ir.Operand;
import io.lockstep.trace.ir.Space;
import io.lockstep.trace.ir.Special;
import io.lockstep.trace.ir.Type;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A program that would need more registers than a group may have fetches less at a time. */
class RegisterPressureTest {
  /** clpeak's float16 read: 64 fetches of 16 bytes, summed. */
  private static Kernel manyFetches() {
    KernelBuilder b = new KernelBuilder("reads", "test", "reads");
    int block = b.block();
    int id = b.register(Type.PTR, "id");
    b.add(block, Instruction.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    List<Integer> words = new ArrayList<>();
    for (int k = 0; k < 64; k++) {
      List<Integer> vector = new ArrayList<>();
      for (int e = 0; e < 4; e++) {
        vector.add(b.register(Type.F32, "r" + k + e));
      }
      words.addAll(vector);
      b.add(
          block,
          Instruction.of(Op.LOAD, Type.F32)
              .memory(new MemoryAccess(Space.GLOBAL, Type.F32, 4, 0, 16L * k, false, true))
              .to(vector)
              .from(Operand.register(id))
              .build());
    }
    int sum = words.get(0);
    for (int k = 1; k < words.size(); k++) {
      int next = b.register(Type.F32, "s" + k);
      b.add(
          block,
          Instruction.of(Op.ADD, Type.F32)
              .to(next)
              .from(Operand.register(sum), Operand.register(words.get(k)))
              .build());
      sum = next;
    }
    b.add(
        block,
        Instruction.of(Op.STORE, Type.F32)
            .memory(new MemoryAccess(Space.GLOBAL, Type.F32, 1, 0, 0, false, false))
            .from(Operand.register(id), Operand.register(sum))
            .build());
    b.add(block, Instruction.of(Op.EXIT, Type.I1).build());
    return b.build();
  }

  @Test
  @DisplayName("64 fetches of float4 fit a group of 256 on wide and narrow devices")
  void fits() {
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
