package io.lockstep.trace.workload;

import io.lockstep.trace.frontend.FrontendOptions;
import java.util.List;
import java.util.Map;

/**
 * A file of kernels and what the workload says beside its text.
 *
 * @param name path relative to the workload
 * @param options contraction and attributes for the front-end
 * @param attributeWhere position of each kernel's attributes
 * @param compilerOptions options for the compiler, parameters in braces
 */
public record KernelFile(
    FileName name,
    FrontendOptions options,
    Map<String, String> attributeWhere,
    List<FileName> compilerOptions) {
  /** The file-name ending without the dot, or nothing. */
  public String extension() {
    int slash = Math.max(name.text().lastIndexOf('/'), name.text().lastIndexOf('\\'));
    int dot = name.text().lastIndexOf('.');
    return dot > slash ? name.text().substring(dot + 1) : "";
  }

  /** The file's name without folder and ending: the kernel's name for AMD IL. */
  public String stem() {
    int slash = Math.max(name.text().lastIndexOf('/'), name.text().lastIndexOf('\\'));
    int dot = name.text().lastIndexOf('.');
    return name.text().substring(slash + 1, dot > slash ? dot : name.text().length());
  }
}
