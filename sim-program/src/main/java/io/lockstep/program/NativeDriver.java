// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.OutputException;
import io.lockstep.io.output.ProcessFiles;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A driver that a program loads: C sources of this module, compiled by the machine's compiler at
 * first use and kept in the user's cache.
 */
enum NativeDriver {
  /** The installable driver of OpenCL. */
  OPENCL(
      "liblockstep-opencl.so",
      List.of(
          "opencl.h",
          "opencl_types.h",
          "opencl_platform.c",
          "opencl_check.c",
          "opencl_context.c",
          "opencl_memory.c",
          "opencl_image.c",
          "opencl_program.c",
          "opencl_build.c",
          "opencl_kernel.c",
          "opencl_queue.c",
          "opencl_enqueue.c",
          "opencl_map.c",
          "opencl_svm.c",
          "opencl_event.c",
          "opencl_dispatch.c"),
      List.of()),

  /** The runtime of CUDA 11, and in the same file the driver interface and NVRTC. */
  CUDA_11("libcudart.so.11.0", cudart(11), cudartOptions(11, "libcudart.so.11.0")),

  /** The runtime of CUDA 12. */
  CUDA_12("libcudart.so.12", cudart(12), cudartOptions(12, "libcudart.so.12")),

  /** The runtime of CUDA 13. */
  CUDA_13("libcudart.so.13", cudart(13), cudartOptions(13, "libcudart.so.13")),

  /** The host library of HIP: the files of CUDA's runtime under HIP's names, and HIP's own. */
  HIP("liblockstep-hip.so.1", hip(), hipOptions("liblockstep-hip.so.1")),

  /** cuBLAS of CUDA 11. */
  CUBLAS_11("libcublas.so.11", blas(), libraryOptions(11, "libcublas.so.11"), "libcublas"),

  /** cuBLAS of CUDA 12. */
  CUBLAS_12("libcublas.so.12", blas(), libraryOptions(12, "libcublas.so.12"), "libcublas"),

  /** cuBLAS of CUDA 13. */
  CUBLAS_13("libcublas.so.13", blas(), libraryOptions(13, "libcublas.so.13"), "libcublas"),

  /** cuRAND of CUDA 11 to 13. */
  CURAND("libcurand.so.10", rand(), libraryOptions(10, "libcurand.so.10"), "libcurand"),

  /** hipBLAS, as programs of {@code lockstep hipcc} have it. */
  HIPBLAS(
      "liblockstep-hipblas.so.1",
      blas(),
      hipLibraryOptions("liblockstep-hipblas.so.1"),
      "libhipblas"),

  /** hipRAND, as programs of {@code lockstep hipcc} have it. */
  HIPRAND(
      "liblockstep-hiprand.so.1",
      rand(),
      hipLibraryOptions("liblockstep-hiprand.so.1"),
      "libhiprand");

  /** Names of CUDA's interfaces that no version has for itself; programs open them as they run. */
  private static final List<String> UNVERSIONED =
      List.of("libcuda.so.1", "libcuda.so", "libnvrtc.so", "libcudart.so");

  private static final List<String> SHARED =
      List.of(
          "protocol.h",
          "client.h",
          "client_private.h",
          "client_lock.c",
          "client_connection.c",
          "client_message.c",
          "client_memory.c",
          "client_window.c",
          "client_program.c",
          "client_launch.c");
  private static final String COMPILER = "cc";
  private static final Pattern CUDA_NAME = Pattern.compile("\\bcuda(?=[A-Z]|##)");
  private static final Pattern RESULT_OF_NVRTC = Pattern.compile("\\bNVRTC(?=_)");

  /** Names of the libraries; those of HIP have no versions. */
  private static final Pattern LIBRARY_NAME =
      Pattern.compile("\\bcu(blas|rand)(?=[A-Z#])|_v2(?=\\b|_64)");

  private static final long LIMIT_SECONDS = 120;
  private static final List<String> OPTIONS =
      List.of(
          "-std=c11",
          "-O2",
          "-shared",
          "-Wl,-Bsymbolic",
          "-fPIC",
          "-fvisibility=hidden",
          "-pthread",
          "-w");

  private final String file;
  private final List<String> sources;
  private final List<String> options;
  private final String library;

  NativeDriver(String file, List<String> sources, List<String> options) {
    this(file, sources, options, "");
  }

  NativeDriver(String file, List<String> sources, List<String> options, String library) {
    this.file = file;
    this.sources = sources;
    this.options = options;
    this.library = library;
  }

  private static List<String> blas() {
    return List.of(
        "library.h",
        "library.c",
        "library.map",
        "blas.h",
        "blas.c",
        "blas.cl",
        "blas_matrix.c",
        "blas_unsupported.c",
        "blas_vector.c",
        "cublas_unsupported.h");
  }

  private static List<String> rand() {
    return List.of("library.h", "library.c", "library.map", "rand.c", "rand.cl");
  }

  /** The files of CUDA's interfaces that HIP's library shares. */
  private static final class RuntimeFiles {
    static final List<String> ALL =
        List.of(
            "cudart.h",
            "cudart_types.h",
            "cudart_errors.h",
            "cudart_properties.h",
            "cudart_unsupported.h",
            "cudart_allocation.c",
            "cudart_array.c",
            "cudart_attribute.c",
            "cudart_copy.c",
            "cudart_device.c",
            "cudart_errors.c",
            "cudart_event.c",
            "cudart_fatbin.c",
            "cudart_fill.c",
            "cudart_function.c",
            "cudart_graph.c",
            "cudart_graph_api.c",
            "cudart_graph_launch.c",
            "cudart_host.c",
            "cudart_launch.c",
            "cudart_memory.c",
            "cudart_pool.c",
            "cudart_property.c",
            "cudart_region.c",
            "cudart_registration.c",
            "cudart_stream.c",
            "cudart_unsupported.c",
            "cuda_both_unsupported.h",
            "cuda_driver.h",
            "cuda_context.c",
            "cuda_copy.c",
            "cuda_device.c",
            "cuda_errors.c",
            "cuda_function.c",
            "cuda_memory.c",
            "cuda_module.c",
            "nvrtc.c");
  }

  private static List<String> cudart(int major) {
    List<String> files = new ArrayList<>(RuntimeFiles.ALL);
    files.addAll(
        List.of(
            "cuda_unsupported.h",
            "cuda_versions.h",
            "cuda_array.c",
            "cuda_entry.c",
            "cuda_graph.c",
            "cuda_stream.c",
            "cuda_values.c",
            "cuda_virtual.c",
            "cudart" + major + ".map"));
    return files;
  }

  private static List<String> hip() {
    List<String> files = new ArrayList<>(RuntimeFiles.ALL);
    files.addAll(List.of("hip.c", "hip.map"));
    return files;
  }

  private static List<String> hipOptions(String name) {
    List<String> options = new ArrayList<>(cudartOptions(12, name));
    options.add("-DLOCKSTEP_HIP");
    return options;
  }

  private static List<String> libraryOptions(int major, String name) {
    return List.of("-DLIBRARY_MAJOR=" + major, "-Wl,-soname," + name);
  }

  private static List<String> hipLibraryOptions(String name) {
    return List.of("-DLOCKSTEP_HIP", "-Wl,-soname," + name);
  }

  private static List<String> cudartOptions(int major, String name) {
    return List.of("-DCUDART_MAJOR=" + major, "-Wl,-soname," + name);
  }

  /** Returns the name of the library's file. */
  String file() {
    return file;
  }

  /** Returns whether this is a runtime of CUDA. */
  boolean isCuda() {
    return this == CUDA_11 || this == CUDA_12 || this == CUDA_13;
  }

  /** Returns the name of NVRTC beside a runtime of CUDA; empty for others. */
  String nvrtc() {
    return switch (this) {
      case CUDA_11 -> "libnvrtc.so.11.2";
      case CUDA_12 -> "libnvrtc.so.12";
      case CUDA_13 -> "libnvrtc.so.13";
      default -> "";
    };
  }

  /**
   * Returns all names under which programs find the library. CUDA's driver interface and NVRTC are
   * in the runtime's file: a program with several of them has one device with one memory.
   */
  List<String> names() {
    List<String> names = new ArrayList<>(List.of(file));
    if (isCuda()) {
      names.add(nvrtc());
      names.addAll(UNVERSIONED);
    }
    return names;
  }

  /**
   * Returns the vendor's library of kernels for which this one stands, such as {@code libcublas};
   * empty for a driver.
   */
  String library() {
    return library;
  }

  /** Returns a source, with HIP's names for those of CUDA if it is compiled for HIP. */
  private byte[] source(String name) {
    byte[] text = resource(name);
    if (!options.contains("-DLOCKSTEP_HIP")
        || !name.matches("(cuda|nvrtc|library|blas|rand).*\\.[ch]")) {
      return text;
    }
    String renamed = CUDA_NAME.matcher(new String(text, StandardCharsets.UTF_8)).replaceAll("hip");
    renamed = RESULT_OF_NVRTC.matcher(renamed).replaceAll("HIPRTC");
    if (!library.isEmpty()) {
      renamed =
          LIBRARY_NAME
              .matcher(renamed)
              .replaceAll(found -> found.group(1) == null ? "" : "hip" + found.group(1));
      // clang calls this for <<<>>>, and HIP's library has it under this name
      renamed = renamed.replace("hipLaunchKernel", "cudaLaunchKernel");
    }
    for (Map.Entry<Object, Object> other : HipNames.ALL.entrySet()) {
      renamed = renamed.replaceAll("\\b" + other.getKey() + "\\b", (String) other.getValue());
    }
    return renamed.getBytes(StandardCharsets.UTF_8);
  }

  /** The names of HIP that differ from CUDA's in more than their beginning. */
  private static final class HipNames {
    static final Properties ALL = new Properties();

    static {
      try {
        ALL.load(new ByteArrayInputStream(resource("hip_names.properties")));
      } catch (IOException e) {
        throw new OutputException("native/hip_names.properties", e);
      }
    }
  }

  private static byte[] resource(String name) {
    try (InputStream in = NativeDriver.class.getResourceAsStream("native/" + name)) {
      if (in == null) {
        throw new IllegalStateException("no resource native/" + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new OutputException("native/" + name, e);
    }
  }

  private List<String> all() {
    List<String> all = new ArrayList<>(library.isEmpty() ? SHARED : List.of());
    all.addAll(sources);
    return all;
  }

  /**
   * Returns the library, compiled if necessary.
   *
   * @param cache the user's folder for compiled files
   * @param notes receives a line if the library was compiled
   * @throws InputException if there is no compiler, or it fails
   */
  Path library(Path cache, Consumer<String> notes) {
    MessageDigest digest = Digests.start();
    digest.update(String.join(" ", OPTIONS).getBytes(StandardCharsets.UTF_8));
    digest.update(String.join(" ", options).getBytes(StandardCharsets.UTF_8));
    for (String name : all()) {
      digest.update(name.getBytes(StandardCharsets.UTF_8));
      digest.update(source(name));
    }
    String hash = Digests.hex(digest.digest()).substring(0, 16);
    Path library = cache.resolve("program-" + hash).resolve(file);
    if (!Files.isRegularFile(library)) {
      long start = System.nanoTime();
      compile(library);
      notes.accept(
          String.format(
              Locale.ROOT,
              "compiled %s with %s in %.1f s (kept as %s)",
              file,
              COMPILER,
              (System.nanoTime() - start) / 1e9,
              library));
    }
    return library;
  }

  private void compile(Path library) {
    Path scratch = null;
    try {
      scratch = ProcessFiles.newFolder();
      List<String> command = new ArrayList<>(List.of(COMPILER));
      command.addAll(OPTIONS);
      for (String name : all()) {
        Path source = Files.write(scratch.resolve(name), source(name));
        if (name.endsWith(".c") || name.endsWith(".map")) {
          command.add(name.endsWith(".c") ? source.toString() : "-Wl,--version-script=" + source);
        }
      }
      command.addAll(List.of("-Xassembler", "-I", "-Xassembler", scratch.toString()));
      command.addAll(options);
      Path made = scratch.resolve(file);
      command.addAll(List.of("-o", made.toString(), "-ldl"));
      run(command, scratch);
      Files.createDirectories(library.getParent());
      Path aside = Files.createTempFile(library.getParent(), "write", ".tmp");
      Files.copy(made, aside, StandardCopyOption.REPLACE_EXISTING);
      Files.move(aside, library, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new OutputException(library.toString(), e);
    } finally {
      ProcessFiles.delete(scratch);
    }
  }

  private static void run(List<String> command, Path scratch) throws IOException {
    File said = scratch.resolve("messages").toFile();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(said).redirectInput(new File("/dev/null"));
    builder.environment().put("LC_ALL", "C");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new InputException(
          COMPILER,
          "programs need a C compiler for their driver, and there is none on the PATH; install the"
              + " packages gcc and libc6-dev",
          e);
    }
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new InputException(COMPILER, "was stopped after " + LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(COMPILER, "was interrupted", e);
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      List<String> lines =
          Files.readString(said.toPath(), StandardCharsets.ISO_8859_1).lines().toList();
      throw InputException.ofLines(
          COMPILER,
          lines.isEmpty() ? List.of("failed") : lines.subList(0, Math.min(20, lines.size())));
    }
  }
}
