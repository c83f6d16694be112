// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source;

import io.lockstep.io.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles CUDA C++ with nvcc. */
record NvccCuda(String name, Path program) implements CudaCompiler {
  private static final String VARIABLE = "LOCKSTEP_NVCC";

  /** Whether the machine has an nvcc, or the user names one. */
  static boolean isThere(Environment machine) {
    return machine.variable(VARIABLE).isPresent() || ofMachine(machine).isPresent();
  }

  private static Optional<Path> ofMachine(Environment machine) {
    return machine.program("nvcc").or(() -> machine.program("/usr/local/cuda/bin/nvcc"));
  }

  static NvccCuda find(String file, Environment machine) {
    Optional<String> asked = machine.variable(VARIABLE);
    return asked
        .map(machine::program)
        .orElseGet(() -> ofMachine(machine))
        .map(path -> new NvccCuda(asked.orElse("nvcc"), path))
        .orElseThrow(
            () ->
                new InputException(
                    file,
                    asked.isPresent()
                        ? VARIABLE + " names " + asked.get() + ", which is not a program"
                        : CudaCompiler.VARIABLE
                            + " asks for nvcc, and there is none on the PATH or in"
                            + " /usr/local/cuda/bin; install the package nvidia-cuda-toolkit (or"
                            + " NVIDIA's cuda-nvcc), name one in LOCKSTEP_NVCC, or leave the"
                            + " variable empty"));
  }

  private List<String> common(List<String> options) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    if (!CudaCompiler.hasArchitecture(options)) {
      command.add(ARCHITECTURE + "compute_" + OLDEST);
    }
    command.addAll(options);
    return command;
  }

  @Override
  public List<String> preprocess(Path prelude, List<String> options, String file) {
    List<String> command = common(options);
    // the device pass, in which __CUDA_ARCH__ is defined
    command.addAll(List.of("-E", file));
    return command;
  }

  @Override
  public List<String> compile(Path prelude, List<String> options, List<Path> linked, String file) {
    List<String> command = common(options);
    command.addAll(List.of("-lineinfo", "-ptx", file, "-o", "-"));
    return command;
  }
}
