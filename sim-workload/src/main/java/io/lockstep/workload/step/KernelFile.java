// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.workload.expression.FileName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A file of kernels, with the workload's information about it.
 *
 * @param name path relative to the workload
 * @param options contraction and attributes for the front-end
 * @param attributeWhere position of each kernel's attributes
 * @param compilerOptions compiler options, which may contain parameters in braces
 * @param joined files whose texts precede this file's text in one program
 * @param made generated kernels that replace the file; empty if the file is read
 */
public record KernelFile(
    FileName name,
    FrontendOptions options,
    Map<String, String> attributeWhere,
    List<FileName> compilerOptions,
    List<FileName> joined,
    List<Kernel> made) {
  /** Returns a copy with further compiler options, whose macro definitions take precedence. */
  public KernelFile with(List<FileName> further) {
    Set<String> macros = new HashSet<>();
    further.forEach(o -> macros.add(macro(o)));
    List<FileName> all = new ArrayList<>();
    for (FileName option : compilerOptions) {
      if (macro(option).isEmpty() || !macros.contains(macro(option))) {
        all.add(option);
      }
    }
    all.addAll(further);
    return new KernelFile(name, options, attributeWhere, List.copyOf(all), joined, made);
  }

  /** Returns a copy with other attributes by kernel name. */
  public KernelFile withAttributes(Map<String, KernelAttributes> attributes) {
    return new KernelFile(
        name, options.withAttributes(attributes), attributeWhere, compilerOptions, joined, made);
  }

  /** Returns a copy in which generated kernels replace the file. */
  public KernelFile made(List<Kernel> kernels) {
    return new KernelFile(
        name, options, attributeWhere, compilerOptions, joined, List.copyOf(kernels));
  }

  /** Returns the macro that an option defines or undefines, or an empty text. */
  private static String macro(FileName option) {
    String text = option.text();
    return text.startsWith("-D") || text.startsWith("-U")
        ? text.substring(2).split("=", 2)[0].trim()
        : "";
  }

  /** {@return the file name extension without the dot, or an empty text} */
  public String extension() {
    int slash = Math.max(name.text().lastIndexOf('/'), name.text().lastIndexOf('\\'));
    int dot = name.text().lastIndexOf('.');
    return dot > slash ? name.text().substring(dot + 1) : "";
  }

  /** {@return the file name without folder and extension, which is the kernel's name for AMD IL} */
  public String stem() {
    int slash = Math.max(name.text().lastIndexOf('/'), name.text().lastIndexOf('\\'));
    int dot = name.text().lastIndexOf('.');
    return name.text().substring(slash + 1, dot > slash ? dot : name.text().length());
  }
}
