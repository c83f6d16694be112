package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A front-end whose kernels exchange lanes through local memory.
 *
 * @param of the underlying front-end
 */
public record LaneEmulatingFrontend(KernelFrontend of) implements KernelFrontend {
  @Override
  public String id() {
    return of.id();
  }

  @Override
  public List<String> extensions() {
    return of.extensions();
  }

  @Override
  public List<Kernel> read(String file, String text, FrontendOptions options) {
    return of.read(file, text, options.withEmulatedLanes());
  }

  @Override
  public Optional<CompiledLines> compiledLines(String text) {
    return of.compiledLines(text);
  }

  @Override
  public boolean takesCompilerOptions() {
    return of.takesCompilerOptions();
  }

  @Override
  public String compiler(String file) {
    return of.compiler(file);
  }

  @Override
  public KernelFrontend telling(Consumer<String> notes) {
    return new LaneEmulatingFrontend(of.telling(notes));
  }
}
