// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.source.hip;

import io.lockstep.io.InputException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * AMD's libraries beside HIP itself, and functions of its processors: those that Lockstep lacks are
 * refused by name.
 */
public final class HipLibraries {
  private static final Pattern MISSING =
      Pattern.compile("(\\S+?:\\d+):\\d+: fatal error: '((\\w+)/[^']+)' file not found");

  private static final Pattern FUNCTION =
      Pattern.compile(
          "(\\S+?:\\d+):\\d+: error: use of undeclared identifier '(__builtin_amdgcn_\\w+)'");

  /** Libraries whose kernels are machine code, by the names that the linker knows. */
  private static final Set<String> MACHINE_CODE =
      Set.of(
          "hipblaslt",
          "rocfft",
          "hipfft",
          "rocrand",
          "rocsolver",
          "hipsolver",
          "rocsparse",
          "hipsparse",
          "MIOpen",
          "rccl");

  /** Libraries of which Lockstep has its own, by the names that the linker knows. */
  private static final Set<String> OWN = Set.of("hipblas", "hiprand", "rocblas");

  /** Libraries that consist of headers, by the folder of these. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "thrust", "rocThrust",
          "hipcub", "hipCUB",
          "rocprim", "rocPRIM",
          "rocwmma", "rocWMMA");

  private HipLibraries() {}

  /** Returns the library that an option of the linker names, if Lockstep has one in its place. */
  public static Optional<String> own(String option) {
    return Optional.of(option)
        .filter(o -> o.startsWith("-l"))
        .map(o -> o.substring(2))
        .filter(OWN::contains);
  }

  /** Refuses an option of the linker that names a library of machine code. */
  static void refuseLinked(String option) {
    if (option.startsWith("-l") && MACHINE_CODE.contains(option.substring(2))) {
      throw new InputException("hipcc", option + ": " + machineCode(option.substring(2)));
    }
  }

  /**
   * Refuses a library whose header a text includes, or a function of AMD's processors, by clang's
   * message that it is missing.
   */
  public static void refuse(String messages) {
    Matcher function = FUNCTION.matcher(messages);
    if (function.find()) {
      throw new InputException(
          function.group(1),
          function.group(2)
              + " is none of those of clang's functions for AMD's processors that Lockstep has");
    }
    Matcher missing = MISSING.matcher(messages);
    if (!missing.find()) {
      return;
    }
    String folder = missing.group(3).equals("miopen") ? "MIOpen" : missing.group(3);
    String reason =
        HEADERS.containsKey(folder)
            ? HEADERS.get(folder) + " is not one of Lockstep's headers; name its sources with -I"
            : MACHINE_CODE.contains(folder) ? machineCode(folder) : "";
    if (!reason.isEmpty()) {
      throw new InputException(missing.group(1), missing.group(2) + ": " + reason);
    }
  }

  private static String machineCode(String name) {
    return name + " is not supported, since its kernels exist as machine code only";
  }
}
