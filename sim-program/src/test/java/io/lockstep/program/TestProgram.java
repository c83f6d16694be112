// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.program.driver.StructureText;
import io.lockstep.trace.file.TraceFile;
import io.lockstep.trace.record.HostStep;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.trace.record.ProgramSource;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Compiles the C programs of the tests and runs them. */
final class TestProgram {
  private static final Path HEADERS = Path.of("/usr/include/CL/cl.h");

  private final Path program;
  private LiveOptions options = new LiveOptions(DeviceProperties.common());
  private List<String> wrapper = List.of();
  private List<KernelFrontend> frontends =
      ServiceLoader.load(KernelFrontend.class).stream().map(ServiceLoader.Provider::get).toList();
  final List<String> notes = new ArrayList<>();

  private TestProgram(Path program) {
    this.program = program;
  }

  static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Compiles a program; skips the test without a compiler, OpenCL's headers or clang. */
  static TestProgram of(String name, Path folder) throws IOException, InterruptedException {
    assumeTrue(Files.exists(HEADERS), "no OpenCL headers (package opencl-headers)");
    assumeTrue(isOnPath("cc"), "no C compiler");
    for (String file : List.of("check.h", name + ".c")) {
      try (InputStream in = TestProgram.class.getResourceAsStream(file)) {
        Files.write(folder.resolve(file), in.readAllBytes());
      }
    }
    Path program = folder.resolve(name);
    Process cc =
        new ProcessBuilder(
                "cc", "-w", "-pthread", "-o", program.toString(), name + ".c", "-lOpenCL", "-lm")
            .directory(folder.toFile())
            .inheritIO()
            .start();
    assumeTrue(cc.waitFor() == 0, "cc or libOpenCL.so is missing");
    return new TestProgram(program);
  }

  /** Records only some launches from now on. */
  TestProgram wanting(Launches launches) {
    options =
        new LiveOptions(
            options.properties(),
            launches,
            options.bounds(),
            options.oracle(),
            options.timer(),
            options.residency());
    return this;
  }

  /** Shows these properties of the device from now on. */
  TestProgram seeing(Map<String, String> properties) {
    options = new LiveOptions(properties);
    return this;
  }

  /** Compares launches from now on. */
  TestProgram comparing(OracleRequest oracle) {
    options =
        new LiveOptions(
            options.properties(),
            options.launches(),
            options.bounds(),
            Optional.of(oracle),
            options.timer(),
            options.residency());
    return this;
  }

  /** Treats accesses behind buffers in another way from now on. */
  TestProgram within(Bounds bounds) {
    options =
        new LiveOptions(
            options.properties(),
            options.launches(),
            bounds,
            options.oracle(),
            options.timer(),
            options.residency());
    return this;
  }

  /** Takes the times of operations from a timer from now on. */
  TestProgram timedBy(OperationTimer timer) {
    options =
        new LiveOptions(
            options.properties(),
            options.launches(),
            options.bounds(),
            options.oracle(),
            Optional.of(timer),
            options.residency());
    return this;
  }

  /** Starts another program from now on, with this one and its arguments as its last arguments. */
  TestProgram behind(String... words) {
    wrapper = List.of(words);
    return this;
  }

  /** Has the machine lack the compiler of OpenCL C from now on. */
  TestProgram withoutCompiler() {
    KernelFrontend own =
        frontends.stream().filter(f -> f.extensions().contains("cl")).findFirst().orElseThrow();
    InvocationHandler failing =
        (proxy, method, arguments) -> {
          if (List.of("readEach", "link").contains(method.getName())) {
            throw InputException.ofMachine("here", "no compiler", null);
          }
          return method.invoke(own, arguments);
        };
    frontends =
        List.of(
            (KernelFrontend)
                Proxy.newProxyInstance(
                    KernelFrontend.class.getClassLoader(),
                    new Class<?>[] {KernelFrontend.class},
                    failing));
    return this;
  }

  ProgramRun.Result run(Path trace, String... arguments) {
    List<String> command = new ArrayList<>(wrapper);
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return ProgramRun.run(
        new ProgramRequest(
            new ProgramRequest.Program(command, false),
            frontends,
            ExecutionOptions.defaults(),
            options,
            new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
            this::note),
        trace);
  }

  /** Writes the types that the runtime's files and the tests include, which are made of a table. */
  static void structures(Path folder) throws IOException {
    try (InputStream in = TestProgram.class.getResourceAsStream("native/structures.txt")) {
      String table = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(folder.resolve("cudart_structures.h"), StructureText.cudaTypes(table));
    }
  }

  /** Returns the steps of a trace without their numbers. */
  static List<String> steps(ProgramRun.Result result) {
    try (TraceFile file = TraceFile.open(result.traces().get(0).file());
        ProgramSource replay = file.replay()) {
      List<String> steps = new ArrayList<>();
      List<String> kernels = file.program().kernels().stream().map(Kernel::name).toList();
      for (ProgramItem item = replay.next(); item != ProgramItem.END; item = replay.next()) {
        if (item instanceof HostStep step) {
          HostStep.Launch launch = step.asLaunch();
          steps.add(
              launch == null
                  ? step.toString().replaceAll("number=\\d+", "")
                  : "launch of " + kernels.get(launch.kernel()) + launch.geometry());
        }
      }
      return steps;
    }
  }

  /** Returns the transfers of a trace: which way, how many bytes, of which memory of the host. */
  static List<String> transfers(ProgramRun.Result result) {
    return steps(result).stream()
        .filter(step -> step.contains("load["))
        .map(step -> step.replaceFirst("\\[.*bytes=(\\d+), (pinned=\\w+)]", " of $1, $2"))
        .toList();
  }

  private synchronized void note(String text) {
    notes.add(text);
  }
}
