// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import io.lockstep.frontend.ptx.emit.FunctionAddresses;
import io.lockstep.frontend.ptx.syntax.LineTable;
import io.lockstep.frontend.ptx.syntax.ModuleParser;
import io.lockstep.frontend.ptx.syntax.NamedFiles;
import io.lockstep.frontend.ptx.syntax.PtxText;
import io.lockstep.frontend.ptx.syntax.Syntax;
import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.CompiledLines;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.SourcePart;
import io.lockstep.kernel.ir.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

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
    return readEach(
        file,
        text,
        options,
        (kernel, reason) -> {
          throw reason;
        });
  }

  @Override
  public List<Kernel> readEach(
      String file,
      String text,
      FrontendOptions options,
      BiConsumer<Kernel, InputException> refused) {
    String whole = DeviceHeap.defined(text);
    boolean named = options.generated().filter(file::equals).isPresent();
    PtxText source =
        options
            .generated()
            .filter(name -> !named)
            .map(name -> PtxText.compiled(file, whole, name))
            .orElseGet(() -> new PtxText(file, whole));
    NamedFiles files = new NamedFiles(source);
    Syntax.Module module = ModuleParser.parse(source);
    FunctionAddresses functions = new FunctionAddresses(module);
    List<Kernel> kernels = new ArrayList<>();
    boolean found = false;
    for (Syntax.Function f : module.functions().values()) {
      if (f.entry() && f.body() != null) {
        found = true;
        PtxText own = named ? files.of(f) : source;
        try {
          kernels.add(EntryLowering.lower(own, module, functions, f, options));
        } catch (InputException e) {
          refused.accept(declared(own, module, functions, f, options, e), e);
        }
      }
    }
    if (!found) {
      throw source.error(1, 1, "the file has no .entry, so there is no kernel to launch");
    }
    return kernels;
  }

  /** Says whether texts are PTX. They may name functions of others, and need no kernel. */
  @Override
  public void check(List<SourcePart> parts, FrontendOptions options) {
    for (SourcePart part : parts) {
      PtxText source = new PtxText(part.file(), part.text());
      for (Syntax.Function f : ModuleParser.parse(source).functions().values()) {
        Instructions.checkNames(f.body() == null ? List.of() : f.body(), source);
      }
    }
  }

  /**
   * Returns a kernel without its code; fails for the kernel's reason if that is impossible, too.
   */
  private static Kernel declared(
      PtxText source,
      Syntax.Module module,
      FunctionAddresses functions,
      Syntax.Function entry,
      FrontendOptions options,
      InputException reason) {
    try {
      return EntryLowering.lower(source, module.visible(), functions, entry.empty(), options);
    } catch (InputException e) {
      throw reason;
    }
  }

  @Override
  public Optional<CompiledLines> compiledLines(String text) {
    return LineTable.first(text).map(lines -> lines);
  }
}
