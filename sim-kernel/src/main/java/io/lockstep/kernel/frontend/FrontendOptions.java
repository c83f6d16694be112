package io.lockstep.kernel.frontend;

import io.lockstep.kernel.ir.Fusion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a workload says about kernels that their text does not carry.
 *
 * @param contraction whether fused multiply-adds were contracted by a compiler (PERMITTED) or asked
 *     for (REQUIRED)
 * @param attributes by kernel name
 * @param compiler options for the compiler of a front-end that has one
 * @param generated what messages call the text where a compiler made it from the file: kernels then
 *     carry the file's name and, by the text's line table, its lines; empty where the text is the
 *     file's own
 */
public record FrontendOptions(
    Fusion contraction,
    Map<String, KernelAttributes> attributes,
    List<CompilerOption> compiler,
    Optional<String> generated) {
  /** Attributes of one kernel: parameter positions from 0, group size or an empty list. */
  public record KernelAttributes(
      List<Integer> restrict, List<Integer> readOnly, List<Integer> group, boolean racesAllowed) {}

  /**
   * An option for a compiler.
   *
   * @param where its position in the workload, for messages
   * @param text as the compiler takes it, parameters replaced by their values
   * @param folder what a folder named in it is relative to
   */
  public record CompilerOption(String where, String text, String folder) {}

  /** For text that is read as it stands. */
  public FrontendOptions(Fusion contraction, Map<String, KernelAttributes> attributes) {
    this(contraction, attributes, List.of(), Optional.empty());
  }

  /** Contraction permitted, nothing else known. */
  public static FrontendOptions defaults() {
    return new FrontendOptions(Fusion.PERMITTED, Map.of());
  }

  /** The same with options for a compiler. */
  public FrontendOptions withCompiler(List<CompilerOption> options) {
    return new FrontendOptions(contraction, attributes, List.copyOf(options), generated);
  }

  /** The same for a text that a compiler made, without options for one. */
  public FrontendOptions withGenerated(String name) {
    return new FrontendOptions(contraction, attributes, List.of(), Optional.of(name));
  }
}
