// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program.driver;

import io.lockstep.io.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A driver that a program loads: C sources of this module, compiled by the machine's compiler at
 * first use and kept in the user's cache.
 */
public enum NativeDriver {
  /** The installable driver of OpenCL. */
  OPENCL("liblockstep-opencl.so", ""),

  /** The runtime of CUDA 11, and in the same file the driver interface and NVRTC. */
  CUDA_11("libcudart.so.11.0", "", "libnvrtc.so.11.2"),

  /** The runtime of CUDA 12. */
  CUDA_12("libcudart.so.12", "", "libnvrtc.so.12"),

  /** The runtime of CUDA 13. */
  CUDA_13("libcudart.so.13", "", "libnvrtc.so.13"),

  /** The host library of HIP: the files of CUDA's runtime under HIP's names, and HIP's own. */
  HIP("liblockstep-hip.so.1", ""),

  /** cuBLAS of CUDA 11, and in the same file cuBLASLt. */
  CUBLAS_11("libcublas.so.11", "libcublas", "libcublasLt.so.11"),

  /** cuBLAS of CUDA 12. */
  CUBLAS_12("libcublas.so.12", "libcublas", "libcublasLt.so.12"),

  /** cuBLAS of CUDA 13. */
  CUBLAS_13("libcublas.so.13", "libcublas", "libcublasLt.so.13"),

  /** cuRAND of CUDA 11 to 13. */
  CURAND("libcurand.so.10", "libcurand"),

  /** hipBLAS, as programs of {@code lockstep hipcc} have it. */
  HIPBLAS("liblockstep-hipblas.so.1", "libhipblas"),

  /** hipRAND, as programs of {@code lockstep hipcc} have it. */
  HIPRAND("liblockstep-hiprand.so.1", "libhiprand"),

  /** rocBLAS, as programs of {@code lockstep hipcc} have it. */
  ROCBLAS("liblockstep-rocblas.so.1", "librocblas");

  /** Names of CUDA's interfaces that no version has for itself; programs open them as they run. */
  private static final List<String> UNVERSIONED =
      List.of("libcuda.so.1", "libcuda.so", "libnvrtc.so", "libcudart.so");

  private final String file;
  private final String library;
  private final String beside;

  NativeDriver(String file, String library) {
    this(file, library, "");
  }

  NativeDriver(String file, String library, String beside) {
    this.file = file;
    this.library = library;
    this.beside = beside;
  }

  /** {@return the name of the library's file} */
  public String file() {
    return file;
  }

  /** {@return whether this is a runtime of CUDA} */
  public boolean isCuda() {
    return this == CUDA_11 || this == CUDA_12 || this == CUDA_13;
  }

  /**
   * {@return the name of a further library that is in this one's file} NVRTC is beside the runtime
   * of CUDA, cuBLASLt beside cuBLAS; empty for others.
   */
  public String beside() {
    return beside;
  }

  /**
   * {@return all names under which programs find the library} CUDA's driver interface and NVRTC are
   * in the runtime's file: a program with several of them has one device with one memory.
   */
  public List<String> names() {
    List<String> names = new ArrayList<>(List.of(file));
    if (!beside.isEmpty()) {
      names.add(beside);
    }
    if (isCuda()) {
      names.addAll(UNVERSIONED);
    }
    return names;
  }

  /**
   * {@return the vendor's library of kernels for which this one stands, such as {@code libcublas};
   * empty for a driver}
   */
  public String library() {
    return library;
  }

  /**
   * Returns the library, compiled if necessary.
   *
   * @param cache the user's folder for compiled files
   * @param notes receives a line if the library was compiled
   * @return its path
   * @throws InputException if there is no compiler, or it fails
   */
  public Path library(Path cache, Consumer<String> notes) {
    return made(name(), file, cache, notes);
  }

  /**
   * Returns the library by which the dynamic loader asks for drivers, compiled if necessary.
   *
   * @param cache the user's folder for compiled files
   * @param notes receives a line if the library was compiled
   * @throws InputException if there is no compiler, or it fails
   */
  static Path loader(Path cache, Consumer<String> notes) {
    return made("LOADER", "liblockstep-loader.so", cache, notes);
  }

  private static Path made(String list, String file, Path cache, Consumer<String> notes) {
    DriverSources sources = DriverSources.of(list);
    Path library = cache.resolve("program-" + DriverCompiler.digest(sources)).resolve(file);
    if (!Files.isRegularFile(library)) {
      long start = System.nanoTime();
      DriverCompiler.compile(sources, library);
      notes.accept(
          String.format(
              Locale.ROOT,
              "compiled %s with %s in %.1f s (kept as %s)",
              file,
              DriverCompiler.NAME,
              (System.nanoTime() - start) / 1e9,
              library));
    }
    return library;
  }
}
