package io.lockstep.report.page;

/**
 * The origin of a page: the command that reproduces it.
 *
 * @param version of Lockstep
 * @param command the command without options that have no effect on results
 */
public record Origin(String version, String command) {}
