package io.lockstep.report.page;

/**
 * A part of a page with a heading.
 *
 * @param id once in a page, letters and digits
 * @param title its heading
 * @param body writes the content below the heading
 */
public record Section(String id, String title, java.util.function.Consumer<Markup> body) {}
