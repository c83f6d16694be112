// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.BufferInfo;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OpenCL's shared virtual memory. */
@Timeout(120)
class SharedMemoryTest {
  @TempDir private Path folder;

  @Test
  void hostAndKernelsFollowTheSamePointers() throws Exception {
    TestProgram program = TestProgram.of("svm", folder);
    Path first = folder.resolve("first.lkt");
    Path second = folder.resolve("second.lkt");
    for (Path trace : List.of(first, second)) {
      ProgramRun.Result result = program.run(trace, "features");
      assertThat(result.message()).isEmpty();
      assertThat(result.code()).isZero();
    }
    assertThat(Files.mismatch(first, second)).isEqualTo(-1);
    try (TraceFile file = TraceFile.open(first)) {
      file.verify();
      assertThat(file.program().buffers().stream().map(BufferInfo::name))
          .anyMatch(name -> name.contains("shared virtual memory"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"store", "load", "behind", "freed", "write"})
  void anAccessOfMemoryThatIsNotMappedEndsTheProgram(String access) throws Exception {
    ProgramRun.Result result =
        TestProgram.of("svm", folder).run(folder.resolve("fault.lkt"), access);
    assertThat(result.message()).isEqualTo("the program was ended by signal 11");
    assertThat(result.traces()).isEmpty();
  }

  @Test
  void theProgramsOwnHandlerComesAfterTheMessage() throws Exception {
    ProgramRun.Result result =
        TestProgram.of("svm", folder).run(folder.resolve("caught.lkt"), "caught");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  /** Keeps the arguments of launches. */
  private static final class Arguments implements LaunchRunner {
    private final List<ForeignLaunch.Value> values = new ArrayList<>();

    @Override
    public void run(ForeignLaunch launch, DeviceMemory memory) {
      values.addAll(launch.arguments());
    }

    @Override
    public void hostStep() {}
  }

  @Test
  void anotherImplementationIsNotGivenMemoryThatHasAddresses() throws Exception {
    Arguments arguments = new Arguments();
    TestProgram program =
        TestProgram.of("svm", folder)
            .wanting(new Launches(1, 1))
            .comparing(new OracleRequest("another", () -> arguments, OptionalDouble.empty()));
    program.run(folder.resolve("compared.lkt"), "features");
    assertThat(arguments.values)
        .isNotEmpty()
        .first()
        .isInstanceOfSatisfying(
            ForeignLaunch.Value.Other.class,
            value -> assertThat(value.what()).isEqualTo("shared virtual memory"));
  }
}
