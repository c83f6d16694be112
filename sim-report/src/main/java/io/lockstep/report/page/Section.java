// SPDX-License-Identifier: Apache-2.0
package io.lockstep.report.page;

import java.util.function.Consumer;

/**
 * A section of a page.
 *
 * @param id id of letters and digits, unique in the page
 * @param body adds the content below the heading
 */
public record Section(String id, String title, Consumer<Element> body) {}
