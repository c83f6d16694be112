package io.lockstep.explain.whatif;

/**
 * A requested change.
 *
 * @param figure as {@code --set} names it
 * @param value as {@code --set} takes it: a value, a factor such as {@code *2}, or {@code absent}
 */
public record Change(String figure, String value) {}
