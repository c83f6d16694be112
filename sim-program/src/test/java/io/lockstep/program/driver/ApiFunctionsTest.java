// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.execute.ExecutionOptions;
import io.lockstep.io.output.UserCache;
import io.lockstep.program.DeviceProperties;
import io.lockstep.program.LiveOptions;
import io.lockstep.program.ProgramRequest;
import io.lockstep.program.ProgramRun;
import io.lockstep.program.driver.ApiTable.Body;
import io.lockstep.program.driver.ApiTable.Function;
import io.lockstep.program.driver.ApiTable.Name;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
@DisplayName("the functions of api.txt")
class ApiFunctionsTest {
  private static final int NOT_SUPPORTED = 801;
  private static final int NVRTC_INTERNAL = 11;

  /** Of as many texts a process knows whether it has said them; it says no others. */
  private static final int MOST_TEXTS = 60;

  @TempDir private Path folder;

  private static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
  }

  /** Returns whether a driver has a function; HIP's library is compiled as the runtime of 12. */
  private static boolean has(NativeDriver driver, Name name) {
    int major = driver == NativeDriver.CUDA_11 ? 11 : driver == NativeDriver.CUDA_13 ? 13 : 12;
    return name.marks().stream()
        .noneMatch(
            mark ->
                mark.equals("cuda") && driver == NativeDriver.HIP
                    || mark.equals("amd") && driver != NativeDriver.HIP
                    || mark.startsWith("since") && major < Integer.parseInt(mark.substring(5))
                    || mark.startsWith("until") && major > Integer.parseInt(mark.substring(5)));
  }

  /** Returns the names of a driver's functions, each with what refuses it, or with nothing. */
  private static Map<String, String> names(NativeDriver driver) {
    Set<String> files = DriverSources.of(driver.name()).texts().keySet();
    Map<String, String> names = new TreeMap<>();
    for (Function function : DriverSources.api().functions()) {
      if (!files.contains(function.file()) || !has(driver, function.names().get(0))) {
        continue;
      }
      String why = function.calls().isEmpty() ? "" : ": " + function.calls();
      for (Name name : function.names()) {
        List<String> all = new ArrayList<>(List.of(name.text(), name.twin()));
        all.add(name.has("64") ? name.text() + "_64" : "");
        for (String each : all) {
          String exported = driver == NativeDriver.HIP ? hip(each, name) : each;
          if (!exported.isEmpty() && !exported.startsWith("lockstep_")) {
            names.put(
                exported,
                function.body() == Body.REFUSED ? exported + " is not supported" + why : "");
          }
        }
      }
    }
    return names;
  }

  private static String hip(String text, Name name) {
    return text.matches("_*cuda.*|hip.*")
        ? text.replaceFirst("^cuda", "hip").replaceFirst("_pt[sd][sz]$", "_spt")
        : text.equals(name.text()) ? name.hip() : "";
  }

  private static Set<String> exported(Path library) throws Exception {
    Process nm = new ProcessBuilder("nm", "-D", "--defined-only", library.toString()).start();
    Set<String> exported = new TreeSet<>();
    String text = new String(nm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    text.lines()
        .forEach(line -> exported.add(line.replaceFirst("^.* ", "").replaceFirst("@.*", "")));
    return exported;
  }

  private static Path library(NativeDriver driver) {
    return driver.library(UserCache.folder(System.getenv()), note -> {});
  }

  @ParameterizedTest
  @EnumSource(names = {"CUDA_11", "CUDA_12", "CUDA_13", "HIP"})
  @DisplayName("are all exported by the drivers of their interfaces")
  void areAllExported(NativeDriver driver) throws Exception {
    assumeTrue(isOnPath("cc") && isOnPath("nm"), "no C compiler");
    Set<String> missing = new TreeSet<>(names(driver).keySet());
    assertThat(missing).hasSizeGreaterThan(350);
    missing.removeAll(exported(library(driver)));
    assertThat(missing).isEmpty();
  }

  @Test
  @DisplayName(
      "of HIP that work, and those that are refused when called, are as many as the page says")
  void thePageHasTheNumbersOfHip() throws Exception {
    Map<String, String> refused = names(NativeDriver.HIP);
    refused.values().removeIf(String::isEmpty);
    int all = 0;
    int missing = 0;
    try (InputStream in =
        getClass().getResourceAsStream("/io/lockstep/program/hip_functions.txt")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String name : text.replaceAll("(?m)^#.*", "").strip().split("\\s+")) {
        all++;
        missing += refused.containsKey(name) ? 1 : 0;
      }
    }
    assertThat(Files.readString(Path.of("../docs/programs.md")))
        .contains(
            "Of %d functions, %d work and %d are refused when they are called"
                .formatted(all, all - missing, missing));
  }

  @ParameterizedTest
  @EnumSource(names = {"CUDA_11", "CUDA_12", "CUDA_13", "HIP"})
  @DisplayName("that are not supported return their interface's code and say their names")
  void thatAreNotSupportedReturnACodeAndSayTheirNames(NativeDriver driver) throws Exception {
    assumeTrue(isOnPath("cc"), "no C compiler");
    List<String> lines = new ArrayList<>();
    names(driver)
        .forEach(
            (name, why) -> {
              int code = name.matches("(nv|hip)rtc.*") ? NVRTC_INTERNAL : NOT_SUPPORTED;
              if (!why.isEmpty()) {
                lines.add(name + " " + code + " " + why);
              }
            });
    assertThat(lines).hasSizeGreaterThan(100);
    Path list = folder.resolve("list");
    Path source = folder.resolve("refused_names.c");
    try (InputStream in = getClass().getResourceAsStream("/io/lockstep/program/refused_names.c")) {
      Files.write(source, in.readAllBytes());
    }
    Path program = folder.resolve("refused_names");
    Process cc =
        new ProcessBuilder(
                "cc",
                "-w",
                "-o",
                program.toString(),
                source.toString(),
                "-Wl,--no-as-needed",
                library(driver).toString(),
                "-ldl")
            .inheritIO()
            .start();
    assertThat(cc.waitFor()).isZero();
    for (int from = 0; from < lines.size(); from += MOST_TEXTS) {
      Files.write(list, lines.subList(from, Math.min(from + MOST_TEXTS, lines.size())));
      assertThat(run(program, list).code()).isZero();
    }
  }

  private ProgramRun.Result run(Path program, Path list) {
    return ProgramRun.run(
        new ProgramRequest(
            new ProgramRequest.Program(
                List.of(program.toString(), list.toString(), "cuInit"), false),
            List.of(),
            ExecutionOptions.defaults(),
            new LiveOptions(DeviceProperties.common()),
            new ProgramRequest.Output(true, ProgramRequest.Success.EXIT_0),
            note -> {}),
        folder.resolve("trace.lkt"));
  }
}
