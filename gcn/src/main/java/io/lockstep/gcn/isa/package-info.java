// SPDX-License-Identifier: Apache-2.0
/** Instruction sets as data: what each has, and how it spells instructions. */
package io.lockstep.gcn.isa;
