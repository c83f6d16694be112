// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import io.lockstep.io.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The file of a program: the interfaces that it uses, by the names of libraries in it. */
final class ProgramFile {
  private static final int LARGEST = 1 << 30;
  private static final String ELF = "\177ELF";
  private static final String DRIVER_LIBRARY = "libcuda.so.1";
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
          "libnvrtc.so.");

  private final String name;
  private final String content; // one character for each byte; empty if it is no executable file

  private ProgramFile(String name, String content) {
    this.name = name;
    this.content = content;
  }

  /**
   * Finds a program as the operating system does.
   *
   * @param command a path, or a name to be found in the folders of PATH
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
    return new ProgramFile(command, "");
  }

  private static ProgramFile read(String command, Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
        return new ProgramFile(command, "");
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      return new ProgramFile(command, text.startsWith(ELF) ? text : "");
    } catch (IOException e) {
      return new ProgramFile(command, ""); // the operating system says why it cannot start it
    }
  }

  private boolean has(String text) {
    return content.contains(text);
  }

  boolean usesCuda() {
    return has(RUNTIME_LIBRARY);
  }

  /** Returns the drivers that the program may load; all if it does not say. */
  Set<NativeDriver> drivers() {
    Set<NativeDriver> found = EnumSet.noneOf(NativeDriver.class);
    for (NativeDriver driver : NativeDriver.values()) {
      String library = driver == NativeDriver.OPENCL ? "libOpenCL.so" : driver.file() + "\0";
      if (has(library)) {
        found.add(driver);
      }
    }
    return found.isEmpty() ? EnumSet.allOf(NativeDriver.class) : found;
  }

  /**
   * Checks that Lockstep can take the place of the libraries.
   *
   * @throws InputException otherwise, with what helps
   */
  void refuseUnsupported() {
    if (has(DRIVER_LIBRARY + "\0") && !has(RUNTIME_LIBRARY)) {
      throw new InputException(
          name,
          has(DEVICE_CODE)
              ? "contains the CUDA runtime, so that Lockstep cannot take its place; build it anew"
                  + " with: NVCC_APPEND_FLAGS=\"-cudart shared -lineinfo\" make"
              : "uses the driver interface of CUDA (libcuda.so.1), which is not supported; the"
                  + " runtime interface (libcudart) is");
    }
    for (String library : KERNEL_LIBRARIES) {
      if (has("\0" + library)) {
        throw new InputException(
            name,
            "uses "
                + library.substring(0, library.length() - 1)
                + ", whose kernels exist as machine code only; Lockstep executes PTX and OpenCL C");
      }
    }
  }
}
