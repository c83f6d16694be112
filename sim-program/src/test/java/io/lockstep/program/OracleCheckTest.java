// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Type;
import io.lockstep.trace.record.Geometry;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OracleCheckTest {
  private static final String ENTRY =
      ".visible .entry %s(.param .u64 p) {\n.reg .b32 %%r1;\nmov.u32 %%r1, 1;\nret;\n}\n";

  private static final int WORDS = 100_000; // more than one part of a copy

  private final List<String> notes = new ArrayList<>();
  private final List<Integer> seen = new ArrayList<>(); // last word as the other side reads it
  private final DeviceMemory memory = new DeviceMemory();
  private int buffer;
  private OracleCheck check;

  @BeforeEach
  void aBuffer() {
    buffer = memory.allocate("data", Type.I32, 4 * WORDS, null);
    check =
        new OracleCheck(
            new OracleRequest("other", Doubling::new, OptionalDouble.empty()), memory, notes::add);
  }

  @AfterEach
  void freeTheBuffers() {
    check.close();
    memory.close();
  }

  /** Doubles the last word of each buffer; does not know kernel "refused". */
  private final class Doubling implements LaunchRunner {
    @Override
    public void run(ForeignLaunch launch, DeviceMemory copy) {
      if (launch.kernel().equals("refused")) {
        throw new InputException(launch.where(), "is not known");
      }
      for (ForeignLaunch.Value value : launch.arguments()) {
        long last = Address.of(((ForeignLaunch.Value.Pointer) value).buffer(), 4 * WORDS - 4);
        seen.add(copy.loadInt(last));
        copy.storeInt(last, 2 * copy.loadInt(last));
      }
    }

    @Override
    public void hostStep() {
      // buffers are read at each launch
    }
  }

  private static Kernel kernel(String name) {
    for (KernelFrontend frontend : ServiceLoader.load(KernelFrontend.class)) {
      if (frontend.extensions().contains("ptx")) {
        String text = ".version 8.0\n.target sm_60\n.address_size 64\n" + ENTRY.formatted(name);
        return frontend.read("k.ptx", text, FrontendOptions.defaults()).get(0);
      }
    }
    throw new IllegalStateException("no front-end reads PTX");
  }

  private ForeignLaunch launch(String name) {
    return new ForeignLaunch(
        "launch 1",
        name,
        Path.of("k.cl"),
        List.of(),
        List.of(),
        new Geometry(1, 1, 1, 1, 1, 1),
        new long[0],
        List.of(new ForeignLaunch.Value.Pointer(buffer, 0)));
  }

  private void store(int value) {
    memory.storeInt(Address.of(buffer, 4 * WORDS - 4), value);
  }

  @Test
  @DisplayName("the other implementation reads what was in the buffers, and agrees")
  void theOtherImplementationReadsTheBuffers() {
    store(21);
    check.before(kernel("k"), launch("k"));
    store(42);
    check.after(kernel("k"), launch("k"));

    assertThat(seen).containsExactly(21);
    assertThat(check.difference()).isEmpty();
    assertThat(check.agreed()).isEqualTo(1);
  }

  @Test
  @DisplayName("the first difference is reported once, and later launches are not compared")
  void theFirstDifferenceIsToldOnce() {
    store(21);
    check.before(kernel("k"), launch("k"));
    store(43);
    check.after(kernel("k"), launch("k"));
    check.before(kernel("k"), launch("k"));
    check.after(kernel("k"), launch("k"));

    assertThat(notes).singleElement().asString().contains("kernel 'k'", "buffer data", "other has");
    assertThat(check.agreed()).isZero();
    assertThat(seen).hasSize(1);
  }

  @Test
  @DisplayName("results of one launch are not compared with those of a later one that is refused")
  void resultsAreNotComparedWithLaterLaunches() {
    store(1);
    check.before(kernel("k"), launch("k"));
    store(2);
    check.after(kernel("k"), launch("k"));
    Kernel refused = kernel("refused");
    for (int again = 0; again < 2; again++) {
      check.before(refused, launch("refused"));
      store(77 + again);
      check.after(refused, launch("refused"));
    }

    assertThat(check.difference()).isEmpty();
    assertThat(check.agreed()).isEqualTo(1);
    assertThat(notes)
        .containsExactly("'refused' is not compared with other: launch 1: is not known");
  }

  @Test
  @DisplayName("a launch without its turn before has nothing to compare")
  void aLaunchWithoutItsTurnBeforeIsNotCompared() {
    store(1);
    check.before(kernel("k"), launch("k"));
    store(2);
    check.after(kernel("k"), launch("k"));
    store(3);
    check.after(kernel("k"), launch("k"));

    assertThat(check.difference()).isEmpty();
    assertThat(check.agreed()).isEqualTo(1);
  }
}
