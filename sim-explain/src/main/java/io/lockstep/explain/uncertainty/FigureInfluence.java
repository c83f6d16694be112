package io.lockstep.explain.uncertainty;

/**
 * An influential figure: the rank correlation (Spearman) of its drawn values with the results.
 *
 * @param name the figure, or {@link SampledFigure#PHASE}
 * @param correlation -1 to 1: above 0 if larger figures make more of it
 * @param beyondChance whether so large a one is rare (5 %) among as many figures as were drawn if
 *     none of them mattered
 */
public record FigureInfluence(String name, double correlation, boolean beyondChance) {}
