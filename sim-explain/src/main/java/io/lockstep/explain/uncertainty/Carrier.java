package io.lockstep.explain.uncertainty;

/**
 * A figure that an interval's width comes from: the rank correlation (Spearman) of what was drawn
 * for it with what came out.
 *
 * @param name the figure, or {@link Coordinate#PHASE}
 * @param correlation -1 to 1: above 0 where larger figures make more of it
 * @param beyondChance whether so large a one is rare (5 %) among as many figures as were drawn if
 *     none of them mattered
 */
public record Carrier(String name, double correlation, boolean beyondChance) {}
