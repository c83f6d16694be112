package io.lockstep.study.point;

import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.run.RunOptions;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import io.lockstep.workload.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;

/**
 * A workload as a value: a file or recorded trace, named by its path, or a workload that a program
 * has made. Two sources that are equal give the same program. Immutable and thread-safe.
 */
public sealed interface WorkloadSource {
  /**
   * A workload file or a recorded trace.
   *
   * @param path need not exist
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

  /** Reads kernels from a text in place of a file. Stateless. */
  @FunctionalInterface
  interface Generator {
    /**
     * {@return the kernels of a text}
     *
     * @param kernels what they are made of
     */
    List<Kernel> kernels(String kernels);
  }

  /**
   * A workload that a program has made. Two are equal if their texts are.
   *
   * @param text of the workload
   * @param kernels what its kernels were made of
   * @param workload the same, read, and its kernels
   */
  record Made(String text, String kernels, Workload workload) implements WorkloadSource {
    /**
     * {@return a workload of a text and of generated kernels}
     *
     * @param text names one file of kernels, which need not be there
     * @param kernels what the kernels in the place of that file are made of
     * @param generator makes them
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

  /** {@return what results call it until it has been read} */
  String name();

  /**
   * {@return the workload's text as a tree; not of a trace}
   *
   * @throws io.lockstep.io.InputException if it cannot be read
   */
  YamlNode yaml();

  /**
   * {@return the program, read and compiled, in front of its first step; the caller closes it}
   *
   * @param runner reads it
   * @param parameters as given; the others keep their defaults
   * @param options limits of the execution
   * @throws io.lockstep.io.InputException if it is wrong
   */
  SharedProgram open(Runner runner, SortedMap<String, String> parameters, RunOptions options);
}
