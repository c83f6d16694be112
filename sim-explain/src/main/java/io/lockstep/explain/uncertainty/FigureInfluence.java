// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.uncertainty;

/**
 * An influential figure: Spearman's rank correlation of its sampled values with the results.
 *
 * @param name the figure, or {@link SampledFigure#PHASE}
 * @param correlation from -1 to 1; positive if the results grow with the figure
 * @param beyondChance whether the correlation is significant at the 5 % level, corrected for the
 *     number of sampled figures
 */
public record FigureInfluence(String name, double correlation, boolean beyondChance) {}
