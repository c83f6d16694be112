// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.kernel.type.Fusion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Information about kernels that a workload adds to their text.
 *
 * @param contraction whether fused multiply-adds were contracted by a compiler (PERMITTED) or
 *     requested by the program (REQUIRED)
 * @param attributes attributes by kernel name
 * @param compiler options for the compiler of a front-end that has one
 * @param joined files whose texts precede the file's own in one program, in order
 * @param target devices for which a source is compiled
 * @param generated name, in messages, of text that a compiler generated from the file: kernels then
 *     have the file's name and, by the text's line table, its lines; the file's own name if kernels
 *     have the files that the text's line table names; empty if the text is the file's own
 */
public record FrontendOptions(
    Fusion contraction,
    Map<String, KernelAttributes> attributes,
    List<CompilerOption> compiler,
    List<String> joined,
    TextTarget target,
    Optional<String> generated) {
  /**
   * Attributes of one kernel that its text does not state.
   *
   * @param restrict positions, from 0, of pointers that no other pointer of the kernel aliases
   * @param readOnly positions, from 0, of pointers through which nothing is written
   * @param group work-items of a group in x, y and z; empty if launches choose
   * @param racesAllowed whether conflicts between work-items are intended
   * @param maxRegisters maximum number of registers of a work-item from the compiler's command
   *     line, or 0
   * @param demoteDoubles whether doubles become floats (PTX ISA, {@code map_f64_to_f32})
   */
  public record KernelAttributes(
      List<Integer> restrict,
      List<Integer> readOnly,
      List<Integer> group,
      boolean racesAllowed,
      int maxRegisters,
      boolean demoteDoubles) {
    /**
     * {@return a kernel's bounds, completed where its text leaves them open}
     *
     * @param own bounds that the text states
     */
    public LaunchBounds complete(LaunchBounds own) {
      LaunchBounds limited = own.withRegisterLimit(maxRegisters);
      if (group.isEmpty() || !own.groupSize().isEmpty()) {
        return limited;
      }
      List<Integer> size = new ArrayList<>(group);
      while (size.size() < 3) {
        size.add(1);
      }
      return limited.withGroupSize(size);
    }
  }

  /**
   * An option for a compiler.
   *
   * @param where position in the workload, for messages
   * @param text option in the compiler's form, with values for parameters
   * @param folder base of relative folders in the text
   */
  public record CompilerOption(String where, String text, String folder) {}

  /**
   * Creates options for text that is not compiled.
   *
   * @param contraction whether fused multiply-adds were contracted or requested
   * @param attributes attributes by kernel name
   */
  public FrontendOptions(Fusion contraction, Map<String, KernelAttributes> attributes) {
    this(contraction, attributes, List.of(), List.of(), TextTarget.USUAL, Optional.empty());
  }

  /** {@return options that permit contraction and state nothing else} */
  public static FrontendOptions defaults() {
    return new FrontendOptions(Fusion.PERMITTED, Map.of());
  }

  /**
   * {@return a copy with options for a compiler}
   *
   * @param options options in the order of a command line
   */
  public FrontendOptions withCompiler(List<CompilerOption> options) {
    return new FrontendOptions(
        contraction, attributes, List.copyOf(options), joined, target, generated);
  }

  /**
   * {@return a copy for a program of several files}
   *
   * @param files the files whose texts precede the file's own, in order
   */
  public FrontendOptions withJoined(List<String> files) {
    return new FrontendOptions(
        contraction, attributes, compiler, List.copyOf(files), target, generated);
  }

  /**
   * {@return a copy with other attributes}
   *
   * @param others attributes by kernel name
   */
  public FrontendOptions withAttributes(Map<String, KernelAttributes> others) {
    return new FrontendOptions(contraction, others, compiler, joined, target, generated);
  }

  /**
   * {@return a copy for other devices}
   *
   * @param other devices for which a source is compiled
   */
  public FrontendOptions withTarget(TextTarget other) {
    return new FrontendOptions(contraction, attributes, compiler, joined, other, generated);
  }

  /**
   * {@return a copy for a text made by a compiler, without compiler options}
   *
   * @param name name of the text, for messages
   */
  public FrontendOptions withGenerated(String name) {
    return new FrontendOptions(
        contraction, attributes, List.of(), List.of(), target, Optional.of(name));
  }
}
