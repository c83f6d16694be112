// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.program.Runner;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;

/**
 * Random programs on two devices of each family with few registers: Tesla takes a limit from the
 * kernel, the others get a smaller register file.
 */
@Tag("slow")
class SqueezedProgramsTest {
  private static final List<String> DEVICES =
      List.of("hd5870", "hd6970", "mi100", "mi300a", "8800gtx", "gtx280");
  private static final int FEWEST = 8;

  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final ProgramTarget target = new ProgramTarget();

  @Property(tries = 3, seed = "1", shrinking = ShrinkingMode.OFF)
  @Label("with few registers, a program gives the same results by the same accesses and barriers")
  void aProgramGivesTheSameResultsByTheSameAccesses(@ForAll @Size(200) byte[] choices) {
    RandomProgram program = RandomProgram.of(choices);
    Kernel kernel = kernel(new ProgramPtx().of(program));
    List<Runner.Target> few = new ArrayList<>();
    for (String id : DEVICES) {
      for (int limit : new int[] {24, 12, FEWEST}) {
        check(kernel, limit, id);
      }
      few.add(new Runner.Target(squeezed(catalogue.spec(id), FEWEST)));
    }
    int[] expected = ProgramReference.output(program);
    target.run(
        program,
        expected,
        0,
        DEVICES.stream().map(catalogue::spec).map(Runner.Target::new).toList());
    target.run(program, expected, FEWEST, few);
  }

  private void check(Kernel kernel, int limit, String id) {
    DeviceSpec spec = squeezed(catalogue.spec(id), limit);
    LaunchBounds bounds = kernel.bounds().withRegisterLimit(limit);
    MachineKernel code;
    MachineKernel plain;
    try {
      plain = catalogue.device(catalogue.spec(id)).lower(kernel);
      code = catalogue.device(spec).lower(kernel.withBounds(bounds));
    } catch (RefusalException e) {
      assertThat(e.getMessage()).isNotBlank();
      return;
    }
    // TeraScale takes the least that it finds if values of one bundle need more.
    boolean vectors = spec.family().equals("evergreen") || spec.family().equals("cayman");
    int most = vectors ? plain.registers() : limit;
    assertThat(code.registers()).as("%s, limit %s", id, limit).isLessThanOrEqualTo(most);
    assertThat(CodeEffects.counts(code))
        .as("%s, limit %s", id, limit)
        .isEqualTo(CodeEffects.counts(plain));
  }

  /**
   * Returns a device whose compiler has the given number of 32-bit registers for a work-item of the
   * largest group.
   */
  private static DeviceSpec squeezed(DeviceSpec spec, int limit) {
    return switch (spec.family()) {
      case "evergreen", "cayman" ->
          spec.with("registers.per_lane", "" + (limit + 8)); // four words each
      case "cdna" ->
          spec.with(Map.of("registers.vector", "" + 4 * limit, "registers.accumulation", "4"));
      default -> spec;
    };
  }

  private static Kernel kernel(String text) {
    return Plugins.frontends().stream()
        .filter(f -> f.id().equals("ptx"))
        .findFirst()
        .orElseThrow()
        .read("k.ptx", text, FrontendOptions.defaults())
        .get(0);
  }
}
