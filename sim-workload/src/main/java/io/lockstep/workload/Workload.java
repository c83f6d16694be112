// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A parsed and strictly checked workload file: a host program and its expected results.
 *
 * <p>Entries that depend on parameters (counts, grids, files) are checked by {@link #bind}, and
 * entries that depend on kernels by the execution. Every error is an {@link
 * io.lockstep.io.InputException} that names file, line and column.
 *
 * @param file file name for messages
 * @param folder base of relative file names
 * @param name name in results
 * @param source origin of the kernels, for users
 * @param parameters parameters with their defaults, in the file's order
 * @param buffers buffers in the order of allocation
 * @param symbols contents of module-scope variables
 * @param streams streams other than the default stream, with events
 * @param output lines that kernels print, in any order; empty if unspecified
 * @param outputOnly parameter values for which {@code output} applies, or null for the file's own
 *     values
 * @param warmup number of passes before the measured pass
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
    ProgramStreams streams,
    List<Step> steps,
    List<Expectation> expectations,
    Optional<List<String>> output,
    Map<String, List<ParameterValue>> outputOnly,
    IntegerExpression warmup,
    Program.Timing timing) {

  public static Workload read(Path path) {
    Path parent = path.getParent();
    return WorkloadReader.read(
        path.toString(), parent == null ? Path.of("") : parent, YamlFile.read(path));
  }

  /**
   * Reads a workload from a text.
   *
   * @param file file name for messages
   * @param folder base of relative file names
   */
  public static Workload read(String file, String text, Path folder) {
    return WorkloadReader.read(file, folder, YamlFile.read(file, text));
  }

  /** {@return a copy in which generated kernels replace each file} */
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
        streams,
        steps,
        expectations,
        output,
        outputOnly,
        warmup,
        timing);
  }

  /** {@return this workload with its defaults} */
  public BoundWorkload bind() {
    return bind(Map.of());
  }

  /**
   * {@return this workload with parameters from a command line or a sweep}
   *
   * @param given values by name, as text; other parameters keep their defaults
   */
  public BoundWorkload bind(Map<String, String> given) {
    return BoundWorkload.of(this, given);
  }
}
