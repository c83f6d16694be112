// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.io.output.UserCache;
import io.lockstep.program.compile.HipCompilers;
import io.lockstep.program.driver.NativeDriver;
import io.lockstep.program.driver.OpenedDrivers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Runs a program whose kernels Lockstep executes, and writes what each of its processes did as a
 * trace.
 */
public final class ProgramRun {
  /** Exit codes of processes that a signal ended, minus the signal's number. */
  private static final int SIGNALS = 128;

  private static final int LAST_SIGNAL = 64;

  private ProgramRun() {}

  /**
   * The end of a program.
   *
   * @param code its exit code
   * @param message why it failed, or empty
   * @param told whether the user was told when it happened
   * @param traces the traces, one for each process that launched a kernel, in the order of their
   *     start; empty if it launched none or failed on the device
   */
  public record Result(int code, String message, boolean told, List<RecordedTrace> traces) {}

  /**
   * Runs a program to its end.
   *
   * @param target the trace to write; with several processes, {@code NAME.PID.lkt} beside it
   * @throws InputException if it cannot be started, or gives up after a call that is refused
   * @throws OutputException if a trace cannot be written
   */
  public static Result run(ProgramRequest request, Path target) {
    Path folder = null;
    try {
      folder = ProcessFiles.newFolder();
      Path cache = UserCache.usable(System.getenv(), request.notes());
      OpenedDrivers drivers = new OpenedDrivers(folder, cache, request.notes());
      LiveSetup setup =
          new LiveSetup(
              request.frontends(),
              request.execution(),
              request.options(),
              cache.resolve("sources"),
              drivers::open,
              request.notes());
      ProgramFile file = ProgramFile.find(request.command().get(0));
      file.refuseUnsupported(request.libraries());
      try (LiveServer server = new LiveServer(setup, folder)) {
        Map<String, String> environment =
            drivers.prepare(
                file.drivers(request.libraries()), file.namesDrivers(), System.getenv());
        environment.put("LOCKSTEP_SOCKET", server.socket().toString());
        ProgramProcess process = ProgramProcess.start(request, environment);
        int code = process.await();
        try (LiveTraces traces = server.end()) {
          return result(request, process, code, traces, target);
        }
      }
    } catch (IOException e) {
      throw new OutputException(System.getProperty("java.io.tmpdir"), e);
    } finally {
      ProcessFiles.delete(folder);
    }
  }

  /**
   * {@return whether a program loads an interface of CUDA}
   *
   * @param command its path, or a name to be found in the folders of PATH
   */
  public static boolean usesCuda(String command) {
    return ProgramFile.find(command).usesCuda();
  }

  /**
   * {@return whether a program was built by {@code lockstep hipcc}}
   *
   * @param command its path, or a name to be found in the folders of PATH
   */
  public static boolean usesHip(String command) {
    return ProgramFile.find(command).usesHip();
  }

  /**
   * Builds a HIP program as a command line of hipcc says.
   *
   * @param arguments what stands behind {@code hipcc}
   * @param notes receives a line for each library that was compiled
   * @return the exit code
   * @throws InputException if a part is missing or not supported
   */
  public static int hipcc(List<String> arguments, Consumer<String> notes) {
    return HipCompilers.find().run(arguments, name -> hipLibrary(name, notes));
  }

  /**
   * Returns a library with which programs of HIP are linked; compiled if necessary.
   *
   * @param name as the linker knows it: {@code amdhip64}, {@code hipblas}, {@code rocblas} or
   *     {@code hiprand}
   * @param notes receives a line if it was compiled
   */
  private static Path hipLibrary(String name, Consumer<String> notes) {
    NativeDriver driver =
        switch (name) {
          case "hipblas" -> NativeDriver.HIPBLAS;
          case "rocblas" -> NativeDriver.ROCBLAS;
          case "hiprand" -> NativeDriver.HIPRAND;
          default -> NativeDriver.HIP;
        };
    return driver.library(UserCache.usable(System.getenv(), notes), notes);
  }

  private static Result result(
      ProgramRequest request, ProgramProcess process, int code, LiveTraces traces, Path target) {
    traces.rethrow();
    String message = message(process, code, traces);
    boolean judged = !traces.fault().isEmpty() || !traces.difference().isEmpty();
    String refusal = traces.refusal(isSignal(code));
    if (code != 0 && !message.isEmpty() && !judged && !refusal.isEmpty()) {
      throw new InputException(
          request.command().get(0), message + " after a call that Lockstep refuses: " + refusal);
    }
    boolean complete = traces.fault().isEmpty() && !isSignal(code);
    if (!complete) {
      return new Result(code, message, !traces.fault().isEmpty(), List.of());
    }
    SortedMap<String, String> parameters = new TreeMap<>();
    List<String> arguments = request.command().subList(1, request.command().size());
    if (!arguments.isEmpty()) {
      parameters.put("arguments", String.join(" ", arguments));
    }
    Launches recorded = request.options().launches();
    if (!recorded.equals(Launches.ALL)) {
      parameters.put("launches", recorded.text());
    }
    List<RecordedTrace> written =
        traces.write(target, parameters, Verdict.of(request, code, message, traces.agreed()));
    if (written.isEmpty() && traces.mostLaunches() > 0) {
      throw new InputException(
          "--launches " + recorded.text(),
          "the program has only %,d launches".formatted(traces.mostLaunches()));
    }
    return new Result(code, message, !traces.difference().isEmpty(), written);
  }

  /** {@return whether an exit code says that a signal ended the process} */
  public static boolean isSignal(int code) {
    return code > SIGNALS && code <= SIGNALS + LAST_SIGNAL;
  }

  private static String message(ProgramProcess process, int code, LiveTraces traces) {
    if (!traces.fault().isEmpty()) {
      return traces.fault();
    }
    if (isSignal(code)) {
      return "the program was ended by signal " + (code - SIGNALS);
    }
    if (!traces.difference().isEmpty()) {
      return traces.difference();
    }
    return process.failure(code);
  }
}
