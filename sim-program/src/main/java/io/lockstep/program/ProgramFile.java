// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.io.InputException;
import io.lockstep.program.driver.NativeDriver;
import io.lockstep.program.elf.NeededLibraries;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The file of a program: the interfaces that it uses, by the names of libraries in it. Immutable.
 */
final class ProgramFile {
  private static final int LARGEST = 1 << 30;
  private static final String ELF = "\177ELF";
  private static final String DRIVER = "libcuda.so";
  private static final String DRIVER_TEXT = DRIVER + ".1\0";
  private static final String RUNTIME_LIBRARY = "libcudart.so.";
  private static final String DEVICE_CODE = ".nv_fatbin";

  /** Libraries that consist of kernels in machine code. */
  private static final List<String> KERNEL_LIBRARIES =
      List.of(
          "libcublas.so.",
          "libcublasLt.so.",
          "libcudnn.so.",
          "libcufft.so.",
          "libcurand.so.",
          "libcusolver.so.",
          "libcusparse.so.",
          "libnccl.so.",
          "librocblas.so.",
          "libhipblas.so.",
          "libhipblaslt.so.",
          "librocfft.so.",
          "libhipfft.so.",
          "librocrand.so.",
          "libhiprand.so.",
          "librocsolver.so.",
          "libhipsolver.so.",
          "librocsparse.so.",
          "libhipsparse.so.",
          "libMIOpen.so.",
          "librccl.so.",
          "libhiprtc.so.");

  /** HIP's library where other compilers have built the program. */
  private static final String HIP = "libamdhip64.so";

  /** Libraries of interfaces that are not supported, in the order in which they are named. */
  private static final Map<String, String> OTHER_INTERFACES =
      new TreeMap<>(
          Map.of(
              "libhsa-runtime64.so", "the HSA runtime",
              "libsycl.so", "SYCL",
              "libze_loader.so", "Level Zero"));

  private final String name;
  private final String content; // one character for each byte; empty if it is no executable file
  private final List<String> needed; // libraries that must be there before the program starts
  private final boolean exists;

  private ProgramFile(String name, String content, List<String> needed, boolean exists) {
    this.name = name;
    this.content = content;
    this.needed = needed;
    this.exists = exists;
  }

  private static ProgramFile unreadable(String name, boolean exists) {
    return new ProgramFile(name, "", List.of(), exists);
  }

  /**
   * Finds a program as the operating system does.
   *
   * @param command a path, or a name to be found in the folders of PATH
   * @throws InputException if it is a damaged executable file
   */
  static ProgramFile find(String command) {
    if (command.contains("/")) {
      return read(command, Path.of(command));
    }
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
      Path file = Path.of(folder.isEmpty() ? "." : folder).resolve(command);
      if (Files.isExecutable(file) && Files.isRegularFile(file)) {
        return read(command, file);
      }
    }
    return unreadable(command, false);
  }

  private static ProgramFile read(String command, Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
        return unreadable(command, Files.exists(file));
      }
      byte[] bytes = Files.readAllBytes(file);
      List<String> needed = NeededLibraries.of(command, bytes);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      return text.startsWith(ELF)
          ? new ProgramFile(command, text, needed, true)
          : unreadable(command, true);
    } catch (IOException e) {
      return unreadable(command, true); // the operating system says why it cannot start it
    }
  }

  private boolean has(String text) {
    return content.contains(text);
  }

  private boolean hasBeside(NativeDriver driver) {
    return !driver.beside().isEmpty() && has(driver.beside() + "\0");
  }

  /** Returns whether the program needs a library, of any version. */
  private boolean needs(String library) {
    return needed.stream().anyMatch(n -> n.equals(library) || n.startsWith(library + "."));
  }

  boolean usesCuda() {
    return has(RUNTIME_LIBRARY) || has(DRIVER);
  }

  /** Returns whether the program was built by {@code lockstep hipcc}. */
  boolean usesHip() {
    return has(NativeDriver.HIP.file());
  }

  /** Returns whether the program names a driver that it may load. */
  boolean namesDrivers() {
    return !named().isEmpty();
  }

  /**
   * Returns the drivers that the program may load; all if it names none.
   *
   * @param libraries whether Lockstep's own libraries of kernels are among them
   */
  Set<NativeDriver> drivers(boolean libraries) {
    Set<NativeDriver> found = namesDrivers() ? named() : EnumSet.allOf(NativeDriver.class);
    found.removeIf(driver -> !libraries && !driver.library().isEmpty());
    return found;
  }

  private Set<NativeDriver> named() {
    Set<NativeDriver> found = EnumSet.noneOf(NativeDriver.class);
    for (NativeDriver driver : NativeDriver.values()) {
      if (driver == NativeDriver.OPENCL
          ? has("libOpenCL.so")
          : has(driver.file() + "\0") || hasBeside(driver)) {
        found.add(driver);
      }
    }
    if (has(DRIVER) && found.stream().allMatch(driver -> driver == NativeDriver.OPENCL)) {
      found.add(NativeDriver.CUDA_13);
    }
    return found;
  }

  /**
   * Checks that the program exists and that Lockstep can take the place of its libraries.
   *
   * @param libraries whether Lockstep's own libraries of kernels may take the place of the vendor's
   * @throws InputException otherwise, with what helps
   */
  void refuseUnsupported(boolean libraries) {
    if (!exists) {
      throw new InputException(name, "cannot be run: No such file or directory");
    }
    if (needs(HIP)) {
      throw new InputException(
          name,
          "uses HIP (libamdhip64) and has code for AMD's processors only, which Lockstep does not"
              + " execute; build it anew with: make HIPCC=\"lockstep hipcc\"");
    }
    OTHER_INTERFACES.forEach(this::refuse);
    // A runtime that is linked statically opens the driver itself. If the program needs the driver,
    // it may do without its runtime, which says the same when it is used.
    if (has(DRIVER_TEXT) && has(DEVICE_CODE) && !has(RUNTIME_LIBRARY) && !needs(DRIVER)) {
      throw new InputException(
          name,
          "contains the CUDA runtime, so that Lockstep cannot take its place; build it anew with:"
              + " NVCC_APPEND_FLAGS=\"-cudart shared -lineinfo\" make");
    }
    for (String library : KERNEL_LIBRARIES) {
      if (has("\0" + library) && !stands(library, libraries)) {
        throw new InputException(
            name,
            "uses "
                + library.substring(0, library.length() - 1)
                + ", whose kernels exist as machine code only; Lockstep executes PTX and OpenCL C");
      }
    }
    for (NativeDriver driver : NativeDriver.values()) {
      if (!driver.library().isEmpty() && has(driver.file() + "\0")) {
        stands(driver.library() + ".so.", libraries);
      }
    }
  }

  /**
   * Returns whether a library of Lockstep stands for one of the vendor's.
   *
   * @throws InputException if it would, but is not wanted
   */
  private boolean stands(String library, boolean wanted) {
    String of = library.substring(0, library.indexOf('.'));
    for (NativeDriver driver : NativeDriver.values()) {
      if (driver.library().equals(of) && has(driver.file() + "\0")
          || driver.beside().startsWith(library) && hasBeside(driver)) {
        if (!wanted) {
          throw new InputException(
              name,
              ("uses %s, whose kernels exist as machine code only; with --libraries, a library of"
                      + " Lockstep with kernels of its own takes its place")
                  .formatted(of));
        }
        return true;
      }
    }
    return false;
  }

  private void refuse(String library, String what) {
    if (needs(library)) {
      throw new InputException(
          name,
          ("uses %s (%s), which is not supported; Lockstep runs programs that use OpenCL or HIP (on"
                  + " all devices), or CUDA's interfaces (libcudart, libcuda)")
              .formatted(what, library.substring(0, library.indexOf('.'))));
    }
  }
}
