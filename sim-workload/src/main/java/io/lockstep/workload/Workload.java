// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.trace.record.Program;
import io.lockstep.trace.record.ProgramStreams;
import io.lockstep.workload.expression.IntegerExpression;
import io.lockstep.workload.expression.ParameterValue;
import io.lockstep.workload.step.BufferDeclaration;
import io.lockstep.workload.step.Expectation;
import io.lockstep.workload.step.KernelFile;
import io.lockstep.workload.step.Step;
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
 * @param header what identifies the file
 * @param parameters parameters with their defaults, in the file's order
 * @param memory buffers and variables of the device
 * @param host what the host does
 * @param expected expected results
 */
public record Workload(
    Header header,
    List<KernelFile> kernels,
    Map<String, ParameterValue> parameters,
    Memory memory,
    Host host,
    Expected expected) {
  /**
   * What identifies a workload file.
   *
   * @param file file name for messages
   * @param folder base of relative file names
   * @param name name in results
   * @param source origin of the kernels, for users
   */
  public record Header(String file, Path folder, String name, Optional<String> source) {}

  /**
   * The device's memory.
   *
   * @param buffers buffers in the order of allocation
   * @param symbols contents of module-scope variables
   */
  public record Memory(List<BufferDeclaration> buffers, List<BufferDeclaration> symbols) {}

  /**
   * The host program.
   *
   * @param streams streams other than the default stream, with events
   * @param warmup number of passes before the measured pass
   */
  public record Host(
      ProgramStreams streams, List<Step> steps, IntegerExpression warmup, Program.Timing timing) {}

  /**
   * The expected results.
   *
   * @param contents expected contents of buffers
   * @param output lines that kernels print, in any order; empty if unspecified
   * @param outputOnly parameter values for which {@code output} applies, or null for the file's own
   *     values
   */
  public record Expected(
      List<Expectation> contents,
      Optional<List<String>> output,
      Map<String, List<ParameterValue>> outputOnly) {}

  /** {@return file name for messages} */
  public String file() {
    return header.file;
  }

  /** {@return base of relative file names} */
  public Path folder() {
    return header.folder;
  }

  /** {@return name in results} */
  public String name() {
    return header.name;
  }

  /** {@return buffers in the order of allocation} */
  public List<BufferDeclaration> buffers() {
    return memory.buffers;
  }

  /** {@return streams other than the default stream, with events} */
  public ProgramStreams streams() {
    return host.streams;
  }

  /** {@return the steps of the host program} */
  public List<Step> steps() {
    return host.steps;
  }

  /** {@return expected contents of buffers} */
  public List<Expectation> expectations() {
    return expected.contents;
  }

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
    List<KernelFile> replaced = kernels.stream().map(f -> f.made(made)).toList();
    return new Workload(header, replaced, parameters, memory, host, expected);
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
