package io.lockstep.report.page;

import java.util.function.Consumer;

/**
 * A part of a page with a heading.
 *
 * @param id once in a page, letters and digits
 * @param title its heading
 * @param body adds the content below the heading
 */
public record Section(String id, String title, Consumer<Element> body) {}
