// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

/**
 * A value or a file name, as written.
 *
 * @param where position in the sweep file, or the option of the command line, for messages
 */
public record Item(String text, String where) {}
