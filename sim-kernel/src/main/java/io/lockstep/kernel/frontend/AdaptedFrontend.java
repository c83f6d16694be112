// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Kernel;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A front-end that applies options in addition to the workload's.
 *
 * @param of front-end that reads kernels
 * @param change adds the options
 */
public record AdaptedFrontend(KernelFrontend of, UnaryOperator<FrontendOptions> change)
    implements KernelFrontend {
  /**
   * {@return front-ends that apply further options}
   *
   * @param frontends the front-ends that read kernels
   * @param change adds the options
   */
  public static List<KernelFrontend> all(
      List<KernelFrontend> frontends, UnaryOperator<FrontendOptions> change) {
    return frontends.stream().<KernelFrontend>map(f -> new AdaptedFrontend(f, change)).toList();
  }

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
    return of.read(file, text, change.apply(options));
  }

  @Override
  public void check(List<SourcePart> parts, FrontendOptions options) {
    of.check(parts, change.apply(options));
  }

  @Override
  public List<Kernel> link(List<SourcePart> parts, FrontendOptions options) {
    return of.link(parts, change.apply(options));
  }

  @Override
  public Optional<CompiledLines> compiledLines(String text) {
    return of.compiledLines(text);
  }

  @Override
  public boolean bindsResources() {
    return of.bindsResources();
  }

  @Override
  public boolean takesCompilerOptions() {
    return of.takesCompilerOptions();
  }

  @Override
  public boolean takesRanges(String file) {
    return of.takesRanges(file);
  }

  @Override
  public boolean wantsAllAtBarriers(String file) {
    return of.wantsAllAtBarriers(file);
  }

  @Override
  public String compiler(String file) {
    return of.compiler(file);
  }

  @Override
  public KernelFrontend telling(Consumer<String> notes) {
    return new AdaptedFrontend(of.telling(notes), change);
  }
}
