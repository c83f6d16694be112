package io.lockstep.report.page;

/**
 * Where a page's figures come from: what has to be typed to have them again.
 *
 * @param version of Lockstep
 * @param command what was asked for, without what no result depends on
 */
public record Origin(String version, String command) {}
