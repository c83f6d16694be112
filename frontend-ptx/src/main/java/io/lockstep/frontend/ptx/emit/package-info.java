// SPDX-License-Identifier: Apache-2.0
/** What decoders emit: portable instructions, through scopes, variables and packed values. */
package io.lockstep.frontend.ptx.emit;
