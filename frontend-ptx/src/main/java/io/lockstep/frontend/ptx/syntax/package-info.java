// SPDX-License-Identifier: Apache-2.0
/** The text of a module: tokens, syntax tree, types, the fields of opcodes. */
package io.lockstep.frontend.ptx.syntax;
