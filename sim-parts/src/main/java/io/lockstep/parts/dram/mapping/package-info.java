// SPDX-License-Identifier: Apache-2.0
/** How addresses are spread over channels, banks and rows of DRAM. */
package io.lockstep.parts.dram.mapping;
