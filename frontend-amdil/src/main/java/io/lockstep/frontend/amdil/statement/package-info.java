// SPDX-License-Identifier: Apache-2.0
/** Statements of AMD IL: text or binary form, operands, modifiers and control constructs. */
package io.lockstep.frontend.amdil.statement;
