package io.lockstep.report.page;

/**
 * The origin of a page.
 *
 * @param command the command that reproduces the page, without options that do not affect results
 */
public record Origin(String version, String command) {}
