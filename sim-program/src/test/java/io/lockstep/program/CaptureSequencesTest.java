// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.output.UserCache;
import io.lockstep.program.driver.NativeDriver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random sequences of calls of captures by two threads, against {@link CaptureAutomaton}. */
@Timeout(240)
class CaptureSequencesTest {
  private static final int SEQUENCES = 100;
  private static final int CALLS = 60;
  private static final long SEED = 20261201;

  private static final List<String> KINDS =
      List.of(
          "begin",
          "begin",
          "end",
          "end",
          "fill",
          "fill",
          "fill",
          "record",
          "record",
          "wait",
          "wait",
          "status",
          "mode",
          "drop",
          "query",
          "sync",
          "equery",
          "esync",
          "device",
          "copy",
          "allocate",
          "destroy");

  @TempDir private Path folder;

  /** The calls, a line each, and the answers to those that are not "new". */
  private record Script(List<String> calls, List<String> answers) {}

  private static Script script() {
    Random random = new Random(SEED);
    Script script = new Script(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < SEQUENCES; i++) {
      script.calls().add("new");
      Calls calls = new Calls(script, new CaptureAutomaton(), random);
      if (i % 2 == 0) {
        calls.forkAndJoin();
      } else {
        IntStream.range(0, CALLS).forEach(k -> calls.any());
      }
    }
    return script;
  }

  /** The calls of a sequence. */
  private record Calls(Script script, CaptureAutomaton automaton, Random random) {
    private void add(int thread, String call, String stream, int event, int number) {
      script.calls().add(String.join(" ", thread + "", call, stream, event + "", number + ""));
      script.answers().add(automaton.answer(thread, call, stream, event, number));
    }

    private void any() {
      String call = KINDS.get(random.nextInt(KINDS.size()));
      String stream = "00112P".charAt(random.nextInt(6)) + "";
      if (call.equals("destroy") && stream.equals("P")) {
        stream = "1";
      } else if (!call.equals("destroy") && random.nextInt(30) == 0) {
        stream = "L";
      }
      int number = call.equals("fill") ? 100 + script.calls().size() % 150 : random.nextInt(3);
      add(random.nextInt(4) == 0 ? 1 : 0, call, stream, random.nextInt(3), number);
    }

    /** Captures that last: streams fork from those of the capture, most of them join, it ends. */
    private void forkAndJoin() {
      int calls = 0;
      while (calls < CALLS) {
        add(0, "begin", "0", 0, random.nextInt(3));
        List<String> forks = new ArrayList<>(List.of("0"));
        for (int i = 0; i < 6; i++) {
          String from = forks.get(random.nextInt(forks.size()));
          String to = "12P".charAt(random.nextInt(3)) + "";
          add(0, "fill", from, 0, calls++);
          if (random.nextInt(2) == 0) {
            edge(from, to);
            forks.add(to);
          }
          if (random.nextInt(20) == 0) {
            any();
          }
        }
        for (String fork : forks) {
          if (random.nextInt(8) > 0) {
            edge(fork, "0");
          }
        }
        add(0, "end", random.nextInt(12) == 0 ? "1" : "0", 0, 0);
        add(0, "end", "0", 0, 0);
      }
    }

    private void edge(String from, String to) {
      int event = random.nextInt(3);
      add(0, "record", from, event, 0);
      add(0, "wait", to, event, 0);
    }
  }

  private List<String> answers(Script script, NativeDriver driver, String option)
      throws IOException, InterruptedException {
    assumeTrue(TestProgram.isOnPath("cc"), "no C compiler");
    for (String file :
        List.of(
            "capture_script.c", "cuda_test.h", "native/cudart_types.h", "native/cudart_errors.h")) {
      try (InputStream in = getClass().getResourceAsStream(file)) {
        Files.write(folder.resolve(Path.of(file).getFileName().toString()), in.readAllBytes());
      }
    }
    TestProgram.structures(folder);
    Path calls = Files.write(folder.resolve("calls"), script.calls());
    Path answers = folder.resolve("answers");
    Path program = folder.resolve("capture_script");
    Consumer<String> notes = note -> {};
    Path library = driver.library(UserCache.folder(System.getenv()), notes);
    List<String> compiler =
        List.of("cc", "-w", "-pthread", option, "-DCUDART_MAJOR=13", "-o", program.toString());
    List<String> command = new ArrayList<>(compiler);
    command.addAll(List.of("capture_script.c", library.toString(), "-ldl"));
    Process cc = new ProcessBuilder(command).directory(folder.toFile()).inheritIO().start();
    assertThat(cc.waitFor()).isZero();
    ProgramRun.Result result =
        ProgramRun.run(
            new ProgramRequest(
                new ProgramRequest.Program(
                    List.of(program.toString(), calls.toString(), answers.toString()), false),
                List.of(),
                ExecutionOptions.defaults(),
                new LiveOptions(DeviceProperties.common()),
                new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
                notes),
            folder.resolve("trace.lkt"));
    assertThat(result.message()).isEmpty();
    return Files.readAllLines(answers);
  }

  @ParameterizedTest
  @CsvSource({"CUDA_13, -DOF_RUNTIME", "CUDA_13, -DOF_DRIVER", "HIP, -DOF_HIP"})
  void callsAnswerAsTheManualSays(NativeDriver driver, String option) throws Exception {
    Script script = script();
    List<String> found = answers(script, driver, option);
    List<String> calls = script.calls().stream().filter(call -> !call.equals("new")).toList();
    assertThat(found).hasSameSizeAs(calls);
    for (int i = 0; i < calls.size(); i++) {
      String where = "call " + i + ": " + calls.get(i);
      assertThat(found.get(i)).as(where).isEqualTo(script.answers().get(i));
    }
  }

  @Test
  void sequencesMeetEveryAnswerAndManyGraphs() {
    Set<Integer> codes = new TreeSet<>();
    script().answers().forEach(answer -> codes.add(Integer.parseInt(answer.split(" ")[0])));
    assertThat(codes).containsExactly(0, 1, 401, 900, 901, 902, 903, 904, 905, 906, 907, 908);
    assertThat(script().answers().stream().filter(answer -> answer.matches("0( \\d+:.*)*:.*")))
        .hasSizeGreaterThan(60);
    assertThat(script().answers().stream().filter(answer -> answer.contains(",")))
        .hasSizeGreaterThan(10); // joins
  }
}
