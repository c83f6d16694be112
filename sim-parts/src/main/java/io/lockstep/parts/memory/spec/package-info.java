// SPDX-License-Identifier: Apache-2.0
/** Parameters of the memory side, and the configurations that are read from them. */
package io.lockstep.parts.memory.spec;
