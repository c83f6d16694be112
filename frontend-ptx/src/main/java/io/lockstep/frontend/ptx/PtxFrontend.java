// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.kernel.frontend.CompiledLines;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads NVIDIA PTX as clang and nvcc generate it.
 *
 * <p>Source: "Parallel Thread Execution ISA", NVIDIA, version 8.5. Opcodes are decoded by their
 * dotted fields, device functions are inlined, and unsupported instructions are refused with name
 * and position.
 */
public final class PtxFrontend implements KernelFrontend {
  /** Creates the front-end; called by {@link java.util.ServiceLoader}. */
  public PtxFrontend() {}

  @Override
  public String id() {
    return EntryLowering.LANGUAGE;
  }

  @Override
  public List<String> extensions() {
    return List.of("ptx");
  }

  @Override
  public List<Kernel> read(String file, String text, FrontendOptions options) {
    PtxText source =
        options
            .generated()
            .map(name -> PtxText.compiled(file, text, name))
            .orElseGet(() -> new PtxText(file, text));
    Syntax.Module module = ModuleParser.parse(source);
    List<Kernel> kernels = new ArrayList<>();
    for (Syntax.Function f : module.functions().values()) {
      if (f.entry() && f.body() != null) {
        kernels.add(EntryLowering.lower(source, module, f, options));
      }
    }
    if (kernels.isEmpty()) {
      throw source.error(1, 1, "the file has no .entry, so there is no kernel to launch");
    }
    return kernels;
  }

  @Override
  public Optional<CompiledLines> compiledLines(String text) {
    return LineTable.first(text).map(lines -> lines);
  }
}
