// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.frontend.source.hip.DeviceArchives;
import io.lockstep.frontend.source.hip.FatBinary;
import io.lockstep.frontend.source.hip.HipArguments;
import io.lockstep.frontend.source.hip.HipArguments.Goal;
import io.lockstep.frontend.source.hip.HipArguments.Source;
import io.lockstep.frontend.source.hip.HipLibraries;
import io.lockstep.io.InputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.kernel.frontend.ProgramCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Builds HIP programs as hipcc does, with the pinned clang and Lockstep's own headers. Device code
 * becomes PTX, once for wavefronts of 32 lanes and once for 64 where the text depends on it; the
 * program has both, and its host library takes the one for the device that it sees.
 */
public final class HipCompiler implements ProgramCompiler {
  private static final String WHERE = "hipcc";
  private static final Duration LIMIT = Duration.ofMinutes(10);

  /** The lowest compute capability that has all operations of Lockstep's headers. */
  private static final int CAPABILITY = 70;

  private static final int NARROW = 32;
  private static final int WIDE = 64;

  /** Compilation to calls of CUDA's runtime as of this version: {@code cudaLaunchKernel}. */
  private static final String CALLS = "-target-sdk-version=12.3";

  private static final Pattern REACHED_BY_HOST =
      Pattern.compile("^\\.visible \\.(entry|global|const)", Pattern.MULTILINE);

  private final Environment machine;

  /** Creates the compiler; called by {@link ServiceLoader}. */
  public HipCompiler() {
    this(Environment.ofProcess());
  }

  HipCompiler(Environment machine) {
    this.machine = machine;
  }

  @Override
  public String id() {
    return WHERE;
  }

  @Override
  public int run(List<String> arguments, Function<String, Path> library) {
    HipArguments all = HipArguments.of(arguments);
    Clang clang = Clang.find(WHERE, machine, Language.CUDA);
    if (all.asksForVersion()) {
      return started(List.of(clang.program().toString(), "--version"));
    }
    return built(all, clang, build -> build.run(library));
  }

  @Override
  public String compile(Path file, List<String> options, int lanes) {
    List<String> words = new ArrayList<>(options);
    words.addAll(List.of("-D__HIPCC_RTC__=1", "-include", "hip/hip_runtime.h"));
    words.addAll(List.of("-x", HipArguments.LANGUAGE, file.toString()));
    HipArguments all = HipArguments.of(words);
    return built(
        all,
        Clang.find(file.toString(), machine, Language.CUDA),
        build -> build.ptx(all.sources().get(0), lanes));
  }

  private interface Work<T> {
    T of(Build build) throws IOException;
  }

  private <T> T built(HipArguments all, Clang clang, Work<T> work) {
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      Path shared = GpuHeaders.folder(WHERE, machine.cache());
      ClangCuda cuda = new ClangCuda(clang, shared);
      Path functions =
          new Compilation(cuda, new CompilerProcess(LIMIT), new PtxCache(machine.cache()), n -> {})
              .bitcode(WHERE, cuda.builtIns(List.of(), "", NARROW).get(0), scratch);
      Path own = GpuHeaders.folderOfHip(WHERE, machine.cache());
      return work.of(new Build(all, clang, new Support(shared, own, functions), scratch));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  /** Runs a command with the streams of this process. */
  private static int started(List<String> command) {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new InputException(WHERE, "cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(WHERE, "was interrupted", e);
    }
  }

  /**
   * What sources are compiled with.
   *
   * @param shared folder of the headers that HIP shares with CUDA
   * @param own folder of HIP's headers
   * @param functions bitcode of mathematical functions
   */
  private record Support(Path shared, Path own, Path functions) {}

  /**
   * PTX of a source.
   *
   * @param wide that for wavefronts of 64 lanes, if it is another one
   */
  private record DeviceCode(String narrow, Optional<String> wide) {
    boolean isSeenOutside() {
      return narrow.contains(".visible");
    }

    /** Returns whether it has kernels or variables that the host may name. */
    boolean isReachedByHost() {
      return REACHED_BY_HOST.matcher(narrow).find();
    }
  }

  /** One command line at work. */
  private record Build(HipArguments all, Clang clang, Support support, Path scratch) {
    int run(Function<String, Path> library) throws IOException {
      if (all.sources().isEmpty() && all.link().isEmpty()) {
        throw new InputException(WHERE, "no input files");
      }
      if (all.goal() != Goal.PROGRAM && all.output().isPresent() && all.sources().size() > 1) {
        throw new InputException(WHERE, "-o names one file, and there are several sources");
      }
      List<String> objects = new ArrayList<>();
      for (int i = 0; i < all.sources().size(); i++) {
        Source source = all.sources().get(i);
        String object = scratch.resolve("object" + i + ".o").toString();
        int code = compile(source, i, object);
        if (code != 0) {
          return code;
        }
        objects.add(object);
      }
      return all.goal() == Goal.PROGRAM ? link(objects, library) : 0;
    }

    /** Writes the device's code alone. */
    private int module(Source source) throws IOException {
      String name = Path.of(source.file()).getFileName().toString();
      DeviceCode code =
          device(source)
              .orElseThrow(() -> new InputException(source.file(), "has no device code to load"));
      Files.write(
          Path.of(all.output().orElse(name.replaceFirst("\\.[^.]*$", "") + ".hipfb")),
          binary(code));
      return 0;
    }

    private int compile(Source source, int number, String object) throws IOException {
      if (all.goal() == Goal.MODULE) {
        return module(source);
      }
      List<String> command = host(source);
      command.addAll(all.compile());
      if (all.goal() == Goal.TEXT) {
        all.output().ifPresent(o -> command.addAll(List.of("-o", o)));
        return started(with(command, source));
      }
      if (source.isHip()) {
        command.addAll(embedding(device(source), scratch.resolve("device" + number)));
      }
      command.add(all.goal() == Goal.ASSEMBLER ? "-S" : "-c");
      if (all.goal() == Goal.PROGRAM) {
        command.addAll(List.of("-o", object));
      } else {
        all.output().ifPresent(o -> command.addAll(List.of("-o", o)));
      }
      return started(with(command, source));
    }

    private static List<String> with(List<String> command, Source source) {
      List<String> whole = new ArrayList<>(command);
      whole.addAll(List.of("-x", language(source), source.file()));
      return whole;
    }

    private static String language(Source source) {
      if (source.isHip()) {
        return "cuda";
      }
      return source.language().orElse(source.file().endsWith(".c") ? "c" : "none");
    }

    /** Adds what the commands for both sides have in common. */
    private List<String> common(List<String> command, Source source) {
      if (source.isHip()) {
        command.addAll(List.of("-nocudainc", "-nocudalib"));
        command.addAll(List.of("-Xclang", CALLS, "-Wno-unknown-cuda-version"));
        command.addAll(List.of("-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_PLATFORM_AMD__=1"));
        command.addAll(List.of("-D__HIP_PLATFORM_HCC__=1", "-DLOCKSTEP_HIP=1"));
        command.addAll(
            List.of("-include", support.own().resolve(GpuHeaders.FIRST_OF_HIP).toString()));
      }
      // before folders of the user's, in which ROCm may have headers of the same names
      command.addAll(List.of("-I" + support.own(), "--system-header-prefix=hip/"));
      command.addAll(List.of("-isystem", support.shared().toString()));
      return command;
    }

    private List<String> host(Source source) {
      String program = clang.program().toString();
      List<String> command = new ArrayList<>(List.of(program, "--no-default-config"));
      common(command, source);
      if (source.isHip()) {
        command.addAll(List.of("--cuda-path=/nonexistent", "--cuda-host-only"));
      }
      return command;
    }

    /** Returns the host's options that put the device's code into the object. */
    private List<String> embedding(Optional<DeviceCode> code, Path file) throws IOException {
      if (code.isEmpty()) {
        return List.of();
      }
      byte[] binary = binary(code.get());
      if (code.get().isReachedByHost()) {
        Files.write(file, binary);
        return List.of("-Xclang", "-fcuda-include-gpubinary", "-Xclang", file.toString());
      }
      // clang leaves out code that the host does not reach, which kernels of other files call
      Files.writeString(file, FatBinary.registered(binary));
      return all.linksDeviceCode() ? List.of("-include", file.toString()) : List.of();
    }

    private byte[] binary(DeviceCode code) {
      return FatBinary.of(CAPABILITY, code.narrow(), code.wide(), all.linksDeviceCode());
    }

    /** Compiles the device's code; empty if there is none, or if clang refuses it. */
    private Optional<DeviceCode> device(Source source) {
      CompletableFuture<String> wide = CompletableFuture.supplyAsync(() -> ptx(source, WIDE));
      String narrow = ptx(source, NARROW);
      String other = wide.join();
      return Optional.of(
              new DeviceCode(narrow, Optional.of(other).filter(text -> !text.equals(narrow))))
          .filter(DeviceCode::isSeenOutside);
    }

    private String ptx(Source source, int lanes) {
      List<String> command = common(clang.command(), source);
      command.addAll(List.of("--cuda-device-only", "--cuda-gpu-arch=sm_" + CAPABILITY));
      command.addAll(Clang.linking(List.of(support.functions())));
      command.addAll(Clang.KEPT_LOOPS);
      command.addAll(List.of("-D__LOCKSTEP_WARP__=" + lanes, "-w", "-gline-directives-only"));
      if (all.device().stream().noneMatch(o -> o.matches("-O[1-3s]|-Ofast"))) {
        command.add("-O3");
      }
      command.addAll(all.device().stream().filter(o -> !o.equals("-O0")).toList());
      // Calls of the C library stay calls, which the linked functions answer.
      command.addAll(List.of("-fmath-errno", "-S", "-o", "-"));
      CompilerProcess.Result result =
          new CompilerProcess(LIMIT).run(source.file(), with(command, source), scratch);
      if (result.exit() != 0) {
        HipLibraries.refuse(result.messages());
        throw Diagnostics.error(source.file(), "clang", result.exit(), result.messages());
      }
      return result.text();
    }

    private int link(List<String> objects, Function<String, Path> library) {
      List<String> command =
          new ArrayList<>(
              List.of(clang.program().toString(), "--driver-mode=g++", "--no-default-config"));
      DeviceArchives archives = new DeviceArchives(all.link());
      for (String word : all.link()) {
        boolean source = word.startsWith("\0");
        Optional<String> own = HipLibraries.own(word);
        if (source) {
          command.add(objects.get(Integer.parseInt(word.substring(1))));
        } else if (own.isPresent()) {
          command.add(library.apply(own.get()).toString());
        } else {
          command.addAll(archives.linked(word));
        }
      }
      command.addAll(
          all.compile().stream().filter(o -> o.startsWith("-f") || o.startsWith("-O")).toList());
      if (all.openMp()) {
        command.add("-lgomp");
      }
      command.add(library.apply("amdhip64").toString());
      command.add("-lpthread");
      all.output().ifPresent(o -> command.addAll(List.of("-o", o)));
      return started(command);
    }
  }
}
