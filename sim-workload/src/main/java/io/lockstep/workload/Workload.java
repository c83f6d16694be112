package io.lockstep.workload;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A workload file, read and strictly checked: what a host program would do, and what must come out.
 *
 * <p>What depends on parameters (counts, grids, files) is checked by {@link #bind}, what depends on
 * kernels when it is executed. Every complaint is an {@link io.lockstep.io.InputException} that
 * names file, line and column. Immutable and thread-safe.
 *
 * @param file name for messages
 * @param folder what other files' names are relative to
 * @param name of the workload, as results name it
 * @param kernels files and their compilers' options
 * @param source where the kernels came from, for people
 * @param parameters defaults in the file's order
 * @param buffers in order of allocation
 * @param symbols contents of module-scope variables
 * @param steps of the host program
 * @param expectations of buffers, in the file's order
 * @param output lines that kernels print, in any order; empty where the file says nothing
 * @param outputOnly parameters {@code output} holds for, or null for the file's own
 * @param warmup passes before the one that is timed
 * @param timing what of the host program counts
 */
public record Workload(
    String file,
    Path folder,
    String name,
    List<KernelFile> kernels,
    Optional<String> source,
    Map<String, ParameterValue> parameters,
    List<BufferDeclaration> buffers,
    List<BufferDeclaration> symbols,
    List<Step> steps,
    List<Expectation> expectations,
    Optional<List<String>> output,
    Map<String, List<ParameterValue>> outputOnly,
    IntegerExpression warmup,
    Program.Timing timing) {

  /**
   * Reads a file; names in it are relative to its folder.
   *
   * @param path the file
   * @return the workload
   */
  public static Workload read(Path path) {
    Path parent = path.getParent();
    return WorkloadReader.read(
        path.toString(), parent == null ? Path.of("") : parent, YamlFile.read(path));
  }

  /**
   * Reads a text.
   *
   * @param file name for messages
   * @param text the workload
   * @param folder what names in it are relative to
   * @return the workload
   */
  public static Workload read(String file, String text, Path folder) {
    return WorkloadReader.read(file, folder, YamlFile.read(file, text));
  }

  /**
   * {@return the same with kernels in the place of each file}
   *
   * @param made by a program; no front-end reads them
   */
  public Workload with(List<Kernel> made) {
    return new Workload(
        file,
        folder,
        name,
        kernels.stream().map(f -> f.made(made)).toList(),
        source,
        parameters,
        buffers,
        symbols,
        steps,
        expectations,
        output,
        outputOnly,
        warmup,
        timing);
  }

  /**
   * This workload with its defaults.
   *
   * @return this workload with its defaults
   */
  public BoundWorkload bind() {
    return bind(Map.of());
  }

  /**
   * This workload with parameters from a command line or a sweep.
   *
   * @param given value by name, as text; the others keep their defaults
   * @return this workload with those values
   */
  public BoundWorkload bind(Map<String, String> given) {
    return BoundWorkload.of(this, given);
  }
}
