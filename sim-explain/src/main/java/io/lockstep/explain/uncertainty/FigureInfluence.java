// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

import io.lockstep.run.answer.Answer;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An influential figure: Spearman's rank correlation of its drawn values with the results.
 *
 * @param name the figure, or {@link DrawnFigure#PHASE}
 * @param correlation from -1 to 1; positive if the results grow with the figure
 * @param beyondChance whether the correlation is significant at the 5 % level, corrected for the
 *     number of drawn figures
 */
public record FigureInfluence(String name, double correlation, boolean beyondChance) {
  private static final Answer<FigureInfluence> ANSWER =
      Answer.<FigureInfluence>part()
          .text("name", "A parameter, or launch phase.", FigureInfluence::name)
          .real(
              "correlation",
              "Spearman's rank correlation of the parameter's quantiles with the results.",
              FigureInfluence::correlation)
          .flag(
              "beyond_chance",
              "Whether the correlation is significant: 5 % for all parameters together.",
              FigureInfluence::beyondChance);

  static final Answer<List<FigureInfluence>> CARRIERS =
      Answer.<List<FigureInfluence>>part()
          .list("carriers", "At most three, by correlation.", Function.identity(), ANSWER);

  /** {@return the significant influences as text, with their correlations} */
  public static String words(List<FigureInfluence> influences) {
    return influences.stream()
        .filter(FigureInfluence::beyondChance)
        .map(c -> c.name + String.format(Locale.ROOT, " %+.2f", c.correlation))
        .collect(Collectors.joining(", "));
  }
}
