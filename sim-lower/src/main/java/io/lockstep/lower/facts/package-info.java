// SPDX-License-Identifier: Apache-2.0
/** Facts of a portable kernel from which compilers choose machine code. */
package io.lockstep.lower.facts;
