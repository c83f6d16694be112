// SPDX-License-Identifier: Apache-2.0
package io.lockstep.study.point;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A workload as a value: a file or recorded trace given by its path, or a workload generated in
 * memory. Equal sources give the same program. Immutable and thread-safe.
 */
public sealed interface WorkloadSource {
  /**
   * A workload file or a recorded trace.
   *
   * @param path path of the file, which need not exist
   */
  record File(Path path) implements WorkloadSource {
    @Override
    public String name() {
      return path.getFileName().toString();
    }

    @Override
    public SharedProgram open(
        Runner runner, SortedMap<String, String> parameters, RunOptions options) {
      return SharedProgram.open(runner, path, parameters, options);
    }

    @Override
    public YamlNode yaml() {
      return YamlFile.read(path);
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /** Generates kernels from a text. Stateless. */
  @FunctionalInterface
  interface Generator {
    List<Kernel> kernels(String kernels);
  }

  /**
   * A generated workload. Two generated workloads are equal if their texts are equal.
   *
   * @param text text of the workload
   * @param kernels text from which the kernels are generated
   * @param workload the parsed workload with its kernels
   */
  record Made(String text, String kernels, Workload workload) implements WorkloadSource {
    /**
     * Creates a workload with generated kernels.
     *
     * @param text text of the workload; it names one kernel file, which need not exist
     * @param kernels text from which the kernels of that file are generated
     */
    public static Made of(String text, String kernels, Generator generator) {
      Workload read = Workload.read("made", text, Path.of(""));
      return new Made(text, kernels, read.with(generator.kernels(kernels)));
    }

    @Override
    public String name() {
      return workload.name();
    }

    @Override
    public YamlNode yaml() {
      return YamlFile.read(workload.file(), text);
    }

    @Override
    public SharedProgram open(
        Runner runner, SortedMap<String, String> parameters, RunOptions options) {
      return SharedProgram.open(runner, workload, parameters, options);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Made made && made.text.equals(text) && made.kernels.equals(kernels);
    }

    @Override
    public int hashCode() {
      return text.hashCode() + kernels.hashCode();
    }

    @Override
    public String toString() {
      return workload.file();
    }
  }

  /** Returns the name that results use until the workload has been read. */
  String name();

  /**
   * Returns the workload's YAML tree; not supported for traces.
   *
   * @throws io.lockstep.io.InputException if the workload cannot be read
   */
  YamlNode yaml();

  /**
   * Reads and compiles the program, ready for its first step; the caller closes it.
   *
   * @param parameters given parameters; others keep their defaults
   * @param options limits of the execution
   * @throws io.lockstep.io.InputException if the workload is wrong
   */
  SharedProgram open(Runner runner, SortedMap<String, String> parameters, RunOptions options);
}
