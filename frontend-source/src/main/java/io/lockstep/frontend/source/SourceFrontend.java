// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import io.lockstep.io.output.ProcessFiles;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.SourcePart;
import io.lockstep.kernel.frontend.TextTarget;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.pass.ReadOnlyLoads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads OpenCL C (.cl, .opencl, string literals of programs in C and C++) and CUDA C++ (.cu):
 * compiles the source to PTX with clang or nvcc, and passes the PTX to the PTX front-end. Kernels
 * carry the source's lines.
 *
 * <p>Compiled text is cached (see {@link PtxCache}). Errors of the compiler are {@link
 * InputException}s with its positions; its warnings go to the logger {@code
 * io.lockstep.frontend.source}. Thread-safe; the only state is the consumer of notes.
 */
public final class SourceFrontend implements KernelFrontend {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  private final Environment machine;
  private final Duration limit;
  private final Supplier<KernelFrontend> ptx;
  private final Consumer<String> notes;

  /** Creates the front-end; called by {@link ServiceLoader}. */
  public SourceFrontend() {
    this(Environment.ofProcess(), LIMIT, SourceFrontend::ptxFrontend, note -> {});
  }

  SourceFrontend(
      Environment machine, Duration limit, Supplier<KernelFrontend> ptx, Consumer<String> notes) {
    this.machine = machine;
    this.limit = limit;
    this.ptx = ptx;
    this.notes = notes;
  }

  static KernelFrontend ptxFrontend() {
    for (KernelFrontend f : ServiceLoader.load(KernelFrontend.class)) {
      if (f.extensions().contains("ptx")) {
        return f;
      }
    }
    throw new IllegalStateException("no front-end reads PTX");
  }

  @Override
  public String id() {
    return "source";
  }

  @Override
  public List<String> extensions() {
    return List.of("cl", "cu", "opencl", "ocl", "c", "cc", "cpp", "cxx", "h", "hh", "hpp");
  }

  @Override
  public boolean takesCompilerOptions() {
    return true;
  }

  @Override
  public boolean takesRanges(String file) {
    return isOpenCl(file);
  }

  @Override
  public boolean wantsAllAtBarriers(String file) {
    return isOpenCl(file);
  }

  private static boolean isOpenCl(String file) {
    return !file.endsWith(".cu");
  }

  @Override
  public KernelFrontend telling(Consumer<String> listener) {
    return new SourceFrontend(machine, limit, ptx, listener);
  }

  private SourceCompiler find(String file) {
    return isOpenCl(file) ? ClangOpenCl.find(file, machine) : cuda(file, machine);
  }

  /**
   * Finds the compiler of CUDA C++ that LOCKSTEP_CUDA names, {@code nvcc} or {@code clang};
   * otherwise nvcc if the machine has it or LOCKSTEP_NVCC names one, and else clang.
   */
  static CudaCompiler cuda(String file, Environment machine) {
    return cuda(file, machine, NvccCuda.isThere(machine));
  }

  /**
   * Finds the compiler of CUDA C++.
   *
   * @param nvcc whether the machine has an nvcc, or the user names one
   */
  static CudaCompiler cuda(String file, Environment machine, boolean nvcc) {
    String asked = machine.variable(CudaCompiler.VARIABLE).orElse(nvcc ? "nvcc" : "clang");
    return switch (asked) {
      case "nvcc" -> NvccCuda.find(file, machine);
      case "clang" -> ClangCuda.find(file, machine);
      default ->
          throw new InputException(
              file, "%s is '%s'; expected nvcc or clang".formatted(CudaCompiler.VARIABLE, asked));
    };
  }

  @Override
  public String compiler(String file) {
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      String said = new CompilerProcess(limit).run(file, find(file).version(), scratch).text();
      return said.strip().replaceAll("\\s+", " ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>The file itself is compiled, since its includes are relative to it, unless its program
   * consists of several files or string literals; the text is the content read by the caller.
   */
  @Override
  public List<Kernel> read(String file, String text, FrontendOptions options) {
    SourceCompiler compiler = find(file);
    Compilation compilation = compilation(compiler);
    SourceProgram program = SourceProgram.of(file, text, options.joined());
    List<String> given = options.compiler().stream().map(CompilerOption::text).toList();
    compiler.remark(file, text, given).ifPresent(Diagnostics::warn);
    boolean own = given.stream().anyMatch(compiler::isNative);
    List<Kernel> kernels =
        read(
            Optional.of(file),
            compiler,
            target -> compilation.of(program, options.compiler(), target),
            options);
    return own ? kernels.stream().map(Kernel::withOwnInstructionSet).toList() : kernels;
  }

  @Override
  public String compile(String file, String text, FrontendOptions options) {
    SourceProgram program = SourceProgram.of(file, text, List.of());
    return compilation(find(file)).of(program, options.compiler(), options.target()).text();
  }

  @Override
  public List<Kernel> link(List<SourcePart> parts, FrontendOptions options) {
    SourcePart first = parts.get(0);
    if (parts.size() == 1) {
      return read(first.file(), first.text(), options.withCompiler(first.compiler()));
    }
    SourceCompiler compiler = find(first.file());
    Compilation compilation = compilation(compiler);
    return read(Optional.empty(), compiler, target -> compilation.linked(parts, target), options);
  }

  @Override
  public void check(List<SourcePart> parts, FrontendOptions options) {
    compilation(find(parts.get(0).file())).check(parts, options.target());
  }

  private Compilation compilation(SourceCompiler compiler) {
    return new Compilation(
        compiler, new CompilerProcess(limit), new PtxCache(machine.cache()), notes);
  }

  private interface Compiled {
    Compilation.Ptx of(TextTarget target);
  }

  /**
   * Reads the kernels of compiled text.
   *
   * @param source the file that kernels name; empty for those that the text's line table names
   */
  private List<Kernel> read(
      Optional<String> source,
      SourceCompiler compiler,
      Compiled compiled,
      FrontendOptions options) {
    Compilation.Ptx made = compiled.of(options.target());
    String file = source.orElse(made.name());
    made.warnings().forEach(Diagnostics::warn);
    if (!made.text().contains(".entry")) {
      throw new InputException(
          source.orElse("link"),
          "has no " + compiler.kernelKeyword() + " function, so there is no kernel to launch");
    }
    List<Kernel> kernels = read(file, made, options);
    if (!compiler.isUsual()) {
      String version = compilation(compiler).version(file) + ", not by " + compiler.usual();
      kernels = kernels.stream().map(k -> k.withCompiler(version)).toList();
    }
    if (kernels.stream().noneMatch(Kernel::subGroups)) {
      return kernels;
    }
    Map<Integer, Map<String, Kernel>> bySize = new TreeMap<>();
    List<Kernel> sized = new ArrayList<>();
    for (Kernel kernel : kernels) {
      int asked = made.metadata().subGroup(kernel.name());
      if (!kernel.subGroups() || asked == 0) {
        sized.add(kernel);
        continue;
      }
      int size = size(file, kernel.name(), asked);
      Map<String, Kernel> all = bySize.get(size);
      if (all == null) {
        all = new TreeMap<>();
        TextTarget target = new TextTarget(size, options.target().instructionSet());
        Compilation.Ptx other = compiled.of(target);
        for (Kernel k : read(source.orElse(other.name()), other, options)) {
          all.put(k.name(), k);
        }
        bySize.put(size, all);
      }
      sized.add(all.get(kernel.name()));
    }
    return sized;
  }

  private List<Kernel> read(String file, Compilation.Ptx made, FrontendOptions options) {
    KernelMetadata metadata = made.metadata();
    return ptx.get().read(file, made.text(), options.withGenerated(made.name())).stream()
        .map(metadata::of)
        .map(k -> made.unrolled().of(k.name()) ? k.withUnrolledLoops() : k)
        .map(k -> ReadOnlyLoads.uncached(k, made.uncached().getOrDefault(k.name(), Set.of())))
        .toList();
  }

  private static int size(String file, String kernel, int size) {
    if (size < 1 || size > 64 || Integer.bitCount(size) > 1) {
      throw new InputException(
          file,
          ("kernel '%s' asks for sub-groups of %s work-items (intel_reqd_sub_group_size);"
                  + " expected a power of two from 1 to 64")
              .formatted(kernel, size));
    }
    return size;
  }
}
