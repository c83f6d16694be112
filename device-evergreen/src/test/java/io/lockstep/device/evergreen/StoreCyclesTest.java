// SPDX-License-Identifier: Apache-2.0
package io.lockstep.device.evergreen;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.MemoryAccess;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Operand;
import io.lockstep.kernel.ir.Special;
import io.lockstep.kernel.type.Space;
import io.lockstep.kernel.type.Type;
import io.lockstep.terascale.check.Launches;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stores by FastPath: a quarter wavefront takes one cycle if it is coalesced, else two. */
class StoreCyclesTest {
  private static Kernel store(int width) {
    KernelBuilder builder = new KernelBuilder("store", "test", "store");
    int block = builder.block();
    int id = builder.register(Type.I32, "id");
    builder.add(
        block,
        InstructionBuilder.of(Op.SPECIAL, Type.I32).special(Special.LOCAL_ID_X).to(id).build());
    List<Operand> sources = new ArrayList<>(Collections.nCopies(width + 1, Operand.register(id)));
    builder.add(
        block,
        InstructionBuilder.of(Op.STORE, Type.I32)
            .memory(new MemoryAccess(Space.GLOBAL, Type.I32, width, 0, 0))
            .from(sources)
            .build());
    builder.add(block, InstructionBuilder.of(Op.EXIT, Type.I1).build());
    return builder.build();
  }

  @ParameterizedTest
  @CsvSource({"1, 4, 4", "1, 8, 8", "1, 64, 8", "4, 16, 16", "4, 32, 32"})
  void aWavefrontTakesFourQuarters(int width, int stride, int cycles) {
    Launches.Result r = Launches.run(Catalogue.device("hd5870"), store(width), 1, 64, stride);
    assertThat(r.get("issue.issued_store")).isEqualTo(cycles);
  }

  @ParameterizedTest
  @CsvSource({"1, 4, 16", "1, 64, 16", "4, 16, 64"})
  void withoutTheFiguresTheWritePathTakesItsBytes(int width, int stride, int cycles) {
    Launches.Result r =
        Launches.run(
            Catalogue.device(
                "hd5870",
                "memory.store_whole",
                "absent",
                "memory.store_scattered",
                "absent",
                "network.request_rate",
                "16B/cycle"),
            store(width),
            1,
            64,
            stride);
    assertThat(r.get("issue.issued_store")).isEqualTo(cycles);
  }
}
