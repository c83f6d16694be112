// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel's parameter as its OpenCL C source declares it, which the compiled text does not say.
 * Front-ends write it as a comment into the text that they compile, on request of the option
 * {@value #OPTION}.
 *
 * @param space address space: 0 private, 1 global, 2 constant, 3 local
 * @param access access of an image: {@code none}, {@code read_only}, {@code write_only} or {@code
 *     read_write}
 * @param type name of the type, with a star for a pointer
 * @param qualifiers {@code const}, {@code restrict}, {@code volatile}, {@code pipe}
 * @param name name of the parameter
 */
public record SourceParameter(
    int space, String access, String type, List<String> qualifiers, String name) {
  /** The compiler option that requests the comments. */
  public static final String OPTION = "-cl-kernel-arg-info";

  /** The word after a kernel's name in an attribute of the compiled text. */
  public static final String ATTRIBUTE = "parameter";

  private static final String COMMENT = "// attribute: ";
  private static final String SEPARATOR = "\t";

  /**
   * Copies the list.
   *
   * @param space address space
   * @param access access of an image
   * @param type name of the type
   * @param qualifiers qualifiers of the type
   * @param name name of the parameter
   */
  public SourceParameter {
    qualifiers = List.copyOf(qualifiers);
  }

  /**
   * {@return the attribute's text, without line ends}
   *
   * @param kernel name of the kernel
   */
  public String attribute(String kernel) {
    String words = String.join(" ", qualifiers);
    return kernel
        + " "
        + ATTRIBUTE
        + " "
        + String.join(SEPARATOR, Integer.toString(space), access, type, words, name);
  }

  /**
   * {@return the parameters of a kernel in order; empty if its text does not state them}
   *
   * @param kernel a compiled kernel
   */
  public static List<SourceParameter> of(Kernel kernel) {
    String start = COMMENT + kernel.name() + " " + ATTRIBUTE + " ";
    List<SourceParameter> found = new ArrayList<>();
    kernel
        .origin()
        .text()
        .lines()
        .takeWhile(line -> line.startsWith("//"))
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()).split(SEPARATOR, -1))
        .filter(words -> words.length == 5)
        .forEach(
            words ->
                found.add(
                    new SourceParameter(
                        Integer.parseInt(words[0]),
                        words[1],
                        words[2],
                        words[3].isEmpty() ? List.of() : List.of(words[3].split(" ")),
                        words[4])));
    return found;
  }
}
