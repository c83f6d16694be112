// SPDX-License-Identifier: Apache-2.0
package io.lockstep.observe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.InstructionBuilder;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.KernelBuilder;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.type.Type;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.path.Path;
import io.lockstep.spi.path.PathResource;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PathCollectorTest {
  private static final Kernel KERNEL = kernel();
  private static final int LINE = 5;

  private static Kernel kernel() {
    KernelBuilder builder = new KernelBuilder("k", "test", "k.text");
    builder.add(builder.block(), InstructionBuilder.of(Op.EXIT, Type.I1).line(LINE).build());
    return builder.build();
  }

  /** Code of two rows: the first uses the port "alu", the second uses none. */
  private record Code(Kernel kernel) implements MachineKernel {
    @Override
    public int registers() {
      return 1;
    }

    @Override
    public String assembly() {
      return "";
    }

    @Override
    public Optional<CodeOrigins> origins() {
      List<Instruction> all = kernel.blocks().get(0).instructions();
      return Optional.of(CodeOrigins.of(kernel).row(all).row(List.of()).build());
    }

    @Override
    public String port(int row) {
      return row == 0 ? "alu" : "";
    }
  }

  /** A machine that reports a path. */
  private static Machine machine(Path path) {
    Map<String, Object> answers = Map.of("path", Optional.ofNullable(path));
    return (Machine)
        Proxy.newProxyInstance(
            Machine.class.getClassLoader(),
            new Class<?>[] {Machine.class},
            (proxy, method, arguments) -> answers.get(method.getName()));
  }

  @Test
  void ticksOfAPortAreSplitByPortAndThoseOfOtherResourcesAreNot() {
    Path path =
        Path.start(100, 2)
            .to(110, PathResource.LAUNCH)
            .to(130, PathResource.PORT, 0)
            .to(170, PathResource.L2)
            .to(173, PathResource.PORT, 1);
    PathCollector collector = new PathCollector(1_000_000_000, List.of(KERNEL));
    collector.ends(0, new Code(KERNEL), machine(path), 73, 73_000);
    PathShares shares = collector.result().shares();
    assertThat(shares.byPort()).isEqualTo(Map.of("alu", 20L, "", 3L));
    assertThat(shares.ports().keySet()).containsExactly(PathShares.UNKNOWN, LINE);
    assertThat(shares.ticks(PathResource.PORT)).isEqualTo(23);
    assertThat(shares.lines().get(LINE)[PathResource.L2.ordinal()]).isEqualTo(40);
    assertThat(shares.lines().get(PathShares.NO_LINE)[PathResource.LAUNCH.ordinal()]).isEqualTo(10);
  }

  @Test
  void aLaunchWithoutAPathIsNotAttributedAndAPathOfAnotherLengthIsRejected() {
    PathCollector collector = new PathCollector(1_000_000_000, List.of(KERNEL));
    collector.ends(0, new Code(KERNEL), machine(null), 73, 73_000);
    assertThat(collector.result().shares().ticks(PathResource.UNTOLD)).isEqualTo(73);
    Path tooShort = Path.start(100, 2).to(110, PathResource.LAUNCH);
    assertThatThrownBy(() -> collector.ends(0, new Code(KERNEL), machine(tooShort), 73, 73_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the critical path has 10 ticks, its launch of k 73");
  }
}
