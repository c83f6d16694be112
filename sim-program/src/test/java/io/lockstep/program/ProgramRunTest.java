// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.workload.element.ElementType;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ProgramRunTest {
  @TempDir private Path folder;

  private ProgramRun.Result hard(TestProgram program, String mode) {
    return program.run(folder.resolve("hard.lkt"), mode);
  }

  @Test
  void runsAProgramThatUsesMostFunctions() throws Exception {
    TestProgram features = TestProgram.of("features", folder);
    Path trace = folder.resolve("features.lkt");
    ProgramRun.Result result = features.run(trace);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    try (TraceFile file = TraceFile.open(trace)) {
      file.verify();
      assertThat(file.outcome().verified()).isNull();
      assertThat(file.outcome().verifiedBy()).isEqualTo("by the program (exit 0)");
      assertThat(file.outcome().printed()).contains("40 says hello", "42 says hello");
      assertThat(file.program().streams().streams()).hasSize(2);
      assertThat(file.program().kernels())
          .allMatch(kernel -> file.sources().get(kernel.source()).contains(kernel.name()));
    }
  }

  @Test
  void readsAndWritesImagesOfAllKinds() throws Exception {
    Path trace = folder.resolve("images.lkt");
    ProgramRun.Result result = TestProgram.of("images", folder).run(trace);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    try (TraceFile file = TraceFile.open(trace)) {
      file.verify();
    }
  }

  @Test
  void readsTheBitsOfTexelsOf32BitsAndSaysSoOnceForEachKernelAndImage() throws Exception {
    TestProgram program = TestProgram.of("imagebits", folder);
    ProgramRun.Result result = program.run(folder.resolve("bits.lkt"), "bits");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(program.notes)
        .filteredOn(note -> note.contains("gets their bits"))
        .hasSize(3)
        .anyMatch(note -> note.matches("kernel 'doubles' reads the floats of '.*' as integers .*"))
        .anyMatch(note -> note.matches("kernel 'floats' reads the integers of '.*' as floats .*"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"filtered", "normalized"})
  void failsWhereTexelsOfTheWrongKindAreConverted(String mode) throws Exception {
    ProgramRun.Result result =
        TestProgram.of("imagebits", folder).run(folder.resolve("converted.lkt"), mode);
    assertThat(result.message()).contains("the fetch wants integers");
    assertThat(result.traces()).isEmpty();
  }

  @Test
  void refusesWithTheErrorsOfTheStandard() throws Exception {
    ProgramRun.Result result =
        TestProgram.of("refusals", folder).run(folder.resolve("refusals.lkt"));
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"codes", "codes_by_kind"})
  void answersWrongCallsWithTheErrorsOfTheStandard(String name) throws Exception {
    TestProgram program = TestProgram.of(name, folder);
    ProgramRun.Result result = program.run(folder.resolve(name + ".lkt"));
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(program.notes).noneMatch(note -> note.contains("has ended"));
  }

  @ParameterizedTest
  @CsvSource({"7, ended with exit code 7", "crash, was ended by signal 6"})
  void aProgramThatGivesUpAfterARefusedCallIsRefused(String how, String end) throws Exception {
    TestProgram program = TestProgram.of("gives_up", folder);
    Path trace = folder.resolve("trace.lkt");
    assertThatThrownBy(() -> program.run(trace, how))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "gives_up: the program %s after a call that Lockstep refuses: clSVMAlloc with"
                    .formatted(end)
                + " CL_MEM_SVM_FINE_GRAIN_BUFFER is not supported: the device shares"
                + " coarse-grained buffers only (CL_DEVICE_SVM_CAPABILITIES is 1)");
    assertThat(trace).doesNotExist();
  }

  @Test
  void aProgramThatGoesOnAfterARefusedCallIsRecorded() throws Exception {
    ProgramRun.Result result =
        TestProgram.of("gives_up", folder).run(folder.resolve("trace.lkt"), "0");
    assertThat(result.message()).isEmpty();
    assertThat(result.traces()).hasSize(1);
  }

  @Test
  @Timeout(300) // some hundred runs of the compiler if its results are not cached
  void compilesThePartsOfAProgramByThemselvesAndLinksThem() throws Exception {
    TestProgram program = TestProgram.of("linked", folder);
    Path trace = folder.resolve("linked.lkt");
    ProgramRun.Result result = program.run(trace);
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
    try (TraceFile file = TraceFile.open(trace)) {
      assertThat(file.program().kernels())
          .allMatch(kernel -> file.sources().get(kernel.source()).contains("kernel void k"));
    }
  }

  @Test
  void anErrorOfLockstepItselfEndsTheRunAndNotTheProgramsVerdict() throws Exception {
    TestProgram program =
        TestProgram.of("features", folder)
            .timedBy(
                (any, items) -> {
                  throw new ArrayIndexOutOfBoundsException("Index 4 out of bounds for length 4");
                });
    Path trace = folder.resolve("broken.lkt");
    assertThatThrownBy(() -> program.run(trace))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class)
        .hasMessage("Index 4 out of bounds for length 4");
    assertThat(trace).doesNotExist();
  }

  @Test
  void anErrorOfTheJavaMachineEndsTheRunAndLeavesNoTrace() throws Exception {
    TestProgram program =
        TestProgram.of("features", folder)
            .timedBy(
                (any, items) -> {
                  throw new ExceptionInInitializerError("of a class");
                });
    Path trace = folder.resolve("broken.lkt");
    assertThatThrownBy(() -> program.run(trace))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseInstanceOf(ExceptionInInitializerError.class);
    assertThat(trace).doesNotExist();
  }

  @Test
  void anErrorBeforeTheFirstReplyEndsTheRun() throws Exception {
    TestProgram program = TestProgram.of("features", folder).seeing(Map.of());
    Path trace = folder.resolve("early.lkt");
    assertThatThrownBy(() -> program.run(trace)).isInstanceOf(NumberFormatException.class);
    assertThat(trace).doesNotExist();
  }

  @Test
  void recordsTheSameTraceEachTime() throws Exception {
    TestProgram features = TestProgram.of("features", folder);
    TreeSet<String> identities = new TreeSet<>();
    for (int i = 0; i < 5; i++) {
      Path trace = folder.resolve(i + ".lkt");
      identities.add(features.run(trace).traces().get(0).identity());
      assertThat(Files.mismatch(folder.resolve("0.lkt"), trace)).isEqualTo(-1);
    }
    assertThat(identities).hasSize(1);
  }

  @Test
  void recordsTheStepsAroundTheWantedLaunches() throws Exception {
    TestProgram features = TestProgram.of("features", folder);
    List<String> all = TestProgram.steps(features.run(folder.resolve("all.lkt")));
    List<Integer> launches = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).startsWith("launch")) {
        launches.add(i);
      }
    }
    ProgramRun.Result part = features.wanting(new Launches(3, 4)).run(folder.resolve("part.lkt"));
    assertThat(part.traces().get(0).launches()).isEqualTo(2);
    assertThat(TestProgram.steps(part))
        .isEqualTo(all.subList(launches.get(1) + 1, launches.get(4)));
    assertThatThrownBy(
            () -> features.wanting(new Launches(1000, 1000)).run(folder.resolve("none.lkt")))
        .isInstanceOf(InputException.class)
        .hasMessage("--launches 1000: the program has only " + launches.size() + " launches");
  }

  @Test
  void transfersOfMapsArePageLockedIfTheBufferIs() throws Exception {
    TestProgram program = TestProgram.of("pinned", folder);
    assertThat(TestProgram.transfers(program.run(folder.resolve("pinned.lkt"))))
        .containsExactly(
            "Upload of 100, pinned=false",
            "Download of 110, pinned=false",
            "Upload of 200, pinned=true",
            "Download of 210, pinned=true");
  }

  @Test
  void readsTheLaunchesToRecord() {
    assertThat(Launches.parse("7")).contains(new Launches(7, 7));
    assertThat(Launches.parse("1-50")).contains(new Launches(1, 50));
    assertThat(Launches.parse(new Launches(2, 3).text())).contains(new Launches(2, 3));
    for (String wrong : List.of("", "0", "3-2", "1-", "-4", "1,2", "a", "9".repeat(19))) {
      assertThat(Launches.parse(wrong)).as(wrong).isEmpty();
    }
  }

  /** Sets each element to its index, except for one element of the second launch. */
  private static final class Setter implements LaunchRunner {
    private final int wrong;
    private int launches;

    Setter(int wrong) {
      this.wrong = wrong;
    }

    @Override
    public void run(ForeignLaunch launch, DeviceMemory memory) {
      assertThat(launch.kernel()).isEqualTo("set");
      assertThat(launch.arguments().get(1)).isInstanceOf(ForeignLaunch.Value.Bytes.class);
      ForeignLaunch.Value.Pointer out = (ForeignLaunch.Value.Pointer) launch.arguments().get(0);
      launches++;
      for (int i = 0; i < launch.range()[3]; i++) {
        int value = i == wrong && launches == 2 ? -1 : i;
        memory.storeInt(Address.of(out.buffer(), out.offset() + 4L * i), value);
      }
    }

    @Override
    public void hostStep() {}
  }

  private ProgramRun.Result compared(TestProgram program, Supplier<LaunchRunner> runner) {
    return hard(
        program.comparing(new OracleRequest("another", runner, OptionalDouble.empty())), "plain");
  }

  @Test
  void comparesLaunchesWithAnotherImplementation() throws Exception {
    TestProgram program = TestProgram.of("hard", folder);
    ProgramRun.Result same = compared(program, () -> new Setter(-1));
    assertThat(same.message()).isEmpty();
    assertThat(same.traces().get(0).verdict())
        .isEqualTo("verified: by the program (exit 0) and another (2 of 2 launches)");
    ProgramRun.Result other = compared(program, () -> new Setter(17));
    String message =
        "launch 2, kernel 'set': element 17 of buffer 1, argument 'a', is 17; another has -1 (1"
            + " elements differ)";
    assertThat(other.message()).isEqualTo(message);
    assertThat(program.notes).containsOnlyOnce(message);
    try (TraceFile file = TraceFile.open(other.traces().get(0).file())) {
      assertThat(file.outcome().verified()).isFalse();
      assertThat(file.outcome().verifiedBy()).isEmpty();
    }
    assertThat(other.traces().get(0).verdict()).isEqualTo("wrong: " + message);
  }

  @Test
  void continuesWithoutAComparisonThatFails() throws Exception {
    TestProgram program = TestProgram.of("hard", folder);
    ProgramRun.Result result =
        compared(
            program,
            () -> {
              throw new InputException("another", "does not start");
            });
    assertThat(result.message()).isEmpty();
    assertThat(program.notes)
        .containsOnlyOnce("'set' is not compared with another: another: does not start");
    assertThat(result.traces().get(0).verdict()).contains("another (0 of 2 launches)");
  }

  @Test
  void aCrashAfterFurtherWorkIsNotTheRefusedCalls() throws Exception {
    ProgramRun.Result result =
        TestProgram.of("gives_up", folder).run(folder.resolve("later.lkt"), "later");
    assertThat(result.message()).isEqualTo("the program was ended by signal 6");
    assertThat(result.traces()).isEmpty();
  }

  @Test
  void knowsTheTypesOfElements() {
    assertThat(OracleCheck.type("float4*")).isEqualTo(ElementType.F32);
    assertThat(OracleCheck.type("ushort*")).isEqualTo(ElementType.U16);
    assertThat(OracleCheck.type("struct point*")).isEqualTo(ElementType.U8);
  }

  @Test
  void reportsAnAccessOutsideABuffer() throws Exception {
    TestProgram program = TestProgram.of("hard", folder);
    ProgramRun.Result result = hard(program, "outside");
    assertThat(result.code()).isZero(); // the program expects the error
    assertThat(result.message()).contains("kernel set").contains("out of bounds of buffer 1");
    assertThat(program.notes).filteredOn(n -> n.contains("out of bounds")).hasSize(1);
    assertThat(result.traces()).isEmpty();
    assertThat(folder.resolve("hard.lkt")).doesNotExist();
  }

  @Test
  void keepsTheTraceOfAProgramWithAnExitCode() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "exit");
    assertThat(result.code()).isEqualTo(3);
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      assertThat(file.outcome().verified()).isFalse();
      assertThat(file.outcome().message()).isEqualTo("the program ended with exit code 3");
      assertThat(file.outcome().verifiedBy()).isEmpty();
    }
    assertThat(result.traces().get(0).verdict()).isEqualTo("wrong: exit 3");
  }

  @Test
  void writesNothingForAProgramThatWasKilled() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "kill");
    assertThat(result.message()).isEqualTo("the program was ended by signal 9");
    assertThat(result.traces()).isEmpty();
    assertThat(folder.resolve("hard.lkt")).doesNotExist();
  }

  @Test
  void runsAProgramWithoutADevice() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "none");
    assertThat(result.message()).isEmpty();
    assertThat(result.traces()).isEmpty();
  }

  @Test
  void refusesTheDeviceToAForkedChild() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "fork");
    assertThat(result.message()).isEmpty();
    assertThat(result.traces()).hasSize(1);
    assertThat(result.traces().get(0).launches()).isEqualTo(2);
  }

  @Test
  void printsAllTextOfKernelsBeforeAWaitEnds() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "print");
    assertThat(result.message()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void keepsTheConnectionOfAProgramThatClosesDescriptors() throws Exception {
    TestProgram program = TestProgram.of("hard", folder);
    for (String mode : List.of("closed", "range")) {
      ProgramRun.Result result = hard(program, mode);
      assertThat(result.message()).as(mode).isEmpty();
      assertThat(result.code()).as(mode).isZero();
      assertThat(result.traces()).as(mode).hasSize(1);
    }
  }

  @Test
  void sendsNothingToAFileThatTheProgramPutInPlaceOfTheConnection() throws Exception {
    assertThat(hard(TestProgram.of("hard", folder), "replaced").code()).isZero();
  }

  @Test
  void answersAChildThatWasForkedBesideACallOfAnotherThread() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "beside");
    assertThat(result.code()).isZero();
  }

  @Test
  void writesATraceForEachProcess() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "processes");
    assertThat(result.message()).isEmpty();
    assertThat(result.traces())
        .hasSize(2)
        .allMatch(t -> t.file().getFileName().toString().matches("hard\\.\\d+\\.lkt"))
        .allMatch(t -> t.launches() == 2);
  }

  @Test
  void servesSeveralThreads() throws Exception {
    ProgramRun.Result result = hard(TestProgram.of("hard", folder), "threads");
    assertThat(result.message()).isEmpty();
    assertThat(result.traces().get(0).launches()).isEqualTo(82);
    try (TraceFile file = TraceFile.open(result.traces().get(0).file())) {
      file.verify();
      assertThat(file.program().streams().streams()).hasSize(5);
    }
  }

  @Test
  void reportsAFullDisk() throws Exception {
    TestProgram program = TestProgram.of("hard", folder);
    assertThatThrownBy(() -> program.run(Path.of("/dev/full"), "exit"))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("/dev/full");
  }

  @Test
  void namesAProgramThatDoesNotExist() {
    ProgramRequest request =
        new ProgramRequest(
            new ProgramRequest.Program(List.of("./none"), false),
            List.of(),
            io.lockstep.execute.ExecutionOptions.defaults(),
            new LiveOptions(DeviceProperties.common()),
            new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
            note -> {});
    assertThatThrownBy(() -> ProgramRun.run(request, folder.resolve("none.lkt")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("./none: cannot be run");
  }

  @Test
  void aProgramBehindAScriptGetsItsDriverWhenItOpensIt() throws Exception {
    TestProgram program = TestProgram.of("hard", folder);
    ProgramRun.Result result =
        program
            .behind("sh", "-c", "true; \"$@\"; exit $?", "sh")
            .run(folder.resolve("hard.lkt"), "plain");
    assertThat(result.message()).isEmpty();
    assertThat(result.traces()).hasSize(1);
    assertThat(result.traces().get(0).launches()).isPositive();
  }

  /** A front-end of OpenCL C on a machine without its compiler. */
  @Test
  void whatThisMachineLacksForABuildIsSaidOnceAlsoIfTheProgramShowsNoLog() throws Exception {
    TestProgram program = TestProgram.of("hard", folder).withoutCompiler();
    program.run(folder.resolve("hard.lkt"), "plain");
    assertThat(program.notes).containsOnlyOnce("here: no compiler");
  }
}
