// SPDX-License-Identifier: Apache-2.0
package io.lockstep.kernel.frontend;

import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import java.util.List;

/**
 * A part of a program that is compiled by itself: macros and static symbols of other parts are
 * unknown to it.
 *
 * @param file path of its source, for messages
 * @param text content of the file
 * @param compiler options for the compiler, in the order of a command line
 */
public record SourcePart(String file, String text, List<CompilerOption> compiler) {}
